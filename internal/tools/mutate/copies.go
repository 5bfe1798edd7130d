package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// All changes are compiled into one program. Each gets a copy of its function in which it is made, and the function
// itself calls the copy while the change is in force: the variable below, which the environment sets, has its number.
// So a package is compiled once or twice for a whole sample, instead of once for each change. If the environment names
// a file, the program appends the number of each change whose function is called.
const (
	inForce     = "mutationInForce"
	reach       = "mutationReached"
	environment = "KARAKURI_MUTATION"
	reachedFile = "KARAKURI_MUTATIONS_REACHED"
)

// switchFile is the file that each changed package gets.
const switchFile = `package %s

import (
	"os"
	"strconv"
	"sync"
)

var %[2]s = func() int { n, _ := strconv.Atoi(os.Getenv("%[4]s")); return n }()

var %[3]sBefore sync.Map

func %[3]s(n int) bool {
	if _, before := %[3]sBefore.LoadOrStore(n, true); before {
		return false
	}
	if f, err := os.OpenFile(os.Getenv("%[5]s"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		f.WriteString(strconv.Itoa(n) + "\n")
		f.Close()
	}
	return false
}
`

// edit is a stretch of a text that is replaced.
type edit struct {
	start, end int
	text       string
}

// numbered is a mutation with its number, from 1, and where its copy is in the changed file.
type numbered struct {
	*mutation
	number    int
	from, to  int // lines
	abandoned bool
}

// changed returns the text of a file with copies for changes, whose lines it notes.
func (s *source) changed(list []*numbered) string {
	var edits []edit
	dispatch := map[*ast.FuncDecl]string{}
	copies, line := strings.Builder{}, strings.Count(s.text, "\n")+2
	for _, m := range list {
		if m.file != s.file || m.abandoned {
			continue
		}
		call := s.call(m)
		dispatch[m.decl] += fmt.Sprintf(" if %[1]s == %[2]d || %[1]s < 0 && %[3]s(%[2]d) { %[4]s };", inForce, m.number, reach, call)
		text := s.copyOf(m)
		m.from, m.to = line, line+strings.Count(text, "\n")
		line = m.to
		copies.WriteString(text)
	}
	for fn, text := range dispatch {
		at := s.offset(fn.Body.Lbrace) + 1
		edits = append(append(edits, edit{at, at, text}), s.named(fn)...)
	}
	return apply(s.text, edits, 0) + "\n" + copies.String()
}

// copyOf returns a copy of a function with a change made.
func (s *source) copyOf(m *numbered) string {
	from := s.offset(m.decl.Pos())
	name := s.offset(m.decl.Name.End())
	edits := append(s.named(m.decl), edit{name, name, fmt.Sprintf("Mutated%d", m.number)}, edit{m.start, m.end, m.text})
	return apply(s.text[from:s.offset(m.decl.End())], edits, from) + "\n"
}

// apply makes edits, which do not overlap, in a text that begins at an offset.
func apply(text string, edits []edit, offset int) string {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.start, b.start) })
	var b strings.Builder
	done := 0
	for _, e := range edits {
		b.WriteString(text[done : e.start-offset])
		b.WriteString(e.text)
		done = e.end - offset
	}
	b.WriteString(text[done:])
	return b.String()
}

// call returns the statement that calls the copy instead of the function.
func (s *source) call(m *numbered) string {
	fn, name := m.decl, fmt.Sprintf("%sMutated%d", m.decl.Name.Name, m.number)
	if fn.Recv != nil {
		name = nameOf(fn.Recv.List[0].Names, 0, "receiver") + "." + name
	}
	if types := fn.Type.TypeParams; types != nil {
		var names []string
		for _, f := range types.List {
			for _, n := range f.Names {
				names = append(names, n.Name)
			}
		}
		name += "[" + strings.Join(names, ", ") + "]"
	}
	var args []string
	for i, f := range fn.Type.Params.List {
		for k := range max(1, len(f.Names)) {
			arg := nameOf(f.Names, k, fmt.Sprintf("parameter%d_%d", i, k))
			if _, variadic := f.Type.(*ast.Ellipsis); variadic {
				arg += "..."
			}
			args = append(args, arg)
		}
	}
	text := name + "(" + strings.Join(args, ", ") + ")"
	if fn.Type.Results == nil || len(fn.Type.Results.List) == 0 {
		return text + "; return"
	}
	return "return " + text
}

// nameOf returns a name of a list, or another if there is none that can be used.
func nameOf(names []*ast.Ident, i int, other string) string {
	if len(names) == 0 || names[i].Name == "_" {
		return other
	}
	return names[i].Name
}

// named are the edits that give the receiver and all parameters of a function the names of [source.call].
func (s *source) named(fn *ast.FuncDecl) (edits []edit) {
	name := func(f *ast.Field, other func(k int) string) {
		if len(f.Names) == 0 {
			at := s.offset(f.Type.Pos())
			edits = append(edits, edit{at, at, other(0) + " "})
		}
		for k, n := range f.Names {
			if n.Name == "_" {
				edits = append(edits, edit{s.offset(n.Pos()), s.offset(n.End()), other(k)})
			}
		}
	}
	if fn.Recv != nil {
		name(fn.Recv.List[0], func(int) string { return "receiver" })
	}
	for i, f := range fn.Type.Params.List {
		name(f, func(k int) string { return fmt.Sprintf("parameter%d_%d", i, k) })
	}
	return edits
}
