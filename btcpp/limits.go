package btcpp

// Limits of input. Each is far beyond real files, and small enough that noise is rejected quickly.
const (
	MaxFiles       = 256      // of one document, including all included ones
	MaxSourceBytes = 8 << 20  // of one file
	MaxTotalBytes  = 16 << 20 // of all files together
	MaxElements    = 1 << 18  // XML elements of all files together
	MaxAttributes  = 256      // of one element
	MaxDepth       = 256      // nested nodes of one tree: readers recurse over them
	MaxTreeDepth   = 256      // trees within trees
	MaxExpanded    = 1 << 16  // nodes of a tree when each SubTree is replaced by its tree
)

// maxXMLDepth leaves room for the elements around the nodes of a tree: root and BehaviorTree.
const maxXMLDepth = MaxDepth + 2
