package main

import (
	"embed"
	"fmt"
	"math/rand/v2"

	"github.com/karakuri-ai/karakuri"
)

//go:embed kitchen.krk
var files embed.FS

const ticksPerSecond = 10

// How long things take, in seconds.
const (
	choppingTime  = 5
	soupTime      = 12
	curryTime     = 20
	riceTime      = 16
	scrubbingTime = 6
	dishingUpTime = 3
	servingTime   = 4
	eatingTime    = 25
)

// kitchen is the host: guests, what they have ordered, and what the hands of the cooks do.
type kitchen struct {
	options
	program *karakuri.Program
	crowd   *karakuri.Crowd
	rand    *rand.Rand

	dishOf *karakuri.Symbol[karakuri.Enum]
	number *karakuri.Symbol[int]
	taken  *karakuri.Symbol[bool]
	plate  *karakuri.Symbol[karakuri.Enum]
	mine   *karakuri.Symbol[karakuri.Object]

	cooks   []karakuri.AgentID
	next    int64                     // tick of the next order
	came    map[karakuri.Object]int64 // tick in which an order came
	tables  []table                   // in the order in which they were served
	ordered int
	served  int
	washed  int
	waited  int64 // ticks, of all orders that were served together
}

// table is where a guest eats.
type table struct {
	plate karakuri.Object
	until int64 // tick
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
		plate:  karakuri.Lookup[karakuri.Enum](p, "is"),
		mine:   karakuri.Lookup[karakuri.Object](p, "mine"),
	}
	settings := karakuri.Options{TPS: ticksPerSecond, Seed: o.seed}
	if o.tell != nil {
		settings.Sink = o.tell
	}
	host := p.Host(settings)
	k.bind(host)
	if k.crowd, err = host.Crowd(); err != nil {
		return nil, err
	}
	for range o.hands {
		k.cooks = append(k.cooks, k.crowd.Spawn("cook"))
	}
	return k, nil
}

// Arguments of actions.
type (
	onOrder struct{ Order karakuri.Object }
	onPlate struct{ Plate karakuri.Object }
	serving struct{ Order, Plate karakuri.Object }
)

// bind says what the hands do: everything takes its time.
func (k *kitchen) bind(host *karakuri.Host) {
	for name, seconds := range map[string]int{"chop": choppingTime, "steam": riceTime, "dish_up": dishingUpTime} {
		karakuri.Bind(host, name, func(_ *karakuri.Ctx, _ *onOrder, ticks *int) karakuri.Status { return work(ticks, seconds) })
	}
	karakuri.Bind(host, "stew", func(_ *karakuri.Ctx, a *onOrder, ticks *int) karakuri.Status {
		if k.dishOf.Of(k.crowd, 0, a.Order) == curry {
			return work(ticks, curryTime)
		}
		return work(ticks, soupTime)
	})
	karakuri.Bind(host, "scrub", func(_ *karakuri.Ctx, _ *onPlate, ticks *int) karakuri.Status {
		status := work(ticks, scrubbingTime)
		if status == karakuri.Success {
			k.washed++
		}
		return status
	})
	karakuri.Bind(host, "serve", func(c *karakuri.Ctx, a *serving, ticks *int) karakuri.Status {
		status := work(ticks, servingTime)
		if status == karakuri.Success {
			k.serve(c.Tick(), a)
		}
		return status
	})
	karakuri.Bind(host, "rest", func(_ *karakuri.Ctx, _, _ *struct{}) karakuri.Status { return karakuri.Running })
}

// work goes on with something that takes some seconds.
func work(ticks *int, seconds int) karakuri.Status {
	if *ticks++; *ticks < seconds*ticksPerSecond {
		return karakuri.Running
	}
	return karakuri.Success
}

// serve brings an order to its guest, who begins to eat.
func (k *kitchen) serve(tick int64, a *serving) {
	k.served++
	k.waited += tick - k.came[a.Order]
	delete(k.came, a.Order)
	k.tables = append(k.tables, table{a.Plate, tick + eatingTime*ticksPerSecond})
	k.crowd.RemoveObject(a.Order)
}

// guests order, and give back their plates when they have eaten.
func (k *kitchen) guests() {
	tick := k.crowd.Tick()
	for len(k.tables) > 0 && k.tables[0].until <= tick {
		k.plate.Set(k.crowd, 0, dirty, k.tables[0].plate)
		k.tables = k.tables[1:]
	}
	if tick < k.next {
		return
	}
	k.next = tick + int64(10+k.rand.IntN(11))*ticksPerSecond
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
	fmt.Fprintf(k.out, "cook %d leaves\n", last+1)
}

// wait returns how long guests have waited for what was served, in seconds on average.
func (k *kitchen) wait() float64 {
	return float64(k.waited) / float64(max(1, k.served)*ticksPerSecond)
}
