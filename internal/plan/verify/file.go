package verify

import (
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// maxPlanBytes limits a plan file: about ten million lines, far above the longest plans of the competition.
const maxPlanBytes = 512 << 20

// File is a parsed plan, not validated. It is not changed after reading.
type File struct {
	Src     *diag.Source
	Actions []Line // in the order of execution
	Root    Line   // only Subtasks and Span
	Methods []Line // the decompositions, one for each compound task
}

// Line is an action, or a compound task with its method.
type Line struct {
	ID       int
	Name     Word // of the action or compound task
	Args     []Word
	Method   Word // empty for an action
	Subtasks []Ref
	Span     diag.Span
}

// Word is a name and its place.
type Word struct {
	Text string
	Span diag.Span
}

// Ref is the id of another line, and its place.
type Ref struct {
	ID   int
	Span diag.Span
}

// ReadPlan reads a plan in the format of the International Planning Competition:
//
//	==>
//	11 drive truck_0 a b
//	root 5
//	5 deliver p0 b -> m_deliver 11
//	<==
//
// It ignores text before the line "==>" and after the line "<==", blank lines, and text after a semicolon. The file is
// usable if the list contains no error.
func ReadPlan(name, text string) (*File, diag.List) {
	r := planReader{}
	if len(text) > maxPlanBytes {
		r.ds.Errorf(diag.PlanSyntax, diag.Span{}, "%s is larger than %d MiB", name, maxPlanBytes>>20)
		return &File{Src: diag.NewSource(name, "")}, r.ds
	}
	r.file = &File{Src: diag.NewSource(name, text)}
	r.read(text)
	return r.file, r.ds
}

// planReader reads a plan file line by line.
type planReader struct {
	file *File
	ds   diag.List

	begun, rooted, ended bool
}

func (r *planReader) read(text string) {
	start := 0
	for line := range strings.Lines(text) {
		r.line(r.words(start, line))
		if start += len(line); r.ended {
			return
		}
	}
	end := diag.Span{Src: r.file.Src, Start: int32(len(text)), End: int32(len(text))}
	switch {
	case !r.begun:
		r.ds.Errorf(diag.PlanSyntax, end, `there is no plan: no line is "==>"`).Hint = `a plan is enclosed by the lines "==>" and "<=="`
		return
	case !r.rooted:
		r.ds.Errorf(diag.PlanSyntax, end, `there is no line "root"`)
	}
	r.ds.Errorf(diag.PlanSyntax, end, `the plan is truncated: there is no line "<=="`)
}

// words splits a line; a semicolon begins a comment.
func (r *planReader) words(start int, line string) []Word {
	line, _, _ = strings.Cut(line, ";")
	var out []Word
	rest := line
	for field := range strings.FieldsSeq(line) {
		at := strings.Index(rest, field)
		rest = rest[at+len(field):]
		from := start + len(line) - len(rest) - len(field)
		out = append(out, Word{field, diag.Span{Src: r.file.Src, Start: int32(from), End: int32(from + len(field))}})
	}
	return out
}

func (r *planReader) line(words []Word) {
	switch {
	case len(words) == 0:
	case !r.begun:
		r.begun = words[0].Text == "==>"
		if r.begun && len(words) > 1 {
			r.wrong(words[1], `"==>" stands on a line of its own`)
		}
	case words[0].Text == "<==":
		r.ended = true
		if len(words) > 1 {
			r.wrong(words[1], `"<==" stands on a line of its own`)
		}
		if !r.rooted {
			r.wrong(words[0], `there is no line "root"`).Hint = `after the actions, "root" and the ids of the initial tasks`
		}
	case words[0].Text == "==>":
		r.wrong(words[0], `"==>" a second time`)
	case words[0].Text == "root":
		r.root(words)
	default:
		r.task(words)
	}
}

func (r *planReader) root(words []Word) {
	if r.rooted {
		r.wrong(words[0], `a second line "root"`).Related = []diag.Related{{Span: r.file.Root.Span, Message: "the first is here"}}
		return
	}
	r.rooted = true
	r.file.Root.Span = lineSpan(words)
	r.file.Root.Subtasks, _ = r.refs(words[1:])
}

// task reads the line of an action or of a compound task.
func (r *planReader) task(words []Word) {
	line := Line{Span: lineSpan(words)}
	id, ok := r.id(words[0])
	if !ok {
		return
	}
	line.ID = id.ID
	head, tail, arrow := cutArrow(words)
	switch {
	case len(head) < 2:
		r.wrong(words[len(head)-1], "the name of a task is missing after the id")
		return
	case arrow && len(tail) == 0:
		r.wrong(words[len(words)-1], `the name of a method is missing after "->"`)
		return
	case arrow && !r.rooted:
		r.wrong(words[0], `a decomposition before the line "root"`).Hint = "first all actions, then root, then the decompositions"
		return
	case !arrow && r.rooted:
		r.wrong(words[0], `an action after the line "root"`).Hint = `actions come before it; the line of a compound task has "->" and its method`
		return
	}
	line.Name, line.Args = head[1], head[2:]
	if !arrow {
		r.file.Actions = append(r.file.Actions, line)
		return
	}
	line.Method = tail[0]
	if line.Subtasks, ok = r.refs(tail[1:]); ok {
		r.file.Methods = append(r.file.Methods, line)
	}
}

// cutArrow splits a line at its "->".
func cutArrow(words []Word) (head, tail []Word, found bool) {
	for i, w := range words {
		if w.Text == "->" {
			return words[:i], words[i+1:], true
		}
	}
	return words, nil, false
}

func (r *planReader) refs(words []Word) (refs []Ref, ok bool) {
	ok = true
	for _, w := range words {
		ref, good := r.id(w)
		refs, ok = append(refs, ref), ok && good
	}
	return refs, ok
}

func (r *planReader) id(w Word) (Ref, bool) {
	if strings.Trim(w.Text, "0123456789") != "" {
		r.wrong(w, "%q is not an id", w.Text).Hint = "an id is a whole number from 0"
		return Ref{}, false
	}
	n, err := strconv.ParseInt(w.Text, 10, 32)
	if err != nil {
		r.wrong(w, "the id %s is too large", w.Text).Hint = "the largest is 2147483647"
		return Ref{}, false
	}
	return Ref{int(n), w.Span}, true
}

func (r *planReader) wrong(at Word, format string, args ...any) *diag.Diagnostic {
	return r.ds.Errorf(diag.PlanSyntax, at.Span, format, args...)
}

func lineSpan(words []Word) diag.Span { return words[0].Span.To(words[len(words)-1].Span) }
