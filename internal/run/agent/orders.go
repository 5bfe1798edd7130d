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
	// ErrOrdersFull is why an order is refused: as many wait as may ([goal.MaxOrders]).
	ErrOrdersFull = errors.New("as many orders wait as may")
)

// Order is something that an agent is told to pursue.
type Order struct {
	Goal   string       // name of a goal of the model
	Args   []world.Word // the words of its parameters; they are copied
	Urgent bool         // it goes before orders that are not, and interrupts those and what is not to be interrupted
}

// command is an order, or one that is taken back, given within a tick.
type command struct {
	to       ID
	goal     int32
	args     []world.Word
	urgent   bool
	withdraw int64 // 0: an order
}

// Order tells an agent with a brain to pursue a goal, before everything that it wants of itself, and returns the number that the order goes by with
// this agent. It is taken up with the next tick at the earliest, when the orders before it are done; what it interrupts is resumed
// afterwards. Orders whose goal cannot be activated then are refused, which is an event. The errors wrap [ErrNoBrain], [ErrUnknownGoal],
// [ErrOrderArgs] and [ErrOrdersFull].
func (c *Crowd) Order(id ID, o Order) (number int64, err error) {
	a := c.agents.slot(id)
	if a == nil || !a.runner.HasBrain() {
		return 0, fmt.Errorf("karakuri: Order: %w", ErrNoBrain)
	}
	g := c.goalNamed(o.Goal)
	if g == nil {
		return 0, fmt.Errorf("karakuri: Order: %s: %w", o.Goal, ErrUnknownGoal)
	}
	if !c.fitsGoal(g, o.Args) {
		return 0, fmt.Errorf("karakuri: Order: %s: %w", o.Goal, ErrOrderArgs)
	}
	waiting, last := c.ordered(a)
	if waiting >= goal.MaxOrders {
		return 0, fmt.Errorf("karakuri: Order: %w", ErrOrdersFull)
	}
	if c.journal.tape != nil {
		c.journal.tape.ordering(a, g.ID, o.Args, o.Urgent)
	}
	c.give(command{to: id, goal: g.ID, args: o.Args, urgent: o.Urgent})
	return last + 1, nil
}

// Withdraw takes an order back, whether it waits or is pursued: that is then aborted. During a tick that happens at the tick's end. It returns
// false when there is no such order.
func (c *Crowd) Withdraw(id ID, number int64) bool {
	a := c.agents.slot(id)
	if a == nil {
		return false
	}
	m := c.families.brain(a)
	if m == nil || !m.HasOrder(number) || c.isWithdrawn(id, number) {
		return false
	}
	if c.journal.tape != nil {
		c.journal.tape.withdrawing(a, number)
	}
	c.give(command{to: id, withdraw: number})
	return true
}

// isWithdrawn reports whether an order was taken back within this tick.
func (c *Crowd) isWithdrawn(id ID, number int64) bool {
	for i := range c.commands {
		if c.commands[i].to == id && c.commands[i].withdraw == number {
			return true
		}
	}
	return false
}

// goalNamed returns a goal of the model, or nil.
func (c *Crowd) goalNamed(name string) *def.GoalInfo {
	for _, g := range c.core.model.Info.Goals {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// fitsGoal reports whether words are of the types of a goal's parameters.
func (c *Crowd) fitsGoal(g *def.GoalInfo, words []world.Word) bool {
	n := 0
	for _, p := range g.Params {
		for range p.Type.Width() {
			if n == len(words) || !c.core.world.Schema().Fits(p.Type, words[n]) {
				return false
			}
			n++
		}
	}
	return n == len(words)
}

// ordered returns how many orders wait for an agent, and the number of the last, with those that were given within this tick.
func (c *Crowd) ordered(a *agent) (waiting int, last int64) {
	if m := c.families.brain(a); m != nil {
		waiting, last = m.Orders(), m.LastOrder()
	}
	for i := range c.commands {
		if c.commands[i].to == a.id && c.commands[i].withdraw == 0 {
			waiting++
			last++
		}
	}
	return waiting, last
}

// give has a command carried out: at once between two ticks, else at the tick's end, since brains are at work.
func (c *Crowd) give(o command) {
	if !c.core.ticking {
		c.net.all(1, func(int) { c.command(&o) })
		c.journal.flush(ktrace.Leave, nil)
		c.deliver()
		return
	}
	n := len(c.commands)
	if n == cap(c.commands) {
		c.commands = append(c.commands, command{})
	}
	c.commands = c.commands[:n+1]
	o.args = append(c.commands[n].args[:0], o.args...) // its memory is used again
	c.commands[n] = o
}

// commandAll carries out what was ordered within the tick.
func (c *Crowd) commandAll() {
	if len(c.commands) == 0 {
		return
	}
	defer func() { c.commands = c.commands[:0] }()
	for from := 0; from < len(c.commands); {
		n := len(c.commands)
		c.net.all(n-from, func(i int) { c.command(&c.commands[from+i]) })
		from = n
	}
}

// command carries out one command. What hooks that are called then write to shared symbols reaches the others.
func (c *Crowd) command(o *command) {
	a := c.agents.slot(o.to)
	if a == nil || c.agents.leaves(a) {
		return
	}
	c.net.enter(a)
	before := a.state.Mark()
	a.runner.Awaken(&c.core.stage)
	c.obey(a, o)
	c.net.leave(a, a.slot())
	c.collect(&a.state, before)
	c.post(a, before)
	c.core.schedule.Wake(int32(a.slot()))
}

func (c *Crowd) obey(a *agent, o *command) {
	goals, _ := c.families.wills()
	m := c.families.brain(a)
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
