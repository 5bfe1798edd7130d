package zone

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// memoryKV is a store of small values without a network.
type memoryKV struct {
	values map[string]Value
	rev    uint64
}

func newMemoryKV() *memoryKV { return &memoryKV{values: map[string]Value{}} }

func (m *memoryKV) set(key string, data []byte) (uint64, error) {
	m.rev++
	m.values[key] = Value{key, slices.Clone(data), m.rev}
	return m.rev, nil
}

func (m *memoryKV) Get(key string) (Value, error) {
	if v, ok := m.values[key]; ok {
		return v, nil
	}
	return Value{}, ErrNotFound
}

func (m *memoryKV) List(prefix string) (list []Value, err error) {
	for key, v := range m.values {
		if strings.HasPrefix(key, prefix) {
			list = append(list, v)
		}
	}
	slices.SortFunc(list, func(a, b Value) int { return strings.Compare(a.Key, b.Key) })
	return list, nil
}

func (m *memoryKV) Create(key string, data []byte) (uint64, error) { return m.Update(key, data, 0) }

func (m *memoryKV) Update(key string, data []byte, revision uint64) (uint64, error) {
	if m.values[key].Revision != revision {
		return 0, ErrConflict
	}
	return m.set(key, data)
}

func (m *memoryKV) Delete(key string) error { delete(m.values, key); return nil }

// sleeper is time that passes while somebody sleeps.
type sleeper struct {
	now    time.Duration
	random uint64
	each   func() // what happens in each sleep; nil: nothing
}

func (s *sleeper) Now() time.Duration { return s.now }
func (s *sleeper) Stopping() bool     { return s.now > time.Hour }
func (s *sleeper) Random() uint64     { s.random++; return s.random }
func (s *sleeper) Sleep(d time.Duration) {
	if s.now += d; s.each != nil {
		s.each()
	}
}

func member(kv KV, env Env, name, url string) *Members {
	return NewMembers(kv, env, &Options{Node: name, URL: url, Lease: time.Second, Poll: 100 * time.Millisecond})
}

// TestNames: one process has a name at a time. One that is gone is replaced, and one that comes back afterwards owns
// nothing.
func TestNames(t *testing.T) {
	kv, env := newMemoryKV(), &sleeper{}
	kv.set(ZonePrefix+"z", []byte(`{"zone": "z"}`))
	first := member(kv, env, "a", "one")
	if err := errors.Join(first.Join(), first.Beat()); err != nil || first.Role("z") != Own {
		t.Fatalf("%v, role %d", err, first.Role("z"))
	}
	second := member(kv, env, "a", "two")
	env.each = func() { first.Beat() }
	if err := second.Join(); !errors.Is(err, ErrTaken) || !strings.Contains(err.Error(), "one") {
		t.Errorf("while the first lives: %v", err)
	}
	env.each = nil
	began := env.now
	if err := errors.Join(second.Join(), second.Beat()); err != nil || second.Role("z") != Own {
		t.Errorf("after it: %v, role %d", err, second.Role("z"))
	}
	if waited := env.now - began; waited < time.Second || waited > 2*time.Second {
		t.Errorf("it waited %v, and a lease is a second", waited)
	}
	if err := first.Beat(); !errors.Is(err, ErrTaken) || !errors.Is(first.Taken(), ErrTaken) || first.Role("z") != Idle {
		t.Errorf("the first comes back: %v, role %d", err, first.Role("z"))
	}
	if err := errors.Join(first.Leave(), second.Beat()); err != nil {
		t.Errorf("the first has taken the name away: %v", err)
	}
}

// TestGone: a node without a sign of life is gone, for as long as the others have waited for one; one that leaves is
// not there any more.
func TestGone(t *testing.T) {
	kv, env := newMemoryKV(), &sleeper{}
	a, b := member(kv, env, "a", ""), member(kv, env, "b", "")
	if err := errors.Join(a.Join(), b.Join(), a.Beat()); err != nil {
		t.Fatal(err)
	}
	env.now += time.Second
	if gone := a.Gone("b"); gone != 0 {
		t.Errorf("after a lease it is gone for %v", gone)
	}
	env.now += 11 * time.Second
	a.Beat()
	if gone := a.Gone("b"); gone != 12*time.Second {
		t.Errorf("it is gone for %v", gone)
	}
	if gone := a.Gone("a"); gone != 0 {
		t.Errorf("the node itself is gone for %v", gone)
	}
	b.Beat()
	a.Beat()
	if gone := a.Gone("b"); gone != 0 || len(a.alive()) != 2 {
		t.Errorf("it is back, and gone for %v; alive are %v", gone, a.alive())
	}
	b.Leave()
	a.Beat()
	if list := a.alive(); !slices.Equal(list, []string{"a"}) {
		t.Errorf("after one has left, alive are %v", list)
	}
}

// TestAgreeLease: the first node decides the lease of a cluster.
func TestAgreeLease(t *testing.T) {
	kv, env := newMemoryKV(), &sleeper{}
	for _, x := range []struct {
		wanted, got time.Duration
		wrong       bool
	}{{2 * time.Second, 2 * time.Second, false}, {0, 2 * time.Second, false}, {2 * time.Second, 2 * time.Second, false}, {time.Second, 0, true}} {
		got, err := AgreeLease(kv, env, x.wanted, time.Minute)
		if got != x.got || errors.Is(err, ErrLease) != x.wrong {
			t.Errorf("a node that wants %v gets %v, %v", x.wanted, got, err)
		}
	}
	if got, err := AgreeLease(newMemoryKV(), env, 0, time.Minute); got != time.Minute || err != nil {
		t.Errorf("a new cluster has %v, %v", got, err)
	}
}
