package main

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/agent"
)

//go:embed kitchen.krk
var files embed.FS

const ticksPerSecond = 10

// kitchen is the host: guests, what they have ordered, and what the hands of the cooks do.
type kitchen struct {
	options
	program *karakuri.Program
	crowd   *karakuri.Crowd
	rand    *rand.Rand

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
	next    int64                     // tick of the next order
	came    map[karakuri.Object]int64 // tick in which an order came that is not served
	pots    []pot                     // that cook with nobody beside them
	tables  []table                   // in the order in which they were served
	ordered int
	served  int
	washed  int
	waited  int64 // ticks, of all orders that were served together
}

// pot is what stands on a hob or cooker of a brigade.
type pot struct {
	order, station karakuri.Object
	done           *karakuri.Symbol[bool]
	until          int64 // tick
}

// table is where a guest eats.
type table struct {
	order, plate karakuri.Object
	until        int64 // tick
}

// Values of the enums dish and place.
const (
	curry karakuri.Enum = 1
	dirty karakuri.Enum = 2
)

// open prepares a kitchen with its cooks.
func open(o options) (*kitchen, error) {
	p, err := karakuri.Load(files, "kitchen.krk")
	if err != nil {
		return nil, err
	}
	k := &kitchen{options: o, program: p, rand: rand.New(rand.NewPCG(o.seed, 0)), came: map[karakuri.Object]int64{},
		dishOf: karakuri.Lookup[karakuri.Enum](p, "dish_of"),
		number: karakuri.Lookup[int](p, "number"),
		taken:  karakuri.Lookup[bool](p, "taken"),
		stewed: karakuri.Lookup[bool](p, "stewed"),
		rice:   karakuri.Lookup[bool](p, "has_rice"),
		on:     karakuri.Lookup[karakuri.Object](p, "on"),
		plate:  karakuri.Lookup[karakuri.Enum](p, "is"),
		mine:   karakuri.Lookup[karakuri.Object](p, "mine"),
		team:   karakuri.Lookup[int](p, "hands"),
	}
	settings := karakuri.Options{TPS: ticksPerSecond, Seed: o.seed, Workers: o.workers, Recorder: o.recorder}
	k.listen(&settings)
	host := p.Host(settings)
	k.bind(host)
	if k.crowd, err = host.Crowd(); err != nil {
		return nil, err
	}
	return k, k.staff()
}

// listen has those hear what happens who want to.
func (k *kitchen) listen(o *karakuri.Options) {
	if k.verbose {
		k.tell = func(e karakuri.Event) { k.print(e.Agent, k.crowd.Text(e)) }
		k.squads = func(e agent.SquadEvent) { k.print(e.Squad, k.crowd.SquadText(e)) }
	}
	if k.tell != nil {
		o.Sink = k.tell
	}
	if k.squads != nil {
		o.SquadSink = k.squads
	}
}

// print prints a line about an agent.
func (k *kitchen) print(who karakuri.AgentID, text string) {
	fmt.Fprintf(k.out, "%6.1fs  %s  %s\n", k.crowd.Seconds(), k.name(who), text)
}

// staff has the cooks come, and makes them a brigade if they are to be one.
func (k *kitchen) staff() error {
	pieces := karakuri.Lookup[bool](k.program, "by_pieces")
	pieces.Set(k.crowd, 0, k.pieces)
	for range k.hands {
		k.cooks = append(k.cooks, k.crowd.Spawn("cook"))
	}
	if !k.led {
		return nil
	}
	k.brigade = k.crowd.Spawn("brigade")
	for _, cook := range k.cooks {
		if err := k.crowd.Join(k.brigade, cook); err != nil {
			return err
		}
	}
	k.team.Set(k.crowd, k.brigade, len(k.cooks))
	return nil
}

// guests order, and give back their plates when they have eaten.
func (k *kitchen) guests() {
	tick := k.crowd.Tick()
	for len(k.tables) > 0 && k.tables[0].until <= tick {
		t := k.tables[0]
		k.plate.Set(k.crowd, 0, dirty, t.plate)
		k.crowd.RemoveObject(t.order)
		k.tables = k.tables[1:]
	}
	if tick < k.next {
		return
	}
	k.next = tick + int64(k.pause+k.rand.IntN(k.pause+1))*ticksPerSecond
	order, err := k.crowd.AddObject("order", fmt.Sprintf("order%d", k.ordered+1))
	if err != nil {
		return // the kitchen is full: the guest goes elsewhere
	}
	k.ordered++
	k.came[order] = tick
	k.number.Set(k.crowd, 0, k.ordered, order)
	if k.rand.IntN(2) == 0 {
		k.dishOf.Set(k.crowd, 0, curry, order)
	}
}

// simmer takes pots off that are done.
func (k *kitchen) simmer() {
	k.pots = slices.DeleteFunc(k.pots, func(p pot) bool {
		if p.until > k.crowd.Tick() {
			return false
		}
		p.done.Set(k.crowd, 0, true, p.order)
		k.on.Set(k.crowd, 0, 0, p.station)
		return true
	})
}

// goHome lets the last cook leave. What it was at is left for others.
func (k *kitchen) goHome() {
	last := len(k.cooks) - 1
	if last < 0 {
		return
	}
	id := k.cooks[last]
	if order := k.mine.Of(k.crowd, id); order != 0 {
		k.taken.Set(k.crowd, 0, false, order)
	}
	k.crowd.Remove(id)
	k.cooks = k.cooks[:last]
	if k.led {
		k.team.Set(k.crowd, k.brigade, last)
	}
	fmt.Fprintf(k.out, "cook %d leaves\n", last+1)
}

// wait returns how long guests have waited for what was served, in seconds on average.
func (k *kitchen) wait() float64 {
	return float64(k.waited) / float64(max(1, k.served)*ticksPerSecond)
}

// name says who an agent is.
func (k *kitchen) name(id karakuri.AgentID) string {
	if id == k.brigade {
		return "brigade"
	}
	return fmt.Sprintf("cook %d", k.crowd.Number(id))
}
