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

// noOption is the current option if there is none.
var noOption = Option{None, NoTarget}

// Memory is the part of an agent's history that affects decisions. It is plain data for one program: [Memory.Append]
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
	m := &Memory{Current: noOption, left: make([]int64, len(p.behaviours)), limit: p.cfg.Repetition.Recent,
		recent: make([]Option, 0, p.cfg.Repetition.Recent)}
	for i := range m.left {
		m.left[i] = math.MinInt64
	}
	return m
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

// Append appends the encoded memory to b.
func (m *Memory) Append(b []byte) []byte {
	b = codec.AppendInt(appendOption(b, m.Current), m.Since)
	b = codec.AppendUint(b, len(m.left))
	for _, tick := range m.left {
		b = codec.AppendInt(b, tick)
	}
	b = codec.AppendUint(b, len(m.recent))
	for _, o := range m.recent {
		b = appendOption(b, o)
	}
	return b
}

func appendOption(b []byte, o Option) []byte {
	return codec.AppendInt(codec.AppendInt(b, int64(o.Behaviour)), int64(o.Target))
}

// ReadMemory decodes [Memory.Append] for the same program. After an error, which the reader keeps, it returns an empty
// memory.
func ReadMemory(r *codec.Reader, p *Program) *Memory {
	m := NewMemory(p)
	m.Current, m.Since = readOption(r, p), r.Int()
	if n := r.Below(MaxBehaviours + 1); n != len(m.left) && !r.Failed() {
		r.Fail("a memory of %d behaviours, where there are %d", n, len(m.left))
	}
	for i := range m.left {
		m.left[i] = r.Int()
	}
	for range r.Below(m.limit + 1) {
		if o := readOption(r, p); o.Behaviour != None {
			m.recent = append(m.recent, o)
		}
	}
	if r.Failed() {
		return NewMemory(p)
	}
	return m
}

func readOption(r *codec.Reader, p *Program) Option {
	b, t := r.Int(), r.Int()
	if b < None || b >= int64(len(p.behaviours)) {
		r.Fail("there is no behaviour %d", b)
		return noOption
	}
	return Option{int(b), Target(t)}
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
