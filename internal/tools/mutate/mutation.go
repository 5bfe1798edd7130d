package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mutation is one small change of a source file.
type mutation struct {
	file       string // as it was given
	line       int
	function   string // "Plan", or "Planner.Plan" of a method
	decl       *ast.FuncDecl
	start, end int    // bytes of the file that are replaced
	text       string // by this
	change     string // for people and the list of equivalents: "a < b => a <= b"
}

// swaps are the operators that replace one another, each with its replacement.
var swaps = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.LAND: token.LOR, token.LOR: token.LAND, token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
	token.REM: token.MUL, token.AND: token.OR, token.OR: token.AND, token.XOR: token.AND, token.SHL: token.SHR, token.SHR: token.SHL,
	token.AND_NOT: token.AND, token.INC: token.DEC, token.DEC: token.INC, token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
	token.MUL_ASSIGN: token.QUO_ASSIGN, token.OR_ASSIGN: token.AND_ASSIGN, token.AND_ASSIGN: token.OR_ASSIGN,
}

// maxChange is the maximum number of bytes of source that the text of a change contains.
const maxChange = 90

// source is a Go file.
type source struct {
	file, text string
	fset       *token.FileSet
	syntax     *ast.File
}

// sources reads the Go files of a directory, without tests.
func sources(dir string) (list []*source, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		s := &source{file: filepath.Join(dir, e.Name()), fset: token.NewFileSet()}
		src, err := os.ReadFile(s.file)
		if err != nil {
			return nil, err
		}
		s.text = string(src)
		if s.syntax, err = parser.ParseFile(s.fset, s.file, src, parser.SkipObjectResolution); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// mutations returns all changes of the bodies of a file's functions, in the order of the source.
func (s *source) mutations() []mutation {
	f := &finder{source: s}
	for _, d := range s.syntax.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && fn.Name.Name != "init" && fn.Name.Name != "_" && !recovers(fn) {
			f.decl, f.function = fn, functionName(fn)
			ast.Inspect(fn.Body, f.visit)
		}
	}
	slices.SortStableFunc(f.found, func(a, b mutation) int { return cmp.Compare(a.start, b.start) })
	return f.found
}

// recovers reports whether a function calls recover for the function that deferred it: then a copy of it cannot replace
// it.
func recovers(fn *ast.FuncDecl) (found bool) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			name, ok := call.Fun.(*ast.Ident)
			found = found || ok && name.Name == "recover"
		}
		_, inner := n.(*ast.FuncLit)
		return !inner
	})
	return found
}

func functionName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + fn.Name.Name
		default:
			return fn.Name.Name
		}
	}
}

// finder collects the mutations of a file.
type finder struct {
	*source
	decl     *ast.FuncDecl
	function string
	found    []mutation
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.operator(n, n.OpPos, n.Op)
	case *ast.IncDecStmt:
		f.operator(n, n.TokPos, n.Tok)
		f.remove(n)
	case *ast.AssignStmt:
		f.operator(n, n.TokPos, n.Tok)
		if n.Tok != token.DEFINE {
			f.remove(n)
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT || n.Op == token.SUB {
			f.replace(n, n, f.of(n.X))
		}
		if _, number := n.X.(*ast.BasicLit); number {
			return false // -1 is one number, and mostly means none
		}
	case *ast.BasicLit:
		f.literal(n)
	case *ast.IfStmt:
		f.replace(n.Cond, n.Cond, "!("+f.of(n.Cond)+")")
	case *ast.ForStmt:
		if n.Cond != nil {
			f.replace(n.Cond, n.Cond, "false")
		}
	case *ast.ExprStmt, *ast.BranchStmt:
		f.remove(n)
	case *ast.ReturnStmt:
		f.result(n)
	}
	return true
}

// operator swaps the operator of an expression or statement.
func (f *finder) operator(n ast.Node, at token.Pos, op token.Token) {
	other, ok := swaps[op]
	if !ok {
		return
	}
	start, length := f.offset(at), len(op.String())
	whole, from := f.of(n), f.offset(n.Pos())
	f.add(n, start, start+length, other.String(), whole, whole[:start-from]+other.String()+whole[start-from+length:])
}

// literal changes a number.
func (f *finder) literal(n *ast.BasicLit) {
	if n.Kind != token.INT {
		return
	}
	if v, err := strconv.ParseInt(n.Value, 0, 63); err == nil {
		f.replace(n, n, strconv.FormatInt(v+1, 10))
	}
}

// result changes a return: a truth value into its contrary, two results into one another. A return of nothing is
// omitted.
func (f *finder) result(n *ast.ReturnStmt) {
	switch len(n.Results) {
	case 0:
		f.remove(n)
	case 2:
		a, b := n.Results[0], n.Results[1]
		f.replace(n, n, "return "+f.of(b)+", "+f.of(a))
	}
	for _, r := range n.Results {
		switch name, _ := r.(*ast.Ident); {
		case name == nil:
		case name.Name == "true":
			f.replace(n, r, "false")
		case name.Name == "false":
			f.replace(n, r, "true")
		}
	}
}

// remove takes a statement out.
func (f *finder) remove(n ast.Node) { f.replace(n, n, "{}") }

// replace puts a text instead of old, within n, which the change shows.
func (f *finder) replace(n, old ast.Node, text string) {
	whole, from := f.of(n), f.offset(n.Pos())
	start, end := f.offset(old.Pos()), f.offset(old.End())
	f.add(n, start, end, text, whole, whole[:start-from]+text+whole[end-from:])
}

func (f *finder) add(n ast.Node, start, end int, text, before, after string) {
	f.found = append(f.found, mutation{file: f.file, line: f.fset.Position(n.Pos()).Line, function: f.function, decl: f.decl, start: start, end: end, text: text,
		change: fmt.Sprintf("%s => %s", shown(before), shown(after))})
}

func (s *source) offset(p token.Pos) int { return s.fset.Position(p).Offset }

// of returns the text of a part of the file.
func (s *source) of(n ast.Node) string { return s.text[s.offset(n.Pos()):s.offset(n.End())] }

// shown is a text on one line, cut in the middle when it is long.
func shown(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxChange {
		text = text[:maxChange/2] + "..." + text[len(text)-maxChange/2:]
	}
	return text
}
