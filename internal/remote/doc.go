// Package remote is the boundary between the engine and games in other languages: the same one on every carrier. A
// [Session] is a crowd whose actions live elsewhere. The game hands it batches ([Session.Exchange]): writes, percepts,
// bodies, objects and agents that come and go, orders, reports of actions, and how many ticks to make. The session
// returns the starts and ends of actions, refusals, and each tick with its hash.
//
// Names are resolved once: a [Manifest] numbers the symbols, actions, kinds and types of a program, and has a hash by
// which a game sees that it was built for another program.
//
// A batch is a flat list of items in words of eight bytes, little-endian. Each item begins with a head: its [Op] in the
// lowest byte, flags in the second, the number of words that follow in the third and fourth, and in the upper half a
// number whose meaning depends on the op. The words are whole numbers, floats as their bits, and texts as a word with
// their length and their bytes, filled up with zeros.
package remote
