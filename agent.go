package karakuri

import (
	"iter"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// Agent is one character of a crowd. It is a small value that is compared with == and may be kept; when the agent has left, its methods return zero values and do nothing.
// Symbols of an agent are read and written by [Symbol.Of] and [Symbol.Set].
type Agent struct {
	in *agent.Crowd
	id AgentID
}

// ID returns the agent's ID in its crowd; 0: there was no room for it, or it stands for the world.
func (a Agent) ID() AgentID { return a.id }

// Exists reports whether the agent is in the crowd.
func (a Agent) Exists() bool { return a.in != nil && a.in.Has(a.id) }

// Kind returns the name of the agent's kind: "villager".
func (a Agent) Kind() string { return a.in.KindOf(a.id) }

// Number returns the number of the agent: they are numbered from 1 in the order in which they came, and go by it in traces. 0 when it has left.
func (a Agent) Number() int64 { return a.in.Number(a.id) }

// Remove takes the agent out of the crowd: what it is doing is aborted. During a tick that happens at the tick's end. It returns
// false when the agent has left already.
func (a Agent) Remove() bool { return a.in.Remove(a.id) }

// Body returns the object that the agent is: its kind says "body T". It comes with the agent and goes with it. 0 when the kind has no body,
// when the game has removed the object, or when the agent has left.
func (a Agent) Body() Object { return a.in.Body(a.id) }

// State returns the world as the agent sees it, for reading: outside of ticks with all that was written to shared symbols. Nil
// when the agent has left.
func (a Agent) State() *world.State { return a.in.State(a.id) }

// Plan returns the steps of the plan that the agent carries out, or nil when it has none.
func (a Agent) Plan() []Step {
	steps := a.in.View().PlanOf(a.id)
	if steps == nil {
		return nil
	}
	list := make([]Step, len(steps))
	for i, s := range steps {
		list[i] = Step(s)
	}
	return list
}

// Step is a step of a plan.
type Step struct {
	Text    string // "move(crate, home)"
	Done    bool
	Running bool // its actions are running, or it waits for what it expects
}

// Explain tells what the agent is doing and how it came to that: its plan with the running step marked, or why it
// has none; what failed last; and everything that was tried. Print the answer, or read its parts. Not during a tick.
func (a Agent) Explain() *explain.Answer { return answer.Why(a.in, a.id) }

// Ask answers a question about the agent, or about the squad that it stands for, as of now: the functions below ask the common ones. Asking changes nothing that is decided. Not during a tick.
func (a Agent) Ask(q explain.Question) *explain.Answer { return answer.Ask(a.in, a.id, q) }

// WhyNot tells why the agent does not do something: a task, method, operator, node, want, goal, reaction, layer, action, order or role, by its name, or an object or condition; see
// [explain.Question]. The answer's first finding alone suffices.
func (a Agent) WhyNot(about string) *explain.Answer {
	return a.Ask(explain.Question{Kind: explain.WhyNot, About: about})
}

// WhatWould tells what would have to be otherwise for the agent to do something: changes that were tried out on copies, the easiest first.
func (a Agent) WhatWould(about string) *explain.Answer {
	return a.Ask(explain.Question{Kind: explain.WhatWould, About: about})
}

// WhatIf tells what the agent would decide if some values were others: changes are written as in a file, "money = 5". It decides on a copy.
func (a Agent) WhatIf(changes ...string) *explain.Answer {
	return a.Ask(explain.Question{Kind: explain.WhatIf, Changes: explain.Changes(changes...)})
}

// WhoMade tells what made a symbol of the agent what it is: "money", "distance(kane)". A running crowd does not keep who wrote what, and answers that it is not known; a recording is
// asked by the command line, karakuri explain --who-made.
func (a Agent) WhoMade(symbol string) *explain.Answer {
	return a.Ask(explain.Question{Kind: explain.WhoMade, About: symbol})
}

// WhatChanged tells what has become otherwise since the agent last planned, of that which its decision depends on. It needs [Options].Pictures.
func (a Agent) WhatChanged() *explain.Answer {
	return a.Ask(explain.Question{Kind: explain.WhatChanged})
}

// WhyIdle tells in short why the agent has nothing to carry out: empty when it has, or is about to plan.
func (a Agent) WhyIdle() string { return a.in.View().WhyIdle(a.id) }

// Waits returns the times that run for the agent, for people: time-outs and commitments of its steps, cooldowns, bans, and when it goes on
// after a panic or without a plan. Nil when none does.
func (a Agent) Waits() []string { return a.in.View().Waits(a.id) }

// History returns the last events of the agent, the oldest first: as many as [Options].History says. The events are valid until the next
// tick; EventKind(e.Kind) is what happened.
func (a Agent) History() iter.Seq[*ktrace.Event] { return a.in.View().History(a.id) }

// Order is something that an agent is told to pursue.
type Order struct {
	Goal   string       // name of a goal of the model
	Args   []world.Word // the words of its parameters; they are copied
	Urgent bool         // it goes before orders that are not, and interrupts those and what is not to be interrupted
}

// Errors of orders, wrapped.
var (
	ErrNoBrain     = agent.ErrNoBrain     // the agent's kind has no brain, or it has left
	ErrUnknownGoal = agent.ErrUnknownGoal // the model declares no such goal
	ErrOrderArgs   = agent.ErrOrderArgs   // the goal's parameters are others
	ErrOrdersFull  = agent.ErrOrdersFull  // as many orders wait as may
)

// Order tells the agent, which must have a brain, to pursue a goal: before its own wants, after what it was told before. It returns the number of the order, which events tell of. During a tick
// that happens at the tick's end.
func (a Agent) Order(o Order) (number int64, err error) { return a.in.Order(a.id, agent.Order(o)) }

// Withdraw takes an order back, whether it waits or is being carried out. It returns false when there is none of that number.
func (a Agent) Withdraw(number int64) bool { return a.in.Withdraw(a.id, number) }

// WaitingOrder is an order that an agent has not begun with.
type WaitingOrder struct {
	Number int64
	Text   string
	Urgent bool
}

// WaitingOrders returns the orders that the agent has not begun with, in the order in which it will.
func (a Agent) WaitingOrders() (list []WaitingOrder) {
	for _, o := range a.in.View().WaitingOrders(a.id) {
		list = append(list, WaitingOrder(o))
	}
	return list
}

// Squad returns the squad that the agent is a member of; one that does not exist where it is in none.
func (a Agent) Squad() Squad { return Squad{a.in, a.in.View().SquadOf(a.id)} }

// Role returns the name of the role that the agent has in its squad, or "".
func (a Agent) Role() string { return a.in.View().RoleOf(a.id) }

// Leave takes the agent out of the squad that it is in. Its orders are lost, what it holds is given back, and it keeps the values that the squad's symbols have, for itself.
// During a tick that happens at the tick's end. It returns false when it is in none, or has left the crowd.
func (a Agent) Leave() bool { return a.in.Leave(a.id) }

// SetSignificance says how much it matters what the agent does, for [Options].Levels. It returns false without levels, for NaN, and when the agent has left.
func (a Agent) SetSignificance(significance float64) bool {
	return a.in.SetSignificance(a.id, significance)
}

// Significance returns how much it matters what the agent does.
func (a Agent) Significance() float64 { return a.in.View().Significance(a.id) }

// Level returns the level of detail that the agent has: its index in [Options].Levels.
func (a Agent) Level() int { return a.in.View().LevelOf(a.id) }

// Wake gives the agent a turn in the next tick, whatever its level. It returns false when it has left.
func (a Agent) Wake() bool { return a.in.Wake(a.id) }

// SetTeam puts the agent into a team, which shares what its members tell each other, and what agents without a squad claim; 0, as it begins, is none. It returns false when the
// agent has left.
func (a Agent) SetTeam(team int64) bool { return a.in.SetTeam(a.id, team) }

// Team returns the agent's team.
func (a Agent) Team() int64 { return a.in.View().Team(a.id) }

// Damage lets the agent feel who hurts it, at the beginning of the next tick. It reports whether there was room for
// it, and whether the agent perceives at all. What harm is done is the game's affair.
func (a Agent) Damage(d Damage) bool { return a.in.Hurt(a.id, d) }

// Memory is what an agent remembers of an object.
type Memory struct {
	Object     Object
	Known      bool    // At, Spread and Confidence mean something: it is remembered where the object is
	At         Vec2    // where it is taken to be
	Spread     float64 // how far from there it may be, in metres
	Confidence float64 // from 0 to 1
	Seconds    float64 // since its position was last known
	Sensed     bool    // it is seen or touched at present
	Missed     bool    // it was not found where it was taken to be
}

// Memories appends to buf what the agent remembers, in order of objects.
func (a Agent) Memories(buf []Memory) []Memory {
	m := a.in.Memory(a.id)
	if m == nil {
		return buf
	}
	for i := range m.Len() {
		f := m.Fact(i)
		r := Memory{Object: Object(f.Object), Sensed: f.Sensed, Missed: f.Missed}
		if _, ok := m.Reading(i, sense.Position); ok {
			e := m.Estimate(i, a.in.Tick())
			r.Known, r.At, r.Spread, r.Confidence, r.Seconds = true, e.At, e.Spread, e.Confidence, float64(e.AgeTicks)/float64(a.in.TPS())
		}
		buf = append(buf, r)
	}
	return buf
}

// Snapshot appends the agent to dst, for [Crowd.RestoreAgent]: what it is doing, and its own symbols. What it remembers and what its brain
// pursues is not in it, since objects may be others elsewhere. It returns dst as it is
// when the agent has left. It panics where [Crowd.Snapshot] does.
func (a Agent) Snapshot(dst []byte) []byte { return a.in.SnapshotAgent(dst, a.id) }
