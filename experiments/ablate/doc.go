// Package ablate measures what each heuristic of the search is worth.
//
// Question: does every switch of search.Options earn its place, and how much does the method that prices
// reveals matter?
//
// Method, fixed beforehand: search.Main plays a match against itself with one switch off; against search.Base,
// which has none on; and against itself with another chance method. Both sides use the same evaluation and
// search a fixed number of nodes a move, so that the result is a function of the settings and not of the load
// of the machine. Pairs of games are played on fresh deals with colours swapped, the same deals for every
// variant. The figure is the Elo difference with its 95 % interval from the variance between pairs.
//
// Nodes are not time: a switch that makes nodes cheaper or dearer is worth more or less on a clock than the
// table says. A switch that others build on takes their worth with it, and the figures do not add up.
//
// Each variant's match lies in a sub-folder with its name, in the form of package match: a study that was
// cut short goes on where it was, and a variant can be given more pairs. The matches record a signature of
// the search, so that games of two versions of it are not counted together.
//
// Command: jieqi experiment ablate DIR. Its table belongs in docs/search.md.
package ablate
