package diag

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// TestCodesAreDocumented: every code that is declared stands once in the documentation, with a title and a help text.
func TestCodesAreDocumented(t *testing.T) {
	documented := map[Code]bool{}
	for _, info := range Codes() {
		if documented[info.Code] {
			t.Errorf("%s is documented twice", info.Code)
		}
		documented[info.Code] = true
		if !regexp.MustCompile(`^K\d{3}$`).MatchString(string(info.Code)) || info.Title == "" || info.Help == "" {
			t.Errorf("%+v", info)
		}
	}
	for _, code := range declaredCodes(t) {
		if !documented[code] {
			t.Errorf("%s is not documented", code)
		}
	}
}

// declaredCodes reads the constants of the code_*.go files.
func declaredCodes(t *testing.T) []Code {
	files, err := filepath.Glob("code_*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	var codes []Code
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			if typ, ok := spec.Type.(*ast.Ident); ok && typ.Name == "Code" {
				text, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				codes = append(codes, Code(text))
			}
			return true
		})
	}
	return codes
}
