package ktrace

// Limits of a trace. They bound the memory of a reader for any input.
const (
	// Version is the version of the format that is written. A reader refuses later versions, and those before
	// OldestVersion. Later versions have added kinds of records and fields of events.
	Version = 10
	// OldestVersion is the earliest version that can be read.
	OldestVersion = 2
	// foretoldVersion is the first version with predicted words.
	foretoldVersion = 5
	// SnapshotsFrom is the earliest version whose snapshots can be read. Earlier snapshots are skipped.
	SnapshotsFrom = 10
	// MaxBlock limits the bytes of a block, which are held in memory.
	MaxBlock = 128 << 10
	// MaxText limits the bytes of one text within a record. Longer texts are truncated, except source files, which are
	// split.
	MaxText = 8 << 10
	// MaxList limits the entries of one list within a record. Longer lists are split into several records.
	MaxList = 1 << 10
	// MaxFields limits the fields of an event.
	MaxFields = 48
	// MaxSources limits the bytes of all source files and the situation together. It exceeds the limit of a model.
	MaxSources = 20 << 20
	// MaxHeaderEntries limits the files, options, constants and names of a header, each.
	MaxHeaderEntries = 1 << 12

	// MaxPiece limits the bytes of one piece of a snapshot.
	MaxPiece = 32 << 10
	// MaxSnapshotBytes limits the bytes of a snapshot: about 100,000 agents. A recorder omits larger ones.
	MaxSnapshotBytes = 256 << 20
	// MaxPlaces limits the snapshots in an index. When there are more, every second one is dropped from the index.
	MaxPlaces = 1 << 13

	// flushAt is the size in bytes from which a block is written at the end of a tick.
	flushAt = 32 << 10
	// maxRecord is the maximum size of a record in bytes: a list of writes with two numbers each, and texts.
	maxRecord = MaxList*20 + 3*MaxText
)
