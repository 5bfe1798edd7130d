package tidy

import (
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
)

// waiting lists the functions that wait for time to pass, or set a deadline, by package. A test that uses one fails, or
// passes, by how busy the machine is.
var waiting = map[string][]string{
	"time":    {"Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"},
	"context": {"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"},
}

// scriptWaits finds the same in the tests of pages and in scripts of shells.
var scriptWaits = regexp.MustCompile(`\b(?:waitForTimeout|setTimeout|setInterval)\(|\btimeout: *[1-9]|^(?:exec )?sleep \d`)

func checkWaits(m *Module) []Finding {
	var found []Finding
	for _, f := range m.Go {
		if f.Test {
			found = append(found, f.waits()...)
		}
	}
	for _, t := range m.Texts {
		if !isScript(t.File) {
			continue
		}
		t.lines(func(number int, line string) {
			if wait := scriptWaits.FindString(line); wait != "" {
				found = append(found, Finding{t.File, number, wait + ": tests wait for events, not for time"})
			}
		})
	}
	return found
}

// isScript reports whether a file is a test that is not of Go.
func isScript(file string) bool {
	switch path.Ext(file) {
	case ".mjs":
		return strings.Contains(file, "/test/")
	case ".txtar", ".sh":
		return inTestdata(file)
	}
	return false
}

// waits finds what a test calls to wait.
func (f *GoFile) waits() []Finding {
	var found []Finding
	f.eachUse(func(sel *ast.SelectorExpr, path string) {
		if slices.Contains(waiting[path], sel.Sel.Name) {
			found = append(found, f.at(sel, "%s.%s: tests wait for events, not for time", sel.X, sel.Sel.Name))
		}
	})
	return found
}
