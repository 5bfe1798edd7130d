package lang

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func parseText(text string) (*def.File, diag.List) { return Parse(diag.NewSource("t.krk", text)) }

func TestParseKeepsPlacesAndComments(t *testing.T) {
	f, ds := parseText("// above\n\n// and here\ntype place = { home } // behind\n\noperator eat { // open\n    when home // cond\n    // end\n}\n// last\n")
	if len(ds.All) > 0 {
		t.Fatal(render(ds))
	}
	h := f.Decls[0].Header()
	if got := strings.Join(h.Before, "|"); got != "above|\n|and here" || h.After != "behind" || h.Gap {
		t.Errorf("type: %q %q %v", h.Before, h.After, h.Gap)
	}
	if h.At.Text() != "type place = { home }" || h.NameAt.Text() != "place" {
		t.Errorf("type at %q, name at %q", h.At.Text(), h.NameAt.Text())
	}
	d := f.Decls[1].(*def.Operator)
	if d.After != "open" || !d.Gap || d.WhenHead.After != "cond" || len(d.End) != 1 || d.WhenHead.At.Text() != "when home" {
		t.Errorf("operator: %+v", d)
	}
	if len(f.End) != 1 || f.End[0] != "last" {
		t.Errorf("end: %q", f.End)
	}
}

func TestParseBuildsTheModel(t *testing.T) {
	f, ds := parseText(`task t(e: enemy) {
    method near each x: enemy where a(x) order b(x) margin 2.0 { unordered { go(x); wait } }
}
agent v { plan t(e1) when a every 500ms once; idle rest }
test "x" { given a = 1, b = 2; expect go, wait() }
type sniper : enemy, person max 8
`)
	if len(ds.All) > 0 {
		t.Fatal(render(ds))
	}
	m := f.Decls[0].(*def.Task).Methods[0]
	if m.Name != "near" || len(m.Each) != 1 || expr.Print(m.Where) != "a(x)" || expr.Print(m.Order) != "b(x)" || expr.Print(m.Margin) != "2.0" {
		t.Errorf("method: %+v", m)
	}
	if b := m.Body.Items[0].Block; b == nil || !b.Unordered || len(b.Items) != 2 || b.Items[0].Call.Name.Name != "go" {
		t.Errorf("body: %+v", m.Body.Items[0])
	}
	p := f.Decls[1].(*def.Agent).Plans[0]
	if p.Task.Name.Name != "t" || len(p.Task.Args) != 1 || expr.Print(p.Every) != "500ms" || !p.Once {
		t.Errorf("plan: %+v", p)
	}
	e := f.Decls[2].(*def.Test).Expect
	if len(e.Steps) != 2 || !e.Bare[0] || e.Bare[1] {
		t.Errorf("expect: %+v", e)
	}
	if d := f.Decls[3].(*def.TypeDecl); d.Max != 8 || len(d.Parents) != 2 {
		t.Errorf("type: %+v", d)
	}
}

func TestParseReadsHowStepsAreCarriedOut(t *testing.T) {
	f, ds := parseText(`operator approach(e: enemy) {
    do parallel any { // open
        move_to(e) // first
        aim_at(e)
        // end
    }
    claim e, f world priority 2 // alone
    until distance(e) < 10.0
    while alive(e) // executing
    succeed_after 6s
    fail_after 8s
    cooldown 20s shared guns
    commit wait
}
operator all { do parallel all { a } }
operator single { do parallel }
`)
	if len(ds.All) > 0 {
		t.Fatal(render(ds))
	}
	d := f.Decls[0].(*def.Operator)
	p := d.Parallel
	if d.Do != nil || p.Join.Name != "any" || len(p.Calls) != 2 || p.Calls[0].After != "first" || d.DoHead.After != "open" || len(p.End) != 1 {
		t.Errorf("parallel: %+v, head %+v", p, d.DoHead)
	}
	if text := p.At.Text(); !strings.HasPrefix(text, "parallel any {") || !strings.HasSuffix(text, "}") || p.Calls[1].Do.Name.Name != "aim_at" {
		t.Errorf("parallel at %q", text)
	}
	clauses := []expr.Node{d.Until, d.While, d.SucceedAfter, d.FailAfter, d.Cooldown.Time, d.Commit}
	for i, want := range []string{"distance(e) < 10.0", "alive(e)", "6s", "8s", "20s", "wait"} {
		if got := expr.Print(clauses[i]); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if d.Cooldown.Shared.Name != "guns" || d.Cooldown.Shared.At.Text() != "guns" || d.WhileHead.After != "executing" {
		t.Errorf("operator: %+v", d)
	}
	if c := d.Claim; len(c.Names) != 2 || c.Names[1].Name != "f" || c.Names[1].At.Text() != "f" || !c.World || expr.Print(c.Priority) != "2" || c.After != "alone" {
		t.Errorf("claim: %+v", c)
	}
	if all := f.Decls[1].(*def.Operator); all.Parallel.Join.Name != "" {
		t.Errorf("all is said: %+v", all.Parallel)
	}
	if single := f.Decls[2].(*def.Operator); single.Parallel != nil || single.Do.Name.Name != "parallel" {
		t.Errorf("an action called parallel: %+v", single)
	}
}

// hostile returns inputs that are large or deep.
func hostile() map[string]string {
	const size = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	r := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, size)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	return map[string]string{
		"braces":           fill("{"),
		"closing braces":   fill("}"),
		"parentheses":      "const a = " + fill("(")[:size/2],
		"blocks":           `task t { method "m" { ` + fill("unordered { "),
		"operators":        fill("operator a { "),
		"operator lines":   fill("operator a {\n"),
		"methods":          "task t {\n" + fill("method m {\n"),
		"tasks":            fill("task t { method m {\n"),
		"effects":          "operator a { effect " + fill("forall e: t { "),
		"names":            fill("a "),
		"name lines":       fill("a\n"),
		"bad lines":        fill("operater a { when ( }\n"),
		"strings":          fill("\""),
		"string lines":     fill("\"\n"),
		"noise":            string(noise),
		"zeros":            fill("\x00"),
		"semicolons":       fill(";"),
		"comments":         fill("//\n"),
		"comma":            "type a = {" + fill("b,"),
		"one line":         "const a = 1 +" + strings.Repeat(" ", size) + "\nconst b = )",
		"unclosed":         fill("f(\n"),
		"unclosed in when": "operator a {\n" + fill("when f(\n"),
		"state":            "state agent {\n" + fill("a: int 0..\n"),
		"parallel":         "operator a { " + fill("do parallel { "),
		"parallel lines":   "operator a {\n" + fill("do parallel any {\n"),
		"shared":           "operator a {\n" + fill("cooldown 1s shared\n"),
		"claim":            "operator a {\n" + fill("claim a,\n"),
		"else":             "init { " + fill("if a then b = 1 else "),
		"nodes":            "tree a { " + fill("sequence { "),
		"node lines":       "tree a {\n" + fill("sequence abort both {\n"),
		"node values":      "tree a {\n" + fill("wait(\n"),
		"node calls":       "tree a {\n" + fill("repeat(a) * (\n"),
		"node clauses":     "tree a {\nb\n" + fill("weight 1\n"),
		"services":         "tree a {\n" + fill("service every 1s\n"),
		"trees":            fill("tree a(out b: c) { try { "),
		"cases":            "tree a { switch b { " + fill("case c { } else "),
		"overrides":        "agent a { tree b { " + fill("override "),
		"goals":            fill("goal a { way { "),
		"goal lines":       "goal a {\n" + fill("way when b {\n"),
		"steps":            "goal a {\n" + fill("b retry\n"),
		"else calls":       "goal a { b " + fill("else b "),
		"interrupts":       "goal a {\n" + fill("interrupt when b {\n"),
		"wants":            "brain a { " + fill("want b { consider "),
		"want heads":       "brain a {\n" + fill("want b as c each\n"),
		"selections":       "brain a {\n" + fill("select weighted top (\n"),
		"squads":           fill("squad a { role b "),
		"squad lines":      "squad a {\n" + fill("role b 1..2 each c: d score (\n"),
		"lendings":         "squad a { " + fill("token b 1 lease "),
		"orders":           "operator a { do parallel { " + fill("order urgent "),
		"reactions":        "agent a {\n" + fill("reaction b on\n"),
		"needs":            "action a needs " + fill("b priority "),
		"traits":           "personality a { " + fill("b * "),
		"senses":           fill("sense a: { b 1/s, "),
		"expect":           "test \"t\" { expect " + fill("a,"),
	}
}

// TestHostileInputIsAnswered: the parser answers a megabyte of anything. Reading it takes about 0.1 s; if the time grew
// with the square of the size it would take hours, and go test would end the run.
func TestHostileInputIsAnswered(t *testing.T) {
	for name, text := range hostile() {
		_, ds := parseText(text)
		render(ds)
		if len(ds.All) == 0 && name != "comments" {
			t.Errorf("%s: no findings", name)
		}
	}
	for _, name := range []string{"braces", "closing braces", "parentheses", "blocks", "effects", "operators"} {
		if _, ds := parseText(hostile()[name]); len(ds.All) != 1 {
			t.Errorf("%s: %d findings, not one: %s", name, len(ds.All), render(diag.List{All: ds.All[:min(3, len(ds.All))]}))
		}
	}
}

// FuzzParse: whatever is read, nothing panics, findings have places, and formatting keeps its laws.
func FuzzParse(f *testing.F) {
	for _, dir := range []string{"good", "bad"} {
		names, err := filepath.Glob("testdata/" + dir + "/*.krk")
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		src := diag.NewSource("f.krk", text)
		_, ds := Parse(src)
		render(ds)
		for _, d := range ds.All {
			if d.Span.Src != src || d.Span.Start > d.Span.End || int(d.Span.End) > len(text) {
				t.Errorf("%s: span %d to %d", d.Error(), d.Span.Start, d.Span.End)
			}
		}
		checkFormat(t, src)
	})
}

// TestDamagedFilesAreReadToTheEnd omits, doubles and swaps pieces of good files.
func TestDamagedFilesAreReadToTheEnd(t *testing.T) {
	samples(t, "good", func(t *testing.T, _ string, src *diag.Source) {
		r := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			text := src.Text
			a, b := r.IntN(len(text)), r.IntN(len(text))
			a, b = min(a, b), max(a, b)
			switch r.IntN(3) {
			case 0:
				text = text[:a] + text[b:]
			case 1:
				text = text[:b] + text[a:]
			case 2:
				text = text[b:] + text[a:b] + text[:a]
			}
			checkFormat(t, diag.NewSource("d.krk", text))
		}
	})
}

func TestParseReadsGoalsAndBrains(t *testing.T) {
	f, ds := parseText(`goal get(i: item) { while remembered(i); go(i) fail_after 20s; plan dine when a else shoot(i) when b else plan eat optional }
goal kill(e: enemy) {
    way "close" when near(e) tries 2 { guard(4, reach: 1) retry 2 backoff 1s suspends } // far
    interrupt when ammo == 0 { reload }
}
brain b {
    want kill(e) as finish each e in remembered enemy where c {
        consider "near" distance(e) from 20 to 0 through logistic(exponent: 2)
        interrupts // at once
    }
    select ranked weighted top 20% within 0.2
    give_up after 5 for 60s
}
personality p { kill * 1.5; rest never; get score power * 2 }
memory brief: short { keep; decay 0.1/s; doubts 0.5, 0.2; span (a / s) }
agent a { brain b as p; sense sight; memory brief; body person }
state agent { remembered energy(i: item): float }
tree t { utility selector select dual inertia 0.1 fade 5s { goal get(none) } }
tree u { each e in remembered enemy { a } }
`)
	if len(ds.All) > 0 {
		t.Fatal(render(ds))
	}
	get := f.Decls[0].(*def.Goal)
	if len(get.Ways) != 1 || !get.Ways[0].Bare || get.WhileHead.At.Text() != "while remembered(i)" || get.Ways[0].At.Src == nil {
		t.Errorf("goal: %+v", get)
	}
	s := get.Ways[0].Steps[1]
	if !s.Call.Plan || expr.Print(s.Call.When) != "a" || len(s.Else) != 2 || expr.Print(s.Else[0].When) != "b" || !s.Else[1].Plan || s.Else[1].When != nil || !s.Optional {
		t.Errorf("step: %+v", s)
	}
	kill := f.Decls[1].(*def.Goal)
	w := kill.Ways[0]
	if w.Bare || w.Name != "close" || w.NameAt.Text() != `"close"` || expr.Print(w.Tries) != "2" || w.After != "far" || len(w.Steps[0].Call.Call.ArgNames) != 2 || expr.Print(w.Steps[0].Backoff) != "1s" {
		t.Errorf("way: %+v", w)
	}
	if i := kill.Interrupts[0]; i.Step.Call.Call.Name.Name != "reload" || expr.Print(i.When) != "ammo == 0" {
		t.Errorf("interrupt: %+v", i)
	}
	b := f.Decls[2].(*def.Brain)
	want := b.Wants[0]
	if want.As.Name != "finish" || !want.Each.Remembered || want.Each.Type.Name != "enemy" || !want.Interrupts || want.InterruptsHead.After != "at once" {
		t.Errorf("want: %+v", want)
	}
	if c := want.Considers[0]; c.Name != "near" || expr.Print(c.From) != "20" || expr.Print(c.To) != "0" || c.Through.Name.Name != "logistic" || c.Through.ArgNames[0].Name != "exponent" {
		t.Errorf("consideration: %+v", c)
	}
	if c := b.Select; c.Rule.Name != "weighted" || !c.Ranked || !c.Percent || expr.Print(c.Top) != "20" || expr.Print(c.Within) != "0.2" || c.At.Text() != "select ranked weighted top 20% within 0.2" {
		t.Errorf("select: %+v", c)
	}
	if c := b.GiveUp; expr.Print(c.After) != "5" || expr.Print(c.For) != "60s" {
		t.Errorf("give_up: %+v", c)
	}
	traits := f.Decls[3].(*def.Personality).Traits
	if expr.Print(traits[0].Scale) != "1.5" || !traits[1].Never || traits[2].Scale != nil || expr.Print(traits[2].Score) != "power * 2" || traits[2].NameAt.Text() != "get" {
		t.Errorf("traits: %+v %+v %+v", traits[0], traits[1], traits[2])
	}
	m := f.Decls[4].(*def.Memory)
	if m.Kind.Name != "short" || len(m.Clauses[0].Values) != 0 || !m.Clauses[1].Rate || expr.Print(m.Clauses[1].Values[0]) != "0.1" || len(m.Clauses[2].Values) != 2 || m.Clauses[3].Rate {
		t.Errorf("memory: %+v", m)
	}
	a := f.Decls[5].(*def.Agent)
	if a.Brain.Brain.Name != "b" || a.Brain.Personality.Name != "p" || a.Senses[0].What.Name != "sight" || a.Memories[0].What.Name != "brief" || a.Body.Type.Name != "person" {
		t.Errorf("agent: %+v", a)
	}
	if sym := f.Decls[6].(*def.State).Symbols[0]; !sym.Remembered || sym.Sensed {
		t.Errorf("symbol: %+v", sym)
	}
	n := f.Decls[7].(*def.Tree).Root
	if n.Select.Rule.Name != "dual" || expr.Print(n.Inertia.Fade) != "5s" || n.Children[0].Kind != def.NodeGoal || n.Select.At.Text() != "select dual" {
		t.Errorf("utility selector: %+v", n)
	}
	if each := f.Decls[8].(*def.Tree).Root; !each.Each.Remembered || each.Each.Type.Name != "enemy" || each.Values != nil {
		t.Errorf("each: %+v", each)
	}
}

// TestOnlyElseGoesOnWithAStep reads clauses of steps that begin a line.
func TestOnlyElseGoesOnWithAStep(t *testing.T) {
	f, ds := parseText("goal a {\n    b(c)\n        else d\n        else e when f\n    until g\n}\n")
	if len(ds.All) > 0 {
		t.Fatal(render(ds))
	}
	if d := f.Decls[0].(*def.Goal); len(d.Ways[0].Steps) != 1 || len(d.Ways[0].Steps[0].Else) != 2 || d.Until == nil || d.Ways[0].Steps[0].Until != nil {
		t.Errorf("until is not the goal's: %+v", d)
	}
	if _, ds := parseText("goal a {\n    b(c)\n        retry 2\n}\n"); len(ds.All) != 1 {
		t.Errorf("retry on a line of its own: %s", render(ds))
	}
}
