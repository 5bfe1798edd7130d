// Package tidy keeps the rules that a compiler does not: which package may import which, what the core may
// use, how long files and functions get, what must be documented. Each rule is a [Check] over a parsed
// [Module]; the tests of this package run all of them on the repository.
package tidy

import (
	"fmt"
	"slices"
	"strings"
)

// Finding is one place that breaks a rule.
type Finding struct {
	File string // slash-separated, relative to the module's root
	Line int    // from 1; 0: the file as a whole
	Text string // the mistake, and what to do instead
}

// String returns "file:line: text", or "file: text" where the file as a whole is meant.
func (f Finding) String() string {
	if f.Line == 0 {
		return f.File + ": " + f.Text
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Text)
}

// Check is a rule: Run returns every place that breaks it.
type Check struct {
	Name string
	Doc  string // the rule, in a sentence
	Run  func(m *Module) []Finding
}

// Checks returns all rules.
func Checks() []Check {
	return []Check{
		{"floors", "imports point downward only, and every package has its floor", checkFloors},
		{"doors", "the public packages are those that are meant to be", checkDoors},
		{"core", "the core imports nothing outside the standard library", checkCore},
		{"deterministic", "the core uses no clock, no global random numbers and no platform's float math", checkDeterministic},
		{"gofmt", "every Go file is formatted by gofmt", checkFormat},
		{"size", "files and functions keep below their ceilings", checkSize},
		{"width", "comments keep to 120 columns", checkWidth},
		{"types", "no type has more methods and fields than its ceiling", checkTypes},
		{"documented", "every exported name of a library package has a comment", checkDocumented},
		{"packages", "every library package says what it is", checkPackages},
		{"links", "links in Markdown files lead to files that exist", checkLinks},
		{"anchors", "links to headings in Markdown files lead to headings that exist", checkAnchors},
		{"pages", "pages of docs can be read at one sitting, and README has its length", checkPages},
		{"named", "files that pages name in code exist, and declare what is said to stand in them", checkNamed},
		{"figures", "sections of pages that give figures name the command that measures them", checkFigures},
		{"commands", "commands of pages name packages, tests and benchmarks that exist", checkCommands},
		{"listed", "docs/README.md lists every page of docs", checkListed},
		{"paths", "no file names a path of somebody's machine", checkPaths},
		{"waits", "tests wait for events, not for time, and have no deadlines", checkWaits},
		{"circles", "sources of the studio's pages do not import each other in circles", checkCircles},
		{"finished", "no file leaves a note of what is still to do", checkFinished},
	}
}

// sorted runs the check and returns its findings in order of file and line.
func (c Check) sorted(m *Module) []Finding {
	found := c.Run(m)
	slices.SortFunc(found, func(a, b Finding) int {
		if n := strings.Compare(a.File, b.File); n != 0 {
			return n
		}
		return a.Line - b.Line
	})
	return found
}
