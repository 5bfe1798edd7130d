package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// studio is the package whose types go over the wire.
const studio = "internal/studio"

// limits are the constants that pages count on.
var limits = []string{"figureBytes", "noAngle", "noHealth", "MaxSets"}

// pushed are the types of messages that the server sends without a request, and of their requests.
var pushed = []string{"Request", "Frame", "Faces"}

// generate returns the types of the wire of the repository at root.
func generate(root string) ([]byte, error) {
	w := &writer{source: newSource(root), as: map[*declared]string{}, taken: map[string]*declared{}}
	if err := w.read(studio); err != nil {
		return nil, err
	}
	for _, name := range pushed {
		if _, err := w.name(w.types[studio][name]); err != nil {
			return nil, err
		}
	}
	answers, err := w.answers()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("// Code generated from the types of package studio by: go run ./internal/tools/wire. DO NOT EDIT.\n")
	b.WriteString("// What pages ask and are told: fields and their comments are those of the Go types.\n\n")
	for _, name := range limits {
		value, doc, err := w.constant(name)
		if err != nil {
			return nil, err
		}
		if doc != "" {
			fmt.Fprintf(&b, "/** %s */\n", doc)
		}
		fmt.Fprintf(&b, "export const %s = %s;\n", strings.ToLower(name[:1])+name[1:], value)
	}
	b.WriteString("\n" + answers)
	texts := map[string]string{}
	for len(w.queue) > 0 {
		t := w.queue[0]
		w.queue = w.queue[1:]
		text, err := w.declaration(t)
		if err != nil {
			return nil, err
		}
		texts[w.as[t]] = text
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		b.WriteString("\n" + texts[name])
	}
	return b.Bytes(), nil
}

// declaration returns a type in TypeScript.
func (w *writer) declaration(t *declared) (string, error) {
	var b strings.Builder
	if doc := docOf(t.doc); doc != "" {
		fmt.Fprintf(&b, "/** %s */\n", doc)
	}
	switch under := t.spec.Type.(type) {
	case *ast.StructType:
		fields, err := w.fieldsOf(t, under)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "export interface %s {\n", w.as[t])
		for _, f := range fields {
			if f.doc != "" {
				fmt.Fprintf(&b, "  /** %s */\n", f.doc)
			}
			mark := ""
			if f.optional {
				mark = "?"
			}
			fmt.Fprintf(&b, "  %s%s: %s;\n", f.name, mark, f.typ)
		}
		b.WriteString("}\n")
	case *ast.Ident:
		fmt.Fprintf(&b, "export type %s = %s;\n", w.as[t], strings.Join(t.words, " | "))
	default:
		return "", fmt.Errorf("%s.%s has a type that cannot be sent", t.dir, t.name)
	}
	return b.String(), nil
}

// answers returns what each operation answers with, by its name: the result of the function that is registered for it.
func (w *writer) answers() (string, error) {
	var b strings.Builder
	b.WriteString("/** What can be asked for, with the type of the answer. */\nexport interface Answers {\n")
	n := 0
	for _, f := range w.files[studio] {
		var failed error
		ast.Inspect(f, func(node ast.Node) bool {
			pair, ok := node.(*ast.KeyValueExpr)
			if !ok || failed != nil {
				return failed == nil
			}
			do := registered(pair)
			if do == "" {
				return true
			}
			n++
			typ := "void"
			if fn := w.funcs[studio][do]; fn == nil {
				failed = fmt.Errorf("%s is not a function of the studio", do)
			} else if results := fn.decl.Type.Results.List; len(results) > 1 {
				typ, failed = w.typeOf(fn.from, results[0].Type)
			}
			op, _ := strconv.Unquote(pair.Key.(*ast.BasicLit).Value)
			fmt.Fprintf(&b, "  %s: %s;\n", op, typ)
			return false
		})
		if failed != nil {
			return "", failed
		}
	}
	if n == 0 {
		return "", fmt.Errorf("%s registers no operations", studio)
	}
	b.WriteString("}\n")
	return b.String(), nil
}

// registered returns the function of an entry of the table of operations, as in "mind": answers(mind), or "" if the
// entry has none.
func registered(pair *ast.KeyValueExpr) string {
	call, ok := pair.Value.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return ""
	}
	how, named := call.Fun.(*ast.Ident)
	do, plain := call.Args[0].(*ast.Ident)
	if _, word := pair.Key.(*ast.BasicLit); !word || !named || !plain || !slices.Contains([]string{"answers", "anyway", "does"}, how.Name) {
		return ""
	}
	return do.Name
}

// constant returns the value and the documentation of a constant of the studio.
func (w *writer) constant(name string) (value, doc string, err error) {
	for _, f := range w.files[studio] {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				if v.Names[0].Name != name {
					continue
				}
				is, err := types.Eval(token.NewFileSet(), nil, token.NoPos, types.ExprString(v.Values[0]))
				if err != nil {
					return "", "", fmt.Errorf("%s: %w", name, err)
				}
				return is.Value.ExactString(), docOf(v.Doc.Text() + v.Comment.Text()), nil
			}
		}
	}
	return "", "", fmt.Errorf("%s has no constant %s", studio, name)
}
