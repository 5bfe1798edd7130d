package hddl

// Limits of what is read. Each is far beyond the competition's files, and small enough that noise is answered at once.
const (
	MaxSourceBytes = 64 << 20 // of one file
	MaxNodes       = 8 << 20  // words and lists of one file: 128 MiB of nodes
	MaxDepth       = 200      // nested parentheses: readers recurse over what they hold
	MaxStray       = 50       // runs of stray text before a file is taken for no text at all
)

const (
	MaxParams   = 1 << 8  // variables of one list
	MaxEither   = 1 << 6  // alternatives of one type
	MaxTypes    = 1 << 13 // names in :types, children and parents
	MaxSubtasks = 1 << 16 // subtasks of one network
)
