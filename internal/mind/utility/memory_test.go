package utility_test

import (
	"math"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	. "github.com/karakuri-ai/karakuri/internal/mind/utility"
)

func rememberingProgram(t *testing.T) *Program {
	return compile(t, Config{Repetition: Repetition{Penalty: 0.1, Recent: 3},
		Behaviours: []Behaviour{{Targeted: true, CooldownTicks: 5}, {CooldownTicks: math.MaxInt64}}})
}

func busyMemory(p *Program) *Memory {
	m := NewMemory(p)
	for tick, target := range []Target{4, 9, -2, 1 << 40} {
		m.Adopt(p, Option{0, target}, int64(tick*100))
	}
	return m
}

// written returns a memory as it is saved.
func written(m *Memory, p *Program) []byte {
	c := codec.NewWriter(nil)
	m.Code(c, p)
	return c.Written()
}

func TestMemoryIsSaved(t *testing.T) {
	p := rememberingProgram(t)
	for _, m := range []*Memory{NewMemory(p), busyMemory(p)} {
		r := codec.NewReader(written(m, p))
		got := NewMemory(p)
		got.Code(r.Coder(), p)
		if r.End(); r.Err() != nil {
			t.Fatal(r.Err())
		}
		if !same(m, got) || !same(m, m.Clone()) {
			t.Errorf("read %+v, wrote %+v", got, m)
		}
	}
}

func same(a, b *Memory) bool {
	return a.Current == b.Current && a.Since == b.Since && a.ReadyAt(0) == b.ReadyAt(0) && a.ReadyAt(1) == b.ReadyAt(1) &&
		slices.Equal(a.Recent(nil), b.Recent(nil))
}

func TestCloneSharesNothing(t *testing.T) {
	p := rememberingProgram(t)
	m := busyMemory(p)
	c := m.Clone()
	m.Leave(p, 1000)
	if !same(c, busyMemory(p)) {
		t.Errorf("the copy changed: %+v", c)
	}
}

func TestDamagedMemoryIsRefused(t *testing.T) {
	p := rememberingProgram(t)
	whole := written(busyMemory(p), p)
	fresh := NewMemory(p)
	for n := range len(whole) {
		r := codec.NewReader(whole[:n])
		m := busyMemory(p)
		if m.Code(r.Coder(), p); r.Err() == nil || !same(m, fresh) {
			t.Errorf("cut after %d bytes: %v, %+v", n, r.Err(), m)
		}
	}
	other := compile(t, Config{Behaviours: []Behaviour{{Targeted: true}}})
	r := codec.NewReader(whole)
	if NewMemory(other).Code(r.Coder(), other); r.Err() == nil {
		t.Error("a memory of another program is fine")
	}
	for _, bad := range [][]byte{codec.AppendInt(nil, int64(2)), codec.AppendInt(nil, int64(-2))} {
		r := codec.NewReader(append(bad, 0, 0, 0, 0, 0))
		if NewMemory(p).Code(r.Coder(), p); r.Err() == nil {
			t.Errorf("% x is fine", bad)
		}
	}
}

func TestMemoryKeepsTheLatest(t *testing.T) {
	p := rememberingProgram(t)
	m := busyMemory(p)
	m.Adopt(p, m.Current, 400)
	if m.Since != 300 {
		t.Errorf("adopting the current option began it anew, at %d", m.Since)
	}
	m.Leave(p, 500)
	m.Leave(p, 600)
	if got := m.Recent(nil); !slices.Equal(got, []Option{{0, 9}, {0, -2}, {0, 1 << 40}}) {
		t.Errorf("recent are %v", got)
	}
	if m.Current != (Option{None, NoTarget}) || m.ReadyAt(0) != 505 || m.ReadyAt(1) != math.MinInt64 {
		t.Errorf("%+v", m)
	}
	m.Adopt(p, Option{1, NoTarget}, 700)
	if m.Leave(p, 800); m.ReadyAt(1) != math.MaxInt64 {
		t.Errorf("a cooldown for ever ends at %d", m.ReadyAt(1))
	}
}
