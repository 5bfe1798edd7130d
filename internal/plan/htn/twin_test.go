package htn_test

// Hand-written Go twins of the benchmark domains: what a programmer would write without a planner, with the same
// decisions, the same plans and the same freedom to go back. They keep the benchmarks honest.

// mealWorld is the state of examples/meal.
type mealWorld struct {
	hungry, hasMeal, hasJob bool
	money                   int
}

type mealStep uint8

const (
	mealEat mealStep = iota
	mealBuy
	mealWork
)

// dine is the task of examples/meal; it appends to plan and reports whether it ended.
func (w *mealWorld) dine(plan []mealStep, depth int) ([]mealStep, bool) {
	if depth > 16 {
		return plan, false
	}
	before, length := *w, len(plan)
	if w.hasMeal {
		w.hasMeal, w.hungry = false, false
		return append(plan, mealEat), true
	}
	if w.money >= 5 {
		w.money -= 5
		w.hasMeal = true
		if plan, ok := w.dine(append(plan, mealBuy), depth+1); ok {
			return plan, true
		}
		*w, plan = before, plan[:length]
	}
	if w.hasJob {
		w.money = min(w.money+5, 100)
		if plan, ok := w.dine(append(plan, mealWork), depth+1); ok {
			return plan, true
		}
		*w, plan = before, plan[:length]
	}
	return plan, false
}

type room uint8

const (
	post room = iota
	gate
	armory
	kitchen
	yard
	office
)

// guardWorld is the state of testdata/guard.krk.
type guardWorld struct {
	at, trace                   room
	seen, alarm, radio, key     bool
	locked, open, armed, loaded bool
	lights, caught, reported    bool
	tired, ammo                 int8
	plan                        []guardStep
}

type guardStep struct {
	op  string
	arg room
}

func (g *guardWorld) do(op string) bool { g.plan = append(g.plan, guardStep{op: op}); return true }

func (g *guardWorld) walk(r room) bool {
	if g.at == r {
		return false
	}
	g.at, g.tired = r, min(g.tired+1, 10)
	g.plan = append(g.plan, guardStep{"walk", r})
	return true
}

func (g *guardWorld) goTo(r room) bool { return g.at == r || g.walk(r) }

// respond is the task of that name for a guard who has a key and an alarm that rings already, or not: the ways that the
// benchmark's situations take, with the conditions that stand before them.
func (g *guardWorld) respond() bool {
	before := *g
	if g.warn() && g.arm() && g.seize() {
		return true
	}
	*g = before
	if g.warn() && g.goTo(g.trace) && g.tired < 3 {
		g.caught = true
		return g.do("tackle")
	}
	*g = before
	return false
}

func (g *guardWorld) warn() bool {
	if g.alarm {
		return true
	}
	g.alarm = true
	return g.do("press_alarm")
}

func (g *guardWorld) arm() bool {
	if g.loaded {
		return true
	}
	before := *g
	if g.armed && g.getAmmo() && g.load() {
		return true
	}
	*g = before
	if !g.openUp() || !g.open || g.at != armory {
		*g = before
		return false
	}
	g.armed = true
	g.do("take_weapon")
	if g.getAmmo() && g.load() {
		return true
	}
	*g = before
	return false
}

func (g *guardWorld) load() bool {
	if !g.armed || g.ammo < 6 {
		return false
	}
	g.loaded, g.ammo = true, g.ammo-6
	return g.do("load")
}

func (g *guardWorld) getAmmo() bool {
	if g.ammo >= 6 {
		return true
	}
	if !g.goTo(armory) || !g.open {
		return false
	}
	g.ammo = min(g.ammo+6, 12)
	return g.do("take_ammo")
}

func (g *guardWorld) openUp() bool {
	if g.open {
		return true
	}
	before := *g
	if g.locked && !g.key && g.goTo(armory) && g.tired < 2 {
		g.open, g.tired = true, min(g.tired+4, 10)
		g.do("break_locker")
		if g.tired < 2 {
			return true
		}
	}
	*g = before
	if g.locked && g.getKey() && g.goTo(armory) && g.key && g.locked {
		g.locked = false
		g.do("unlock")
		g.open = true
		return g.do("open_locker")
	}
	*g = before
	if g.goTo(armory) && !g.locked {
		g.open = true
		return g.do("open_locker")
	}
	*g = before
	return false
}

func (g *guardWorld) getKey() bool {
	if g.key {
		return true
	}
	if !g.goTo(office) {
		return false
	}
	g.key = true
	return g.do("take_key")
}

func (g *guardWorld) seize() bool {
	lit := g.lights
	if !g.goTo(g.trace) {
		return false
	}
	if !lit {
		g.lights = true
		if g.at == gate {
			g.do("light_up")
		} else {
			g.do("torch")
		}
	}
	if !g.loaded || !g.lights {
		return false
	}
	g.caught = true
	return g.do("challenge")
}

func (g *guardWorld) report() bool {
	switch {
	case g.reported:
		return true
	case g.radio:
		g.reported = true
		return g.do("call_in")
	case g.goTo(office):
		g.reported = true
		return g.do("phone_in")
	}
	return false
}

// duty is the root task, as far as an intruder goes.
func (g *guardWorld) duty() bool {
	if !g.seen || g.caught {
		return false
	}
	return g.respond() && g.report()
}
