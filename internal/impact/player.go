package impact

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// cancelTicks is the number of ticks between two looks whether the comparison was cancelled, cancelPlannings that of
// kept plannings.
const (
	cancelTicks     = 10
	cancelPlannings = 100
)

// gone is what a character does whose kind the changed program does not declare.
const gone = "nothing: its kind is gone"

// part is the result of a part of a recording.
type part struct {
	plans, turns Counted
	ticks        int64
	list         []Difference
	notes        []string
}

// player plays a recording and compares its decisions.
type player struct {
	film    Film
	judge   *judge
	planned []runner.Event // plannings of the tick
	minds   bool           // some kind of character has a tree or a brain
	out     *part
	memory  *Memory
	keep    *keptPart    // what is kept of the part that is played; nil: nothing
	again   *world.State // of a kept planning
}

func newPlayer(s *Source, next *program.Program) (*player, error) {
	p := &player{}
	film, err := s.Open(runner.SinkFunc(p.event))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	p.film, p.memory = film, s.Kept
	was := film.Crowd().Program().Program
	for _, k := range was.Info.Agents {
		p.minds = p.minds || k.Tree != nil || k.Mind != nil
	}
	if len(was.Info.Functions) > 0 { // decisions depend on more than a state
		p.memory = nil
	}
	p.judge, err = newJudge(was, next)
	return p, err
}

// event records the plannings of a tick.
func (p *player) event(e runner.Event) {
	switch e.Kind {
	case runner.PlanAdopted, runner.PlanMerged, runner.PlanRepaired, runner.PlanKept, runner.PlanNone, runner.PlanLimit:
		e.Args, e.Bound, e.Fault = slices.Clone(e.Args), nil, nil
		p.planned = append(p.planned, e)
	}
}

// play compares the decisions of the ticks after from.
func (p *player) play(from, until int64, cancelled func() bool) (*part, error) {
	p.out = &part{}
	if p.judge.now == nil && p.memory == nil {
		p.out.ticks = until - from
		return p.out, nil
	}
	if kept := p.memory.get(from, until); kept != nil {
		return p.out, p.repeat(kept, from, cancelled)
	}
	if p.keep = nil; p.memory != nil {
		p.keep = &keptPart{until: until}
	}
	if err := p.film.SeekTo(from); err != nil {
		return nil, err
	}
	crowd := p.film.Crowd()
	if tick := crowd.Tick(); tick != from {
		p.out.notes = append(p.out.notes, fmt.Sprintf("the recording cannot be played from tick %d", from))
		p.out.ticks = until - from
		return p.out, nil
	}
	for tick := from + 1; tick <= until; tick++ {
		if tick%cancelTicks == 0 && cancelled() {
			return nil, ErrCancelled
		}
		p.planned = p.planned[:0]
		if !p.film.Step() {
			p.out.notes = append(p.out.notes, fmt.Sprintf("the recording ends, or its replay differs from it, after tick %d", tick-1))
			p.out.ticks = until - from
			return p.out, nil
		}
		p.plannings(crowd)
		if p.minds && tick%int64(crowd.TPS()) == 0 {
			p.turns(crowd)
		}
		p.out.ticks++
	}
	if p.keep != nil {
		p.keep.again, p.keep.texts = nil, nil
		p.memory.put(from, p.keep)
	}
	return p.out, nil
}

// repeat compares the decisions that are kept of a part.
func (p *player) repeat(k *keptPart, from int64, cancelled func() bool) error {
	if p.again == nil && k.base != nil {
		p.again = world.NewState(k.base.Schema())
	}
	for i := range k.list {
		one := &k.list[i]
		if i%cancelPlannings == 0 && cancelled() {
			return ErrCancelled
		}
		p.out.plans.Looked++
		it := agent.Planning{Domain: p.judge.was.program.Domain, Goal: one.goal, State: p.again, Seen: true, Options: one.options}
		var found pair
		switch {
		case one.unknown || !k.read(one, p.again) || !p.judge.after(&found, one.kind, &it, one.line):
			p.out.plans.Unknown++
		case !p.judge.isSame(&one.before, &found):
			if p.out.plans.Differ++; len(p.out.list) < MaxListed {
				d := Difference{Kind: Plan, Agent: one.agent, Tick: one.tick, Seconds: one.seconds}
				p.judge.before(&found, &it)
				d.Goal, d.Before, d.After = p.judge.texts(&found, &it)
				p.out.list = append(p.out.list, d)
			}
		}
	}
	for i := range k.turns {
		if cancelled() {
			return ErrCancelled
		}
		p.turn(&k.turns[i])
	}
	p.out.ticks = k.until - from
	return nil
}

// plannings compares the plannings of the tick.
func (p *player) plannings(crowd *agent.Crowd) {
	view := crowd.View()
	for i := range p.planned {
		e := &p.planned[i]
		if slices.ContainsFunc(p.planned[i+1:], func(later runner.Event) bool { return sameGoal(e, &later) }) {
			continue // its picture is gone
		}
		list, at := view.Plannings(e.Agent), -1
		tasks := view.Tasks(e.Agent)
		for k := range list {
			switch {
			case e.Level == 0 && list[k].Runner == view.Runner(e.Agent):
				at = k
			case e.Level > 0 && slices.ContainsFunc(tasks, func(t *runner.Task) bool { return &t.Runner == list[k].Runner && t.IsAbout(e) }):
				at = k
			}
		}
		if at < 0 || !list[at].Seen {
			continue // the agent has left, or the goal was dropped in the same tick
		}
		p.out.plans.Looked++
		it := &list[at]
		var found pair
		ok := p.judge.before(&found, it)
		before := outcomeOf(found.before)
		if p.keep != nil && !p.keep.lossy {
			p.keep.add(crowd, e.Agent, it, e.Level == 0, before, ok)
		}
		if p.judge.now == nil {
			continue
		}
		ok = ok && p.judge.after(&found, crowd.KindOf(e.Agent), it, e.Level == 0)
		switch {
		case !ok:
			p.out.plans.Unknown++
		case !p.judge.isSame(&before, &found):
			p.out.plans.Differ++
			if len(p.out.list) < MaxListed {
				d := &Difference{Kind: Plan}
				d.Goal, d.Before, d.After = p.judge.texts(&found, it)
				p.add(crowd, e.Agent, d)
			}
		}
	}
}

func sameGoal(a, b *runner.Event) bool {
	return a.Agent == b.Agent && a.Level == b.Level && (a.Level == 0 || a.Task == b.Task && a.Operator == b.Operator && slices.Equal(a.Args, b.Args))
}

// add lists a difference.
func (p *player) add(crowd *agent.Crowd, id agent.ID, d *Difference) {
	if len(p.out.list) < MaxListed {
		d.Agent, d.Tick, d.Seconds = crowd.View().NameOf(id), crowd.Tick(), crowd.Seconds()
		p.out.list = append(p.out.list, *d)
	}
}

// turns gives the characters with trees and brains a turn in both programs, and compares what they do.
func (p *player) turns(crowd *agent.Crowd) {
	k := &keptTurn{tick: crowd.Tick(), seconds: crowd.Seconds(), moment: crowd}
	if p.memory != nil {
		k.moment = crowd.Moment()
	}
	was, err := twin(k.moment, p.judge.was.program)
	if err != nil {
		p.cannotTurn(err)
		return
	}
	for id := range crowd.All {
		if kind := was.Program().Info.Agent(crowd.KindOf(id)); kind != nil && (kind.Tree != nil || kind.Mind != nil) {
			k.minds = append(k.minds, keptMind{id, crowd.View().NameOf(id), doing(was, id)})
		}
	}
	if p.keep != nil && !p.keep.lossy {
		p.keep.addTurn(k)
	}
	if p.judge.now != nil {
		p.turn(k)
	}
}

// turn gives characters a turn in the changed program, and compares what they do with what they did in the recorded
// one.
func (p *player) turn(k *keptTurn) {
	now, err := twin(k.moment, p.judge.now.program)
	if err != nil {
		p.cannotTurn(err)
		return
	}
	for _, m := range k.minds {
		p.out.turns.Looked++
		after := gone
		if now.Has(m.id) {
			after = doing(now, m.id)
		}
		if m.before == after {
			continue
		}
		if p.out.turns.Differ++; len(p.out.list) < MaxListed {
			p.out.list = append(p.out.list, Difference{Kind: Turn, Agent: m.name, Tick: k.tick, Seconds: k.seconds, Before: m.before, After: after})
		}
	}
}

// cannotTurn notes why copies cannot be made.
func (p *player) cannotTurn(err error) {
	if text := "trees and brains cannot be compared: " + err.Error(); !slices.Contains(p.out.notes, text) {
		p.out.notes = append(p.out.notes, text)
	}
	if p.keep != nil {
		p.keep.lossy = true
	}
}

// doing returns what an agent does, from the outermost activity to the innermost.
func doing(crowd *agent.Crowd, id agent.ID) string {
	var b strings.Builder
	b.WriteString(crowd.View().DoingText(id))
	for i, a := range crowd.View().Running(id) {
		if i > 0 && a.Kind == agent.DoingAction {
			b.WriteString(": " + a.Name)
		}
	}
	return b.String()
}
