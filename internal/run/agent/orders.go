package agent

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// Errors of orders, wrapped.
var (
	// ErrNoBrain is why an agent takes no orders: its kind has no brain, or it has left.
	ErrNoBrain = errors.New("the agent has no brain")
	// ErrUnknownGoal is why nothing can be ordered: the model declares no such goal.
	ErrUnknownGoal = errors.New("the model declares no such goal")
	// ErrOrderArgs is why a goal cannot be ordered so: its parameters are others.
	ErrOrderArgs = errors.New("the arguments do not fit the goal's parameters")
	// ErrOrdersFull is why an order is refused: [goal.MaxOrders] orders wait already.
	ErrOrdersFull = errors.New("too many orders are waiting")
)

// Order is a goal that an agent is ordered to pursue.
type Order struct {
	Goal   string       // name of a goal of the model
	Args   []world.Word // the words of its parameters; they are copied
	Urgent bool         // precedes orders that are not urgent, and interrupts them and uninterrupted steps
}

// commands are the orders that the host gives to agents with brains.
type commands struct {
	core     *core
	agents   *population
	families *families
	squads   *squads
	exchange *exchange
	net      *net
	journal  *journal
	list     []command // given within this tick
}

// command is an order, or the withdrawal of one, given within a tick.
type command struct {
	to       ID
	goal     int32
	args     []world.Word
	urgent   bool
	withdraw int64 // 0: an order
}

// Order is [Crowd.Order].
func (k *commands) Order(id ID, o Order) (number int64, err error) {
	a := k.agents.slot(id)
	if a == nil || !a.runner.HasBrain() {
		return 0, fmt.Errorf("karakuri: Order: %w", ErrNoBrain)
	}
	g := k.goalNamed(o.Goal)
	if g == nil {
		return 0, fmt.Errorf("karakuri: Order: %s: %w", o.Goal, ErrUnknownGoal)
	}
	if !k.fitsGoal(g, o.Args) {
		return 0, fmt.Errorf("karakuri: Order: %s: %w", o.Goal, ErrOrderArgs)
	}
	waiting, last := k.ordered(a)
	if waiting >= goal.MaxOrders {
		return 0, fmt.Errorf("karakuri: Order: %w", ErrOrdersFull)
	}
	if k.journal.tape != nil {
		k.journal.tape.ordering(a, g.ID, o.Args, o.Urgent)
	}
	k.give(command{to: id, goal: g.ID, args: o.Args, urgent: o.Urgent})
	return last + 1, nil
}

// Order gives an agent with a brain a goal to pursue, before all its wants, and returns the number of the order with
// this agent. The agent takes it up in the next tick at the earliest, after its earlier orders; interrupted pursuits
// resume afterwards. An order whose goal cannot be activated then is refused, with an event. The errors wrap
// [ErrNoBrain], [ErrUnknownGoal], [ErrOrderArgs] and [ErrOrdersFull].
func (c *Crowd) Order(id ID, o Order) (number int64, err error) { return c.commands.Order(id, o) }

// Withdraw is [Crowd.Withdraw].
func (k *commands) Withdraw(id ID, number int64) bool {
	a := k.agents.slot(id)
	if a == nil {
		return false
	}
	m := k.families.brain(a)
	if m == nil || !m.HasOrder(number) || k.isWithdrawn(id, number) {
		return false
	}
	if k.journal.tape != nil {
		k.journal.tape.withdrawing(a, number)
	}
	k.give(command{to: id, withdraw: number})
	return true
}

// Withdraw cancels an order, waiting or running. During a tick, this takes effect at the end of the tick. It returns
// false if there is no such order.
func (c *Crowd) Withdraw(id ID, number int64) bool { return c.commands.Withdraw(id, number) }

// isWithdrawn reports whether an order was withdrawn within this tick.
func (k *commands) isWithdrawn(id ID, number int64) bool {
	for i := range k.list {
		if k.list[i].to == id && k.list[i].withdraw == number {
			return true
		}
	}
	return false
}

// goalNamed returns a goal of the model, or nil.
func (k *commands) goalNamed(name string) *def.GoalInfo {
	for _, g := range k.core.model.Info.Goals {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// fitsGoal reports whether words have the types of a goal's parameters.
func (k *commands) fitsGoal(g *def.GoalInfo, words []world.Word) bool {
	n := 0
	for _, p := range g.Params {
		for range p.Type.Width() {
			if n == len(words) || !k.core.world.Schema().Fits(p.Type, words[n]) {
				return false
			}
			n++
		}
	}
	return n == len(words)
}

// ordered returns the number of orders that wait for an agent, and the number of the last one, including those given
// within this tick.
func (k *commands) ordered(a *agent) (waiting int, last int64) {
	if m := k.families.brain(a); m != nil {
		waiting, last = m.Orders(), m.LastOrder()
	}
	for i := range k.list {
		if k.list[i].to == a.id && k.list[i].withdraw == 0 {
			waiting++
			last++
		}
	}
	return waiting, last
}

// give carries out a command: at once between two ticks, else at the end of the tick, because brains are running.
func (k *commands) give(o command) {
	if !k.core.ticking {
		k.net.all(1, func(int) { k.issue(&o) })
		k.journal.flush(ktrace.Leave, nil)
		k.squads.applyPosts()
		return
	}
	n := len(k.list)
	if n == cap(k.list) {
		k.list = append(k.list, command{})
	}
	k.list = k.list[:n+1]
	o.args = append(k.list[n].args[:0], o.args...) // reuse the memory of an earlier command
	k.list[n] = o
}

// issueAll carries out the commands given within the tick.
func (k *commands) issueAll() {
	if len(k.list) == 0 {
		return
	}
	defer func() { k.list = k.list[:0] }()
	for from := 0; from < len(k.list); {
		n := len(k.list)
		k.net.all(n-from, func(i int) { k.issue(&k.list[from+i]) })
		from = n
	}
}

// issue carries out one command. Writes of its hooks to shared symbols reach the other agents.
func (k *commands) issue(o *command) {
	a := k.agents.slot(o.to)
	if a == nil || k.agents.leaves(a) {
		return
	}
	k.net.enter(a)
	before := a.state.Mark()
	a.runner.Awaken(&k.core.stage)
	k.obey(a, o)
	k.net.leave(a, a.slot())
	k.exchange.collect(&a.state, before)
	k.squads.post(a, before)
	k.core.schedule.Wake(int32(a.slot()))
}

func (k *commands) obey(a *agent, o *command) {
	goals, _ := k.families.wills()
	m := k.families.brain(a)
	if o.withdraw == 0 {
		m.Order(&goals.env, goal.Order{Goal: int(o.goal), Args: o.args, Urgent: o.urgent})
		return
	}
	m.Withdraw(&goals.env, o.withdraw)
	if _, broken := goals.env.TakeFault(); broken {
		m.Halt(&goals.env, action.Quarantined)
		goals.env.TakeFault()
	}
}
