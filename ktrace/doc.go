// Package ktrace keeps what a crowd decided and everything that it decided from, so that a run can be told, compared and run again
// without the host.
//
// A trace is a [Header], which holds the program with its source files and the options of the crowd, and then [Record]s in the order in
// which things happened: ticks, what the host wrote and did, what its actions and functions answered, what agents decided, and
// from time to time a checkpoint. Random numbers are not in it, since the seed is. [Recorder] writes one to a stream, [Reader] reads it,
// [Hash] folds decisions into one number, [Ring] keeps the last ones of an agent.
//
// This package knows nothing of agents and plans: it moves numbers and names. What they mean is for whoever writes them; the names of
// the kinds of events and of their fields are in the header.
//
// # The form of a file
//
//	file   = magic version block* trailer?
//	magic  = "KTRACE\r\n"               // 8 bytes; line ends would be damaged by a transfer as text
//	version = uvarint                   // Version, as in encoding/binary
//	block  = length check payload       // both uint32, little endian
//	                                    // the highest bit of length: the payload is deflated
//	check  = CRC-32 (Castagnoli) over the number of the block, from 0, as uint32, and the payload
//	payload = record*                   // whole ones, at most MaxBlock bytes
//	record = kind fields                // a byte, then what belongs to the kind
//
// From time to time there is a snapshot, of all it takes to go on from there: [Unpacker] puts it together. It begins a block. A trace that was closed ends
// with an index of them, and after the last block says where that begins:
//
//	trailer = offset block check magic  // uint64, uint32, CRC-32 of those, "KTRACEIX"
//
// What is written to a state is told by what was written before, since the last snapshot: a byte for a word, or for two of them at addresses that follow each other, says whether it is
// the last one at its address in any state, the one before that, or that which goes on like the last two of the state, and how far the address is; what is none of these follows.
//
// Whole numbers up to 247 take one byte. For larger ones that byte is 247 plus how many bytes follow, from 1 to 8, the lowest first. Signed ones
// are in zigzag form. Texts and lists have their length before them. What has been written of a file that was cut off can be read up to the cut,
// block by block.
package ktrace
