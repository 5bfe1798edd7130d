package tidy

import (
	"fmt"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	// picksNone is what no test is named, or stands for a name.
	picksNone = regexp.MustCompile(`^(\^\$|x+|[A-Z]+)$`)
	// commandLine is a go command of a page: a span of code, or the line of a block.
	commandLine = regexp.MustCompile("go (?:test|run|build) [^`]*")
	// ownCommand is a command that measures or tests something of the repository.
	ownCommand = regexp.MustCompile("`[^`\n]*(?:go (?:test|run|build)|karakuri |node )[^`]*`|(?m:^(?:    |\\$ )(?:go|karakuri|node|cd) )")
	// figure is what was measured: a time or a share.
	figure = regexp.MustCompile(`\b\d[\d.,]*\s?(?:%|µs|ns|ms)(?:\W|$)`)
	// chosen is what a command of tests or benchmarks picks.
	chosen = regexp.MustCompile(`-(?:run|bench)[ =](?:'([^']*)'|"([^"]*)"|(\S+))`)
)

// measured are the sections whose figures are not measured by a command of the repository, with the reason.
var measured = map[string]string{
	"docs/assess.md#What is measured":                   "defines measures",
	"docs/lab/performance.md#Conditions of measurement": "says under which conditions the commands of figures.md were run",
	"docs/expressions.md#Operators":                     "defines units",
	"docs/cluster-figures.md#A million zones, on paper": "computes from the figures above it",
}

// checkFigures finds sections of pages that give figures and no command.
func checkFigures(m *Module) []Finding {
	var found []Finding
	for _, t := range m.Texts {
		if !strings.HasPrefix(t.File, "docs/") || path.Ext(t.File) != ".md" {
			continue
		}
		line := 0
		for _, section := range strings.Split("\n"+string(t.Src), "\n## ") {
			title, _, _ := strings.Cut(section, "\n")
			if n := len(figure.FindAllString(section, -1)); n > 1 && !ownCommand.MatchString(section) && measured[t.File+"#"+title] == "" {
				found = append(found, Finding{t.File, line, fmt.Sprintf("%q has %d figures and no command that measures them", title, n)})
			}
			line += strings.Count(section, "\n") + 1
		}
	}
	return found
}

// checkCommands finds commands of pages that name packages which do not exist, or tests and benchmarks that these do
// not have. Those of nested modules are not known here.
func checkCommands(m *Module) []Finding {
	tests := m.testNames()
	var found []Finding
	for _, t := range m.Texts {
		if path.Ext(t.File) != ".md" || t.File == "CHANGELOG.md" || strings.HasPrefix(path.Base(t.File), "cluster") {
			continue
		}
		t.lines(func(number int, line string) {
			if strings.Contains(line, "in `cluster`") {
				return
			}
			for _, command := range commandLine.FindAllString(line, -1) {
				for _, text := range m.misnamed(command, tests) {
					found = append(found, Finding{t.File, number, text})
				}
			}
		})
	}
	return found
}

// misnamed says what a go command names that does not exist.
func (m *Module) misnamed(command string, tests map[string][]string) (faults []string) {
	var names []string
	for _, word := range strings.Fields(command)[2:] {
		dir, all := strings.CutSuffix(strings.TrimRight(strings.TrimPrefix(word, "./"), ",:;)"), "/...")
		if !strings.HasPrefix(word, "./") || word == "./..." || dir == "" {
			continue
		}
		if !m.Exist[dir] {
			faults = append(faults, "names "+word+", which does not exist")
		}
		for of, list := range tests {
			if of == dir || all && strings.HasPrefix(of, dir+"/") {
				names = append(names, list...)
			}
		}
	}
	if !strings.HasPrefix(command, "go test") || len(names) == 0 {
		return faults
	}
	for _, match := range chosen.FindAllStringSubmatch(command, -1) {
		first, _, _ := strings.Cut(match[1]+match[2]+match[3], "/")
		for _, one := range strings.Split(strings.Trim(first, "()"), "|") {
			pattern, err := regexp.Compile(one)
			if !picksNone.MatchString(one) && (err != nil || !slices.ContainsFunc(names, pattern.MatchString)) {
				faults = append(faults, "picks "+one+", which nothing there is named")
			}
		}
	}
	return faults
}

// testNames returns the tests, benchmarks and fuzz tests of each package.
func (m *Module) testNames() map[string][]string {
	names := map[string][]string{}
	for _, f := range m.Go {
		for _, d := range f.Syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && f.Test && fn.Recv == nil {
				names[f.Dir] = append(names[f.Dir], fn.Name.Name)
			}
		}
	}
	return names
}
