package expr

// Limits of input. Each is far beyond what people write, and small enough that noise is answered at once.
const (
	MaxSourceBytes = 4 << 20   // of one source
	MaxTokens      = 1<<20 + 1 // of one source: 12 MiB of tokens
	MaxDepth       = 200       // nested brackets, operators, blocks: readers recurse over them
	MaxExprNodes   = 10_000    // parts of one expression or list of effects: bounds the height of "a + a + a ..."
	MaxListElems   = 64        // of one list: it is printed as a whole wherever its argument is
	MaxTextBytes   = 4096      // of one text
	MaxStray       = 50        // runs of stray text before a file is taken for no text at all
)
