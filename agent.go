package karakuri

import (
	"iter"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/trial"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// Agent is one character of a crowd. It is a small value that is compared with == and may be kept; when the agent has
// left, its methods return zero values and do nothing. Symbols of an agent are read and written by [Symbol.Of] and
// [Symbol.Set].
type Agent struct {
	in *agent.Crowd
	id AgentID
}

// ID returns the agent's ID in its crowd. It is 0 if the crowd had no room for the agent, or if the Agent represents
// the world.
func (a Agent) ID() AgentID { return a.id }

// Exists reports whether the agent is in the crowd.
func (a Agent) Exists() bool { return a.in != nil && a.in.Has(a.id) }

// Kind returns the name of the agent's kind: "villager".
func (a Agent) Kind() string { return a.in.KindOf(a.id) }

// Number returns the number of the agent. Agents are numbered from 1 in the order in which they spawn; traces identify
// them by this number. It is 0 if the agent has left.
func (a Agent) Number() int64 { return a.in.Number(a.id) }

// Name returns the name of the agent that all texts use: the game's, if [Crowd.NameAgents] has set one, else its kind
// and its number among all agents of that kind so far, from 1: "villager#1". A recording names the agent likewise. The
// name is empty if the agent has left.
func (a Agent) Name() string {
	if a.in == nil {
		return ""
	}
	return a.in.View().NameOf(a.id)
}

// Remove takes the agent out of the crowd and aborts what it is doing. During a tick, the crowd removes it at the end
// of the tick. Remove returns false if the agent has already left.
func (a Agent) Remove() bool { return a.in.Remove(a.id) }

// Body returns the agent's object, whose type the kind declares with "body T". The crowd adds and removes the object
// with the agent. Body returns 0 if the kind has no body, the game has removed the object, or the agent has left.
func (a Agent) Body() Object { return a.in.Body(a.id) }

// State returns the world as the agent sees it, for reading. Outside of ticks it includes all writes to shared
// symbols. It is nil if the agent has left.
func (a Agent) State() *world.State { return a.in.State(a.id) }

// Plan returns the steps of the agent's current plan, or nil if it has none.
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
	Running bool // its actions are running, or it waits for the expected state
}

// Explain reports what the agent is doing and why: its plan with the running step marked, or the reason why it has no
// plan; the last failure; and everything that the planner tried. Print the answer, or read its parts. Do not call it
// during a tick.
func (a Agent) Explain() *explain.Answer { return answer.Why(a.in, a.id) }

// Ask answers a question about the agent, or about the squad that it represents, as of now. The methods below ask the
// common questions. Asking changes no decision. Do not call it during a tick.
func (a Agent) Ask(q explain.Question) *explain.Answer { return answer.Ask(a.in, a.id, q) }

// WhyNot reports why the agent does not do something. Name a task, method, operator, node, want, goal, reaction,
// layer, action, order, role, object, level of alertness or condition; see [explain.Question]. The answer's first
// finding is sufficient by itself.
func (a Agent) WhyNot(about string) *explain.Answer {
	return a.Ask(explain.Question{Kind: explain.WhyNot, About: about})
}

// WhatWould reports what would have to change for the agent to do something. It lists changes that it tried on copies,
// the easiest first.
func (a Agent) WhatWould(about string) *explain.Answer {
	return a.Ask(explain.Question{Kind: explain.WhatWould, About: about})
}

// WhatIf reports what the agent would decide with other values. Write each change as in a file: "money = 5". It
// decides on a copy.
func (a Agent) WhatIf(changes ...string) *explain.Answer {
	return a.Ask(explain.Question{Kind: explain.WhatIf, Changes: explain.Changes(changes...)})
}

// WhoMade reports what gave a symbol of the agent its value: "money", "distance(kane)". It needs [Options].Origins;
// for a recording, use the command karakuri explain --who-made.
func (a Agent) WhoMade(symbol string) *explain.Answer {
	return a.Ask(explain.Question{Kind: explain.WhoMade, About: symbol})
}

// WhatChanged reports which of the values that the agent's decision depends on have changed since it last planned, with
// [Options].Pictures; or, of an agent that a brain, a tree or reactions decide for, between its last two decisions,
// with [Options].Origins.
func (a Agent) WhatChanged() *explain.Answer {
	return a.Ask(explain.Question{Kind: explain.WhatChanged})
}

// AsTest returns a test block of a karakuri file, with a name. It gives the agent's situation, and expects what the
// agent decided: the plan of its plan line, the want that its brain prefers, or the actions that its tree or reactions
// run. With [Options].Pictures the situation of a plan is that of the planning, otherwise that of now. The block has
// been run, and passes. The error says why no test can be made: the agent does nothing, a declared object no longer
// exists, or more than the situation decides, such as an order, a ban, a claim or a function of the host. Do not call
// it during a tick.
func (a Agent) AsTest(name string) (string, error) {
	b, err := trial.AsTest(a.in, a.id, trial.Moment{Name: name, Level: -1})
	if err != nil {
		return "", err
	}
	return b.Text, nil
}

// WhyIdle returns, in a few words, why the agent has nothing to do. It is empty if the agent is busy or about to plan.
func (a Agent) WhyIdle() string { return a.in.View().WhyIdle(a.id) }

// Waits lists the running timers of the agent, for display: time-outs and commitments of its steps, cooldowns, bans,
// and the delays after a panic or a failed planning. It is nil if no timer runs.
func (a Agent) Waits() []string { return a.in.View().Waits(a.id) }

// History returns the last events of the agent, oldest first; [Options].History sets their number. The events are
// valid until the next tick. EventKind(e.Kind) is the kind of an event.
func (a Agent) History() iter.Seq[*ktrace.Event] { return a.in.View().History(a.id) }

// Order is a goal that the game gives to an agent.
type Order struct {
	Goal   string       // name of a goal of the model
	Args   []world.Word // the words of its parameters; they are copied
	Urgent bool         // precedes orders that are not urgent, and interrupts them and uninterrupted steps
}

// Errors of orders, wrapped.
var (
	ErrNoBrain     = agent.ErrNoBrain     // the agent's kind has no brain, or it has left
	ErrUnknownGoal = agent.ErrUnknownGoal // the model declares no such goal
	ErrOrderArgs   = agent.ErrOrderArgs   // the arguments do not match the goal's parameters
	ErrOrdersFull  = agent.ErrOrdersFull  // too many orders are waiting
)

// Order gives the agent, which must have a brain, a goal to pursue. The order precedes the agent's wants and follows
// its earlier orders. Order returns the number of the order, which events carry. During a tick, the order takes effect
// at the end of the tick.
func (a Agent) Order(o Order) (number int64, err error) { return a.in.Order(a.id, agent.Order(o)) }

// Withdraw cancels an order, waiting or running. It returns false if there is no order of that number.
func (a Agent) Withdraw(number int64) bool { return a.in.Withdraw(a.id, number) }

// WaitingOrder is an order that an agent has not started.
type WaitingOrder struct {
	Number int64
	Text   string
	Urgent bool
}

// WaitingOrders returns the orders that the agent has not started, in the order in which it will start them.
func (a Agent) WaitingOrders() (list []WaitingOrder) {
	for _, o := range a.in.View().WaitingOrders(a.id) {
		list = append(list, WaitingOrder(o))
	}
	return list
}

// Squad returns the agent's squad. If the agent has no squad, the result does not exist; see [Squad.Exists].
func (a Agent) Squad() Squad { return Squad{a.in, a.in.View().SquadOf(a.id)} }

// Role returns the name of the role that the agent has in its squad, or "".
func (a Agent) Role() string { return a.in.View().RoleOf(a.id) }

// Leave takes the agent out of its squad. The agent loses its orders, returns its leases, and keeps a private copy of
// the squad's symbols. During a tick, this takes effect at the end of the tick. Leave returns false if the agent has
// no squad or has left the crowd.
func (a Agent) Leave() bool { return a.in.Leave(a.id) }

// SetSignificance sets how much the agent matters, which selects its level among [Options].Levels. It returns false
// without levels, for NaN, and if the agent has left.
func (a Agent) SetSignificance(significance float64) bool {
	return a.in.SetSignificance(a.id, significance)
}

// Significance returns the agent's significance, which selects its level of detail.
func (a Agent) Significance() float64 { return a.in.View().Significance(a.id) }

// Level returns the level of detail that the agent has: its index in [Options].Levels.
func (a Agent) Level() int { return a.in.View().LevelOf(a.id) }

// Wake gives the agent a turn in the next tick, whatever its level. It returns false when it has left.
func (a Agent) Wake() bool { return a.in.Wake(a.id) }

// SetPersonality gives an agent with a brain another of the brain's personalities, "" for none. It decides by it from
// the next tick on: what it pursues continues until it decides otherwise, and its cooldowns, failures and orders
// remain. Call it between two ticks. The error says that the agent has left or has no brain, or lists the personalities
// that its brain has.
func (a Agent) SetPersonality(name string) error { return a.in.SetPersonality(a.id, name) }

// Personality returns the name of the agent's personality, or "".
func (a Agent) Personality() string {
	if m := a.in.View().MindOf(a.id); m != nil && m.Personality >= 0 {
		return m.Brain.Personalities[m.Personality].Name
	}
	return ""
}

// SetTeam puts the agent into a team. Members of a team share what they perceive through talk, and, without a squad,
// their claims. 0, the default, is no team. SetTeam returns false if the agent has left.
func (a Agent) SetTeam(team int64) bool { return a.in.SetTeam(a.id, team) }

// Team returns the agent's team.
func (a Agent) Team() int64 { return a.in.View().Team(a.id) }

// Damage makes the agent perceive an attack at the beginning of the next tick. It returns false if the crowd has no
// room for it, or if the agent has no senses. Damage does not change the agent's health; the game does.
func (a Agent) Damage(d Damage) bool { return a.in.Damage(a.id, d) }

// Memory is an agent's memory of an object.
type Memory struct {
	Object     Object
	Known      bool    // the agent remembers a position: At, Spread and Confidence are set
	At         Vec2    // the estimated position
	Spread     float64 // radius around At in which the object may be, in metres
	Confidence float64 // from 0 to 1
	Seconds    float64 // seconds since its position was last known
	Sensed     bool    // the agent sees or touches the object now
	Missed     bool    // the agent did not find the object at the estimated position
}

// Memories appends to buf the agent's memory, in order of objects.
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

// Snapshot appends the agent to dst, for [Crowd.RestoreAgent]: its own symbols, its plan with each running action,
// timers and bans, its brain with its goals and personality, its reactions and layers, what it remembers, its team, and
// where its random numbers come from. It omits squads: membership, orders, and actions that hold resources of a squad.
// It returns dst unchanged if the agent has left. It panics under the same conditions as [Crowd.Snapshot].
func (a Agent) Snapshot(dst []byte) []byte { return a.in.SnapshotAgent(dst, a.id) }
