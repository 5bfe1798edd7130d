package main

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/det"
)

const (
	streamPrograms = 901
	streamChanges  = 902
)

// randomScene has no two characters in a team: what another claims is known to none that has not perceived it.
const randomScene = `size 40 30
box 8 8 14 12
box 22 16 30 20
wall 18 4 18 14
tps 10
items energy 8 amount 30 respawn 3s as item
items power 6 amount 30 respawn 3s as item
cast planner 1 team 1 respawn 5s noise 6 voice 14
cast planner 1 team 2 respawn 5s noise 6 voice 14
cast planner 1 team 3 respawn 5s noise 6 voice 14
cast planner 1 team 4 respawn 5s noise 6 voice 14
cast keeper 1 team 5 respawn 5s noise 6 voice 14
cast keeper 1 team 6 respawn 5s noise 6 voice 14
cast keeper 1 team 7 respawn 5s noise 6 voice 14
cast keeper 1 team 8 respawn 5s noise 6 voice 14
cast wanter 1 team 9 respawn 5s noise 6 voice 14
cast wanter 1 team 10 respawn 5s noise 6 voice 14
cast wanter 1 team 11 respawn 5s noise 6 voice 14
cast wanter 1 team 12 respawn 5s noise 6 voice 14
cast holder 1 team 21 respawn 5s
cast holder 1 team 22 respawn 5s
`

// randomHead declares what the programs at random have in common.
const randomHead = `
type thing max 200
type item : thing
type person : thing
type call = { silence, here, away }
sense sight { range 10; cone 140deg; line_of_sight; touch_range 1; reaction 0.2s }
sense hearing { damping 0.5; blur 0.1; confidence 0.6; heed 2s }
sense damage { confidence 0.9 }
memory short { span 12s; decay 0.05/s; predict 1s; spread 0.5/s; max_spread 4; miss_range 1; promote_times 3 }
memory long { capacity 8; decay 0.02/s }
state agent {
    sensed energy: float = 1
    sensed power: float
    sensed pos: vec2
    remembered position(x: thing): vec2
    remembered confidence(x: thing): float
    remembered said(p: person): call
    mood: int 0..9
    last: person
    sensed grip: thing
    distance(x: thing) := dist(pos, position(x))
}
action move_to(x: thing) uses legs
action approach(p: person) uses legs
action flee_from(p: person) uses legs
action search_at(x: thing) uses legs
action follow(p: person) uses legs
action wander_about uses legs
action look_around uses legs
action pick_up(i: item) uses hands
action strike(p: person) uses hands
operator hold(x: thing) { do look_around; claim x world; while grip == x }
operator keep_watch { do look_around; while grip == none }
task grasp { method "h" when grip != none { hold(grip) }; method "w" { keep_watch } }
agent holder { plan grasp; body person }
`

// writer writes random programs whose plans, trees, goals and wants are about memories.
type writer struct {
	*det.Rand
	b strings.Builder
}

func (w *writer) pick(list ...string) string { return list[w.Intn(len(list))] }

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

// about returns a condition on a remembered thing, or nothing.
func (w *writer) about(before, x string) string {
	of := []string{"remembered(X)", "distance(X) < 9", "confidence(X) > 0.3", "remembered(X) && distance(X) > 2"}
	if x == "p" {
		of = append(of, "said(X) != away", "said(X) == here || distance(X) < 6")
	}
	return w.pick("", before+"("+strings.ReplaceAll(w.pick(of...), "X", x)+")")
}

// say returns what an agent calls out, or nothing.
func (w *writer) say() string {
	return w.pick("", `; say "here!" as here gap 2s`, `; say "away!", "go!" as away gap 1s`, `; say "oh" gap 0s`)
}

func (w *writer) condition() string {
	return w.pick("energy < 0.6", "power > 0.2", "mood > 4", "mood < 7")
}

func (w *writer) effect() string { return w.pick("mood += 1", "mood = 0", "mood = 5") }

// claim returns what a step claims, or nothing.
func (w *writer) claim(x string) string {
	return w.pick("", "; claim "+x+" world", "; claim "+x+" world priority 1")
}

// chase is an activity about a person.
func (w *writer) chase() string {
	return w.pick("approach(p)", "flee_from(p)", "search_at(p)", "move_to(p)", "strike(p)")
}

func (w *writer) fetch() string { return w.pick("move_to(i)", "search_at(i)", "pick_up(i)") }

func (w *writer) operators() {
	for n := range 3 {
		w.line("operator chase%d(p: person) { do %s%s%s; effect %s%s%s%s%s%s }", n, w.chase(), w.claim("p"), w.say(), w.pick(w.effect(), "last = p"), w.about("; while ", "p"), w.about("; until !", "p"),
			w.pick("", "; fail_after 4s", "; succeed_after 3s"), w.pick("", "; retry 1", "; commit 1s"), w.pick("", "; cooldown 2s", "; ban 2s", "; ban none"))
		w.line("operator fetch%d(i: item) { do %s%s; effect %s%s%s }", n, w.fetch(), w.claim("i"), w.effect(), w.about("; while ", "i"), w.pick("", "; fail_after 6s"))
	}
	w.line("operator roam { do wander_about; effect %s%s }\noperator gaze { do look_around; effect %s }", w.effect(), w.say(), w.effect())
}

func (w *writer) tasks() {
	person := func() string {
		return fmt.Sprintf(" each p in remembered person%s order distance(p)%s", w.about(" where ", "p"), w.pick("", " margin 2"))
	}
	for n := range 2 {
		w.line("task deal%d {\n method \"p\" when %s%s { chase%d(p); chase%d(p) }\n method \"i\"%s each i in remembered item order distance(i) { fetch%d(i); pick%d(i) }\n method \"r\" { roam; gaze }\n}",
			n, w.condition(), person(), w.Intn(3), w.Intn(3), w.pick("", " when "+w.condition()), w.Intn(3), n)
		w.line("operator pick%d(i: item) { do pick_up(i)%s; effect %s }", n, w.claim("i"), w.effect())
	}
}

func (w *writer) trees() {
	w.line("tree meet(p: person) { %s { %s; %s } }", w.pick("sequence", "selector", "sequence while "+w.pick("remembered(p)", "distance(p) < 15")), w.chase(), w.chase())
	w.line("tree keep { selector { sequence%s { each p in remembered person%s { %s } }; sequence { each i in remembered item { sequence { %s; %s } } }; plan deal0; wander_about } }",
		w.pick("", " while "+w.condition()), w.about(" where ", "p"), w.pick("meet(p)", "approach(p)", "goal hunt(p)"), w.fetch(), w.fetch())
}

func (w *writer) goals() {
	w.line("goal hunt(p: person) { %s; way \"a\" tries 2 { %s fail_after 5s; strike(p) retry 1 }; way \"b\" { %s } }", w.pick("while remembered(p)", "while "+w.condition()), w.chase(), w.pick("search_at(p)", "meet(p)", "plan deal1"))
	w.line("goal get(i: item) { %s; move_to(i) fail_after 9s; pick_up(i) }\ngoal roaming { %s }", w.pick("while remembered(i)", "while "+w.condition()), w.pick("wander_about", "plan deal1"))
	w.line("brain mind { want hunt(p) each p in remembered person%s { score confidence(p) * %s }; want get(i) each i in remembered item { score 1 - energy }; want roaming { score 0.05 }; %s every 0.5s; backoff 1s to 4s }",
		w.about(" where ", "p"), w.pick("0.5", "power", "energy"), w.pick("", "inertia 0.1;"))
}

// program returns the text of a program.
func (w *writer) program() string {
	w.b.Reset()
	w.b.WriteString(randomHead)
	w.operators()
	w.tasks()
	w.trees()
	w.goals()
	const mind = "sense sight; sense hearing; sense damage; memory short; memory long; body person }"
	w.line("agent planner { plan deal0%s when %s; plan deal1; idle look_around; %s", w.pick("", " best"), w.condition(), mind)
	w.line("agent keeper { tree keep; %s%s", w.pick("", "reaction look_around on hearing cooldown 3s; ", "reaction wander_about on exists(p in remembered person where said(p) == here) cooldown 3s say \"away!\" as away; "), mind)
	w.line("agent wanter { brain mind; %s", mind)
	return w.b.String()
}
