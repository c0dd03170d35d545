// Package features turns a position into the numbers of the network's inputs that are on. It is
// the only place where an input number is computed, for training and playing alike.
//
// There are Count inputs for a perspective p (own is p's side, enemy the other side), all from
// one observer's knowledge:
//
//   - 1,440 for pieces: (side*8 + kind)*90 + point. Side is 0 for own and 1 for enemy; kind is
//     board.Kind from General to FaceDown; the point is seen from p, so ranks are turned round
//     for Black and files are kept.
//   - 30 for pools: 1440 + side*15 + slot. Slots are advisor 0-1, elephant 2-3, horse 4-5,
//     chariot 6-7, cannon 8-9, soldier 10-14, and slot j of a kind is on when more than j of
//     that kind are unseen by the observer.
//
// The left-right mirror is a symmetry of the game. It is applied to the points of the board
// before numbers are made (ActivePacked), never to numbers.
//
// Promised: the lists contain no duplicate, at most MaxActive numbers, and Changed leads from
// the list before a move to the list after it exactly. Not promised: sorted lists; pieces come
// in the order in which the board yields them, then the own pool, then the enemy's.
package features
