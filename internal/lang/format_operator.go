package lang

import "github.com/karakuri-ai/karakuri/internal/model/def"

// parallel writes the actions that are done at once: on one line if they stood on one and fit, else an action a line.
func (w *layout) parallel(d *def.Parallel, h *def.Head) {
	if text := "do " + parallelText(d); !w.manyLines(h.At) && quietParallel(d) && fits(1, text) {
		w.line(1, text, h.After)
		return
	}
	w.open(1, "do "+parallelHead(d), h.After)
	for i, pc := range d.Calls {
		w.above(2, &pc.Head, i == 0)
		w.line(2, deedText(&pc.Do), pc.After)
	}
	w.close(1, d.End, len(d.Calls) == 0)
}

// quietParallel reports whether the actions may share a line.
func quietParallel(d *def.Parallel) bool {
	for _, pc := range d.Calls {
		if !quiet(&pc.Head) {
			return false
		}
	}
	return len(d.End) == 0
}

func parallelHead(d *def.Parallel) string {
	if d.Join.Name == "" || d.Join.Name == def.JoinAll.String() {
		return "parallel"
	}
	return "parallel " + d.Join.Name
}

func parallelText(d *def.Parallel) string {
	list := make([]string, len(d.Calls))
	for i, pc := range d.Calls {
		list[i] = deedText(&pc.Do)
	}
	return parallelHead(d) + " " + bodyText(list)
}
