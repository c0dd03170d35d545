// Package spec turns the text that names an evaluation or a player into factories: "shipped" for the network in the program, "hce" for the
// hand-crafted evaluation, "material" for the same with the values of the pieces alone, the path of a network
// file, "uci:COMMAND" for an engine that is a program of its own. It is the one place that knows every kind of player.
package spec
