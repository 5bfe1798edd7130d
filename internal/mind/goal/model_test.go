package goal_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/internal/lang"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// modelPrelude has the declarations that the models of the tests use. Ticks are tenths of a second.
const modelPrelude = `
type thing max 8
type place = { home, shop, office }
memory short { span 8s }
state agent {
    a: bool; b: bool
    n: int 0..99
    x: float; y: float
    at: place
    remembered worth(t: thing): float
    near(t: thing): float
    busy(p: place): bool
    tired := a && n > 3
    charm(t: thing) := near(t) * 2 + x
}
action work
action rest
action walk(to: thing | place | vec2)
action take(t: thing)
tree roam(p: place) { walk(p) }
task dine { method "at home" { eat(home) } }
operator eat(p: place) { do walk(p) }
`

// load loads a model, which must be without mistakes.
func load(t tb, text string) *def.Info {
	t.Helper()
	info, mistakes := check(modelPrelude + text)
	if mistakes != "" {
		t.Fatal(mistakes, "\n", text)
	}
	return info
}

func check(text string) (info *def.Info, mistakes string) {
	model, ds := lang.Load(fstest.MapFS{"case.krk": {Data: []byte(text)}}, "case.krk")
	if !ds.HasErrors() {
		info, ds = def.Check(model)
	}
	if ds.HasErrors() {
		return nil, ds.Err().Error()
	}
	return info, ""
}

const modelFile = "testdata/model.txt"

// TestModels compiles the models of modelFile. A case is a line with its name after "=== ", declarations, and after
// "--- config" the result (see outline).
func TestModels(t *testing.T) {
	text, err := os.ReadFile(modelFile)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), "=== ")
	for i, part := range parts[1:] {
		name, body, _ := strings.Cut(part, "\n")
		model, want, ok := strings.Cut(body, "--- config\n")
		if !ok {
			t.Fatalf("case %q has no config", name)
		}
		t.Run(name, func(t *testing.T) {
			cfg := Model(load(t, model), ModelOptions{TPS: 10})
			if _, err := Compile(cfg); err != nil {
				t.Fatal(err)
			}
			got := outline(&cfg)
			if parts[i+1] = name + "\n" + model + "--- config\n" + got + "\n"; !*update && strings.TrimSpace(got) != strings.TrimSpace(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
	if *update {
		if err := os.WriteFile(modelFile, []byte(strings.TrimRight(strings.Join(parts, "=== "), "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// outliner writes a configuration as text, without zero fields.
type outliner struct {
	strings.Builder
	cfg *Config
}

func outline(cfg *Config) string {
	o := outliner{cfg: cfg}
	for i := range cfg.Goals {
		o.goal(&cfg.Goals[i])
	}
	for i := range cfg.Brains {
		o.brain(&cfg.Brains[i])
	}
	return o.String()
}

func (o *outliner) line(depth int, parts ...string) {
	text := ""
	for _, p := range parts {
		if p != "" {
			text += " " + p
		}
	}
	o.WriteString(strings.Repeat("    ", depth) + strings.TrimPrefix(text, " ") + "\n")
}

// field writes a word with its value, or nothing.
func field[T comparable](word string, v T) string {
	var zero T
	if v == zero {
		return ""
	}
	return fmt.Sprint(word, " ", v)
}

func flagged(word string, v bool) string {
	if v {
		return word
	}
	return ""
}

func condition(word string, c Cond) string {
	if c == nil {
		return ""
	}
	return word + " " + c.(*expr.Cond).Term().String()
}

func value(word string, v Value) string {
	if v == nil {
		return ""
	}
	return strings.TrimSpace(word + " " + v.(*expr.Value).Term().String())
}

func (o *outliner) args(list []Arg) string {
	var texts []string
	for _, a := range list {
		texts = append(texts, value("", a.Value)+field(" of type", a.Which))
	}
	if len(texts) == 0 {
		return ""
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

func (o *outliner) call(c *Call) string {
	for i := range o.cfg.Goals {
		if c.Do == Sub(i) {
			return "goal " + o.cfg.Goals[i].Name + o.args(c.Args) + condition(" when", c.When)
		}
	}
	for i, name := range o.cfg.Activities {
		if c.Do == Activity(int32(i)) {
			return name + o.args(c.Args) + condition(" when", c.When)
		}
	}
	return "?"
}

func (o *outliner) goal(g *Goal) {
	o.line(0, "goal", g.Name, field("params", len(g.Params)), condition("when", g.When), condition("while", g.While), condition("until", g.Until), field("backoff", g.Backoff))
	for i := range g.Ways {
		w := &g.Ways[i]
		o.line(1, "way", w.Name, condition("when", w.When), field("tries", w.Tries))
		for k := range w.Steps {
			o.step(2, "", &w.Steps[k])
		}
	}
	for i := range g.Interrupts {
		o.step(1, condition("interrupt when", g.Interrupts[i].When)+":", &g.Interrupts[i].Step)
	}
}

func (o *outliner) step(depth int, head string, s *Step) {
	var alternatives string
	for i := range s.Else {
		alternatives += " else " + o.call(&s.Else[i])
	}
	o.line(depth, head, o.call(&s.Call), condition("while", s.While), condition("until", s.Until), field("limit", s.LimitTicks),
		field("retry", s.Retry.Times), field("backoff", s.Retry.Backoff), strings.TrimSpace(alternatives), flagged("optional", s.Optional), flagged("suspends", s.Suspends),
		flagged("uninterrupted", s.Uninterrupted))
}

func (o *outliner) brain(b *Brain) {
	o.line(0, "brain", b.Name, field("interval", b.Interval), field("gap", b.Gap))
	if s := b.Selection; s.Rule != 0 || s.Ranked {
		o.line(1, "selection", field("rule", s.Rule), flagged("ranked", s.Ranked), field("threshold", s.Threshold), field("top", s.Top), field("percent", s.TopPercent), field("within", s.Within))
	}
	if in := b.Inertia; in.Bonus != 0 {
		o.line(1, field("inertia", in.Bonus), field("fade", in.FadeTicks))
	}
	if r := b.Repetition; r.Recent != 0 {
		o.line(1, field("repetition", r.Penalty), field("last", r.Recent))
	}
	if f := b.Failures; f != (Failures{}) {
		o.line(1, "failures", field("backoff", f.Backoff), field("at most", f.MaxBackoff), field("limit", f.Limit), field("for", f.GiveUp))
	}
	for i := range b.Inputs {
		in := &b.Inputs[i]
		o.line(1, "input", fmt.Sprint(i), fmt.Sprintf("%q", in.Name), flagged("self", in.Self), field("cost", in.Cost), value(":", in.Value))
	}
	for i := range b.Wants {
		w := &b.Wants[i]
		o.line(1, "want", w.Name, "of", o.cfg.Goals[w.Goal].Name+o.args(w.Args), flagged("targeted", w.Targeted), condition("when", w.When), field("rank", w.Rank),
			field("cooldown", w.Cooldown), flagged("interrupts", w.Interrupts), condition("forget", w.Forget))
		o.worth(2, &w.Worth)
	}
	for i := range b.Personalities {
		p := &b.Personalities[i]
		o.line(1, "personality", p.Name)
		for _, t := range p.Traits {
			o.line(2, b.Wants[t.Want].Name, field("scale", t.Scale), flagged("never", t.Never))
			if t.Replace != nil {
				o.worth(3, t.Replace)
			}
		}
	}
}

func (o *outliner) worth(depth int, w *Worth) {
	if o.line(depth, value("score", w.Score)+flagged(fmt.Sprint(w.Aggregation), w.Score == nil), field("weight", w.Weight)); w.Score != nil {
		return
	}
	for i := range w.Considerations {
		k := &w.Considerations[i]
		plain := k.Curve.Kind.Curve()
		text := k.Curve.Kind.String()
		for _, p := range curve.Kinds()[k.Curve.Kind].Params {
			if v := p.Get(&k.Curve); v != p.Get(&plain) {
				text += fmt.Sprintf(" %s %v", p.Name, v)
			}
		}
		o.line(depth+1, field("input", fmt.Sprint(k.Input)), fmt.Sprintf("from %v to %v", k.Min, k.Max), text, field("weight", k.Weight))
	}
}

// TestModelNeedsTicks checks that a model without ticks is not returned by mistake.
func TestModelNeedsTicks(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Model must ask for ModelOptions.TPS")
		}
	}()
	Model(load(t, ""), ModelOptions{})
}
