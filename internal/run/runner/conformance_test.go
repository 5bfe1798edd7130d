package runner_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

var update = flag.Bool("update", false, "write the events that happen into the conformance cases")

// TestConformance runs the cases of testdata: a domain, a script of what the host does, and the events that must come
// of it. The lines of a script are:
//
//	tps 10                     ticks in a second (default 10)
//	nodes 5                    nodes of planning for each agent and tick (default: no bound)
//	act buy 3 success          the next call of action buy takes 3 ticks and ends so: success, failure, panic, exit
//	                           (it ends its goroutine), stuck (its abort hook panics) or late (its end hook does); the last line of an action holds for all later
//	                           calls; without any it takes 1 tick and succeeds
//	                           spends: success; in the update before the last it calls Ctx.Spent
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
//	waits                      the times that run for the last agent, as events
//	explain                    why the last agent does what it does, as events
//	look                       what its runner shows: the plan line, when it plans, the steps that run
//	pick 2, join 1             the second agent spawned is the last one from now on; it joins the squad that was spawned first
//	team 3                     the last agent spawned is in a team
//	quit 2                     the second agent spawned leaves its squad
//	rewind                     a crowd made of a snapshot continues
//	reload                     so does one of the next domain; what did not go over, as events. Domains have "-- then --" between them
//	limit 30                   nodes of one planning (default: a hundred thousand)
//	turns 3                    turns for each tick (default: no bound)
//	slices 20                  nodes of planning for all agents and each tick (default: no bound)
//	pictures                   the states that plannings saw are kept
//	quiet step started         events that begin so are left out
//	count step failed          how many events began so, those left out too
//	plannings                  how many there have been since this was last asked, or since the beginning
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
	mute    bool // aborts are not reported
	quiet   []string
	agents  []agent.ID // as they were spawned
	then    []string   // domains to be reloaded
	texts   []string   // of all events
	roused  bool       // before each tick something is written to all states, and taken back
	anew    bool       // after each tick of run, a crowd restored from a snapshot continues
	afresh  bool       // after each tick of run, the crowd takes over its program as if it were a different one
	listed  bool       // after each tick of run, the list says what a snapshot is
	options agent.Options
	starts  int

	plannings int64 // since the script asked
	stops     int
	started   func(id action.AgentID, action string) // may be nil
	stopped   func(id action.AgentID, action string) // may be nil
}

type scripted struct {
	Left int32
	How  int8
}

func load(t testing.TB, domain string) *program.Program {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"case.krk": {Data: []byte(domain)}}, "case.krk")
	if err := ds.Err(); err != nil {
		for _, d := range ds.All {
			t.Error(d.Error())
		}
		t.FailNow()
	}
	return p
}

func newTheatre(t testing.TB, domain string, options agent.Options) *theatre {
	t.Helper()
	domains := strings.Split(domain, "-- then --\n")
	p := load(t, domains[0])
	th := &theatre{t: t, program: p, results: map[string][]result{}, then: domains[1:]}
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
func (th *theatre) bindings() *action.Bindings {
	p := th.program
	b := runner.NewBindings(p.Info)
	for _, a := range p.Info.Actions {
		switch len(a.Params) {
		case 0:
			stage[struct{}](th, b, a.Name)
		case 1:
			stage[struct{ A action.Value }](th, b, a.Name)
		default:
			stage[struct{ A, B action.Value }](th, b, a.Name)
		}
	}
	for _, f := range p.Info.Functions {
		action.BindFunc(b, f.Name, func(p struct{ N int }) bool {
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
	if th.roused {
		th.rouse()
	}
	stepAside(th.crowd)
	th.plannings += th.crowd.View().Stats().Plannings
	if th.listed {
		th.saveByList()
	}
	if th.anew {
		th.rewind()
	}
	if th.afresh {
		th.reloadSame()
	}
}

// stepAside makes a tick in a goroutine of its own, since an action may end it: the tick is made all the same.
func stepAside(c *agent.Crowd) {
	done := make(chan bool)
	go func() {
		defer close(done)
		c.Step()
	}()
	<-done
}

// rouse writes to the states of all agents, and takes that back: something has been written, and nothing has changed.
func (th *theatre) rouse() {
	lo, _ := th.program.Info.Schema.Segment(world.ScopeAgent)
	for id := range th.crowd.All {
		st := th.crowd.State(id)
		was := st.Get(lo)
		st.Set(lo, 1-was)
		st.Set(lo, was)
	}
}

// rewind continues with a crowd that is restored from a snapshot.
func (th *theatre) rewind() {
	o := th.options
	o.TPS = 0
	crowd, report, err := agent.Restore(th.program, th.bindings(), o, th.crowd.Snapshot(nil))
	if err != nil || !report.Same || len(report.Notes) > 0 {
		th.t.Fatalf("tick %d: %v, %+v", th.crowd.Tick(), err, report)
	}
	th.crowd = crowd
}

// reloadSame takes over the program that the crowd has.
func (th *theatre) reloadSame() {
	report, err := th.crowd.Reload(th.program, th.bindings())
	if err != nil || !report.Same || len(report.Notes) > 0 {
		th.t.Fatalf("tick %d: %v, %+v", th.crowd.Tick(), err, report)
	}
}

// saveByList compares a snapshot with one that is written by the list alone.
func (th *theatre) saveByList() {
	quick := th.crowd.Snapshot(nil)
	runner.ByList(func() {
		if listed := th.crowd.Snapshot(nil); !bytes.Equal(listed, quick) {
			th.t.Errorf("tick %d: %d bytes, by the list %d", th.crowd.Tick(), len(quick), len(listed))
		}
	})
}

// reload continues with the next domain, and reports the losses.
func (th *theatre) reload() {
	th.program, th.then = load(th.t, th.then[0]), th.then[1:]
	report, err := th.crowd.Reload(th.program, th.bindings())
	if err != nil {
		th.t.Fatal(err)
	}
	for _, n := range report.Notes {
		fmt.Fprintf(&th.log, "  %s: %s\n", n.What, n.Text)
	}
}

// waits shows the times that run for the last agent.
func (th *theatre) waits() {
	texts := th.crowd.View().Waits(th.last)
	list := th.crowd.View().Runner(th.last).Waits(nil, th.crowd.State(th.last))
	for _, t := range th.crowd.View().Tasks(th.last) {
		list = t.Waits(list, th.crowd.State(th.last))
	}
	for i, w := range list {
		fmt.Fprintf(&th.log, "  | %s (kind %d, step %d, %d of %d ticks, still %v, claimed %v)\n", texts[i], w.Kind, w.Step, w.Ticks, w.Of, w.Still, w.Claimed != 0)
	}
}

// look shows what the runner of the last agent shows.
func (th *theatre) look() {
	r := th.crowd.View().Runner(th.last)
	fmt.Fprintf(&th.log, "  line %d, planned %d, next %d, interval %d, grace %d; limit %q, failure %q in tick %d\n", r.Line(), r.Planned(), r.NextPlanning(), r.Interval(), r.Grace(),
		r.Limit(), r.Failure().Cause, r.Failure().Tick)
	for _, p := range r.Steps(nil) {
		fmt.Fprintf(&th.log, "  step %d, %s: since %d, %d running, expecting %v\n", p.Step, th.program.Info.Operators[p.Operator].Name, p.Begun, len(p.Running), p.Expecting)
	}
	for _, t := range th.crowd.View().Tasks(th.last) {
		fmt.Fprintf(&th.log, "  plan within, level %d: planned %d, next %d, %d steps\n", t.Level(), t.Planned(), t.NextPlanning(), len(t.Steps(nil)))
	}
}

var hows = []string{"success", "failure", "panic", "stuck", "late", "exit", "spends"}

// stage binds an action to the script.
func stage[P any](th *theatre, b *action.Bindings, name string) {
	action.Bind(b, name, func(c *action.Ctx, p *P, s *scripted) action.Status {
		if s.Left--; s.Left == 1 && hows[s.How] == "spends" {
			c.Spent()
		}
		if s.Left > 0 {
			return action.Running
		}
		switch hows[s.How] {
		case "failure":
			return action.Failure
		case "panic":
			panic("as the script says")
		case "exit":
			runtime.Goexit()
		}
		return action.Success
	}, action.OnStart(func(c *action.Ctx, p *P, s *scripted) {
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
	}), action.OnEnd(func(c *action.Ctx, p *P, s *scripted, status action.Status) {
		th.ended(c, name)
		if hows[s.How] == "late" {
			panic("cannot end")
		}
	}), action.OnAbort(func(c *action.Ctx, p *P, s *scripted, r action.Reason) {
		th.ended(c, name)
		if !th.mute {
			fmt.Fprintf(&th.log, "  %s aborted: %s\n", name, r)
		}
		if hows[s.How] == "stuck" {
			panic("cannot stop")
		}
	}))
}

func (th *theatre) ended(c *action.Ctx, action string) {
	th.stops++
	if th.stopped != nil {
		th.stopped(c.Agent(), action)
	}
}

// place is where something panicked in this file, which is not part of a case.
var place = regexp.MustCompile(` \(conformance_test\.go:\d+\)`)

func (th *theatre) event(e runner.Event) {
	who, text := "", place.ReplaceAllString(th.crowd.View().Text(e), "")
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
	case *struct{ A action.Value }:
		return "(" + p.A.Text(st) + ")"
	case *struct{ A, B action.Value }:
		return "(" + p.A.Text(st) + ", " + p.B.Text(st) + ")"
	}
	return "()"
}

// tell shows the cells of a symbol that differ from its default, or one cell.
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
	for word, option := range map[string]*int{"nodes ": &options.NodesPerTick, "turns ": &options.TurnsPerTick, "slices ": &options.CrowdNodesPerTick, "limit ": &options.Limits.Nodes} {
		if _, rest, ok := strings.Cut("\n"+script, "\n"+word); ok {
			n, _, _ := strings.Cut(rest, "\n")
			*option, _ = strconv.Atoi(n)
		}
	}
	options.Pictures = options.Pictures || strings.Contains("\n"+script, "\npictures\n")
	return newTheatre(t, domain, options)
}

// play follows a script and returns the reports.
func (th *theatre) play(script string) string {
	for line := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		th.follow(line)
	}
	reported := th.log.String()
	th.checkLifecycle()
	return reported
}

// checkLifecycle checks that every started action still runs or has ended. If trees and goals run too, all agents leave
// before that.
func (th *theatre) checkLifecycle() {
	if info := th.program.Info; len(info.Trees)+len(info.Goals) > 0 {
		for id := range th.crowd.All {
			th.crowd.Remove(id)
		}
	}
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
	case "tps", "nodes", "turns", "slices", "limit", "pictures":
	case "waits":
		th.waits()
	case "explain":
		for l := range strings.SplitSeq(place.ReplaceAllString(th.crowd.View().Explain(th.last), ""), "\n") {
			th.log.WriteString("  | " + l + "\n")
		}
	case "look":
		th.look()
	case "pick":
		th.last = th.agents[number(1)-1]
	case "join":
		if err := th.crowd.Join(th.agents[number(1)-1], th.last); err != nil {
			th.t.Fatal(err)
		}
	case "team":
		if !th.crowd.SetTeam(th.last, int64(number(1))) {
			th.t.Fatal("it has left")
		}
	case "quit":
		if !th.crowd.Leave(th.agents[number(1)-1]) {
			th.t.Fatal("it is in no squad")
		}
	case "rewind":
		th.rewind()
	case "reload":
		th.reload()
	case "act":
		th.results[words[1]] = append(th.results[words[1]], result{number(2), words[3]})
	case "spawn":
		th.many = th.many || th.last != 0
		th.last = th.crowd.Spawn(words[1])
		th.agents = append(th.agents, th.last)
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
		for len(th.crowd.View().Objects(words[1])) < number(2) {
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
	case "plannings":
		fmt.Fprintf(&th.log, "  %d plannings\n", th.plannings)
		th.plannings = 0
	case "set":
		th.assign(th.crowd.State(th.last), strings.TrimPrefix(line, "set "))
	case "world":
		th.assign(th.crowd.Target(0, true), strings.TrimPrefix(line, "world "))
	case "add":
		if _, err := th.crowd.AddObject(words[1], words[2]); err != nil {
			th.t.Fatal(err)
		}
	case "remove":
		o, ok := th.crowd.View().ObjectNamed(words[1])
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
		for l := range strings.SplitSeq(place.ReplaceAllString(th.crowd.View().WhyIdle(th.last), ""), "\n") {
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
