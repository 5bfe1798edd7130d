package trial

import (
	"context"
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// life is a test at work.
type life struct {
	program  *program.Program
	test     *def.TestInfo
	crowd    *agent.Crowd
	world    *town.World // nil in a scene
	step     func()
	over     func() bool
	ends     map[int32]*def.TestOutcomeInfo // how actions end, by action
	listed   map[string]int32               // actions of a scene, by name
	begun    map[int64]int64                // since which tick actions of a scene run, by their numbers
	events   []event
	checks   []check
	used     program.TestReport
	found    diag.List
	doing    map[agent.ID][]string // what agents did, each thing once, in order
	since    map[string]int64      // the first tick in which an agent did something, by its name
	acted    []string              // actions in the order in which agents first began them
	lastTick int64
}

// event is a change before a tick.
type event struct {
	tick int64
	what *town.Happening
}

func newLife(p *program.Program, t *def.TestInfo, o Options) (*life, error) {
	l := &life{program: p, test: t, ends: map[int32]*def.TestOutcomeInfo{}, listed: map[string]int32{}, begun: map[int64]int64{}, doing: map[agent.ID][]string{}, since: map[string]int64{}}
	for i := range t.Outcomes {
		l.ends[t.Outcomes[i].Action.ID] = &t.Outcomes[i]
	}
	for _, a := range p.Info.Actions {
		l.listed[a.Name] = a.ID
	}
	for i := range t.Checks {
		l.checks = append(l.checks, newCheck(&t.Checks[i]))
	}
	crowd := agent.Options{TPS: TPS, Seed: o.Seed, Initial: t.Initial, Tally: true, Sink: runner.SinkFunc(l.plan), TreeSink: bt.SinkFunc(l.tree), GoalSink: goal.SinkFunc(l.goal)}
	var err error
	switch {
	case len(t.Agents) > 0:
		err = l.openTown(crowd)
	case o.Open != nil:
		err = l.openScene(crowd, o.Open)
	default:
		l.found.Errorf(diag.FaultyExpect, t.Decl.At, "the test names no agent, and its file has no scene")
		return l, nil
	}
	if err != nil {
		return nil, fmt.Errorf("test %q: %w", t.Name, err)
	}
	tps := l.crowd.TPS()
	for _, e := range t.Events {
		at := ticks(e.Time, tps)
		l.events = append(l.events, event{at, town.NewHappening(e.Effects, e.Decl.At)})
		l.lastTick = at + 1
	}
	l.lastTick = max(l.lastTick, ticks(t.Run, tps))
	return l, nil
}

// openTown lets the agents of the test live in a town.
func (l *life) openTown(o agent.Options) error {
	t, err := town.New(l.program, town.Options{Crowd: o, Bind: l.bind})
	if err != nil {
		return err
	}
	l.crowd, l.step, l.over = t.Crowd(), t.Step, func() bool { return false }
	l.world = t.World
	var kinds []*def.AgentInfo
	for _, a := range l.test.Agents {
		for range a.Count {
			kinds = append(kinds, a.Kind)
		}
	}
	return t.Inhabit(kinds)
}

// openScene lets the agents of a scene live in it.
func (l *life) openScene(o agent.Options, open Opener) error {
	o.TPS = 0 // the scene says it
	stage, err := open(l.program, o, l.answer)
	if err != nil {
		return err
	}
	l.crowd, l.step, l.over = stage.Crowd, stage.Step, stage.Over
	return nil
}

// name returns the name of an agent.
func (l *life) name(id agent.ID) string { return l.crowd.View().NameOf(id) }

// live makes the ticks of the test.
func (l *life) live(cancel <-chan struct{}) error {
	if l.crowd == nil {
		return nil
	}
	for l.crowd.Tick() < l.lastTick && !l.over() {
		select {
		case <-cancel:
			return context.Canceled
		default:
		}
		l.happen()
		l.step()
		for i := range l.checks {
			l.checks[i].ask(l)
		}
	}
	l.planned()
	return nil
}

// happen lets the events happen that are due before the tick to come.
func (l *life) happen() {
	for len(l.events) > 0 && l.events[0].tick <= l.crowd.Tick() {
		var all []agent.ID
		for id := range l.crowd.All {
			all = append(all, id)
		}
		l.events[0].what.Happen(l.crowd, 0, all, &l.found)
		l.events = l.events[1:]
	}
}

// job is the private state of a running action: that of the town, and how long it has run.
type job struct {
	town.Job
	Ticks int64
}

// bind binds an action of a town to its behaviour there, or to the outcome in the test.
func (l *life) bind(b *action.Bindings, a *def.ActionInfo, do town.Action) {
	end := l.ends[a.ID]
	action.Bind(b, a.Name, func(c *action.Ctx, args *action.Arguments, j *job) action.Status {
		if end == nil {
			return do(c, args, &j.Job)
		}
		j.Ticks++
		switch status := outcome(end, j.Ticks, l.crowd.TPS()); status {
		case action.Success:
			return l.world.Succeed(c, a.ID, args)
		default:
			return status
		}
	}, action.OnStart(func(c *action.Ctx, _ *action.Arguments, _ *job) { l.carriedOut(c.Agent(), a.ID) }))
}

// answer gives the outcome that the test says, for an action of a scene.
func (l *life) answer(c *action.Ctx, name string) (action.Status, bool) {
	id := l.listed[name]
	since, known := l.begun[c.Serial()]
	if !known {
		since = c.Tick()
		l.begun[c.Serial()] = since
		l.carriedOut(c.Agent(), id)
	}
	end := l.ends[id]
	if end == nil {
		return 0, false
	}
	return outcome(end, c.Tick()-since+1, l.crowd.TPS()), true
}

// outcome returns what an action answers after so many ticks.
func outcome(end *def.TestOutcomeInfo, ran int64, tps int) action.Status {
	switch {
	case end.Result == "lasts" || ran < ticks(end.After, tps):
		return action.Running
	case end.Result == "fails":
		return action.Failure
	}
	return action.Success
}

// plan takes note of what plans do.
func (l *life) plan(e runner.Event) {
	if e.Kind == runner.StepStarted {
		l.did(e.Agent, l.program.Info.Operators[e.Operator].Name, func(d *def.TestDoing) bool {
			return d.Operator != nil && d.Operator.ID == int32(e.Operator) && agree(d.Args, e.Args)
		})
	}
}

// tree takes note of what trees do.
func (l *life) tree(e bt.Event) {
	if e.Kind != bt.NodeStarted {
		return
	}
	l.used.Nodes = append(l.used.Nodes, program.NodeUse{Tree: e.Tree, Node: e.Node})
	if e.Node == 0 {
		of := l.program.Info.Trees[e.Tree]
		l.did(e.Agent, of.Name, func(d *def.TestDoing) bool { return d.Tree != nil && d.Tree.Decl == of.Decl })
	}
}

// goal takes note of what goals and brains do.
func (l *life) goal(e goal.Event) {
	switch e.Kind {
	case goal.GoalActivated:
		l.did(e.Agent, l.program.Info.Goals[e.Goal].Name, func(d *def.TestDoing) bool {
			return d.Goal != nil && d.Goal.ID == e.Goal && agree(d.Args, e.Args)
		})
	case goal.WantChosen:
		l.used.Wants = append(l.used.Wants, program.WantUse{Brain: e.Brain, Want: e.Want})
	}
}

// carriedOut takes note that an agent begins with an action.
func (l *life) carriedOut(id agent.ID, action int32) {
	if name := l.program.Info.Actions[action].Name; !slices.Contains(l.acted, name) {
		l.acted = append(l.acted, name)
	}
	l.did(id, l.program.Info.Actions[action].Name, func(d *def.TestDoing) bool { return d.Action != nil && d.Action.ID == action })
}

// did takes note that an agent does something, and lets the checks know that it is about.
func (l *life) did(id agent.ID, what string, is func(*def.TestDoing) bool) {
	l.remember(id, what)
	for i := range l.checks {
		if c := &l.checks[i]; c.info.Kind <= def.CheckNo && is(&c.info.Does) {
			c.done(l, id)
		}
	}
}

// firsts returns the actions that began in the first tick in which one did.
func (l *life) firsts() (names []string) {
	for _, name := range l.acted {
		if l.since[name] == l.since[l.acted[0]] {
			names = append(names, name)
		}
	}
	return names
}

// planned takes note of what plannings chose.
func (l *life) planned() {
	tally := l.crowd.View().Tally()
	if tally == nil {
		return
	}
	for i, t := range l.program.Info.Tasks {
		for k := range t.Methods {
			if tally.Method(htn.TaskID(i), k).Chosen > 0 {
				l.used.Methods = append(l.used.Methods, program.MethodUse{Task: htn.TaskID(i), Method: k})
			}
		}
	}
	for i := range l.program.Info.Operators {
		if tally.Operator(htn.OperatorID(i)).Chosen > 0 {
			l.used.Operators = append(l.used.Operators, htn.OperatorID(i))
		}
	}
}

// maxDoing is the maximum number of things that a report lists of what an agent did instead.
const maxDoing = 12

func (l *life) remember(id agent.ID, what string) {
	if l.since[what] == 0 {
		l.since[what] = l.crowd.Tick()
	}
	if list := l.doing[id]; len(list) < maxDoing && !slices.Contains(list, what) {
		l.doing[id] = append(list, what)
	}
}

// agree reports whether arguments are those that are expected; nil: any.
func agree(want, got []world.Word) bool {
	return want == nil || len(got) >= len(want) && slices.Equal(want, got[:len(want)])
}
