package hddl

// Limits of input. Each is far beyond the competition's files, and small enough that noise is rejected quickly.
const (
	MaxSourceBytes = 64 << 20 // of one file
	MaxNodes       = 8 << 20  // words and lists of one file: 128 MiB of nodes
	MaxDepth       = 200      // nested parentheses: readers recurse into them
	MaxStray       = 50       // runs of stray text before a file is rejected as not being text
)

const (
	MaxParams   = 1 << 8  // variables of one list
	MaxEither   = 1 << 6  // alternatives of one type
	MaxTypes    = 1 << 13 // names in :types, children and parents
	MaxSubtasks = 1 << 16 // subtasks of one network
)
