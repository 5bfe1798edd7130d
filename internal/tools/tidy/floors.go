package tidy

import "strings"

// room is a line of the table of floors: a package, or with a final "/..." all packages below a directory.
type room struct {
	dir   string
	floor int
	core  bool // standard library only, and deterministic
}

// rooms is the table of ARCHITECTURE.md. A package imports packages of lower floors only, so those of one floor
// do not know each other.
var rooms = []room{
	{"diag", 0, true},
	{"det", 0, true},
	{"internal/fact", 0, true},
	{"internal/sorting", 0, true},
	{"internal/codec", 0, true},
	{"internal/codec/pool", 0, true},
	{"internal/files", 0, false},
	{"internal/plan/paged", 0, true},
	{"world", 1, true},
	{"ktrace", 1, true},
	{"internal/model/curve", 1, true},
	{"internal/model/expr", 2, true},
	{"action", 2, true},
	{"explain", 3, true},
	{"internal/model/def", 3, true},
	{"internal/mind/utility", 3, true},
	{"internal/run/schedule", 3, true},
	{"internal/plan/htn", 4, true},
	{"internal/tree/bt", 4, true},
	{"internal/lang", 4, true},
	{"internal/lang/index", 4, true},
	{"internal/asked", 4, true},
	{"internal/mind/sense", 4, true},
	{"internal/mind/squad", 4, true},
	{"internal/run/runner", 5, true},
	{"internal/mind/goal", 5, true},
	{"internal/graph", 5, true},
	{"internal/run/program", 6, true},
	{"internal/run/agent", 7, true},
	{"internal/edit", 7, true},
	{"arena", 7, true},
	{"internal/answer", 8, true},
	{"internal/impact", 8, true},
	{"internal/bridge", 8, true},
	{"internal/coverage", 8, true},
	{"internal/town", 8, true},
	{"internal/lsp", 8, true},
	{"internal/fork", 9, true},
	{"internal/trial", 9, true},
	{".", 10, true},
	{"hddl", 11, true},
	{"builder", 11, true},
	{"btcpp", 11, true},
	{"playground", 11, true},
	{"internal/remote", 11, true},
	{"assess", 12, true},
	{"internal/run/scenes", 12, true},
	{"internal/plan/verify", 12, true},
	{"internal/plan/lifted", 12, true},
	{"internal/tree/btexact", 12, true},
	{"internal/remote/exchange", 12, true},
	{"internal/remote/library", 12, false},
	{"internal/remote/names", 12, true},
	{"internal/remote/names/outpost", 12, true},
	{"internal/studio", 13, false},
	{"internal/plan/ground", 13, true},
	{"internal/plan/dfs", 13, true},
	{"internal/remote/serve", 13, false},
	{"studio", 14, false},
	{"internal/plan/gbfs", 14, true},
	{"examples/guards/yard", 15, false},
	{"examples/kitchen/restaurant", 15, false},
	{"examples/village/hamlet", 15, false},
	{"internal/plan/search", 15, true},
	{"cmd/...", 16, false},
	{"internal/tools/compact", 16, false},
	{"internal/tools/...", 17, false},
	{"examples", 17, false},
	{"examples/...", 17, false},
}

// roomOf finds the line of the table that a package falls under.
func roomOf(dir string) (room, bool) {
	for _, r := range rooms {
		above, all := strings.CutSuffix(r.dir, "...")
		if dir == r.dir || all && strings.HasPrefix(dir, above) {
			return r, true
		}
	}
	return room{}, false
}

func isCore(f *GoFile) bool {
	r, known := roomOf(f.Dir)
	return known && r.core && !f.Test
}

// checkFloors leaves tests alone: those of a lower floor may look at the house from above.
func checkFloors(m *Module) []Finding {
	var found []Finding
	for _, f := range m.Go {
		from, known := roomOf(f.Dir)
		if !known {
			found = append(found, f.at(f.Syntax.Name, "package %q has no floor: add it to the table in internal/tools/tidy and to ARCHITECTURE.md", f.Dir))
			continue
		}
		if f.Test {
			continue
		}
		for _, imp := range f.imports() {
			dir, own := m.own(imp.path)
			if !own {
				continue
			}
			to, known := roomOf(dir)
			if known && to.floor >= from.floor {
				found = append(found, f.at(imp.spec, "%s (floor %d) imports %s (floor %d): arrows point downward only", f.Dir, from.floor, dir, to.floor))
			}
		}
	}
	return found
}

func checkCore(m *Module) []Finding {
	var found []Finding
	for _, f := range m.Go {
		if !isCore(f) {
			continue
		}
		for _, imp := range f.imports() {
			if _, own := m.own(imp.path); own || isStandard(imp.path) {
				continue
			}
			found = append(found, f.at(imp.spec, "core package %s imports %q: the core depends on the standard library only", f.Dir, imp.path))
		}
	}
	return found
}

// isStandard uses the rule that paths outside the standard library begin with a host name, which has a dot.
func isStandard(target string) bool {
	first, _, _ := strings.Cut(target, "/")
	return !strings.Contains(first, ".") && target != "C"
}
