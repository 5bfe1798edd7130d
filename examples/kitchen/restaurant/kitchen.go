// Package restaurant is the world of examples/kitchen: guests order and eat, pots cook, plates get dirty. It is a host,
// like a game, without bodies: the positions of cooks are computed for display only, and nothing depends on them.
// [World] shows it in the studio.
package restaurant

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/karakuri-ai/karakuri"
)

const ticksPerSecond = 10

// Options say how a shift goes.
type Options struct {
	Cooks   int
	Led     bool // they are a squad
	Pieces  bool // cooks without a squad do the next piece of work, for any order
	Pause   int  // minimum seconds between two orders, and half of the maximum
	Shift   time.Duration
	Leave   time.Duration // when the last cook leaves; 0: no cook leaves
	Seed    uint64
	Out     io.Writer // receives the results
	Verbose bool      // and of everything that cooks decide and do
	Host    karakuri.Options
}

// Kitchen is the host: guests, their orders, and the hands of the cooks. Not safe for concurrent use.
type Kitchen struct {
	options Options
	program *karakuri.Program
	crowd   *karakuri.Crowd
	chance  *rand.PCG
	rand    *rand.Rand // draws from chance

	dishOf *karakuri.Symbol[karakuri.Enum]
	number *karakuri.Symbol[int]
	taken  *karakuri.Symbol[bool]
	stewed *karakuri.Symbol[bool]
	rice   *karakuri.Symbol[bool]
	on     *karakuri.Symbol[karakuri.Object]
	plate  *karakuri.Symbol[karakuri.Enum]
	mine   *karakuri.Symbol[karakuri.Object]
	team   *karakuri.Symbol[int]

	brigade karakuri.AgentID // 0: each cook plans alone
	cooks   []karakuri.AgentID
	feet    []feet                    // of each cook
	next    int64                     // tick of the next order
	came    map[karakuri.Object]int64 // tick in which an order came that is not served
	pots    []pot                     // that cook unattended
	tables  []table                   // in the order in which they were served
	ordered int
	served  int
	washed  int
	hot     int64 // ticks in which a hob was in use, of all hobs together
	waited  int64 // ticks, of all orders that were served together
}

// pot is the pot on a hob or cooker of a brigade.
type pot struct {
	order, station karakuri.Object
	done           *karakuri.Symbol[bool]
	until          int64 // tick
}

// table is a table with a guest.
type table struct {
	order, plate karakuri.Object
	until        int64 // tick
}

// Values of the enums dish and place.
const (
	curry karakuri.Enum = 1
	dirty karakuri.Enum = 2
)

// Open prepares a kitchen with its cooks.
func Open(p *karakuri.Program, o Options) (*Kitchen, error) {
	k := &Kitchen{options: o, chance: rand.NewPCG(o.Seed, 0), came: map[karakuri.Object]int64{}}
	k.rand = rand.New(k.chance)
	k.know(p)
	var err error
	if k.crowd, err = karakuri.New(p, k.hosted(), k.bindings()...); err != nil {
		return nil, err
	}
	k.crowd.NameAgents(k.called)
	return k, k.staff()
}

// know looks up what the kitchen reads and writes.
func (k *Kitchen) know(p *karakuri.Program) {
	k.program = p
	k.dishOf = karakuri.Lookup[karakuri.Enum](p, "dish_of")
	k.number = karakuri.Lookup[int](p, "number")
	k.taken = karakuri.Lookup[bool](p, "taken")
	k.stewed = karakuri.Lookup[bool](p, "stewed")
	k.rice = karakuri.Lookup[bool](p, "has_rice")
	k.on = karakuri.Lookup[karakuri.Object](p, "on")
	k.plate = karakuri.Lookup[karakuri.Enum](p, "is")
	k.mine = karakuri.Lookup[karakuri.Object](p, "mine")
	k.team = karakuri.Lookup[int](p, "hands")
}

// hosted returns the options of the crowd.
func (k *Kitchen) hosted() karakuri.Options {
	o := k.options.Host
	o.TPS, o.Seed = ticksPerSecond, k.options.Seed
	if k.options.Verbose {
		o.Sink, o.Events = karakuri.SinkFunc(func(e karakuri.Event) { k.tell(e.Agent, e.Text()) }), karakuri.Plans|karakuri.Squads
	}
	return o
}

// tell prints a line about an agent.
func (k *Kitchen) tell(who karakuri.AgentID, text string) {
	k.print("%6.1fs  %s  %s\n", k.crowd.Seconds(), k.name(who), text)
}

// print prints a line to the output, if there is one.
func (k *Kitchen) print(format string, args ...any) {
	if k.options.Out != nil {
		fmt.Fprintf(k.options.Out, format, args...)
	}
}

// Step makes a tick: guests order and eat, pots cook, cooks decide and work.
func (k *Kitchen) Step() error {
	if k.options.Leave > 0 && k.crowd.Tick() == int64(k.options.Leave.Seconds()*ticksPerSecond) {
		k.goHome()
	}
	k.guests()
	k.simmer()
	k.crowd.Step()
	k.walk()
	return nil
}

// Run runs the shift and returns how many orders were served.
func (k *Kitchen) Run() int {
	ticks := int(k.options.Shift.Seconds() * ticksPerSecond)
	before := 0
	for tick := 1; tick <= ticks; tick++ {
		_ = k.Step() // it has none
		if minute := 60 * ticksPerSecond; tick%minute == 0 || tick == ticks {
			k.print("minute %2d: %2d orders served, %d waiting\n", (tick+minute-1)/minute, k.served-before, len(k.came))
			before = k.served
		}
	}
	k.print("%d of %d orders served, after %.0f s on average; %d plates washed\n", k.served, k.ordered, k.wait(), k.washed)
	return k.served
}

// staff adds the cooks, and makes them a brigade if requested.
func (k *Kitchen) staff() error {
	pieces := karakuri.Lookup[bool](k.program, "by_pieces")
	pieces.Set(k.crowd.Agent(0), k.options.Pieces)
	for i := range k.options.Cooks {
		k.cooks = append(k.cooks, k.crowd.Spawn("cook").ID())
		k.feet = append(k.feet, k.standing(i))
	}
	if !k.options.Led {
		return nil
	}
	brigade := k.crowd.SpawnSquad("brigade")
	k.brigade = brigade.ID()
	for _, cook := range k.cooks {
		if err := brigade.Join(k.crowd.Agent(cook)); err != nil {
			return err
		}
	}
	k.team.Set(k.crowd.Agent(k.brigade), len(k.cooks))
	return nil
}

// guests order, and give back their plates when they have eaten.
func (k *Kitchen) guests() {
	tick := k.crowd.Tick()
	for len(k.tables) > 0 && k.tables[0].until <= tick {
		t := k.tables[0]
		k.plate.Set(k.crowd.Agent(0), dirty, t.plate)
		k.crowd.RemoveObject(t.order)
		k.tables = k.tables[1:]
	}
	if tick < k.next {
		return
	}
	k.next = tick + int64(k.options.Pause+k.rand.IntN(k.options.Pause+1))*ticksPerSecond
	order, err := k.crowd.AddObject("order", fmt.Sprintf("order%d", k.ordered+1))
	if err != nil {
		return // the kitchen is full: the guest goes elsewhere
	}
	k.ordered++
	k.came[order] = tick
	k.number.Set(k.crowd.Agent(0), k.ordered, order)
	if k.rand.IntN(2) == 0 {
		k.dishOf.Set(k.crowd.Agent(0), curry, order)
	}
}

// simmer takes pots off that are done.
func (k *Kitchen) simmer() {
	k.pots = slices.DeleteFunc(k.pots, func(p pot) bool {
		if p.until > k.crowd.Tick() {
			if p.done == k.stewed {
				k.hot++
			}
			return false
		}
		p.done.Set(k.crowd.Agent(0), true, p.order)
		k.on.Set(k.crowd.Agent(0), 0, p.station)
		return true
	})
}

// goHome removes the last cook. Its work is left for others.
func (k *Kitchen) goHome() {
	last := len(k.cooks) - 1
	if last < 0 {
		return
	}
	id := k.cooks[last]
	if order := k.mine.Of(k.crowd.Agent(id)); order != 0 {
		k.taken.Set(k.crowd.Agent(0), false, order)
	}
	k.crowd.Agent(id).Remove()
	k.cooks, k.feet = k.cooks[:last], k.feet[:last]
	if k.options.Led {
		k.team.Set(k.crowd.Agent(k.brigade), last)
	}
	k.print("cook %d leaves\n", last+1)
}

// wait returns how long guests have waited for served orders, in seconds on average.
func (k *Kitchen) wait() float64 {
	return float64(k.waited) / float64(max(1, k.served)*ticksPerSecond)
}

// name returns the name of an agent.
func (k *Kitchen) name(id karakuri.AgentID) string {
	if id == k.brigade {
		return "brigade"
	}
	return fmt.Sprintf("cook %d", k.crowd.Agent(id).Number())
}
