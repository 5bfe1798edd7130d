package ktrace

// Limits of a trace. They bound what a reader ever holds of it at a time, whatever the file says.
const (
	// Version is the form of the file that is written. A reader refuses later ones, and those before OldestVersion: what has come since is
	// kinds of records and fields of events.
	Version = 7
	// OldestVersion is the earliest form that is read.
	OldestVersion = 2
	// foretoldVersion is the first one in which words are told by what was foretold.
	foretoldVersion = 5
	// SnapshotsFrom is the earliest form whose snapshots are understood. Those of earlier ones are passed over.
	SnapshotsFrom = 7
	// MaxBlock is the most bytes of a block: as much as is held
	// in memory.
	MaxBlock = 128 << 10
	// MaxText is the most bytes of one text within a record. Longer ones are cut; those of source files are told in pieces.
	MaxText = 8 << 10
	// MaxList is the most entries of one list within a record. Longer ones are told in several records.
	MaxList = 1 << 10
	// MaxFields is the most fields of an event.
	MaxFields = 48
	// MaxSources is the most bytes of all source files and of the situation together. It is what a model may have, and some.
	MaxSources = 20 << 20
	// MaxHeaderEntries is the most files, options, constants or names of a header.
	MaxHeaderEntries = 1 << 12

	// MaxPiece is the most bytes of one piece of a snapshot.
	MaxPiece = 32 << 10
	// MaxSnapshotBytes is the most bytes of a snapshot: of some 100,000 agents. A recorder leaves a larger one out.
	MaxSnapshotBytes = 256 << 20
	// MaxPlaces is how many snapshots an index tells of. Of more, every second one is left out of it, again and again.
	MaxPlaces = 1 << 13

	// flushAt is from how many bytes on a block is written at the end of a tick.
	flushAt = 32 << 10
	// maxRecord is the most bytes that one record can take: a list of writes with two numbers each, and texts.
	maxRecord = MaxList*20 + 3*MaxText
)
