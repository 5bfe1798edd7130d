package runner_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/activity"
	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
	"github.com/karakuri-ai/karakuri/program"
	"github.com/karakuri-ai/karakuri/runner"
	"github.com/karakuri-ai/karakuri/world"
)

var update = flag.Bool("update", false, "write the events that happen into the conformance cases")

// TestConformance runs the cases of testdata: a domain, a script of what the host does, and the events that must come of it.
// The lines of a script are:
//
//	tps 10                     ticks in a second (default 10)
//	nodes 5                    nodes of planning for each agent and tick (default: no bound)
//	act buy 3 success          the next call of action buy takes 3 ticks and ends so: success, failure, panic, stuck (its
//	                           abort hook panics) or late (its end hook does); the last line of an action holds for all later
//	                           calls; without any it takes 1 tick and succeeds
//	spawn guard                adds an agent
//	run 5                      5 ticks
//	set money = 3              the host writes a symbol of the last agent spawned
//	world price = 3            the host writes a shared symbol
//	flicker sight 3 600        600 ticks; every 3 of them the host writes to a bool that it is not as before
//	add enemy e2, remove e2    objects
//	fill enemy 300             as many of a type as that makes
//	leave                      the last agent spawned is removed
//	why                        why it is idle, as an event
//	tell money                 the value of a cell, as an event
//	show                       actions tell their arguments when they start
//	quiet step started         events that begin so are left out
//	count step failed          how many events began so, those left out too
func TestConformance(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			head, rest, ok1 := strings.Cut(string(text), "-- script --\n")
			script, want, ok2 := strings.Cut(rest, "-- events --\n")
			about, domain, ok3 := strings.Cut(head, "-- domain --\n")
			if !ok1 || !ok2 || !ok3 {
				t.Fatal("a case has the parts domain, script and events")
			}
			got := play(t, domain, script)
			if *update {
				out := about + "-- domain --\n" + domain + "-- script --\n" + script + "-- events --\n" + got
				if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != want {
				t.Errorf("%s\ngot:\n%s\nwant:\n%s", about, got, want)
			}
		})
	}
}

// result is how a call of an action goes.
type result struct {
	ticks int
	how   string
}

// theatre is a crowd whose actions follow a script.
type theatre struct {
	t       testing.TB
	program *program.Program
	crowd   *agent.Crowd
	log     strings.Builder
	results map[string][]result
	last    agent.ID
	many    bool
	show    bool
	mute    bool // aborts are not told
	quiet   []string
	texts   []string // of all events
	anew    bool     // after each tick of run, a crowd made of a snapshot goes on
	options agent.Options
	starts  int
	stops   int
	started func(id activity.AgentID, action string) // may be nil
	stopped func(id activity.AgentID, action string) // may be nil
}

type scripted struct {
	Left int32
	How  int8
}

func newTheatre(t testing.TB, domain string, options agent.Options) *theatre {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"case.krk": {Data: []byte(domain)}}, "case.krk")
	if err := ds.Err(); err != nil {
		for _, d := range ds.All {
			t.Error(d.Error())
		}
		t.FailNow()
	}
	th := &theatre{t: t, program: p, results: map[string][]result{}}
	if options.Sink == nil {
		options.Sink = runner.SinkFunc(th.event)
	}
	th.options = options
	crowd, err := agent.New(p, th.bindings(), options)
	if err != nil {
		t.Fatal(err)
	}
	th.crowd = crowd
	return th
}

// bindings binds all actions and functions of the program.
func (th *theatre) bindings() *activity.Bindings {
	p := th.program
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		switch len(a.Params) {
		case 0:
			stage[struct{}](th, b, a.Name)
		case 1:
			stage[struct{ A activity.Value }](th, b, a.Name)
		default:
			stage[struct{ A, B activity.Value }](th, b, a.Name)
		}
	}
	for _, f := range p.Info.Functions {
		activity.BindFunc(b, f.Name, func(p struct{ N int }) bool {
			if p.N > 10 {
				panic("no answer")
			}
			return p.N > 0
		})
	}
	return b
}

// step makes a tick.
func (th *theatre) step() {
	th.crowd.Step()
	if !th.anew {
		return
	}
	o := th.options
	o.TPS = 0
	crowd, report, err := agent.Restore(th.program, th.bindings(), o, th.crowd.Snapshot(nil))
	if err != nil || !report.Same || len(report.Notes) > 0 {
		th.t.Fatalf("tick %d: %v, %+v", th.crowd.Tick(), err, report)
	}
	th.crowd = crowd
}

var hows = []string{"success", "failure", "panic", "stuck", "late"}

// stage binds an action to the script.
func stage[P any](th *theatre, b *activity.Bindings, name string) {
	activity.Bind(b, name, func(c *activity.Ctx, p *P, s *scripted) activity.Status {
		if s.Left--; s.Left > 0 {
			return activity.Running
		}
		switch hows[s.How] {
		case "failure":
			return activity.Failure
		case "panic":
			panic("as the script says")
		}
		return activity.Success
	}, activity.OnStart(func(c *activity.Ctx, p *P, s *scripted) {
		th.starts++
		if th.started != nil {
			th.started(c.Agent(), name)
		}
		if th.show {
			fmt.Fprintf(&th.log, "  %s%s\n", name, arguments(p, c.State()))
		}
		r := result{1, "success"}
		if list := th.results[name]; len(list) > 0 {
			r = list[0]
			if len(list) > 1 {
				th.results[name] = list[1:]
			}
		}
		s.Left = int32(r.ticks)
		for i, how := range hows {
			if how == r.how {
				s.How = int8(i)
			}
		}
	}), activity.OnEnd(func(c *activity.Ctx, p *P, s *scripted, status activity.Status) {
		th.ended(c, name)
		if hows[s.How] == "late" {
			panic("cannot end")
		}
	}), activity.OnAbort(func(c *activity.Ctx, p *P, s *scripted, r activity.Reason) {
		th.ended(c, name)
		if !th.mute {
			fmt.Fprintf(&th.log, "  %s aborted: %s\n", name, r)
		}
		if hows[s.How] == "stuck" {
			panic("cannot stop")
		}
	}))
}

func (th *theatre) ended(c *activity.Ctx, action string) {
	th.stops++
	if th.stopped != nil {
		th.stopped(c.Agent(), action)
	}
}

// place is where something panicked in this file, which is no part of a case.
var place = regexp.MustCompile(` \(conformance_test\.go:\d+\)`)

func (th *theatre) event(e runner.Event) {
	who, text := "", place.ReplaceAllString(th.crowd.Text(e), "")
	th.texts = append(th.texts, text)
	for _, start := range th.quiet {
		if strings.HasPrefix(text, start) {
			return
		}
	}
	if th.many {
		who = fmt.Sprintf(" agent %d", e.Agent&0xff)
	}
	fmt.Fprintf(&th.log, "%d%s %s\n", e.Tick, who, text)
}

// arguments shows what an action was given.
func arguments(p any, st *world.State) string {
	switch p := p.(type) {
	case *struct{ A activity.Value }:
		return "(" + p.A.Text(st) + ")"
	case *struct{ A, B activity.Value }:
		return "(" + p.A.Text(st) + ", " + p.B.Text(st) + ")"
	}
	return "()"
}

// tell shows what differs from its default in a symbol, or one cell of it.
func (th *theatre) tell(text string) {
	name, _, _ := strings.Cut(text, "(")
	st := th.crowd.State(th.last)
	sym := th.program.Info.Symbol(name)
	value := world.FormatWord(st.Schema(), st, sym.Type, sym.Default[:sym.Type.Width()])
	for args, words := range func(yield func(args, words []world.Word) bool) { st.Cells(sym, yield) } {
		at, _ := sym.Addr(args...)
		if world.FormatCell(st, sym, at) == text {
			value = world.FormatWord(st.Schema(), st, sym.Type, words)
		}
	}
	fmt.Fprintf(&th.log, "  %s is %s\n", text, value)
}

func play(t *testing.T, domain, script string) string {
	return stageOf(t, domain, script, agent.Options{}).play(script)
}

// stageOf returns the crowd of a script.
func stageOf(t *testing.T, domain, script string, options agent.Options) *theatre {
	if _, rest, ok := strings.Cut(script, "tps "); ok {
		n, _, _ := strings.Cut(rest, "\n")
		options.TPS, _ = strconv.Atoi(n)
	}
	if _, rest, ok := strings.Cut(script, "nodes "); ok {
		n, _, _ := strings.Cut(rest, "\n")
		options.NodesPerTick, _ = strconv.Atoi(n)
	}
	return newTheatre(t, domain, options)
}

// play follows a script and returns what is told.
func (th *theatre) play(script string) string {
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		th.follow(line)
	}
	th.checkLifecycle()
	return th.log.String()
}

// checkLifecycle checks that what was started is what still runs and what has ended.
func (th *theatre) checkLifecycle() {
	if running := th.crowd.Running(); th.starts-th.stops != running {
		th.t.Errorf("%d actions were started and %d ended, but %d are running", th.starts, th.stops, running)
	}
}

// follow does one line of a script.
func (th *theatre) follow(line string) {
	words := strings.Fields(line)
	number := func(i int) int {
		n, err := strconv.Atoi(words[i])
		if err != nil {
			th.t.Fatalf("%s: %v", line, err)
		}
		return n
	}
	switch words[0] {
	case "tps", "nodes":
	case "act":
		th.results[words[1]] = append(th.results[words[1]], result{number(2), words[3]})
	case "spawn":
		th.many = th.many || th.last != 0
		th.last = th.crowd.Spawn(words[1])
	case "run":
		for range number(1) {
			th.step()
		}
	case "flicker":
		for i := range number(3) {
			if i%number(2) == 0 {
				th.assign(th.crowd.State(th.last), fmt.Sprintf("%s = %v", words[1], i/number(2)%2 == 1))
			}
			th.step()
		}
	case "fill":
		for len(th.crowd.Objects(words[1])) < number(2) {
			if _, err := th.crowd.AddObject(words[1], ""); err != nil {
				th.t.Fatal(err)
			}
		}
	case "count":
		start, n := strings.TrimPrefix(line, "count "), 0
		for _, text := range th.texts {
			if strings.HasPrefix(text, start) {
				n++
			}
		}
		fmt.Fprintf(&th.log, "  %d × %s\n", n, start)
	case "set":
		th.assign(th.crowd.State(th.last), strings.TrimPrefix(line, "set "))
	case "world":
		th.assign(th.crowd.Target(0, true), strings.TrimPrefix(line, "world "))
	case "add":
		if _, err := th.crowd.AddObject(words[1], words[2]); err != nil {
			th.t.Fatal(err)
		}
	case "remove":
		o, ok := th.crowd.ObjectNamed(words[1])
		if !ok || !th.crowd.RemoveObject(o) {
			th.t.Fatalf("%s: no such object", line)
		}
	case "tell":
		th.tell(strings.TrimPrefix(line, "tell "))
	case "show":
		th.show = true
	case "quiet":
		th.quiet = append(th.quiet, strings.TrimPrefix(line, "quiet "))
	case "leave":
		th.crowd.Remove(th.last)
	case "why":
		for l := range strings.SplitSeq(th.crowd.WhyIdle(th.last), "\n") {
			th.log.WriteString("  | " + l + "\n")
		}
	default:
		th.t.Fatalf("unknown line %q", line)
	}
}

func (th *theatre) assign(st *world.State, text string) {
	var ds diag.List
	effects := expr.ParseEffectString(diag.NewSource("script", text), &ds)
	if ds.HasErrors() || !th.program.Info.ResolveAssign(effects, st, &ds) {
		th.t.Fatal(ds.Err())
	}
}
