// Package report makes the page that shows a run: one file that needs nothing else, right on a phone and on a wide screen, in
// light and in dark.
//
// It promises that a page is valid from the first stage of a run on, with what is not known yet left out and said so; that
// all text is escaped; that nothing is fetched from anywhere; and that the same facts make the same bytes.
//
// It knows nothing of folders: package round reads a run and fills in a Page. Charts are drawn with gonum/plot, in colours that
// colour-blind readers tell apart, with legends beside them.
package report
