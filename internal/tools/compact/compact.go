// Package compact has the compiler's flags for builds whose size counts: the WebAssembly modules and the library for
// other languages.
package compact

// hot are the packages in which ticks and batches spend their time. Elsewhere nothing is inlined, which makes the
// compressed engine a tenth smaller; ticks take a twentieth longer at most.
var hot = []string{
	"runtime", "internal/runtime/...", "math", "math/bits", "slices", "encoding/binary",
	module + "action", module + "arena", module + "det", module + "playground", module + "world",
	module + "internal/mind/...", module + "internal/model/expr", module + "internal/plan/htn", module + "internal/remote/...", module + "internal/run/...", module + "internal/tree/bt",
}

const module = "github.com/karakuri-ai/karakuri/"

// Flags returns the flags for go build.
func Flags() []string {
	flags := []string{"-gcflags=all=-l"}
	for _, pkg := range hot {
		flags = append(flags, "-gcflags="+pkg+"=") // the last pattern that matches counts
	}
	return flags
}
