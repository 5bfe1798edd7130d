// Package ktrace records the decisions of a crowd and all their inputs, so that a run can be inspected, compared and
// replayed without the host.
//
// A trace is a [Header], which holds the program with its source files and the options of the crowd, followed by
// [Record]s in chronological order: ticks, what the host wrote and did, the results of its actions and functions, the
// decisions of agents, and periodic checkpoints. Random numbers are not recorded: the seed reproduces them. [Recorder]
// writes a trace to a stream, [Reader] reads it, [Hash] combines decisions into one number, [Ring] keeps the last
// decisions of an agent.
//
// This package handles numbers and names and does not depend on agents or plans. The writer defines their meaning; the
// header holds the names of the kinds of events and of their fields.
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
// At intervals there is a snapshot, which contains everything needed to continue from there: [Unpacker] reassembles it.
// A snapshot begins a block. A trace that was closed ends with an index of the snapshots, and after the last block the
// position of the index:
//
//	trailer = offset block check magic  // uint64, uint32, CRC-32 of those, "KTRACEIX"
//
// Words written to a state are encoded relative to earlier writes since the last snapshot. One byte describes a word,
// or two words at consecutive addresses. It says whether the word is the last one written at its address in any state,
// the one before that, or the linear continuation of the last two of the state, and gives the distance of the address.
// Any other word follows in full.
//
// Numbers up to 247 take one byte. For larger ones that byte is 247 plus the number of bytes that follow, from 1 to 8,
// lowest first. Signed numbers are in zigzag form. Texts and lists have a length prefix. A truncated file can be read
// up to the last whole block.
package ktrace
