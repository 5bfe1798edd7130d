package utility

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// Option is a behaviour with its target.
type Option struct {
	Behaviour int // index in Config.Behaviours; None: no option
	Target    Target
}

// None is the behaviour of no option.
const None = -1

// noOption marks that there is no current option.
var noOption = Option{None, NoTarget}

// Memory is the part of an agent's history that affects decisions. It is plain data for one program: [Memory.Code]
// saves it. Deciding does not change it; [Memory.Adopt], [Memory.Interrupt], [Memory.Leave] and
// [Memory.LeaveInterrupted] do.
type Memory struct {
	Current Option
	Since   int64 // tick at which it was adopted

	left   []int64  // by behaviour: the tick from which it may be chosen again
	recent []Option // recently left options, the latest last
	limit  int      // of recent
}

// NewMemory returns the memory of a new agent.
func NewMemory(p *Program) *Memory {
	m := &Memory{left: make([]int64, len(p.behaviours)), limit: p.cfg.Repetition.Recent, recent: make([]Option, 0, p.cfg.Repetition.Recent)}
	m.reset()
	return m
}

// reset forgets everything.
func (m *Memory) reset() {
	m.Current, m.Since, m.recent = noOption, 0, m.recent[:0]
	for i := range m.left {
		m.left[i] = math.MinInt64
	}
}

// Adopt makes an option current. If it differs from the current option, that one is left.
func (m *Memory) Adopt(p *Program, o Option, now int64) {
	if o == m.Current {
		return
	}
	m.Leave(p, now)
	m.Current, m.Since = o, now
}

// Leave ends the current option: its cooldown begins, and it becomes a recent one.
func (m *Memory) Leave(p *Program, now int64) {
	if m.Current.Behaviour == None {
		return
	}
	m.LeaveInterrupted(p, m.Current, now)
	m.Current, m.Since = noOption, now
}

// Interrupt makes an option current without leaving the previous one. Call [Memory.Adopt] to resume that one, or
// [Memory.LeaveInterrupted] to leave it.
func (m *Memory) Interrupt(o Option, now int64) { m.Current, m.Since = o, now }

// LeaveInterrupted is [Memory.Leave] for an interrupted option.
func (m *Memory) LeaveInterrupted(p *Program, o Option, now int64) {
	m.left[o.Behaviour] = after(now, p.behaviours[o.Behaviour].cooldownTicks)
	if m.limit == 0 {
		return
	}
	if len(m.recent) == m.limit {
		m.recent = append(m.recent[:0], m.recent[1:]...)
	}
	m.recent = append(m.recent, o)
}

// after returns now + ticks, or the maximum on overflow.
func after(now, ticks int64) int64 {
	if now > 0 && ticks > math.MaxInt64-now {
		return math.MaxInt64
	}
	return now + ticks
}

// ReadyAt returns the tick from which a behaviour may be chosen again; math.MinInt64 if it was never left.
func (m *Memory) ReadyAt(behaviour int) int64 { return m.left[behaviour] }

// Recent appends the recently left options, the latest last.
func (m *Memory) Recent(dst []Option) []Option { return append(dst, m.recent...) }

// Code saves the memory, or restores it for the same program. After a mistake, which the coder keeps, it is empty.
func (m *Memory) Code(c *codec.Coder, p *Program) {
	m.Current.code(c, p)
	codec.Int(c, &m.Since)
	if n := c.Len(len(m.left), MaxBehaviours); c.Reads() && n != len(m.left) {
		c.Fail("the memory has %d behaviours; there are %d", n, len(m.left))
	}
	codec.Row(c, m.left)
	for o := range codec.Each(c, &m.recent, m.limit) {
		if o.code(c, p); c.Reads() && o.Behaviour == None {
			c.Fail("a recent option is empty")
		}
	}
	if c.Failed() {
		m.reset()
	}
}

// Carry makes the memory of a new agent that of an agent in another program, or in another crowd whose ticks shift
// leads to. Now returns the present number of an option; ok is false if it is gone.
func (m *Memory) Carry(from *Memory, shift int64, now func(Option) (is Option, ok bool)) {
	m.reset()
	m.Since = from.Since + shift
	if from.Current.Behaviour != None {
		if o, ok := now(from.Current); ok {
			m.Current = o
		}
	}
	for b, left := range from.left {
		if o, ok := now(Option{b, NoTarget}); ok {
			if left > math.MinInt64 && left < math.MaxInt64 {
				left += shift
			}
			m.left[o.Behaviour] = left
		}
	}
	for _, r := range from.recent {
		if o, ok := now(r); ok && m.limit > 0 {
			if len(m.recent) == m.limit {
				m.recent = append(m.recent[:0], m.recent[1:]...)
			}
			m.recent = append(m.recent, o)
		}
	}
}

// Blank returns a program of so many behaviours that remembers so many options: for memories of another program alone,
// not to decide with.
func Blank(behaviours, recent int) *Program {
	return &Program{cfg: Config{Repetition: Repetition{Recent: recent}}, behaviours: make([]behaviour, behaviours)}
}

func (o *Option) code(c *codec.Coder, p *Program) {
	codec.Int(c, &o.Behaviour)
	codec.Int(c, &o.Target)
	if c.Reads() && (o.Behaviour < None || o.Behaviour >= len(p.behaviours)) {
		c.Fail("unknown behaviour %d", o.Behaviour)
	}
}

// Clone returns a deep copy.
func (m *Memory) Clone() *Memory {
	c := *m
	c.left, c.recent = slices.Clone(m.left), append(make([]Option, 0, m.limit), m.recent...)
	return &c
}

// bonus returns the factor of the current option's score.
func (m *Memory) bonus(in *Inertia, now int64) float64 {
	if in.FadeTicks == 0 {
		return 1 + in.Bonus
	}
	age := max(now-m.Since, 0)
	if age >= in.FadeTicks {
		return 1
	}
	return 1 + float64(in.Bonus*(float64(in.FadeTicks-age)/float64(in.FadeTicks)))
}

// tired returns the repetition factor of an option's score.
func (m *Memory) tired(o Option, penalty float64) float64 {
	f := 1.0
	for _, r := range m.recent {
		if r == o {
			f = float64(f * (1 - penalty))
		}
	}
	return f
}
