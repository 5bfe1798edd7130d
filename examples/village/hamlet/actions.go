package hamlet

import "github.com/karakuri-ai/karakuri"

// Arguments and the private state of actions.
type (
	toPlace struct{ Place karakuri.Enum }
	nothing struct{}
	effort  struct{ Ticks int }
)

// bindings say what villagers do.
func (h *Hamlet) bindings() []karakuri.Binding {
	return []karakuri.Binding{
		bind(h, "walk_to", func(v *villager, who int, a *toPlace, _ *effort) karakuri.Status {
			if int(a.Place) >= len(places) {
				return karakuri.Failure // a place that somebody has added to the file
			}
			var arrived bool
			v.to = h.spot(who, int(a.Place))
			if v.at, arrived = v.at.Toward(v.to, pace/ticksPerSecond); arrived {
				return karakuri.Success
			}
			return karakuri.Running
		}),
		h.lasting("eat", 0.5, func(v *villager) bool {
			if v.coins < meal {
				return false
			}
			v.coins -= meal
			v.needs[hunger] = 0
			return true
		}),
		h.lasting("drink", 0.15, func(v *villager) bool { v.needs[thirst] = 0; return true }),
		h.lasting("work", 2, func(v *villager) bool { v.coins = min(99, v.coins+wage); return true }),
		bind(h, "talk", func(v *villager, who int, _ *nothing, e *effort) karakuri.Status { return h.talk(v, who, e) }),
		bind(h, "sleep", func(v *villager, _ int, _ *nothing, _ *effort) karakuri.Status {
			if v.needs[tired] > 0 || h.isNight() {
				return karakuri.Running
			}
			return karakuri.Success
		}),
	}
}

// bind binds an action, and notes who does it.
func bind[P any](h *Hamlet, action string, do func(v *villager, who int, a *P, e *effort) karakuri.Status) karakuri.Binding {
	ends := func(c *karakuri.Ctx) {
		v, _ := h.of(c)
		v.doing = ""
	}
	return karakuri.Bind(action,
		func(c *karakuri.Ctx, a *P, e *effort) karakuri.Status {
			v, who := h.of(c)
			v.doing = action
			return do(v, who, a, e)
		},
		karakuri.OnEnd(func(c *karakuri.Ctx, _ *P, _ *effort, _ karakuri.Status) { ends(c) }),
		karakuri.OnAbort(func(c *karakuri.Ctx, _ *P, _ *effort, _ karakuri.Reason) { ends(c) }))
}

// lasting binds an action that takes its time, in hours, and then has its effect or fails.
func (h *Hamlet) lasting(action string, hours float64, effect func(v *villager) bool) karakuri.Binding {
	return bind(h, action, func(v *villager, _ int, _ *nothing, e *effort) karakuri.Status {
		if e.Ticks++; e.Ticks < int(hours*ticksPerHour) {
			return karakuri.Running
		}
		if effect(v) {
			return karakuri.Success
		}
		return karakuri.Failure
	})
}

const (
	chat    = 0.8 * ticksPerHour
	waiting = 1.5 * ticksPerHour // for somebody to come
)

// talk waits for somebody and talks. To be alone in the square does not help.
func (h *Hamlet) talk(v *villager, who int, e *effort) karakuri.Status {
	e.Ticks++
	for i := range h.villagers {
		other := &h.villagers[i]
		if i == who || other.doing != "talk" || other.at.Sub(v.at).Len() > earshot {
			continue
		}
		if v.needs[lonely] = max(0, v.needs[lonely]-1.0/chat); v.needs[lonely] == 0 {
			return karakuri.Success
		}
		e.Ticks = 0
		return karakuri.Running
	}
	if e.Ticks < waiting {
		return karakuri.Running
	}
	return karakuri.Failure
}
