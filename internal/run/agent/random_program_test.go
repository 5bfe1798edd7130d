package agent_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// seedsFor returns the seeds of a test at random: 1 and on, or those that are asked for.
func seedsFor(name string, count int) []uint64 {
	if list := seedsAsked(name); list != nil {
		return list
	}
	return seedsFrom(1, count)
}

// seedsAsked returns the seeds that NAME_FROM and NAME_COUNT ask for; nil: none.
func seedsAsked(name string) []uint64 {
	from, err := strconv.ParseUint(os.Getenv(name+"_FROM"), 10, 64)
	if err != nil {
		return nil
	}
	count, _ := strconv.Atoi(os.Getenv(name + "_COUNT"))
	return seedsFrom(from, max(count, 1))
}

func seedsFrom(first uint64, count int) (list []uint64) {
	for i := range uint64(count) {
		list = append(list, first+i)
	}
	return list
}

// programAtRandom returns a program of a seed, and its text.
func programAtRandom(t *testing.T, seed uint64, r *det.Rand) (*program.Program, string) {
	t.Helper()
	w := &writer{Rand: r}
	text := w.program()
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if ds.Err() != nil {
		t.Fatalf("seed %d: %v\n%s", seed, ds.All, text)
	}
	return p, text
}

// writer makes programs at random whose trees, plans and goals are within each other: those of a rank use those of the
// ranks below.
type writer struct {
	*det.Rand
	b strings.Builder
}

const ranks = 4

func (w *writer) pick(list ...string) string { return list[w.Intn(len(list))] }

func (w *writer) condition() string {
	return w.pick("alarm", "!alarm", "n > 4", "n < 6", "m > 3", "food > 5", "busy", "m < n", "!alarm || n > 2")
}

func (w *writer) effect() string {
	return w.pick("m = 0", "n = 3", "m = n", "food += 1", "alarm = false", "alarm = true")
}

func (w *writer) seconds() string { return w.pick("0.2s", "0.5s", "1.1s", "3s") }

// action is one of the host's.
func (w *writer) action() string { return w.pick("hum", "look", "step(n)", "step(2)") }

// does is the body of an operator or a goal of a rank.
func (w *writer) does(rank int) string {
	if rank == 0 || w.Intn(2) == 0 {
		return w.action()
	}
	return w.pick("t", "g") + strconv.Itoa(w.Intn(rank))
}

func (w *writer) node(rank, depth int) string {
	if depth == 0 || w.Intn(4) == 0 {
		switch k := w.Intn(9); {
		case k < 2 || rank == 0 && k < 6:
			return w.action() + w.pick("", "", " uninterrupted")
		case k < 4:
			return w.pick("plan k", "plan s") + strconv.Itoa(w.Intn(rank))
		case k == 4:
			return "goal g" + strconv.Itoa(w.Intn(rank))
		case k == 5:
			return "t" + strconv.Itoa(w.Intn(rank))
		case k == 6:
			return "wait " + w.pick(w.seconds(), "0.3s..2s", "9s")
		case k == 7:
			return "set " + w.effect()
		}
		return "if " + w.condition()
	}
	child := func() string { return w.node(rank, depth-1) }
	list := func() string {
		var all []string
		for range 2 + w.Intn(2) {
			all = append(all, child())
		}
		return " { " + strings.Join(all, "; ") + " }"
	}
	guard := w.pick("", "", "", " while "+w.condition(), " on_abort "+w.effect(), " on_failure "+w.effect())
	switch w.Intn(12) {
	case 0, 1:
		return "parallel" + w.pick("", " succeed 1", " fail 2", " all") + guard + list()
	case 2, 3:
		return "sequence" + guard + list()
	case 4:
		return "selector" + guard + list()
	case 5:
		return "selector { when " + w.condition() + " abort " + w.pick("both", "lower", "self") + " { " + child() + " }; " + child() + " }"
	case 6:
		return "timeout " + w.seconds() + " { " + child() + " }"
	case 7:
		return "repeat " + w.pick("", "2 ", "5 ") + "{ " + child() + " }"
	case 8:
		return w.pick("cooldown", "delay") + " " + w.seconds() + " { " + child() + " }"
	case 9:
		return w.pick("random selector", "random sequence", "resume sequence") + list()
	case 10:
		return w.pick("succeed", "fail", "invert", "retry 2") + " { " + child() + " }"
	}
	return "if_then_else { if " + w.condition() + "; " + child() + "; " + child() + " }"
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

// ban returns a random ban clause, or nothing.
func (w *writer) ban(before string) string {
	clause := w.pick("", "", "", "ban "+w.seconds(), "ban none", "ban until "+w.condition(), "ban "+w.seconds()+" until "+w.condition())
	if clause == "" {
		return ""
	}
	return before + clause
}

// lasting returns what a method says of the time of its steps.
func (w *writer) lasting() string {
	return w.pick("", "", " while "+w.condition()) + w.pick("", "", " fail_after "+w.seconds()) + w.ban(" ")
}

// cooldown returns a cooldown: of the agent, or one that others share, perhaps with waiting; or nothing.
func (w *writer) cooldown() string {
	if w.Intn(2) == 0 {
		return ""
	}
	return "; cooldown " + w.seconds() + w.pick("", "", " shared own", " shared all by world", " shared band by squad") + w.pick("", "", " wait", " wait "+w.seconds())
}

// claims writes the operators of a rank that claim things, the tasks that use them at once and in the middle of a plan,
// and a tree and goal about them.
func (w *writer) claims(rank int) {
	for o := range 2 {
		w.line("operator c%d_%d(p: thing) { %sdo %s; claim p%s%s; effect %s%s%s%s%s%s }", rank, o, w.pick("", "", "when "+w.condition()+"; "), w.pick("use(p)", "parallel any { use(p); hum }", "look"), w.pick("", "", " world"),
			w.pick("", "", " priority 1", " priority -1"), w.effect(), w.pick("", "", "; while "+w.condition()), w.pick("", "; fail_after "+w.seconds(), "; succeed_after "+w.seconds()), w.pick("", "", "; retry 1"), w.cooldown(), w.ban("; "))
	}
	w.line("operator c%d_2(p: thing, q: thing) { do use(q); claim p, q%s; effect %s%s }", rank, w.pick("", " world"), w.effect(), w.cooldown())
	each := w.pick("each p: thing", "each p: thing where p != x1", "each p: thing order worth(p)", "each p: thing order worth(p) margin 1.0")
	body := func() string {
		list := []string{fmt.Sprintf("c%d_%d(p)", rank, w.Intn(2))}
		for range w.Intn(3) {
			list = append(list, w.pick(fmt.Sprintf("o%d_%d", rank, w.Intn(3)), fmt.Sprintf("c%d_%d(p)", rank, w.Intn(2)), fmt.Sprintf("c%d_%d(x2)", rank, w.Intn(2)), fmt.Sprintf("c%d_2(p, x3)", rank)))
		}
		if w.Intn(2) == 0 {
			list[0], list[len(list)-1] = list[len(list)-1], list[0]
		}
		if w.Intn(4) == 0 {
			return "unordered { " + strings.Join(list, "; ") + " }"
		}
		return strings.Join(list, "; ")
	}
	by := w.pick("", "", " ban by p", " ban 2s by p")
	w.line("task s%d { method \"a\" %s while %s%s { %s }; method \"b\" %s%s { %s }; method \"c\" when %s%s { o%d_0 } }", rank, each, w.condition(), by, body(), each, by, body(), w.condition(), w.lasting(), rank)
	w.line("goal h%d { plan s%d%s }", rank, rank, w.pick("", " retry 1"))
}

// program returns the text of a program.
func (w *writer) program() string {
	w.b.Reset()
	w.line("type thing max 3\nobjects x1, x2, x3: thing\nsquad crew { role one 0..9 }\naction use(p: thing)")
	w.line("state world { food: int 0..9; worth(p: thing): float }\nstate agent { alarm: bool; n: int 0..9; m: int 0..9; busy := n > m }")
	w.line("action step(n: int)\naction hum\naction look grace 0.4s")
	for rank := range ranks {
		for o := range 3 {
			do := w.does(rank)
			if rank > 0 && w.Intn(4) == 0 {
				do = "parallel" + w.pick("", " any") + " { " + w.action() + "; " + w.action() + " }"
			}
			w.line("operator o%d_%d { do %s; effect %s%s%s%s%s%s%s%s }", rank, o, do, w.effect(),
				w.pick("", "", "; while "+w.condition()), w.pick("", "", "; until "+w.condition()), w.cooldown(),
				w.pick("", "; fail_after "+w.seconds(), "; succeed_after "+w.seconds()), w.pick("", "", "; commit "+w.seconds()), w.pick("", "", "; retry 2"), w.ban("; ")+w.pick("", "", "; cost n", "; cost 0.5"))
		}
		w.claims(rank)
		steps := func() string {
			list := []string{}
			for range 1 + w.Intn(3) {
				list = append(list, w.pick(fmt.Sprintf("o%d_%d", rank, w.Intn(3)), fmt.Sprintf("o%d_%d", rank, w.Intn(3)), fmt.Sprintf("s%d", rank)))
			}
			if w.Intn(3) == 0 {
				return "unordered { " + strings.Join(list, "; ") + " }"
			}
			return strings.Join(list, "; ")
		}
		w.line("task k%d { method \"a\" when %s%s { %s }; method \"b\"%s { %s } }", rank, w.condition(), w.lasting(), steps(), w.lasting(), steps())
		w.line("tree t%d { %s%s }", rank, w.pick("", "", "service every 0.7s set "+w.effect()+"; "), w.node(rank, 3))
		do := w.does(rank)
		if rank > 0 && w.Intn(2) == 0 {
			do = "plan k" + strconv.Itoa(w.Intn(rank)) + w.pick("", " best")
		}
		w.line("goal g%d { %s%s; %s%s }", rank, w.pick("", "", "while "+w.condition()+"; "), do, w.does(rank), w.pick("", " retry 1", " optional", " fail_after 2s"))
	}
	w.line("agent a0 { tree t%d; squad crew }\nagent a1 { plan k%d%s when %s; plan k%d; idle hum; squad crew }\nagent a2 { tree t%d; squad crew }\nagent a3 { plan k%d%s; squad crew }",
		ranks-1, ranks-1, w.pick("", " best"), w.condition(), ranks-2, ranks-2, ranks-1, w.pick("", " best"))
	w.line("brain mind { want g%d { score 0.5 }; want g%d when %s { score 0.7 }; want h%d when %s { score 0.8 }; every 0.5s%s }\nagent a4 { brain mind; squad crew }", ranks-1, ranks-2, w.condition(), w.Intn(ranks), w.condition(), w.pick("", "; backoff 3s to 9s"))
	w.line("agent a5 { tree t%d; reaction look on alarm && n > 7; layer hands hum; squad crew }\nagent a6 { plan s%d; squad crew }\nagent a7 { tree wash; squad crew }\ntree wash { repeat { succeed { plan s%d } } }", ranks-1, w.Intn(ranks), w.Intn(ranks))
	return w.withSenses(w.b.String())
}

// withSenses gives senses to some of the kinds of agents. It draws no random numbers, so that everything else that a
// seed generates stays the same.
func (w *writer) withSenses(text string) string {
	r := *w.Rand
	every := [...]string{"", "; every 0.3s"}[r.Intn(2)]
	text = strings.Replace(text, "type thing max 3\n", "type thing max 3\ntype person max 60\nsense sight { range 7"+every+" }\nmemory short { span 3s; capacity 6 }\n", 1)
	parts := strings.Split(text, "; squad crew }")
	for i := range parts[:len(parts)-1] {
		if parts[i] += "; squad crew }"; r.Intn(3) > 0 {
			parts[i] = strings.TrimSuffix(parts[i], " }") + "; body person; sense sight; memory short }"
		}
	}
	return strings.Join(parts, "")
}
