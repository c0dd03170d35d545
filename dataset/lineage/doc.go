// Package lineage says what a network has ever been trained on, and whether a hold-out was withheld from it.
//
// A [Data] is games as one training or one hold-out takes them: whose deals, and how these are split. A [Lineage]
// is all of them that a network comes from, those of the parameters it began with included. It travels with
// parameters and networks in their files, as JSON.
//
// Promised: a lineage only grows; [Lineage.Judge] passes a hold-out only if each of its deals is of a phrase that
// the network never met, or was withheld in every training that met the phrase; the zero Lineage, which is what files
// without one have, vouches for nothing. Equal lineages are equal texts. Reading checks everything and never panics.
//
// Not promised: that a hold-out which is refused has a deal that was seen. Phrases, salts and shares are looked at,
// not single deals.
package lineage
