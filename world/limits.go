package world

// Limits of a schema. Each bounds memory or keeps a number within its field of an [Addr] or [Object].
const (
	// MaxObjects limits the objects of one population: the index must fit IndexBits, and 0 means none.
	MaxObjects = IndexMask
	// DefaultMaxObjects limits the objects of a population whose types declare no maximum: enough for the objects of a
	// map. Relations with one parameter are then dense; those with two are sparse (65 by 65 indices exceed
	// DefaultDenseLimit) unless a type declares a smaller maximum.
	DefaultMaxObjects = 64
	// MaxPopulations is the maximum number of populations of a schema: the number must fit its field of an Object.
	MaxPopulations = 1 << populationBits
	// MaxTypes is the most object types: each keeps a bit set over all of them.
	MaxTypes = 1 << 12
	// MaxEnums is the maximum number of enums: far beyond what people declare, it bounds what a broken generator can
	// cost.
	MaxEnums = 1 << 16
	// MaxEnumValues is the maximum number of values of an enum: their index must survive IndexMask.
	MaxEnumValues = 1 << IndexBits
	// MaxSymbols is the maximum number of symbols, for the same reason as MaxEnums.
	MaxSymbols = 1 << 16
	// MaxLiterals is the maximum number of texts, and the maximum number of lists of each kind, of a program, for the
	// same reason as MaxEnums.
	MaxLiterals = 1 << 16
	// MaxParams is the maximum number of parameters of a symbol: arguments are kept in arrays of this size, without
	// allocating.
	MaxParams = 8

	// DefaultDenseLimit is the maximum number of words that a symbol may take among the dense words (32 KiB) before it
	// becomes sparse: a planner copies the dense words whenever it copies the state.
	DefaultDenseLimit = 4096
	// RecallLimit limits the cells of a recalled symbol of an agent among the dense words. Larger populations use
	// rows, one for each remembered object: see [SymbolDef].
	RecallLimit = 320
	// MaxDenseWords is the most dense words of a state (32 MiB). Symbols that no longer fit become sparse.
	MaxDenseWords = 1 << 22
	// MaxSparseSymbols is the most sparse symbols: their number must fit its field of an Addr.
	MaxSparseSymbols = 1 << (62 - sparseKeyBits)
	// MaxSparseWords is the maximum number of words (tuples times width) a sparse symbol may span: the key must fit its
	// field of an Addr. Only words that differ from the default take memory.
	MaxSparseWords = 1 << sparseKeyBits

	sparseKeyBits = 50
	sparseKeyMask = 1<<sparseKeyBits - 1
)

const (
	// overlayMin is the number of words (entries of an overlay) up to which writes over a shared table are always
	// collected: 2 KiB in each copy of a state.
	overlayMin = 64
	// maxSpares is the number of retired tables a state keeps to use again: one that the last picture still
	// holds, and one that is free meanwhile.
	maxSpares = 2
)
