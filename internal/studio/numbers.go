package studio

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// Literal is a number in the text of the program, with its present value: what can be tuned besides constants. Its name
// is for requests only.
type Literal struct {
	Constant
	Path  string `json:"path"`
	Index int    `json:"index"`
	Line  string `json:"line"` // the line that it stands in
	From  int    `json:"from"` // where in that line, in UTF-16 code units
	To    int    `json:"to"`
}

// numberMark separates the parts of a number's name; no name of the language holds one.
const numberMark = "\n"

// numberName returns the name of a number for requests: unlike its place in the text it survives edits elsewhere.
func numberName(file string, n edit.Number) string {
	return strings.Join([]string{file, n.Path, strconv.Itoa(n.Index)}, numberMark)
}

// isNumberName reports whether a name of a setting is that of a number, not of a constant.
func isNumberName(name string) bool { return strings.Contains(name, numberMark) }

// numbers lists the numbers in the program's files that its behaviour depends on: those of constants are not in it,
// which have a list of their own, and those of tests.
func numbers(ctx context.Context, p *page, _ *Request) ([]Literal, error) {
	list := []Literal{}
	err := p.session.do(ctx, func() error {
		list = literalsOf(p.session.source.said(), p.session.source.tuned)
		return nil
	})
	return list, err
}

func literalsOf(said *program.Program, tuned map[string]string) []Literal {
	list := []Literal{}
	for _, f := range said.Info.Model.Files {
		if f.Src == nil || lang.IsJSON(f.Name) {
			continue
		}
		for _, n := range edit.Numbers(f.Name, f.Src.Text) {
			if strings.HasPrefix(n.Path, "const ") || strings.HasPrefix(n.Path, "test ") || len(list) == MaxListed {
				continue
			}
			l := Literal{Path: n.Path, Index: n.Index}
			l.Name, l.Said, l.Number = numberName(f.Name, n), n.Text, true
			l.Type, l.Whole = "number", n.Whole
			if l.Value = n.Text; tuned[l.Name] != "" {
				l.Value = tuned[l.Name]
			}
			l.At = spotOf(diag.Span{Src: f.Src, Start: int32(n.Start), End: int32(n.End)})
			begin := strings.LastIndexByte(f.Src.Text[:n.Start], '\n') + 1
			line, _, _ := strings.Cut(f.Src.Text[begin:], "\n")
			units := unitsOf(line)
			l.Line, l.From, l.To = line, units(n.Start-begin), units(n.End-begin)
			list = append(list, l)
		}
	}
	return list
}

// renumbered returns the program with other numbers in its texts, by their names; values of constants are ignored.
func renumbered(p *program.Program, values map[string]string) (*program.Program, error) {
	texts, main, changed := map[string]string{}, "", 0
	for _, f := range p.Info.Model.Files {
		if f.Src == nil {
			continue
		}
		if main == "" {
			main = path.Clean(f.Name)
		}
		text := f.Src.Text
		list := edit.Numbers(f.Name, text)
		for _, n := range slices.Backward(list) {
			if value, ok := values[numberName(f.Name, n)]; ok {
				if !edit.IsNumber(value) {
					return nil, fmt.Errorf("%q is not a number", value)
				}
				text = text[:n.Start] + value + text[n.End:]
				changed++
			}
		}
		texts[path.Clean(f.Name)] = text
	}
	wanted := 0
	for name := range values {
		if isNumberName(name) {
			wanted++
		}
	}
	switch {
	case changed != wanted:
		return nil, fmt.Errorf("%d of the changed numbers are not in the program any more", wanted-changed)
	case changed == 0:
		return p, nil
	}
	next, ds := program.Load(overlay{nil, texts}, main)
	if next == nil {
		return nil, firstError(&ds)
	}
	return next, nil
}

// remaining reports whether a tuned number is still in another program's text as it was in this one's; if not, why
// names it, unless the text says the tuned value by now.
func remaining(was, is *program.Program, name, value string) (ok bool, why string) {
	old, now := numberNamed(was, name), numberNamed(is, name)
	if old != "" && old == now {
		return true, ""
	}
	if now == value {
		return false, ""
	}
	parts := strings.Split(name, numberMark)
	return false, fmt.Sprintf("number %s in %s: the text says something else there", value, parts[1])
}

// numberNamed returns the text of a number; empty: there is none.
func numberNamed(p *program.Program, name string) string {
	file, _, _ := strings.Cut(name, numberMark)
	for _, f := range p.Info.Model.Files {
		if f.Name != file || f.Src == nil {
			continue
		}
		for _, n := range edit.Numbers(f.Name, f.Src.Text) {
			if numberName(f.Name, n) == name {
				return n.Text
			}
		}
	}
	return ""
}
