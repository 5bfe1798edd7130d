package goal_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"pgregory.net/rapid"
)

// writer writes random models that are free of mistakes.
type writer struct {
	*rapid.T
	goals int
}

func (w *writer) pick(list ...string) string { return rapid.SampledFrom(list).Draw(w.T, "pick") }

func (w *writer) number(least, most int) int { return rapid.IntRange(least, most).Draw(w.T, "number") }

// maybe writes something in half of the cases.
func (w *writer) maybe(text string) string { return w.pick("", text) }

func (w *writer) list(least, most int, what func() string) string {
	var parts []string
	for range w.number(least, most) {
		parts = append(parts, what())
	}
	return strings.Join(parts, "; ")
}

func (w *writer) cond() string {
	return w.pick("a", "!b", "n > 3", "near(t) < x", "remembered(t)", "exists(o in remembered thing where near(o) < 2)", "tired")
}

func (w *writer) value() string {
	return w.pick("x", "n", "worth(t)", "quadratic(1 - x)", "if a then 1 else y", "charm(t) / 2", "count(o: thing where near(o) < 9)", "x - 5", "1e6")
}

func (w *writer) seconds() string { return w.pick("0.01s", "0.3s", "2s", "1min") }

func (w *writer) call() string {
	return w.pick("work", "rest", "take(t)", "walk(t)", "walk(shop)", "roam(home)", "dine", "plan eat(office)", fmt.Sprintf("g%d(t)", w.number(0, w.goals-1)))
}

func (w *writer) clauses(interrupts bool) string {
	text := w.maybe(" when "+w.cond()) + w.maybe(" while "+w.cond()) + w.maybe(" until "+w.cond()) + w.maybe(" fail_after "+w.seconds())
	if !interrupts {
		text += w.maybe(" retry "+fmt.Sprint(w.number(1, 9))+w.maybe(" backoff "+w.seconds())) + w.maybe(" else "+w.call()+w.maybe(" when "+w.cond())) + w.maybe(" optional")
	}
	return text + w.maybe(" suspends") + w.maybe(" uninterrupted")
}

func (w *writer) step() string { return w.call() + w.clauses(false) }

func (w *writer) goal(i int) string {
	text := fmt.Sprintf("goal g%d(t: thing) { ", i) + w.maybe("when "+w.cond()+"; ") + w.maybe("while "+w.cond()+"; ") + w.maybe("until "+w.cond()+"; ") +
		w.maybe("backoff "+w.seconds()+"; ")
	switch w.number(0, 2) {
	case 1:
		text += w.list(1, 4, w.step)
	case 2:
		text += w.list(1, 3, func() string {
			return "way" + w.maybe(" when "+w.cond()) + w.maybe(fmt.Sprint(" tries ", w.number(1, 255))) + " { " + w.list(1, 3, w.step) + " }"
		})
	}
	return text + w.maybe("; interrupt when "+w.cond()+" { "+w.call()+w.clauses(true)+" }") + " }\n"
}

func (w *writer) consider() string {
	return "consider " + w.value() + w.pick("", " from 9 to -1", " to 0.5") +
		w.pick("", " through logistic(exponent: 2)", " through step", " through piecewise(0, 1, 1, 0)") + w.maybe(" weight 3")
}

func (w *writer) want(i int) string {
	remembered := w.pick("t in remembered thing", "t: thing")
	text := fmt.Sprintf("want g%d(t) as w%d each %s", w.number(0, w.goals-1), i, remembered) + w.maybe(" where "+w.cond()) + w.maybe(" when "+w.cond()) + " { "
	if w.number(0, 1) == 0 {
		text += "score " + w.value()
	} else {
		text += w.list(1, 4, w.consider) + "; combine " + w.pick("compensated", "product", "geometric", "sum", "mean", "min", "max") + w.maybe("; weight 0.5")
	}
	text += w.maybe("; rank "+fmt.Sprint(w.number(-2, 2))) + w.maybe("; cooldown "+w.seconds()) + w.maybe("; interrupts")
	if strings.Contains(remembered, " in ") {
		text += w.maybe("; forget_when " + w.cond())
	}
	return text + " }\n"
}

func (w *writer) model() string {
	w.goals = w.number(1, 4)
	text := ""
	for i := range w.goals {
		text += w.goal(i)
	}
	wants := w.number(1, 5)
	text += "brain b1 {\n"
	for i := range wants {
		text += w.want(i)
	}
	text += w.maybe("inertia 0.1"+w.maybe(" fade 2s")+"\n") + w.maybe("every 0.2s"+w.maybe(" gap 0.1s")+"\n") + w.maybe("repetition 0.2 last 4\n") +
		w.maybe("backoff 1s"+w.maybe(" to 9s")+"\n") + w.maybe("give_up after 2"+w.maybe(" for 3s")+"\n") +
		w.pick("", "select best\n", "select ranked best\n", "select weighted top 3\n", "select weighted top 20% within 0.5\n", "select dual\n", "select first over 0.3\n") + "}\n"
	for i := range wants {
		text += fmt.Sprintf("personality p%d { w%d %s }\n", i, i, w.pick("* 2", "* 0.5", "never", "score x", "score worth(t) * 2"))
	}
	return text
}

// TestWhatPassesTheChecksCompiles runs random models, and compares the choices of their minds with the explanations.
func TestWhatPassesTheChecksCompiles(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &writer{T: rt}
		text := w.model()
		info := load(rt, text)
		a := newActor(rt, info, w.number(Plain, len(info.Brains[0].Personalities)-1))
		a.failing["take"], a.lasting["work"] = true, true
		for i := range 3 {
			a.add("thing", fmt.Sprint("t", i), i > 0)
			a.set(fmt.Sprintf("near(t%d) = %d, worth(t%d) = %d", i, w.number(0, 9), i, w.number(0, 9)))
		}
		chosen := int32(-1)
		a.env.Sink = SinkFunc(func(e Event) {
			if a.p.Text(e, a.state); e.Kind == WantChosen || e.Kind == WantKept {
				chosen = e.Want
			}
		})
		for range w.number(1, 30) {
			a.set(w.pick("a = true", "a = false", "b = true", "n = 5", "n = 0", "x = 0.5", "x = 9", "y = 0.1"))
			a.env.Ctx.Enter(1, a.tick+1, a.state)
			r, due := a.mind.Explain(&a.env), a.mind.Due() <= a.tick+1
			_ = r.String()
			chosen = -1
			if a.run(1); due && chosen >= 0 && chosen != r.Want {
				rt.Fatalf("tick %d: want %d is chosen, explained was\n%s\n%s", a.tick, chosen, r, text)
			}
		}
	})
}
