// Package spec turns the text that names an evaluation into factories: "hce" for the hand-crafted
// evaluation, the path of a network file, "shipped" for the network built into this program. It is
// the one place that knows every kind of player.
package spec
