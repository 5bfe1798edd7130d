package restaurant

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

// bindings say what the hands do: everything takes its time.
func (k *Kitchen) bindings() []karakuri.Binding {
	return []karakuri.Binding{
		karakuri.Bind("chop", func(c *karakuri.Ctx, a *atStation, ticks *int) karakuri.Status {
			k.send(c, "chop", k.spot(a.Station))
			return work(ticks, choppingTime)
		}),
		karakuri.Bind("steam", func(c *karakuri.Ctx, a *atStation, ticks *int) karakuri.Status {
			k.send(c, "steam", k.spot(a.Station))
			return work(ticks, riceTime)
		}),
		karakuri.Bind("stew", func(c *karakuri.Ctx, a *atStation, ticks *int) karakuri.Status {
			k.send(c, "stew", k.spot(a.Station))
			k.hot++
			return work(ticks, k.stewing(a.Order))
		}),
		karakuri.Bind("simmer", func(c *karakuri.Ctx, a *atStation, ticks *int) karakuri.Status {
			k.send(c, "simmer", k.spot(a.Station))
			k.hot++
			return k.putOn(c.Tick(), ticks, pot{a.Order, a.Station, k.stewed, int64(k.stewing(a.Order) * ticksPerSecond)})
		}),
		karakuri.Bind("start_rice", func(c *karakuri.Ctx, a *atStation, ticks *int) karakuri.Status {
			k.send(c, "start_rice", k.spot(a.Station))
			return k.putOn(c.Tick(), ticks, pot{a.Order, a.Station, k.rice, riceTime * ticksPerSecond})
		}),
		karakuri.Bind("scrub", func(c *karakuri.Ctx, a *onPlate, ticks *int) karakuri.Status {
			k.send(c, "scrub", k.spot(a.Sink))
			status := work(ticks, scrubbingTime)
			if status == karakuri.Success {
				k.washed++
			}
			return status
		}),
		karakuri.Bind("dish_up", func(c *karakuri.Ctx, _ *onOrder, ticks *int) karakuri.Status {
			k.send(c, "dish_up", counter)
			return work(ticks, dishingUpTime)
		}),
		karakuri.Bind("serve", func(c *karakuri.Ctx, a *serving, ticks *int) karakuri.Status {
			k.send(c, "serve", k.tableOf(a.Order))
			status := work(ticks, servingTime)
			if status == karakuri.Success {
				k.serve(c.Tick(), a)
			}
			return status
		}),
		karakuri.Bind("rest", func(c *karakuri.Ctx, _, _ *struct{}) karakuri.Status {
			k.rests(c)
			return karakuri.Running
		}),
	}
}

// work continues with something that takes some seconds.
func work(ticks *int, seconds int) karakuri.Status {
	if *ticks++; *ticks < seconds*ticksPerSecond {
		return karakuri.Running
	}
	return karakuri.Success
}

// stewing returns how long an order is on the hob, in seconds.
func (k *Kitchen) stewing(order karakuri.Object) int {
	if k.dishOf.Of(k.crowd.Agent(0), order) == curry {
		return curryTime
	}
	return soupTime
}

// putOn leaves a pot to itself.
func (k *Kitchen) putOn(tick int64, ticks *int, p pot) karakuri.Status {
	status := work(ticks, puttingOnTime)
	if status == karakuri.Success {
		p.until += tick
		k.pots = append(k.pots, p)
	}
	return status
}

// serve brings an order to its guest, which begins to eat.
func (k *Kitchen) serve(tick int64, a *serving) {
	k.served++
	k.waited += tick - k.came[a.Order]
	delete(k.came, a.Order)
	k.tables = append(k.tables, table{a.Order, a.Plate, tick + eatingTime*ticksPerSecond})
}
