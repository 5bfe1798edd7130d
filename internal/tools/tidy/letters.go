package tidy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Texts that our own code has made are for people: programs decide by fields, codes and names. A text is the result of
// a renderer, the content of a field with a text's name, or a variable that was assigned one of these. A decision is a
// comparison with anything but "", a switch, a search in a text, or cutting it.

// renderer finds the functions and methods that make texts, by their names.
var renderer = regexp.MustCompile(`^(String|GoString|Error|Text|Tell|Explain|Summary|Reason|Title|Brief|Detail|Label|Describe|Sprint\w*|Format\w*|\w+Text)$`)

// textFields are the names of fields that hold texts.
var textFields = []string{"Text", "Brief", "Summary", "Message", "Blame", "Label", "Title", "Because", "Says"}

// cutting lists the functions of the standard library that decide by the letters of their first argument.
var cutting = map[string][]string{
	"strings": {"Compare", "Contains", "ContainsAny", "ContainsFunc", "ContainsRune", "Cut", "CutPrefix", "CutSuffix", "EqualFold", "Fields", "FieldsFunc", "FieldsSeq", "HasPrefix",
		"HasSuffix", "Index", "IndexAny", "IndexByte", "IndexFunc", "IndexRune", "LastIndex", "LastIndexAny", "LastIndexByte", "Split", "SplitAfter", "SplitAfterN", "SplitN", "SplitSeq",
		"TrimPrefix", "TrimSuffix"},
	"strconv": {"Atoi", "ParseBool", "ParseFloat", "ParseInt", "ParseUint", "Unquote"},
	"fmt":     {"Sscan", "Sscanf", "Sscanln"},
}

// written lists the types whose texts a user has written: what a parser reads.
var written = []string{"diag.Source", "diag.Span", "hddl.Name", "internal/plan/verify.Word", "internal/model/expr.Lit", "internal/model/expr.Parser"}

// allowed lists the functions that may inspect the letters of texts, and why. All others use the data behind the text.
var allowed = map[string]string{
	"action.exits":                 "a trace keeps of a fault only what it said, and a replay does the same again",
	"action.Same":                  "two faults are the same that say the same",
	"builder.portDir":              "reads a word that a program writes",
	"cmd/karakuri.loggedNodeOf":    "reads names in a log of BehaviorTree.CPP",
	"diag.Sort":                    "a finding that says the same at the same place is told once",
	"hddl.fresh":                   "makes a name that is free",
	"internal/edit.settle":         "a file is in the canonical layout if formatting changes nothing",
	"internal/lang.nodeCallText":   "the formatter keeps what it writes from being read as something else",
	"internal/lang.servicePrefix":  "likewise",
	"internal/lang.partTexts":      "the field is the name of a kind of string, in the table and in the schema",
	"internal/lang.membersText":    "likewise",
	"internal/model/def.cut":       "parts of a condition that are written alike say the same",
	"internal/model/def.once":      "a call that is written out several times is at fault once",
	"internal/model/expr.precOf":   "a literal keeps its letters as they were written",
	"internal/plan/htn.constants":  "a value that is called as it is written says nothing new",
	"internal/studio.findIn":       "people search in texts",
	"internal/studio.firstLine":    "shows the first line of a file's own text",
	"internal/studio.levelOf":      "a page names a goal in its address by its text",
	"internal/studio.findNode":     "a breakpoint names a node by its label, whatever its number has become",
	"internal/studio.nodeOf":       "likewise",
	"internal/tree/bt.isNameless":  "the model gives a node without a name that of its kind",
	"internal/tree/btexact.codeOf": "a script on the blackboard is compiled again when it is another one",
	"playground.findReports":       "a table says types as files do",
}

// typedPackage is a package with the types of its expressions.
type typedPackage struct {
	dir   string // from the module's root
	fset  *token.FileSet
	files []*ast.File
	info  *types.Info
}

// Letters returns the places of the product where something is decided by the letters of a text that our own code has
// made. Root is the module's directory, module its path.
func Letters(root, module string) ([]Finding, error) {
	list, err := typedPackages(root, module)
	if err != nil {
		return nil, err
	}
	var found []Finding
	used := map[string]bool{}
	for _, p := range list {
		if strings.HasPrefix(p.dir, "internal/tools") {
			continue
		}
		l := letters{typedPackage: p, module: module, used: used}
		found = append(found, l.find()...)
	}
	for name := range allowed {
		if !used[name] {
			found = append(found, Finding{name, 0, "is allowed to look at letters, and does not: take it off the list"})
		}
	}
	slices.SortFunc(found, func(a, b Finding) int { return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line) })
	return found, nil
}

// typedPackages parses and checks the packages of a module as the go command would build them here.
func typedPackages(root, module string) ([]typedPackage, error) {
	exports, err := exportData(root)
	if err != nil {
		return nil, err
	}
	out, err := goList(root, "-json=ImportPath,Dir,GoFiles")
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	imp := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var list []typedPackage
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Dir string
			GoFiles         []string
		}
		if err := d.Decode(&p); err == io.EOF {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		one := typedPackage{dir: strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/"), fset: fset, info: newInfo()}
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			one.files = append(one.files, f)
		}
		if _, err := (&types.Config{Importer: imp}).Check(p.ImportPath, fset, one.files, one.info); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
}

func newInfo() *types.Info {
	return &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
}

// letters looks for decisions in a package.
type letters struct {
	typedPackage
	module string
	used   map[string]bool // of allowed
	texts  map[types.Object]bool
	found  []Finding
}

func (l *letters) find() []Finding {
	for _, f := range l.files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				l.function(fn)
			}
		}
	}
	return l.found
}

// function checks one function: first which of its variables hold texts, then their uses.
func (l *letters) function(fn *ast.FuncDecl) {
	l.texts = map[types.Object]bool{}
	for known := -1; known != len(l.texts); {
		known = len(l.texts)
		ast.Inspect(fn.Body, l.assigned)
	}
	before := len(l.found)
	ast.Inspect(fn.Body, l.decided)
	if len(l.found) == before {
		return
	}
	name := l.dir + "." + fn.Name.Name
	if allowed[name] != "" {
		l.used[name], l.found = true, l.found[:before]
	}
}

// assigned notes the variables that are given a text.
func (l *letters) assigned(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == len(n.Rhs) {
			for i := range n.Lhs {
				l.note(n.Lhs[i], l.isText(n.Rhs[i]))
			}
		} else if call, ok := n.Rhs[0].(*ast.CallExpr); ok && l.renders(call) {
			for _, v := range n.Lhs {
				l.note(v, true)
			}
		}
	case *ast.ValueSpec:
		for i := range n.Values {
			if len(n.Values) == len(n.Names) {
				l.note(n.Names[i], l.isText(n.Values[i]))
			}
		}
	}
	return true
}

func (l *letters) note(v ast.Expr, text bool) {
	id, ok := v.(*ast.Ident)
	if !ok || !text {
		return
	}
	of := l.info.Defs[id]
	if of == nil {
		of = l.info.Uses[id]
	}
	if of != nil && isString(of.Type()) {
		l.texts[of] = true
	}
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isText reports whether an expression is a text that our own code has made.
func (l *letters) isText(e ast.Expr) bool {
	if t := l.info.Types[e]; t.Value != nil || t.Type == nil || !isString(t.Type) {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return l.texts[l.info.Uses[e]]
	case *ast.BinaryExpr:
		return l.isText(e.X) || l.isText(e.Y)
	case *ast.SelectorExpr:
		s := l.info.Selections[e]
		return s != nil && s.Kind() == types.FieldVal && slices.Contains(textFields, e.Sel.Name) && l.isOurs(s.Obj()) && !l.isWritten(s.Recv())
	case *ast.CallExpr:
		return l.renders(e) || l.passes(e)
	}
	return false
}

// isWritten reports whether the texts of a type are written by a user.
func (l *letters) isWritten(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || !l.isOurs(named.Obj()) {
		return false
	}
	name := strings.TrimPrefix(strings.TrimPrefix(named.Obj().Pkg().Path(), l.module), "/") + "." + named.Obj().Name()
	return slices.Contains(written, name)
}

// isOurs reports whether something is declared in the module.
func (l *letters) isOurs(o types.Object) bool {
	return o != nil && o.Pkg() != nil && (o.Pkg().Path() == l.module || strings.HasPrefix(o.Pkg().Path(), l.module+"/"))
}

// called returns the function that is called; nil: it is a value, or a conversion.
func (l *letters) called(call *ast.CallExpr) types.Object {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return l.info.Uses[f]
	case *ast.SelectorExpr:
		return l.info.Uses[f.Sel]
	}
	return nil
}

// renders reports whether a call makes a text: one of ours, of package fmt, or the text of an error.
func (l *letters) renders(call *ast.CallExpr) bool {
	f, ok := l.called(call).(*types.Func)
	if !ok || !renderer.MatchString(f.Name()) {
		return false
	}
	if recv := f.Signature().Recv(); recv != nil && (l.isWritten(recv.Type()) || l.isWord(call)) {
		return false
	}
	return l.isOurs(f) || f.Name() == "Error" || f.Pkg() != nil && f.Pkg().Path() == "fmt"
}

// isWord reports whether a call names a constant: its word, which a file or an answer may have, is no sentence.
func (l *letters) isWord(call *ast.CallExpr) bool {
	f, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && f.Sel.Name == "String" && l.info.Types[f.X].Value != nil
}

// passes reports whether a call returns a text that it is given, in another form.
func (l *letters) passes(call *ast.CallExpr) bool {
	f, ok := l.called(call).(*types.Func)
	if !ok || f.Pkg() == nil || f.Pkg().Path() != "strings" || len(call.Args) == 0 {
		return false
	}
	return slices.Contains([]string{"ToLower", "ToUpper", "TrimSpace", "Trim", "TrimLeft", "TrimRight", "TrimPrefix", "TrimSuffix", "ReplaceAll", "Replace", "Clone"}, f.Name()) && l.isText(call.Args[0])
}

// decided reports decisions by the letters of a text.
func (l *letters) decided(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			if l.isText(n.X) && !l.isEmpty(n.Y) || l.isText(n.Y) && !l.isEmpty(n.X) {
				l.report(n, "compares %s", l.source(n))
			}
		}
	case *ast.SwitchStmt:
		if n.Tag != nil && l.isText(n.Tag) && !l.isFilled(n) {
			l.report(n, "switches on %s", l.source(n.Tag))
		}
	case *ast.IndexExpr:
		if l.isText(n.Index) {
			if l.isTable(n.X) {
				l.report(n, "looks up %s", l.source(n.Index))
			}
		}
	case *ast.CallExpr:
		if l.cuts(n) {
			l.report(n, "goes by the letters of %s", l.source(n.Args[0]))
		}
	}
	return true
}

func (l *letters) report(n ast.Node, format string, args ...any) {
	p := l.fset.Position(n.Pos())
	file := filepath.ToSlash(filepath.Join(l.dir, filepath.Base(p.Filename)))
	l.found = append(l.found, Finding{file, p.Line, fmt.Sprintf(format, args...) + ", a text for people: decide by what it was made of"})
}

func (l *letters) source(e ast.Expr) string { return types.ExprString(e) }

// isEmpty reports whether an expression is the empty string: that there is no text is no letter of it.
func (l *letters) isEmpty(e ast.Expr) bool {
	v := l.info.Types[e].Value
	return v != nil && v.ExactString() == `""`
}

// isTable reports whether an expression is a map that is written in the program: one that is filled as it goes only
// puts like to like.
func (l *letters) isTable(e ast.Expr) bool {
	if _, ok := l.info.Types[e].Type.Underlying().(*types.Map); !ok {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.Ident:
		of := l.info.Uses[e]
		return of != nil && of.Pkg() != nil && of.Parent() == of.Pkg().Scope()
	}
	return false
}

// isFilled reports whether a switch asks only whether there is a text.
func (l *letters) isFilled(s *ast.SwitchStmt) bool {
	for _, c := range s.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			if !l.isEmpty(e) {
				return false
			}
		}
	}
	return true
}

// cuts reports whether a call decides by the letters of a text, or takes it apart.
func (l *letters) cuts(call *ast.CallExpr) bool {
	f, ok := l.called(call).(*types.Func)
	if !ok || f.Pkg() == nil || len(call.Args) == 0 || !l.isText(call.Args[0]) {
		return false
	}
	of := f.Pkg().Path()
	return of == "regexp" || slices.Contains(cutting[of], f.Name())
}
