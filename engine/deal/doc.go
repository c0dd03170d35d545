// Package deal is the hidden truth of a game: what each of the thirty face-down pieces really
// is. Deals come from a phrase that can be published, and so do all other random choices.
//
// # How to re-derive a deal
//
// The seed of a phrase is the first 12 hex digits, lower case, of the SHA-256 of its bytes (UTF-8).
// The stream of a label and an index i is made of the digests SHA-256(label ‖ seed ‖ i ‖ counter)
// for counter = 0, 1, 2, …, where label and seed are their ASCII bytes, i and counter are 64-bit
// big-endian integers and ‖ joins bytes with nothing between; each digest is cut into four 64-bit
// big-endian integers, used in order. A bounded draw below n takes the next integer x, again and
// again until x < 2^64 − (2^64 mod n), and is then x mod n. Deal i uses the stream of label "deal"
// and index i. For Red, then from the same stream for Black: write the list R R A A C C P P P P P N
// N B B; for j = 14, 13, …, 1 draw k below j + 1 and exchange entries j and k (counted from 0);
// then give the entries in order to the side's home points, ordered by rank from Red's side, then
// by file: a0 b0 c0 d0 f0 g0 h0 i0 b2 h2 a3 c3 e3 g3 i3 for Red, a6 c6 e6 g6 i6 b7 h7 a9 b9 c9 d9
// f9 g9 h9 i9 for Black.
//
// # Guarantees
//
// The same phrase and index give the same deal on every machine and in every version; golden
// vectors hold that. [Deal.Pack] numbers all deals without gaps. Streams with different labels or
// indices never share a digest's input.
//
// Not promised: secrecy. A phrase of low entropy can be guessed from a few deals.
package deal
