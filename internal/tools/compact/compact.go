// Package compact has the compiler's flags where size counts: for the playground's module, and for the small forms of
// the engine's module and C library.
package compact

// hot are the packages in whose functions ticks spend their time. Elsewhere nothing is inlined, which makes the
// compressed engine an eighth smaller.
var hot = []string{
	"runtime", "internal/runtime/...", "math", "math/bits",
	module + "arena", module + "det", module + "playground", module + "world",
	module + "internal/mind/sense", module + "internal/model/expr", module + "internal/plan/htn",
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
