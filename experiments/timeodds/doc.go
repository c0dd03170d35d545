// Package timeodds measures whether a margin lasts when both sides think longer.
//
// Question: by how much does a player beat a fixed opponent at a tenth, a third and a whole second a move, and how deep do
// both look then? A margin that shrinks was one of depth; one that lasts is one of judgement.
//
// Method, fixed beforehand: the same two players play a match at each time a move, pairs of games on fresh deals with colours
// swapped, the first deals of one phrase at every time, so that a shorter match is played on the beginning of a longer one's
// deals. Figures: the Elo difference with its 95 % interval from the variance between pairs, and the mean depth of each
// side's searches as it reports it.
//
// Time is the machine's: the figures say with which program and how many games at a time they were made, and belong
// to a machine with nothing else to do.
//
// Each match lies in a sub-folder named by its time, in the form of package match: a study that was cut short goes on where it
// was. DIR gets timeodds.json and timeodds.svg.
//
// Command: jieqi experiment timeodds DIR.
package timeodds
