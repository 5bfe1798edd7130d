package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/world"
)

// maxTimedBytes bounds a file of timed events: more is not written by hand.
const maxTimedBytes = 1 << 20

// timed is one thing that happens at a time of its own: exactly one of effects, fail, add and remove is set.
type timed struct {
	tick    int64 // before which it happens
	actor   *actor
	effects *town.Happening
	fail    *def.OperatorInfo
	add     *world.ObjectType
	remove  bool
	name    string // of the object
}

// timedReader reads a file of timed events.
type timedReader struct {
	stage *stage
	src   *diag.Source
	ds    diag.List
	list  []timedLine
}

// timedLine is a line with the parts that can only be resolved at its time, with the objects of that time.
type timedLine struct {
	timed
	words []timedWord // after "at TIME"
}

// timedWord is a word with its place.
type timedWord struct {
	text       string
	start, end int32
}

// readTimed reads what happens at which time of a run. Mistakes are printed, all of them.
func readTimed(c *console, s *stage, file string) ([]timed, error) {
	text, err := readText(file, maxTimedBytes)
	if err != nil {
		return nil, fmt.Errorf("cannot read the events: %w", err)
	}
	r := &timedReader{stage: s, src: diag.NewSource(file, text)}
	list := r.read()
	if r.ds.HasErrors() {
		r.ds.Sort()
		printFindings(c.err, &r.ds)
		return nil, answer(exitNo)
	}
	return list, nil
}

// read reads all lines, and resolves them in the order of their times: on a state that has the objects of the moment.
func (r *timedReader) read() []timed {
	start := int32(0)
	for line := range strings.Lines(r.src.Text) {
		text, _, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "//")
		if words := splitWords(text, start); len(words) > 0 {
			r.line(words)
		}
		start += int32(len(line))
	}
	slices.SortStableFunc(r.list, func(a, b timedLine) int { return cmp.Compare(a.tick, b.tick) })
	st := world.NewState(r.stage.program.Info.Schema)
	st.CopyFrom(r.stage.crowd.World())
	var out []timed
	for i := range r.list {
		if r.resolve(&r.list[i], st) {
			out = append(out, r.list[i].timed)
		}
	}
	return out
}

func splitWords(text string, start int32) []timedWord {
	var words []timedWord
	for i := 0; i < len(text); {
		if text[i] == ' ' || text[i] == '\t' {
			i++
			continue
		}
		end := i
		for end < len(text) && text[end] != ' ' && text[end] != '\t' {
			end++
		}
		words = append(words, timedWord{text[i:end], start + int32(i), start + int32(end)})
		i = end
	}
	return words
}

func (r *timedReader) span(w timedWord) diag.Span {
	return diag.Span{Src: r.src, Start: w.start, End: w.end}
}

func (r *timedReader) errorf(code diag.Code, w timedWord, format string, args ...any) *diag.Diagnostic {
	return r.ds.Errorf(code, r.span(w), format, args...)
}

// line reads "at TIME" and keeps the rest.
func (r *timedReader) line(words []timedWord) {
	const form = `a line is: at TIME [AGENT] set EFFECTS, at TIME [AGENT] fail step NAME, at TIME add TYPE NAME, at TIME remove TYPE NAME`
	if words[0].text != "at" || len(words) < 3 {
		r.errorf(diag.Syntax, words[0], "expected a time and what happens then").Hint = form
		return
	}
	at, err := time.ParseDuration(words[1].text)
	if err != nil || at < 0 {
		r.errorf(diag.BadNumber, words[1], "%q is not a time", words[1].text).Hint = "write it with its unit: 3s, 1.5s, 500ms, 1m30s"
		return
	}
	l := timedLine{words: words[2:]}
	l.tick = tickAt(at, r.stage.crowd.TPS())
	r.list = append(r.list, l)
}

// resolve computes what a line does, in the situation of its time, and reports whether it can.
func (r *timedReader) resolve(l *timedLine, st *world.State) bool {
	words := l.words
	if strings.Contains(words[0].text, "#") {
		if l.actor = r.actor(words[0]); l.actor == nil {
			return false
		}
		if words = words[1:]; len(words) == 0 {
			r.errorf(diag.Syntax, l.words[0], "expected what happens to it: set or fail step")
			return false
		}
	}
	switch what := words[0]; {
	case what.text == "set":
		return r.set(l, what, words[1:], st)
	case what.text == "fail":
		return r.fail(l, what, words[1:])
	case (what.text == "add" || what.text == "remove") && l.actor == nil && r.stage.ground.ownsObjects():
		d := r.errorf(diag.Syntax, what, "a scene adds and removes its characters itself")
		d.Hint = "--scene none runs the file in the small world"
	case what.text == "add" && l.actor == nil:
		return r.object(l, what, words[1:], st)
	case what.text == "remove" && l.actor == nil:
		l.remove = true
		return r.object(l, what, words[1:], st)
	case l.actor != nil:
		r.errorf(diag.Syntax, what, "expected set or fail after an agent, found %q", what.text)
	default:
		d := r.errorf(diag.Syntax, what, "expected an agent, set, fail, add or remove, found %q", what.text)
		d.Hint = expr.DidYouMean(what.text, []string{"set", "fail", "add", "remove"})
	}
	return false
}

func (r *timedReader) actor(w timedWord) *actor {
	var names []string
	for _, a := range r.stage.actors {
		if a.name == w.text {
			return a
		}
		names = append(names, a.name)
	}
	d := r.errorf(diag.UnknownDecl, w, "there is no agent %s", w.text)
	if d.Hint = expr.DidYouMean(w.text, names); d.Hint == "" {
		d.Hint = "there are " + brief(names)
	}
	return nil
}

// brief names the first few.
func brief(names []string) string {
	const most = 8
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// set parses effects, and applies them to the state of the moment, for lines of later times.
func (r *timedReader) set(l *timedLine, what timedWord, words []timedWord, st *world.State) bool {
	if len(words) == 0 {
		r.errorf(diag.Syntax, what, "expected effects after set, such as money = 0")
		return false
	}
	start, end := words[0].start, words[len(words)-1].end
	src := r.src.Excerpt(start, r.src.Text[start:end], nil)
	before := len(r.ds.All)
	parsed := expr.ParseEffectString(src, &r.ds)
	if len(r.ds.All) > before {
		return false
	}
	terms := expr.CheckEffects(parsed, r.stage.program.Info.Scope().With(st), &r.ds)
	if len(r.ds.All) > before || terms == nil {
		return false
	}
	l.effects = town.NewHappening(terms, diag.Span{Src: r.src, Start: start, End: end})
	return true
}

// fail reads "step NAME".
func (r *timedReader) fail(l *timedLine, what timedWord, words []timedWord) bool {
	if len(words) != 2 || words[0].text != "step" {
		r.errorf(diag.Syntax, what, "expected: fail step NAME")
		return false
	}
	var names []string
	for _, o := range r.stage.program.Info.Operators {
		if o.Name == words[1].text {
			l.fail = o
		}
		names = append(names, o.Name)
	}
	switch {
	case l.fail == nil:
		r.errorf(diag.UnknownDecl, words[1], "no operator is called %q", words[1].text).Hint = didYouMean(words[1].text, names)
		return false
	case len(l.fail.Do) == 0:
		r.errorf(diag.WrongKind, words[1], "%s has no action that could fail", words[1].text)
		return false
	}
	return true
}

// object reads "TYPE NAME", and adds the object to the state of the moment, or removes it.
func (r *timedReader) object(l *timedLine, what timedWord, words []timedWord, st *world.State) bool {
	if len(words) != 2 {
		r.errorf(diag.Syntax, what, "expected: %s TYPE NAME", what.text)
		return false
	}
	schema := st.Schema()
	if l.add = schema.ObjectType(words[0].text); l.add == nil {
		var names []string
		for i := range schema.Types {
			names = append(names, schema.Types[i].Name)
		}
		r.errorf(diag.UnknownType, words[0], "there is no type of objects %q", words[0].text).Hint = expr.DidYouMean(words[0].text, names)
		return false
	}
	l.name = words[1].text
	o, typ, there := st.ObjectNamed(l.name)
	switch {
	case l.remove && (!there || !l.add.Has(typ)):
		r.errorf(diag.UnknownValue, words[1], "there is no %s called %s at that time", l.add.Name, l.name)
		return false
	case l.remove:
		return st.RemoveObject(o)
	case !isName(l.name):
		r.errorf(diag.NotAName, words[1], "%q is not a name", l.name)
		return false
	}
	if _, err := st.AddObject(l.add.ID, l.name); err != nil {
		r.errorf(diag.DeclaredTwice, words[1], "cannot add %s: %v", l.name, err)
		return false
	}
	return true
}

// isName reports whether a text can be the name of an object.
func isName(text string) bool {
	for i, c := range text {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return text != ""
}
