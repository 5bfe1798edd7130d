package builder

import "github.com/karakuri-ai/karakuri/internal/model/def"

// Memory is a part of what agents remember with. [def.MemoryClauses] tells which of its clauses each kind of memory has.
//
//	d.Memory("short").Span("8s").Capacity(32).Decay(0.1)
//	d.Memory("long").Keep()
type Memory struct{ clauses }

// Memory declares a memory by its kind, "short" or "long"; or by a name of its own with the kind behind it, "brief: short".
func (d *Domain) Memory(name string) *Memory {
	d, at := d.live(), caller()
	decl := &def.Memory{}
	decl.Head, decl.Name, decl.Kind = d.kinded(at, name)
	d.declare(decl)
	return &Memory{clauses{d, "memory " + decl.Name, &decl.Clauses}}
}

// Keep says that facts of a long memory do not fade.
func (m *Memory) Keep() *Memory {
	if m != nil {
		m.flag(caller(), "keep")
	}
	return m
}

// Span gives for how long a fact is remembered; without it without end.
func (m *Memory) Span(time any) *Memory {
	if m != nil {
		m.time(caller(), "span", time)
	}
	return m
}

// Capacity gives how many facts there is room for.
func (m *Memory) Capacity(facts any) *Memory {
	if m != nil {
		m.numbers(caller(), "capacity", facts)
	}
	return m
}

// Decay gives how much confidence a fact loses each second: 0.1, or "0.1/s".
func (m *Memory) Decay(perSecond any) *Memory {
	if m != nil {
		m.rate(caller(), "decay", perSecond)
	}
	return m
}

// ForgetBelow gives the confidence below which a fact is forgotten, 0..1.
func (m *Memory) ForgetBelow(confidence any) *Memory {
	if m != nil {
		m.numbers(caller(), "forget_below", confidence)
	}
	return m
}

// Doubts gives confidences below which there is an event, 0..1, falling.
func (m *Memory) Doubts(confidences ...any) *Memory {
	if m != nil {
		m.numbers(caller(), "doubts", confidences...)
	}
	return m
}

// VelocityFade gives how fast velocities fade, compared with positions.
func (m *Memory) VelocityFade(factor any) *Memory {
	if m != nil {
		m.numbers(caller(), "velocity_fade", factor)
	}
	return m
}

// KindFade gives how fast kinds fade, compared with positions.
func (m *Memory) KindFade(factor any) *Memory {
	if m != nil {
		m.numbers(caller(), "kind_fade", factor)
	}
	return m
}

// PromoteTimes gives how often an object must come to attention until its fact goes into long memory.
func (m *Memory) PromoteTimes(times any) *Memory {
	if m != nil {
		m.numbers(caller(), "promote_times", times)
	}
	return m
}

// PromoteImportance gives the importance from which a fact goes into long memory at once.
func (m *Memory) PromoteImportance(least any) *Memory {
	if m != nil {
		m.numbers(caller(), "promote_importance", least)
	}
	return m
}

// Predict gives for how long a thing out of sight is taken to go on as it went.
func (m *Memory) Predict(time any) *Memory {
	if m != nil {
		m.time(caller(), "predict", time)
	}
	return m
}

// Spread gives how fast the place where something may be grows while it is not sensed: 0.5, or "0.5/s".
func (m *Memory) Spread(metresPerSecond any) *Memory {
	if m != nil {
		m.rate(caller(), "spread", metresPerSecond)
	}
	return m
}

// MaxSpread gives how far that place grows at most.
func (m *Memory) MaxSpread(metres any) *Memory {
	if m != nil {
		m.numbers(caller(), "max_spread", metres)
	}
	return m
}

// MissRange gives how far a thing may be from where it is remembered and still be found there.
func (m *Memory) MissRange(metres any) *Memory {
	if m != nil {
		m.numbers(caller(), "miss_range", metres)
	}
	return m
}

// MissFactor gives what is left of the confidence when something that moves is not found where it is remembered, 0..1.
func (m *Memory) MissFactor(share any) *Memory {
	if m != nil {
		m.numbers(caller(), "miss_factor", share)
	}
	return m
}
