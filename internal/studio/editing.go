package studio

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/edit"
)

// TextChange replaces a piece of a text. Its offsets count UTF-16 code units, as pages do, in the text before all
// changes.
type TextChange struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"`
}

// Edited is the answer to "edit". If the findings have errors, the operations were refused.
type Edited struct {
	Text     string        `json:"text"`
	Changes  []TextChange  `json:"changes"`
	Moved    []edit.Move   `json:"moved"`
	Inverse  []edit.Op     `json:"inverse"`
	At       string        `json:"at,omitempty"` // the path of the statement to select
	Cursor   int           `json:"cursor"`       // where it begins in the new text
	Findings []diag.Record `json:"findings"`
}

// editSource applies operations to the text of a page. It writes nothing.
func editSource(ctx context.Context, p *page, r *Request) (*Edited, error) {
	if _, _, err := p.own(ctx, r.File); err != nil {
		return nil, err
	}
	start, end, loads := 0, len(r.Text), r.Loads
	if _, whole := edit.Sketch(r.File, r.Text); !whole {
		loads = false // nothing does
		if from, to, ok := edit.Alone(r.File, r.Text, r.Ops); ok {
			start, end = from, to
		}
	}
	texts := map[string]string{r.File: r.Text[start:end]}
	fsys, main, display := p.host.library.files(p.file(), r.File, texts)
	in := edit.Input{FS: fsys, Main: main, Display: display, Ops: r.Ops, Unchecked: !loads}
	result, ds := edit.Apply(in)
	for i := 0; i < len(r.Else) && result == nil; i++ {
		in.Ops = r.Else[i : i+1]
		if other, more := edit.Apply(in); other != nil {
			result, ds = other, more
		}
	}
	out := &Edited{Text: r.Text, Changes: []TextChange{}, Moved: []edit.Move{}, Inverse: []edit.Op{}, Findings: ds.Records()}
	if result == nil {
		return out, nil
	}
	out.Inverse, out.Moved = append(out.Inverse, result.Inverse...), append(out.Moved, result.Moved...)
	for _, f := range result.Files {
		if f.Name != path.Clean(main) {
			return nil, fmt.Errorf("the operation changes %s too: use karakuri edit, or an editor with the language server", display(f.Name))
		}
		units := unitsOf(r.Text)
		for _, c := range f.Changes {
			out.Changes = append(out.Changes, TextChange{units(c.Start + start), units(c.End + start), c.New})
		}
		own := f.New
		if start > 0 && start == end && !strings.HasSuffix(r.Text[:start], "\n") {
			own, out.Changes[0].Text = "\n"+own, "\n"+out.Changes[0].Text
		}
		out.Text = r.Text[:start] + own + r.Text[end:]
	}
	out.focus(in.Ops)
	return out, nil
}

// focus finds out which statement to select after operations on a part of a text.
func (out *Edited) focus(ops []edit.Op) {
	list, _ := edit.Sketch("", out.Text)
	units := unitsOf(out.Text)
	convert(list, units)
	at := out.target(ops)
	part := edit.PartOf(list, at)
	for ; part == nil && at != ""; part = edit.PartOf(list, at) {
		at = around(at)
	}
	if part == nil && len(out.Changes) > 0 {
		c := out.Changes[0]
		out.Cursor = min(units(len(out.Text)), c.From+len(c.Text)-len(strings.TrimLeft(c.Text, " \t\r\n")))
		part = edit.PartAt(list, out.Cursor)
	}
	if part != nil {
		out.At, out.Cursor = part.Path, part.Start
	}
}

// target returns the path that the statement of the last operation has now; of one that was removed, that of the
// statement which took its place, or of the one around it.
func (out *Edited) target(ops []edit.Op) string {
	if len(ops) == 0 {
		return ""
	}
	op := ops[len(ops)-1]
	switch kind := operationOf(op); kind {
	case inserts:
		if back := out.Inverse; len(back) > 0 && operationOf(back[0]) == removes {
			return back[0].At
		}
		return ""
	case wraps:
		return op.At
	}
	for _, m := range out.Moved {
		if m.From == op.At && m.To != "" {
			return m.To
		}
	}
	return op.At
}

// around returns the path of the statement that a path is in; empty: it is a declaration.
func around(at string) string {
	if i := strings.LastIndex(at, " / "); i >= 0 {
		if dot := strings.LastIndexByte(at, '.'); dot > i {
			return at[:dot]
		}
		return at[:i]
	}
	return ""
}

// operationKind is what an operation does with its statement, as far as the selection depends on it.
type operationKind int

const (
	changes operationKind = iota
	inserts
	removes
	wraps
)

var operationKinds = map[string]operationKind{"insert": inserts, "duplicate": inserts, "remove": removes, "wrap": wraps}

func operationOf(op edit.Op) operationKind { return operationKinds[op.Op] }

// Structure is the structure of a text that may have mistakes. Offsets count UTF-16 code units.
type Structure struct {
	Parts []*edit.Sketched `json:"parts"`
	Whole bool             `json:"whole"` // it has no mistakes of syntax
}

// structure returns the declarations of a text with all that is in them. It needs no program that runs.
func structure(_ context.Context, _ *page, r *Request) (*Structure, error) {
	list, whole := edit.Sketch(r.File, r.Text)
	convert(list, unitsOf(r.Text))
	return &Structure{append([]*edit.Sketched{}, list...), whole}, nil
}

func convert(list []*edit.Sketched, units func(int) int) {
	for _, p := range list {
		p.Start, p.HeadEnd, p.End = units(p.Start), units(p.HeadEnd), units(p.End)
		for i := range p.Clauses {
			p.Clauses[i].Start, p.Clauses[i].End = units(p.Clauses[i].Start), units(p.Clauses[i].End)
		}
		for i := range p.Curves {
			p.Curves[i].Start, p.Curves[i].End = units(p.Curves[i].Start), units(p.Curves[i].End)
		}
		convert(p.Lines, units)
	}
}

// palette returns what may be inserted at a place of a text, and what not, with the reason. Name is the line that was
// typed.
func palette(ctx context.Context, p *page, r *Request) ([]edit.Insertable, error) {
	found, _, err := p.insertables(ctx, r)
	return append([]edit.Insertable{}, found...), err
}

// insertables returns what may be inserted at a place of a text, and whether the text has no mistakes of syntax.
func (p *page) insertables(ctx context.Context, r *Request) (found []edit.Insertable, whole bool, err error) {
	start, end, at := 0, len(r.Text), edit.Slot{}
	if r.Slot != nil {
		at = *r.Slot
	}
	list, whole := edit.Sketch(r.File, r.Text)
	if !whole {
		from, to, ok := edit.Alone(r.File, r.Text, []edit.Op{{At: at.Clause, Into: at.Into, After: at.After, Before: at.Before}})
		if !ok {
			return nil, false, fmt.Errorf("the declaration has a mistake: mend its text first")
		}
		start, end = from, to
	}
	found, ds := edit.Insertables(r.File, r.Text[start:end], at, r.Name, append(edit.Callees(list), p.callees(ctx, r.File)...))
	if ds.HasErrors() {
		return nil, whole, firstError(&ds)
	}
	return found, whole, nil
}

// triesTime limits the time in which one request tries choices of the palette: a page has other questions.
const triesTime = 15 * time.Millisecond

// Tried says which choices of a palette lead to a program that does not load.
type Tried struct {
	Until int       `json:"until"` // how many choices have been tried
	Of    int       `json:"of"`
	Wants []Wanting `json:"wants"`
}

// Wanting is a choice that needs something else to load.
type Wanting struct {
	At  int    `json:"at"` // index of the choice
	Why string `json:"why"`
}

// tries answers with the choices of a palette, from the one with the index Since on, that do not load in any of their
// forms. It tries as many as there is time for.
func tries(ctx context.Context, p *page, r *Request) (*Tried, error) {
	found, whole, err := p.insertables(ctx, r)
	if err != nil {
		return nil, err
	}
	out := &Tried{Until: len(found), Of: len(found), Wants: []Wanting{}}
	if !whole || p.session == nil { // nothing loads
		return out, nil
	}
	fsys, main, display := p.host.library.files(p.file(), r.File, map[string]string{r.File: r.Text})
	began := time.Now()
	for i := int(min(r.Since, int64(len(found)))); i < len(found); i++ {
		if i > int(r.Since) && time.Since(began) > triesTime {
			out.Until = i
			break
		}
		c := &found[i]
		if c.Op == nil || c.Of == "as written" {
			continue
		}
		why := ""
		for _, op := range append([]*edit.Op{c.Op}, c.Else...) {
			result, ds := edit.Apply(edit.Input{FS: fsys, Main: main, Display: display, Ops: []edit.Op{*op}})
			if result != nil {
				why = ""
				break
			}
			why = cmp.Or(why, reasonOf(&ds))
		}
		if why != "" {
			out.Wants = append(out.Wants, Wanting{i, why})
		}
	}
	return out, nil
}

// reasonOf returns the message of the mistake for which an operation was refused.
func reasonOf(ds *diag.List) string {
	for i := range ds.All {
		if d := &ds.All[i]; d.Severity == diag.Error && d.Code != diag.EditLoad {
			return d.Message
		}
	}
	return "it does not load here"
}

// callees returns what the other files of the program declare.
func (p *page) callees(ctx context.Context, file string) []edit.Callee {
	var list []edit.Callee
	if p.session == nil {
		return nil
	}
	_ = p.session.do(ctx, func() error {
		for _, f := range p.session.source.program.Info.Model.Files {
			if f.Name != file && f.Src != nil {
				parts, _ := edit.Sketch(f.Name, f.Src.Text)
				list = append(list, edit.Callees(parts)...)
			}
		}
		return nil
	})
	return list
}

// unitsOf returns what converts byte offsets of a text to UTF-16 code units.
func unitsOf(text string) func(int) int {
	ascii := true
	for i := 0; i < len(text) && ascii; i++ {
		ascii = text[i] < utf8.RuneSelf
	}
	if ascii {
		return func(at int) int { return at }
	}
	table := make([]int, len(text)+1)
	units := 0
	for at, r := range text {
		size := utf8.RuneLen(r)
		for i := range max(size, 1) {
			if at+i < len(table) {
				table[at+i] = units
			}
		}
		units++
		if r > 0xffff {
			units++
		}
	}
	table[len(text)] = units
	return func(at int) int { return table[at] }
}
