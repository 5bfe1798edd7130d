package main

import "github.com/karakuri-ai/karakuri"

// How long things take, in seconds.
const (
	choppingTime  = 5
	soupTime      = 12
	curryTime     = 20
	riceTime      = 16
	puttingOnTime = 1
	scrubbingTime = 6
	dishingUpTime = 3
	servingTime   = 4
	eatingTime    = 25
)

// Arguments of actions.
type (
	onOrder   struct{ Order karakuri.Object }
	atStation struct{ Order, Station karakuri.Object }
	onPlate   struct{ Plate, Sink karakuri.Object }
	serving   struct{ Order, Plate karakuri.Object }
)

// bind says what the hands do: everything takes its time.
func (k *kitchen) bind(host *karakuri.Host) {
	karakuri.Bind(host, "chop", func(_ *karakuri.Ctx, _ *atStation, ticks *int) karakuri.Status { return work(ticks, choppingTime) })
	karakuri.Bind(host, "steam", func(_ *karakuri.Ctx, _ *atStation, ticks *int) karakuri.Status { return work(ticks, riceTime) })
	karakuri.Bind(host, "stew", func(_ *karakuri.Ctx, a *atStation, ticks *int) karakuri.Status {
		return work(ticks, k.stewing(a.Order))
	})
	karakuri.Bind(host, "simmer", func(c *karakuri.Ctx, a *atStation, ticks *int) karakuri.Status {
		return k.putOn(c.Tick(), ticks, pot{a.Order, a.Station, k.stewed, int64(k.stewing(a.Order) * ticksPerSecond)})
	})
	karakuri.Bind(host, "start_rice", func(c *karakuri.Ctx, a *atStation, ticks *int) karakuri.Status {
		return k.putOn(c.Tick(), ticks, pot{a.Order, a.Station, k.rice, riceTime * ticksPerSecond})
	})
	karakuri.Bind(host, "scrub", func(_ *karakuri.Ctx, _ *onPlate, ticks *int) karakuri.Status {
		status := work(ticks, scrubbingTime)
		if status == karakuri.Success {
			k.washed++
		}
		return status
	})
	karakuri.Bind(host, "dish_up", func(_ *karakuri.Ctx, _ *onOrder, ticks *int) karakuri.Status { return work(ticks, dishingUpTime) })
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

// stewing returns how long an order is on the hob, in seconds.
func (k *kitchen) stewing(order karakuri.Object) int {
	if k.dishOf.Of(k.crowd, 0, order) == curry {
		return curryTime
	}
	return soupTime
}

// putOn leaves a pot to itself.
func (k *kitchen) putOn(tick int64, ticks *int, p pot) karakuri.Status {
	status := work(ticks, puttingOnTime)
	if status == karakuri.Success {
		p.until += tick
		k.pots = append(k.pots, p)
	}
	return status
}

// serve brings an order to its guest, who begins to eat.
func (k *kitchen) serve(tick int64, a *serving) {
	k.served++
	k.waited += tick - k.came[a.Order]
	delete(k.came, a.Order)
	k.tables = append(k.tables, table{a.Order, a.Plate, tick + eatingTime*ticksPerSecond})
}
