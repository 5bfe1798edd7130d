package tidy

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
)

const (
	// maxFileLines is the ceiling for a file; a file that is one noun has 100 to 150.
	maxFileLines = 800
	// maxFuncLines is the ceiling for a function; most have fewer than 15.
	maxFuncLines = 100
)

func checkFormat(m *Module) []Finding {
	var found []Finding
	for _, f := range m.Go {
		want, err := format.Source(f.Src)
		if err != nil || !bytes.Equal(want, f.Src) {
			found = append(found, Finding{File: f.File, Text: "not formatted: run gofmt -w on it"})
		}
	}
	return found
}

func checkSize(m *Module) []Finding {
	var found []Finding
	for _, f := range m.Go {
		if f.Test {
			continue
		}
		if n := bytes.Count(f.Src, []byte("\n")); n > maxFileLines {
			found = append(found, Finding{File: f.File, Text: fmt.Sprintf("%d lines, the ceiling is %d: split it by noun", n, maxFileLines)})
		}
		for _, decl := range f.Syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				found = append(found, f.longFunc(fn)...)
			}
		}
	}
	return found
}

func (f *GoFile) longFunc(fn *ast.FuncDecl) []Finding {
	n := f.Fset.Position(fn.End()).Line - f.Fset.Position(fn.Pos()).Line + 1
	if n <= maxFuncLines {
		return nil
	}
	return []Finding{f.at(fn, "%s has %d lines, the ceiling is %d: name its phases", fn.Name.Name, n, maxFuncLines)}
}
