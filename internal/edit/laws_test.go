package edit_test

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

var long = flag.Int("edits", 0, "edits of each file in each layout by TestLaws; 0: a few, fewer of large files")

// sample is a program whose main file is edited.
type sample struct {
	folder fs.FS
	name   string
	text   string
}

// samples returns the programs of the examples.
func samples(t *testing.T) []sample {
	t.Helper()
	var list []sample
	files, err := filepath.Glob("../../examples/*/*.krk")
	if err != nil || len(files) < 5 {
		t.Fatal("no examples", err)
	}
	more, err := filepath.Glob("../lang/testdata/good/*.krk")
	if err != nil || len(more) < 10 {
		t.Fatal("no texts", err)
	}
	for _, file := range append(files, more...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, sample{os.DirFS(filepath.Dir(file)), filepath.Base(file), string(text)})
	}
	list = append(list, sample{lang.Texts{}, "unfinished.krk", unfinished})
	return list
}

// unfinished is a program with bodies that hold a todo alone.
const unfinished = `action walk

tree a {
    // what it is for
    sequence {
        // above
        todo "first" // behind
    }
}

tree b { selector { todo "one"; } }

tree c {
    selector {
        sequence { walk; walk }
        // the long way
        sequence {
            walk // slowly
            wait 1s
        }
        invert { todo "two" } // turned
        repeat 3 { walk }
    }
}

brain d {
    want todo "what it wants" { score 1 }
}
`

// with is the program with another text of its main file.
func (s sample) with(text string) fs.FS { return over{s.folder, s.name, text} }

type over struct {
	fs.FS
	name, text string
}

func (o over) Open(name string) (fs.File, error) {
	if name == o.name {
		return lang.Texts{name: o.text}.Open(name)
	}
	return o.FS.Open(name)
}

// TestLaws applies random operations to every example, as it is and in an untidy layout, and checks the laws of
// editing.
func TestLaws(t *testing.T) {
	accepted, refused := map[string]int{}, map[string]int{}
	for i, s := range samples(t) {
		for layout, text := range []string{s.text, untidy(s.text, uint64(i))} {
			n := *long
			if n == 0 {
				n = max(8, 70000/(len(text)+500))
			}
			r := rand.New(rand.NewPCG(uint64(i), uint64(layout)))
			present := text
			for k := range n {
				op := anyOp(r, outlineOf(t, present))
				in := edit.Input{FS: s.with(present), Main: s.name, Ops: []edit.Op{op}, Unchecked: r.IntN(2) == 0}
				result, ds := edit.Apply(in)
				where := fmt.Sprintf("%s, layout %d, edit %d, %+v", s.name, layout, k, op)
				if result == nil {
					if os.Getenv("WHY") != "" {
						d := ds.All[min(1, len(ds.All)-1)]
						t.Logf("WHY %s: %s", op.Op, d.Message)
					}
					if refused[op.Op]++; !ds.HasErrors() {
						t.Fatalf("%s: refused without a reason", where)
					}
					continue
				}
				if accepted[op.Op]++; len(result.Files) == 0 || result.Files[0].Name != s.name {
					continue
				}
				checkLaws(t, where, s, in, present, result)
				if op.Op == "extract" && checkInlined(t, where, s, op, present, result.Files[0].New) {
					accepted["inline"]++
				}
				if t.Failed() {
					return
				}
				if k%4 == 3 || len(result.Files) > 1 { // edits pile up, but not without end, and those of imports are not kept
					present = text
				} else {
					present = result.Files[0].New
				}
			}
		}
	}
	for _, k := range edit.Kinds() {
		if k.Word != "text" && k.Word != "mark" && accepted[k.Word] == 0 { // TestShownMarks tries marks
			t.Errorf("no operation %s was accepted", k.Word)
		}
	}
	for _, word := range slices.Sorted(maps.Keys(accepted)) {
		t.Logf("%-10s %5d accepted, %5d refused", word, accepted[word], refused[word])
	}
}

func checkLaws(t *testing.T, where string, s sample, in edit.Input, old string, r *edit.Result) {
	t.Helper()
	now := r.Files[0].New
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s: %s\n--- before\n%s\n--- after\n%s", where, fmt.Sprintf(format, args...), old, now)
	}
	op := in.Ops[0]
	_, was := program.LoadAs(s.with(old), s.name, nil)
	all := s.with(now)
	for _, f := range r.Files[1:] { // imports
		all = over{all, f.Name, f.New}
	}
	if _, ds := program.LoadAs(all, s.name, nil); ds.HasErrors() && !was.HasErrors() && !in.Unchecked {
		fail("the result does not load: %v", ds.All)
	}
	if format(old) == old && format(now) != now {
		fail("the result does not format to itself, but to\n%s", format(now))
	}
	back, ds := edit.Apply(edit.Input{FS: all, Main: s.name, Ops: r.Inverse, Base: edit.Hash(now), Unchecked: true})
	if back == nil {
		fail("the inverse %+v is refused: %v", r.Inverse, ds.All)
		return
	}
	for i, f := range r.Files {
		if back.Files[i].Name != f.Name || back.Files[i].New != f.Old {
			fail("the inverse %+v leads to\n%s", r.Inverse, back.Files[i].New)
		}
	}
	if replayed := replay(old, r.Files[0].Changes); replayed != now {
		fail("the changes lead to\n%s", replayed)
	}
	before, after := outlineOf(t, old), outlineOf(t, now)
	checkRemarks(fail, op, before, after)
	checkOthers(fail, op, before, after, r, format(old) == old)
}

// checkInlined puts what was extracted back, and reports whether that is possible: the file then says what it said.
// Several nodes have become one: a node as the one around them, within it.
func checkInlined(t *testing.T, where string, s sample, op edit.Op, old, extracted string) bool {
	t.Helper()
	back, _ := edit.Apply(edit.Input{FS: s.with(extracted), Main: s.name, Ops: []edit.Op{{Op: "inline", At: op.At, Drop: true}}, Unchecked: true})
	if back == nil {
		return false
	}
	words := func(text string) string {
		return strings.Join(strings.Fields(strings.ReplaceAll(format(text), ";", " ")), " ")
	}
	o := outlineOf(t, old)
	around := o.at[o.outer[op.At]]
	if op.Through != "" && op.Through != op.At && around != nil && around.Says != nil && len(around.Says.Nodes) > 0 {
		wrap := edit.Op{Op: "wrap", At: op.At, Through: op.Through, Text: around.Says.Nodes[0].Info().Words}
		wrapped, ds := edit.Apply(edit.Input{FS: s.with(old), Main: s.name, Ops: []edit.Op{wrap}, Unchecked: true})
		if wrapped == nil {
			t.Fatalf("%s: %+v: %v", where, wrap, ds.All)
		}
		old = wrapped.Files[0].New
	}
	if got := back.Files[0].New; words(got) != words(old) && !strings.Contains(got, "ordered {") {
		t.Errorf("%s: inlined again:\n%s\n--- before\n%s", where, got, old)
	}
	return true
}

func format(text string) string {
	out, _ := lang.FormatSource(diag.NewSource("x.krk", text))
	return out
}

func replay(old string, list []edit.Change) string {
	for _, c := range slices.Backward(list) {
		old = old[:c.Start] + c.New + old[c.End:]
	}
	return old
}

// checkRemarks checks that comments stay, but for those of statements that come or go.
func checkRemarks(fail func(string, ...any), op edit.Op, before, after *outline) {
	was, is := counted(before.Comments), counted(after.Comments)
	for text, n := range was {
		if is[text] < n && !slices.Contains([]string{"remove", "replace", "comment", "inline"}, op.Op) && !(op.Op == "mark" && edit.IsMark(text)) && !(op.Op == "set" && op.Value == nil) {
			fail("the comment %q is lost", text)
		}
	}
	for text, n := range is {
		if was[text] < n && !slices.Contains([]string{"insert", "duplicate", "replace", "comment", "inline"}, op.Op) && !(edit.IsMark(text) && (op.Op == "mark" || op.Op == "remove")) {
			fail("the comment %q is new", text)
		}
	}
}

func counted(list []lang.Remark) map[string]int {
	m := map[string]int{}
	for _, c := range list {
		m[strings.TrimSpace(c.Text)]++
	}
	return m
}

// checkOthers checks that the statements that an operation has nothing to do with are as they were, and that their
// paths lead to them. Where the file was in the canonical layout, only spaces may differ, which align lines.
func checkOthers(fail func(string, ...any), op edit.Op, before, after *outline, r *edit.Result, canonical bool) {
	to := map[string]string{}
	for _, m := range r.Moved {
		if m.File != r.Files[0].Name {
			continue
		}
		if before.at[m.From] == nil {
			fail("%q moves, but there is no such path", m.From)
		}
		if to[m.From] = m.To; m.To == "" {
			to[m.From] = "gone"
		}
	}
	taken := map[string]string{}
	for _, path := range before.paths {
		now := path
		if to[path] != "" {
			now = to[path]
		}
		if now == "gone" {
			continue
		}
		n := after.at[now]
		if n == nil {
			fail("%q is not at %q", path, now)
			return
		}
		if taken[now] != "" {
			fail("%q and %q are both at %q", path, taken[now], now)
		}
		taken[now] = path
		if touches(op, before, path) {
			continue
		}
		was, is := before.text(before.at[path]), after.text(n)
		if canonical || sameDeclaration(op, path) || op.Op == "move" || op.Op == "wrap" || op.Op == "unwrap" || op.Op == "extract" { // moved ones are laid out
			was, is = strings.Join(strings.Fields(was), " "), strings.Join(strings.Fields(is), " ")
		}
		if was != is && op.Op != "rename" {
			fail("%q has changed:\n%s\nnow\n%s", path, was, is)
		}
	}
}

// sameDeclaration reports whether a statement is in a declaration that an operation names: if that was in the canonical
// layout, it stays so, and lines are aligned anew.
func sameDeclaration(op edit.Op, path string) bool {
	top, _, _ := strings.Cut(path, " / ")
	return slices.ContainsFunc([]string{op.At, op.Through, op.Before, op.After, op.Into}, func(p string) bool {
		named, _, _ := strings.Cut(p, " / ")
		return named == top
	})
}

// touches reports whether an operation concerns a statement: it names it, or something in it.
func touches(op edit.Op, o *outline, path string) bool {
	for _, p := range []string{op.At, op.Through, op.Before, op.After, op.Into} {
		if p != "" && (p == path || strings.HasPrefix(p, path+" / ") || strings.HasPrefix(p, path+".")) {
			return true
		}
		outer := o.outer[p]
		if p == op.Into {
			outer = p
		}
		around := o.at[outer]
		if around != nil && strings.HasPrefix(path, outer) && (!strings.Contains(o.text(around), "\n") || o.sharesLine(p)) {
			return true // a line is broken, and the statement around it laid out
		}
	}
	return strings.HasPrefix(path, op.At+" / ") || strings.HasPrefix(path, op.At+".")
}

// outline is a text with the paths of its statements.
type outline struct {
	*lang.Outline
	src   string
	paths []string
	at    map[string]*lang.Statement
	outer map[string]string
}

func outlineOf(t *testing.T, text string) *outline {
	t.Helper()
	out, ds := lang.OutlineOf(diag.NewSource("x.krk", text))
	if out == nil {
		t.Fatalf("%v in\n%s", ds.All, text)
	}
	o := &outline{Outline: out, src: text, at: map[string]*lang.Statement{}, outer: map[string]string{}}
	o.enter("", out.Top.Lines)
	return o
}

func (o *outline) enter(path string, list []*lang.Statement) {
	for i, name := range lang.Names(list) {
		inner := name
		switch last := path[strings.LastIndexByte(path, ' ')+1:]; {
		case path == "":
		case isNumber(name) && isNumber(strings.ReplaceAll(last, ".", "")):
			inner = path + "." + name
		default:
			inner = path + " / " + name
		}
		o.paths = append(o.paths, inner)
		o.at[inner], o.outer[inner] = list[i], path
		o.enter(inner, list[i].Lines())
	}
}

// sharesLine reports whether another statement of the same body, or a brace of that, stands on a line of a statement.
func (o *outline) sharesLine(path string) bool {
	line := func(at int) int { return strings.Count(o.src[:at], "\n") }
	n := o.at[path]
	if around := o.at[o.outer[path]]; n != nil && around != nil && (line(around.Start) == line(n.Start) || line(around.End) == line(n.End)) {
		return true // with a brace
	}
	return n != nil && slices.ContainsFunc(o.paths, func(p string) bool {
		other := o.at[p]
		return p != path && o.outer[p] == o.outer[path] && (line(other.Start) == line(n.End) || line(other.End) == line(n.Start))
	})
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func (o *outline) text(n *lang.Statement) string { return o.src[n.Start:n.End] }

// curveOps returns what may be done to the curves of a text.
func curveOps(r *rand.Rand, src string) (ops []edit.Op) {
	list, _ := edit.Sketch("x.krk", src)
	for len(list) > 0 {
		p := list[0]
		list = append(list[1:], p.Lines...)
		for i, c := range p.Curves {
			op := edit.Op{Op: "curve", At: p.Path, Index: &i}
			for _, h := range c.Handles {
				op.Name, op.To = h.Name, fmt.Sprintf("%.2f %.2f", h.X+r.Float64()-0.5, h.Y+r.Float64()-0.5)
				ops = append(ops, op)
			}
			op.Name, op.To = "point", fmt.Sprintf("%.2f 0.5", r.Float64())
			ops = append(ops, op)
			op.Name, op.To = []string{"exponent", "slope", "point 1", "low"}[r.IntN(4)], ""
			ops = append(ops, op)
		}
	}
	return ops
}

// anyOp returns a random operation. Most make sense, many do not.
func anyOp(r *rand.Rand, o *outline) edit.Op {
	if len(o.paths) == 0 {
		return edit.Op{Op: "insert", Text: "type thing"}
	}
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	at := pick(o.paths)
	n := o.at[at]
	for range 4 { // rather nodes and subtasks than the lines that are more numerous
		if other := pick(o.paths); n.Key != "" && (len(other) > len(at) || o.at[other].Key == "") {
			at, n = other, o.at[other]
		}
	}
	var beside []string // of the same body, or of one like it
	for _, p := range o.paths {
		if p != at && (o.outer[p] == o.outer[at] || (o.at[p].Key == "") == (n.Key == "") && o.at[p].Says == n.Says) {
			beside = append(beside, p)
		}
	}
	other := at
	if len(beside) > 0 {
		other = pick(beside)
	}
	name := fmt.Sprintf("new_%d", r.IntN(1000))
	nodes := []string{"selector", "sequence", "invert", "repeat 2", "parallel", "succeed", "utility selector", "unordered", "ordered", `way "first"`, "todo"}
	spot := func(op edit.Op) edit.Op {
		op.Over = len(other)%2 == 0
		switch r.IntN(3) {
		case 0:
			op.Before = other
		case 1:
			op.After = other
		default:
			op.Into = o.outer[other]
			if k := r.IntN(3); r.IntN(2) == 0 {
				op.Index = &k
			}
		}
		return op
	}
	bare := func(braces bool) { // those without a name are few
		for _, p := range o.paths {
			if n := o.at[p]; n.Key == "" && len(n.Bodies) == 1 == braces && r.IntN(3) == 0 {
				at = p
			}
		}
		n = o.at[at]
		other = at
		for _, p := range o.paths {
			if o.outer[p] == o.outer[at] && o.at[p].Key == "" && r.IntN(2) == 0 {
				other = p
			}
		}
	}
	switch r.IntN(16) {
	case 15:
		if ops := curveOps(r, o.src); len(ops) > 0 && r.IntN(2) == 0 {
			return ops[r.IntN(len(ops))]
		}
		if list := edit.Numbers("x.krk", o.src); len(list) > 0 {
			k := list[r.IntN(len(list))]
			return edit.Op{Op: "number", At: k.Path, Index: &k.Index, Value: pick([]string{"7", "0.25", k.Text + "0", k.Text, "two"})}
		}
		return edit.Op{Op: "number", At: at, Value: 3.0}
	case 0:
		text := o.text(n)
		if r.IntN(3) == 0 {
			text = "\n// it is new\n" + text + " // behind it"
		}
		return spot(edit.Op{Op: "insert", Text: text})
	case 1:
		op := edit.Op{Op: "remove", At: at}
		if r.IntN(3) == 0 {
			op.Through = other
		}
		return op
	case 2, 3:
		return spot(edit.Op{Op: "move", At: at})
	case 4:
		return edit.Op{Op: "duplicate", At: at}
	case 5:
		bare(r.IntN(2) == 0)
		op := edit.Op{Op: "wrap", At: at, Text: pick(nodes)}
		if r.IntN(2) == 0 {
			op.Through = other
		}
		return op
	case 6:
		bare(true)
		return edit.Op{Op: "unwrap", At: at}
	case 7:
		bare(true)
		return edit.Op{Op: "kind", At: at, To: pick(nodes)}
	case 8:
		return edit.Op{Op: "replace", At: at, Text: o.text(o.at[other])}
	case 9:
		return anySet(r, o, at)
	case 10:
		bare(r.IntN(2) == 0)
		return edit.Op{Op: "disable", At: at, Off: r.IntN(3) == 0}
	case 11:
		return edit.Op{Op: "comment", At: at, Behind: r.IntN(2) == 0, Text: pick([]string{"", "a comment", "two\nlines"})}
	case 12:
		if r.IntN(2) == 0 {
			for _, p := range o.paths {
				if o.at[p].NameEnd > 0 && r.IntN(8) == 0 {
					at = p
				}
			}
			return edit.Op{Op: "rename", At: at, To: name}
		}
		return edit.Op{Op: "extract", At: at, Name: name}
	}
	bare(r.IntN(4) == 0)
	if r.IntN(2) > 0 {
		return edit.Op{Op: "extract", At: at, Through: other, Name: name}
	}
	return edit.Op{Op: "inline", At: at, Drop: r.IntN(2) == 0}
}

func anySet(r *rand.Rand, o *outline, at string) edit.Op {
	type choice struct{ word, value string }
	choices := []choice{{"when", "true"}, {"value", "3"}, {"value", "true"}, {"as", `"it"`}, {"fail_after", "2s"}, {"cost", "2"}, {"while", "1 < 2"}, {"tries", "2"}, {"retry", "3"}, {"on_abort", "x = 1"}}
	c := choices[r.IntN(len(choices))]
	n := o.at[at]
	if len(n.Clauses) > 0 && r.IntN(2) == 0 {
		c.word = n.Clauses[r.IntN(len(n.Clauses))].Word
	} else if words := clauseWords(n); len(words) > 0 && r.IntN(3) > 0 {
		c.word = words[r.IntN(len(words))]
	}
	op := edit.Op{Op: "set", At: at, Clause: c.word, Value: c.value}
	if r.IntN(3) == 0 {
		op.Value = nil
	}
	return op
}

// clauseWords returns the words of the clauses that a statement may have.
func clauseWords(n *lang.Statement) []string {
	if n.Says == nil {
		return nil
	}
	if n.Key == "" && len(n.Says.Body) == 0 {
		return def.Words(def.NodeTable.Head)
	}
	return append(def.Words(n.Says.Body), def.Words(n.Says.Head)...)
}

// untidy returns a text in another layout: with other indentation, blank lines and spaces.
func untidy(text string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	for line := range strings.SplitAfterSeq(text, "\n") {
		trimmed := strings.TrimLeft(line, " ")
		if n := len(line) - len(trimmed); n > 0 {
			b.WriteString(strings.Repeat(" ", n/2+r.IntN(3)))
		}
		if at := strings.Index(trimmed, " { "); at > 0 && r.IntN(4) == 0 && !strings.Contains(trimmed[:at], `"`) && !strings.Contains(trimmed[:at], "//") {
			trimmed = trimmed[:at] + "   {  " + trimmed[at+3:]
		}
		b.WriteString(trimmed)
		if trimmed == "\n" && r.IntN(2) == 0 {
			b.WriteString("\n")
		}
	}
	return b.String()
}
