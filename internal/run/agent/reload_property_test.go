package agent_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// editor makes random edits of a program, as a designer does who works on a running game.
type editor struct {
	*det.Rand
	count int
}

var numberPattern = regexp.MustCompile(`\b[0-9]+(\.[0-9]+)?`)

// edit returns a text with one edit that loads, and the edit; empty: none was found.
func (w *editor) edit(text string) (next, what string) {
	for range 40 {
		next, what = w.try(text)
		if next == text || next == "" {
			continue
		}
		if _, ds := program.Load(fstest.MapFS{"hive.krk": {Data: []byte(next)}}, "hive.krk"); ds.Err() == nil {
			return next, what
		}
	}
	return "", ""
}

func (w *editor) try(text string) (next, what string) {
	switch w.Intn(7) {
	case 0:
		at := numberPattern.FindAllStringIndex(text, -1)
		if len(at) == 0 {
			return text, ""
		}
		p := at[w.Intn(len(at))]
		old := text[p[0]:p[1]]
		n, _ := strconv.ParseFloat(old, 64)
		now := strconv.FormatFloat(n+1, 'g', 6, 64)
		if strings.Contains(old, ".") {
			now = strconv.FormatFloat(n/2, 'g', 6, 64)
		}
		return text[:p[0]] + now + text[p[1]:], "number " + old + " to " + now
	case 1:
		w.count++
		more := [...]string{"action late%d", "state agent { extra%d: int 0..9 = 4 }", "type rock%d max 3", "action jump%[1]d\noperator hop%[1]d { do jump%[1]d }\ntask hopping%[1]d { method \"hop\" { hop%[1]d } }",
			"state world { more%d: bool }"}
		added := fmt.Sprintf(more[w.Intn(len(more))], w.count)
		return text + "\n" + added + "\n", "add " + added
	}
	from, to := segment(text, w.Intn(len(text)))
	if to <= from {
		return text, ""
	}
	part := text[from:to]
	switch w.Intn(6) {
	case 0, 1, 2:
		return text[:from] + text[min(to+1, len(text)):], "remove " + part
	case 3:
		return text[:from] + part + "; " + text[from:], "twice " + part
	case 4:
		more := [...]string{"wait 0.3s", "if n > 3", "set n = 2", "limit 3 { wait 0.2s }", "bite", "hum"}
		added := more[w.Intn(len(more))]
		return text[:from] + " " + added + "; " + text[from:], "insert " + added + " before " + part
	}
	if from2, to2 := segment(text, min(to+1, len(text)-1)); from2 == to+1 && to2 > from2 && text[to] == ';' {
		return text[:from] + text[from2:to2] + ";" + part + text[to2:], "swap " + part
	}
	return text, ""
}

// segment returns the clause, node or declaration that begins behind the first separator from a place on.
func segment(text string, at int) (from, to int) {
	for from = at; from < len(text) && !strings.ContainsRune(";{}\n", rune(text[from])); from++ {
	}
	if at == 0 || strings.ContainsRune(";{}\n", rune(text[at-1])) {
		from = at - 1
	}
	from++
	depth := 0
	for to = from; to < len(text); to++ {
		switch text[to] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return from, to
			}
		case ';', '\n':
			if depth == 0 {
				return from, to
			}
		}
	}
	return from, to
}

// chart is a host that knows which of its actions run.
type chart struct {
	crowd   *agent.Crowd
	runs    map[agent.ID]int
	aborted map[agent.ID][]action.Reason
}

// chore is the private state of an action.
type chore struct{ Left int32 }

func (h *chart) bindings(p *program.Program) *action.Bindings {
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		action.Bind(b, a.Name, func(c *action.Ctx, _ *action.Arguments, s *chore) action.Status {
			if s.Left--; s.Left > 0 {
				return action.Running
			}
			if c.Rand().Intn(5) == 0 {
				return action.Failure
			}
			return action.Success
		}, action.OnStart(func(c *action.Ctx, _ *action.Arguments, s *chore) {
			s.Left = int32(1 + c.Rand().Intn(9))
			h.runs[c.Agent()]++
		}),
			action.OnEnd(func(c *action.Ctx, _ *action.Arguments, _ *chore, _ action.Status) { h.runs[c.Agent()]-- }),
			action.OnAbort(func(c *action.Ctx, _ *action.Arguments, _ *chore, r action.Reason) {
				h.runs[c.Agent()]--
				h.aborted[c.Agent()] = append(h.aborted[c.Agent()], r)
			}))
	}
	return b
}

// draft is a crowd whose program is edited while it runs.
type draft struct {
	t     *testing.T
	seed  uint64
	scene *scene
	text  string
	host  *chart
	fog   *fog
}

func newDraft(t *testing.T, name, text string, seed uint64, o agent.Options) *draft {
	s := newScene(t, name, fstest.MapFS{"hive.krk": {Data: []byte(text)}}, "hive.krk", o)
	e := &draft{t: t, seed: seed, scene: s, text: text, fog: &fog{}, host: &chart{runs: map[agent.ID]int{}, aborted: map[agent.ID][]action.Reason{}}}
	s.minds = strings.Contains(text, "type being")
	c, err := agent.New(s.program, e.host.bindings(s.program), e.options(e.fog))
	if err != nil {
		t.Fatal(err)
	}
	e.host.crowd, e.fog.crowd = c, c
	for i := range 3 {
		for _, k := range s.program.Info.Agents {
			if id := c.Spawn(k.Name); i > 0 && k.Squad != nil {
				for of := range c.All {
					if c.KindOf(of) == k.Squad.Name {
						c.Join(of, id)
						break
					}
				}
			}
		}
	}
	return e
}

func (e *draft) options(f *fog) agent.Options {
	o := e.scene.options
	if e.scene.minds {
		o.Senses = f
	}
	return o
}

func (e *draft) run(c *agent.Crowd, ticks int) {
	for range ticks {
		e.scene.drive(c)
		c.Step()
	}
}

// reload reloads an edited text, and checks the laws.
func (e *draft) reload(text, what string) {
	t, c, h := e.t, e.host.crowd, e.host
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("seed %d, %s, tick %d: %s", e.seed, what, c.Tick(), fmt.Sprintf(format, args...))
	}
	next := newScene(t, e.scene.name, fstest.MapFS{"hive.krk": {Data: []byte(text)}}, "hive.krk", e.scene.options)
	next.minds = e.scene.minds
	before, was := remembered(c), map[agent.ID]string{}
	for id := range c.All {
		was[id] = activities(c, id)
	}
	saved := c.Snapshot(nil)
	clear(h.aborted)
	report, err := c.Reload(next.program, h.bindings(next.program))
	if err != nil {
		if !bytes.Equal(saved, c.Snapshot(nil)) || len(h.aborted) > 0 {
			fail("a reload that is refused has changed something: %v", err)
		}
		return
	}
	lost, forgets := map[agent.ID]bool{}, map[agent.ID]bool{}
	for i := range report.Losses {
		l := &report.Losses[i]
		if l.Kind == 0 || l.Text == "" || l.Why == "" || len(l.Agents) == 0 || len(l.Names) != min(len(l.Agents), agent.MaxNamed) {
			fail("%+v", l)
		}
		for _, id := range l.Agents {
			lost[id] = true
			forgets[id] = forgets[id] || l.Kind == agent.LostMemory
		}
	}
	for id, why := range h.aborted {
		if !lost[id] && slices.Contains(why, action.ProgramChanged) {
			fail("an action of agent %d, a %s, was aborted, and the report does not say so: %v\n%v\nit did %s\nand does %s", id, c.KindOf(id), why, report.Notes, was[id], activities(c, id))
		}
	}
	for id := range was {
		if !c.Has(id) {
			if !lost[id] {
				fail("agent %d is gone", id)
			}
			continue
		}
		if now := activities(c, id); !lost[id] && len(h.aborted[id]) == 0 && now != was[id] {
			fail("agent %d did\n%s\nand does\n%s", id, was[id], now)
		}
	}
	after := remembered(c)
	for _, m := range before {
		o, ok := report.Object(world.Object(m.object))
		if ok && c.Has(m.agent) && c.World().Alive(o) && !forgets[m.agent] &&
			!slices.ContainsFunc(after, func(n memo) bool { return n.agent == m.agent && n.object == sense.ObjectID(o) }) {
			fail("agent %d has forgotten object %d", m.agent, o)
		}
	}
	e.scene, e.text = next, text
	saved = c.Snapshot(nil)
	twin := &chart{runs: map[agent.ID]int{}, aborted: map[agent.ID][]action.Reason{}}
	f := &fog{}
	other, again, err := agent.Restore(next.program, twin.bindings(next.program), e.options(f), saved)
	if err != nil || !again.Same {
		fail("restoring: %v, %+v", err, again)
	}
	f.crowd, twin.crowd = other, other
	e.run(c, 15)
	e.run(other, 15)
	if c.TraceHash() != other.TraceHash() || doing(c) != doing(other) {
		fail("a snapshot that was taken after the reload continues differently")
	}
}

// close ends all, and checks that nothing is left.
func (e *draft) close() {
	c := e.host.crowd
	for id := range c.All {
		c.Remove(id)
	}
	c.Step()
	left := 0
	for _, n := range e.host.runs {
		left += max(n, -n)
	}
	if left > 0 || c.Running() > 0 {
		e.t.Errorf("seed %d: %d activities run of agents that have left, the host counts %d", e.seed, c.Running(), left)
	}
}

// activities describes what an agent runs, in no order: layers may change places.
func activities(c *agent.Crowd, id agent.ID) string {
	var list []string
	for _, r := range c.View().Running(id) {
		nodes := 0
		if r.Tree != nil {
			for i := range r.Tree.Program().Len() {
				if r.Tree.Status(int32(i)) == bt.Running {
					nodes++
				}
			}
		}
		list = append(list, fmt.Sprintf("%v %s, %d nodes", r.Kind, r.Name, nodes))
	}
	slices.Sort(list)
	return strings.Join(list, "; ")
}

// TestRandomEdits reloads programs while they run with random edits. Everything that the edit does not touch continues,
// the report lists the losses, and a restored crowd continues the same way.
func TestRandomEdits(t *testing.T) {
	serial(t)
	rounds := sized(2, 2, 40)
	for _, s := range []struct{ name, text string }{
		{"minds", everything + grove + hive}, {"reactions", everything + grove + hive + kennel}, {"squads", everything + grove + hive + wolfpack}, {"trees", everything + grove},
		{"hounds", hounds}, {"garrison", garrison}, {"herd", herd}, {"watch", watch},
	} {
		t.Run(s.name, func(t *testing.T) {
			for _, seed := range seedsFor("EDITS", sized(2, 2, 30)) {
				r := det.NewRand(seed, 17, 1)
				e, w := newDraft(t, s.name, s.text, seed, agent.Options{Seed: seed}), &editor{Rand: &r}
				for range rounds {
					e.run(e.host.crowd, 5+r.Intn(30))
					if next, what := w.edit(e.text); next != "" {
						e.reload(next, what)
					}
				}
				e.close()
			}
		})
	}
	t.Run("examples", func(t *testing.T) {
		files, err := filepath.Glob("../../../examples/*/*.krk")
		if err != nil {
			t.Fatal(err)
		}
		tried := 0
		for i, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, ds := program.Load(fstest.MapFS{"hive.krk": {Data: text}}, "hive.krk")
			if ds.Err() != nil || len(p.Info.Functions) > 0 || len(p.Info.Agents) == 0 {
				continue // it is a part of another, or needs a host of its own
			}
			tried++
			r := det.NewRand(uint64(i), 17, 3)
			e, w := newDraft(t, file, string(text), uint64(i), agent.Options{Seed: uint64(i)}), &editor{Rand: &r}
			for range rounds {
				e.run(e.host.crowd, 5+r.Intn(40))
				if next, what := w.edit(e.text); next != "" {
					e.reload(next, what)
				}
			}
			e.close()
		}
		if tried < 6 {
			t.Errorf("%d examples were edited", tried)
		}
	})
	t.Run("random", func(t *testing.T) {
		for _, seed := range seedsFor("EDITS", sized(6, 6, 300)) {
			r := det.NewRand(seed, 17, 2)
			_, text := programAtRandom(t, seed, &r)
			e, w := newDraft(t, "random", text, seed, agent.Options{Seed: seed}), &editor{Rand: &r}
			for range rounds {
				e.run(e.host.crowd, 5+r.Intn(40))
				if next, what := w.edit(e.text); next != "" {
					e.reload(next, what)
				}
			}
			e.close()
		}
	})
}

// TestReloadingRandomProgramsChangesNothing: reloading the same source does not change a run.
func TestReloadingRandomProgramsChangesNothing(t *testing.T) {
	serial(t)
	for _, seed := range seedsFor("EDITS", sized(5, 5, 200)) {
		r := det.NewRand(seed, 17, 2)
		_, text := programAtRandom(t, seed, &r)
		plain, e := newDraft(t, "random", text, seed, agent.Options{Seed: seed}), newDraft(t, "random", text, seed, agent.Options{Seed: seed})
		for range 120 {
			plain.run(plain.host.crowd, 1)
			c := e.host.crowd
			if e.run(c, 1); c.Tick()%7 == 3 {
				if report, err := c.Reload(e.scene.program, e.host.bindings(e.scene.program)); err != nil || !report.Same || len(report.Notes) > 0 {
					t.Fatal(err, report)
				}
			}
			if c.TraceHash() != plain.host.crowd.TraceHash() {
				t.Fatalf("seed %d, tick %d: a reload has changed the run", seed, c.Tick())
			}
		}
		e.close()
	}
}
