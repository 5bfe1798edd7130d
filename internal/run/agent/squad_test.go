package agent_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

var updateSquads = flag.Bool("update-squads", false, "write the events that happen into the cases of squads")

// TestSquads plays the cases of testdata/squads and testdata/barks: a domain, a script of what the host does, and the
// events that must come of it. The lines of a script are:
//
//	spawn fireteam S           adds an agent, or a squad, which goes by the name S in what follows
//	join S a b                 a and b join S; one that cannot is reported
//	leave a, remove a          a leaves its squad, or the crowd
//	act shoot 3 success        the next call of the action takes 3 ticks and ends so: success, failure or panic; the last line of an action holds for all later
//	                           calls; without any it takes 1 tick and succeeds
//	act a.shoot 3 failure      the same for one agent, which goes first
//	act a.flee out 2 success   the same, and the agent leaves the crowd when it starts
//	set a hp 3                 the host writes a symbol of an agent, or of its squad: set a courage(b) 0.7 is about the body of b
//	show a hp                  the value that an agent knows, as an event
//	gone wall                  an object is removed
//	only lease, order          from here on only events that have one of these words in them are reported
//	explain S                  what Explain says, as an event
//	run 5                      5 ticks
func TestSquads(t *testing.T) {
	files, err := filepath.Glob("testdata/[bs]*/*.txt")
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
			f := newField(t, domain, agent.Options{})
			f.play(script)
			f.finish()
			if *updateSquads {
				out := about + "-- domain --\n" + domain + "-- script --\n" + script + "-- events --\n" + f.log.String()
				if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got := f.log.String(); got != want {
				t.Errorf("%s\ngot:\n%s\nwant:\n%s", about, got, want)
			}
		})
	}
}

// outcome is how a call of an action goes.
type outcome struct {
	ticks int32
	how   string
	out   bool
}

// field is a crowd with squads whose actions follow a script.
type field struct {
	*agent.Crowd
	t       testing.TB
	program *program.Program
	log     strings.Builder
	results map[string][]outcome
	names   map[string]agent.ID
	called  map[agent.ID]string
	texts   []string // pairs of what events call agents, and what the script does
	only    []string
	starts  int
	stops   int
	mute    bool                        // actions only do what the script says
	holders map[string]map[agent.ID]int // by action: the agents that do it now
	most    map[string]int              // by action: how many did it at once
}

type staged struct {
	Left int32
	How  int8
	Done bool
}

var stagedHows = []string{"success", "failure", "panic"}

func newField(t testing.TB, domain string, o agent.Options) *field {
	t.Helper()
	p, ds := program.Load(fstest.MapFS{"case.krk": {Data: []byte(domain)}}, "case.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	f := &field{t: t, program: p, results: map[string][]outcome{}, names: map[string]agent.ID{}, called: map[agent.ID]string{},
		holders: map[string]map[agent.ID]int{}, most: map[string]int{}}
	if o.Sink == nil {
		o.Sink = runner.SinkFunc(func(e runner.Event) { f.tell(e.Agent, e.Tick, f.View().Text(e)) })
		o.TreeSink = bt.SinkFunc(func(e bt.Event) {})
		o.GoalSink = goal.SinkFunc(func(e goal.Event) {
			if e.Kind != goal.Arbitrated && e.Kind != goal.WantKept {
				f.tell(e.Agent, e.Tick, f.View().GoalText(e))
			}
		})
		o.SquadSink = agent.SquadSinkFunc(func(e agent.SquadEvent) { f.tell(e.Squad, e.Tick, f.View().SquadText(e)) })
	}
	c, err := agent.New(p, f.bindings(), o)
	if err != nil {
		t.Fatal(err)
	}
	f.Crowd = c
	return f
}

// bindings lets all actions go as the script says.
func (f *field) bindings() *action.Bindings {
	b := runner.NewBindings(f.program.Info)
	for _, a := range f.program.Info.Actions {
		f.bind(b, a.Name)
	}
	return b
}

// bind lets an action go as the script says.
func (f *field) bind(b *action.Bindings, name string) {
	over := func(id agent.ID) {
		f.stops++
		delete(f.holders[name], id)
	}
	action.Bind(b, name, func(c *action.Ctx, p *action.Arguments, s *staged) action.Status {
		if s.Left--; s.Left > 0 {
			return action.Running
		}
		switch stagedHows[s.How] {
		case "failure":
			return action.Failure
		case "panic":
			s.Done = true
			panic("as the script says")
		}
		return action.Success
	}, action.OnStart(func(c *action.Ctx, p *action.Arguments, s *staged) {
		f.starts++
		if f.mute {
			s.Left = f.results[name][0].ticks
			return
		}
		r := f.next(f.called[c.Agent()]+"."+name, name)
		s.Left = r.ticks
		for i, how := range stagedHows {
			if how == r.how {
				s.How = int8(i)
			}
		}
		if f.holders[name] == nil {
			f.holders[name] = map[agent.ID]int{}
		}
		f.holders[name][c.Agent()]++
		f.most[name] = max(f.most[name], len(f.holders[name]))
		f.tell(c.Agent(), c.Tick(), "does "+name)
		if r.out {
			f.Remove(c.Agent())
		}
	}), action.OnEnd(func(c *action.Ctx, _ *action.Arguments, _ *staged, _ action.Status) {
		over(c.Agent())
	}), action.OnAbort(func(c *action.Ctx, _ *action.Arguments, _ *staged, r action.Reason) {
		over(c.Agent())
		if f.mute {
			return
		}
		f.tell(c.Agent(), c.Tick(), "stops "+name+": "+r.String())
	}))
}

// next returns how the next call of an action goes, by the first of the names that the script says something of.
func (f *field) next(names ...string) outcome {
	for _, name := range names {
		list := f.results[name]
		if len(list) == 0 {
			continue
		}
		if len(list) > 1 {
			f.results[name] = list[1:]
		}
		return list[0]
	}
	return outcome{ticks: 1, how: "success"}
}

func (f *field) tell(id agent.ID, tick int64, text string) {
	text = strings.NewReplacer(f.texts...).Replace(text)
	line := fmt.Sprintf("%d %s: %s\n", tick, f.called[id], text)
	wanted := f.only == nil
	for _, word := range f.only {
		wanted = wanted || strings.Contains(line, word)
	}
	if wanted {
		f.log.WriteString(line)
	}
}

func (f *field) play(script string) {
	for _, line := range strings.Split(strings.TrimSpace(script), "\n") {
		f.follow(strings.TrimSpace(line))
	}
}

func (f *field) follow(line string) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return
	}
	id := agent.ID(0)
	if len(words) > 1 {
		id = f.names[words[1]]
	}
	switch words[0] {
	case "spawn":
		id = f.Spawn(words[1])
		f.names[words[2]], f.called[id] = id, words[2]
		f.texts = append([]string{f.View().NameOf(id), words[2]}, f.texts...)
	case "join":
		for _, name := range words[2:] {
			if err := f.Join(id, f.names[name]); err != nil {
				fmt.Fprintf(&f.log, "%s: %v\n", name, err)
			}
		}
	case "leave":
		f.Leave(id)
	case "remove":
		f.Remove(id)
	case "act":
		r := outcome{}
		rest := words[2:]
		if rest[0] == "out" {
			r.out, rest = true, rest[1:]
		}
		r.ticks, r.how = int32(f.number(rest[0])), rest[1]
		f.results[words[1]] = append(f.results[words[1]], r)
	case "set":
		f.set(id, words[2], words[3])
	case "show":
		f.tell(id, f.Tick(), words[2]+" is "+strconv.FormatInt(int64(f.State(id).Get(f.address(words[2]))), 10))
	case "gone":
		o, _ := f.View().ObjectNamed(words[1])
		f.RemoveObject(o)
	case "only":
		f.only = nil
		for _, word := range strings.Split(strings.TrimPrefix(line, "only "), ",") {
			f.only = append(f.only, strings.TrimSpace(word))
		}
	case "explain":
		f.log.WriteString(strings.NewReplacer(f.texts...).Replace(f.View().Explain(id)))
	case "run":
		for range f.number(words[1]) {
			f.Step()
		}
	default:
		f.t.Fatalf("unknown line %q", line)
	}
}

func (f *field) number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		f.t.Fatal(err)
	}
	return n
}

// address returns the address of a symbol: "hp", or "courage(b)" for the body of b.
func (f *field) address(text string) world.Addr {
	name, of, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	sym := f.Schema().Symbol(name)
	if sym == nil {
		f.t.Fatalf("no symbol %q", name)
	}
	var args []world.Word
	if of != "" {
		args = append(args, world.Word(f.Body(f.names[of])))
	}
	at, ok := sym.Addr(args...)
	if !ok {
		f.t.Fatalf("no cell %q", text)
	}
	return at
}

func (f *field) set(id agent.ID, text, value string) {
	at := f.address(text)
	sym := f.Schema().SymbolAt(at)
	v, err := strconv.ParseFloat(value, 64)
	if err != nil {
		f.t.Fatal(err)
	}
	w := world.Word(v)
	if sym.Type.Kind == world.KindFloat {
		w = world.Float(v)
	}
	f.Home(id, sym.Scope).Set(at, w)
}

// finish checks what must be so in the end.
func (f *field) finish() {
	f.t.Helper()
	var all []agent.ID
	f.All(func(id agent.ID) bool { all = append(all, id); return true })
	f.only = []string{"\x00"}
	for _, id := range all {
		f.Remove(id)
	}
	if n := f.Running(); n != 0 || f.starts != f.stops {
		f.t.Errorf("%d activities are left over, %d starts, %d stops", n, f.starts, f.stops)
	}
}
