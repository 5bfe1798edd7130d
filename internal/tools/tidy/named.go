package tidy

import (
	"go/ast"
	"path"
	"regexp"
	"strings"
)

var (
	codeSpan = regexp.MustCompile("`([^`]+)`")
	// filePath is a path of the repository, perhaps with a star for some of it, or three dots for all below.
	filePath = regexp.MustCompile(`^[\w.-]+(?:/[\w.*-]+)+$`)
	// declaredIn is names that a file is said to declare: `visit` in `internal/tree/bt/tick.go`.
	declaredIn = regexp.MustCompile("((?:`[\\w.]+`(?:, | and ))*`[\\w.]+`),? (?:in |\\()`([\\w./-]+\\.go)`")
)

// checkNamed finds what pages name in code: files that do not exist, and names that the file that they are said to be
// in does not declare.
func checkNamed(m *Module) []Finding {
	var found []Finding
	declared := map[string]map[string]bool{}
	for _, f := range m.Go {
		declared[f.File] = nil
	}
	names := func(file string) map[string]bool {
		if declared[file] == nil {
			declared[file] = m.declaredNames(file)
		}
		return declared[file]
	}
	for _, t := range m.Texts {
		if path.Ext(t.File) != ".md" || t.File == "CHANGELOG.md" || strings.HasPrefix(t.File, "docs/lab/") {
			continue
		}
		t.prose(func(number int, line string) {
			for _, span := range codeSpan.FindAllStringSubmatch(line, -1) {
				if name := span[1]; filePath.MatchString(name) && m.Exist[top(name)] && !m.exists(name) {
					found = append(found, Finding{t.File, number, "names " + name + ", which does not exist"})
				}
			}
			for _, match := range declaredIn.FindAllStringSubmatch(line, -1) {
				file := match[2]
				if _, known := declared[file]; !known {
					continue // a file that does not exist, or none of a path
				}
				for _, span := range codeSpan.FindAllStringSubmatch(match[1], -1) {
					name := span[1][strings.LastIndex(span[1], ".")+1:]
					if !names(file)[name] {
						found = append(found, Finding{t.File, number, file + " declares no " + name})
					}
				}
			}
		})
	}
	return found
}

func top(name string) string {
	first, _, _ := strings.Cut(name, "/")
	return first
}

// exists reports whether there is a file with a path, in which a star matches a part of a name.
func (m *Module) exists(name string) bool {
	if name = strings.TrimSuffix(name, "/..."); m.Exist[name] {
		return true
	}
	for file := range m.Exist {
		if ok, _ := path.Match(name, file); ok {
			return true
		}
	}
	return false
}

// declaredNames returns what a Go file declares: functions, methods, types, constants, variables, and fields.
func (m *Module) declaredNames(file string) map[string]bool {
	names := map[string]bool{}
	for _, f := range m.Go {
		if f.File != file {
			continue
		}
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				names[n.Name.Name] = true
				return false
			case *ast.TypeSpec:
				names[n.Name.Name] = true
			case *ast.ValueSpec:
				for _, id := range n.Names {
					names[id.Name] = true
				}
			case *ast.Field:
				for _, id := range n.Names {
					names[id.Name] = true
				}
			}
			return true
		})
	}
	return names
}
