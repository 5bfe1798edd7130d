package zone

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Member is what a node says of itself.
type Member struct {
	URL    string   `json:"url"`
	Engine string   `json:"engine"`
	Nonce  uint64   `json:"nonce,string"`     // of the process
	Unable []string `json:"unable,omitempty"` // zones that it cannot replay, in order
	Beat   uint64   `json:"beat"`
}

// ErrTaken reports that a node of the same name is alive.
var ErrTaken = errors.New("another node has this name")

// Members is what a node knows of the others, and of the zones. A node is alive as long as its value changes: clocks of
// different nodes are not compared. Safe for concurrent use.
type Members struct {
	kv  KV
	env Env
	o   *Options

	lock  sync.Mutex
	nodes map[string]*sighting
	zones []Spec
	moves []Value // the agents on their way
	drain map[string]bool
	is    Member
	rev   uint64 // 0: the node has not joined
	taken error  // another node has taken the name; nil: none
}

// sighting is what is known of a node, and when its value changed last.
type sighting struct {
	rev   uint64
	since time.Duration
	is    Member
}

// NewMembers returns what a node knows when it starts.
func NewMembers(kv KV, env Env, o *Options) *Members {
	return &Members{kv: kv, env: env, o: o, nodes: map[string]*sighting{}, is: Member{URL: o.URL, Engine: o.Engine, Nonce: env.Random()}}
}

// Keys of the store of small values, before a name.
const (
	NodePrefix  = "node."
	ZonePrefix  = "zone."
	DrainPrefix = "drain."
)

// signsOfLife is how often the value of a node must change before it counts as alive to a second one of its name: once
// could be a late message of a process that is gone.
const signsOfLife = 2

// Join takes the node's name. If a value of that name is there, Join waits whether it changes: after a lease without a
// change it belongs to a process that is gone, and is replaced. The error is ErrTaken, wrapped, if another node lives.
// After any other error it may be called again.
func (m *Members) Join() error {
	key := NodePrefix + m.o.Node
	var seen uint64
	signs, since := -1, m.env.Now()
	for !m.env.Stopping() {
		data, err := m.next()
		if err != nil {
			return err
		}
		v, err := m.kv.Get(key)
		var is Member
		if err == nil {
			err = json.Unmarshal(v.Data, &is)
		}
		rev := uint64(0)
		switch {
		case errors.Is(err, ErrNotFound):
			rev, err = m.kv.Create(key, data)
		case err != nil:
			return err
		case is.Nonce == m.is.Nonce: // of an earlier attempt
			rev = v.Revision
		case v.Revision > seen:
			if seen, since, signs = v.Revision, m.env.Now(), signs+1; signs >= signsOfLife {
				return fmt.Errorf("%w: node %s lives at %s", ErrTaken, m.o.Node, is.URL)
			}
		case m.env.Now()-since > m.o.Lease:
			rev, err = m.kv.Update(key, data, v.Revision)
		}
		if err == nil && rev != 0 {
			m.lock.Lock()
			defer m.lock.Unlock()
			m.rev = rev
			return nil
		}
		if err != nil && !errors.Is(err, ErrConflict) { // a conflict: the Get was old, or the value has just changed
			return err
		}
		m.env.Sleep(min(m.o.Poll, m.o.Lease/4))
	}
	return errors.New("the node stops")
}

// next returns the next value of this node.
func (m *Members) next() ([]byte, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.is.Beat++
	return json.Marshal(m.is)
}

// Leave takes the node's value away, so that others see at once that it is gone.
func (m *Members) Leave() error {
	m.lock.Lock()
	gone := m.taken != nil || m.rev == 0
	m.lock.Unlock()
	if gone {
		return nil
	}
	return m.kv.Delete(NodePrefix + m.o.Node)
}

// Taken returns ErrTaken, wrapped, if another node has taken this one's name because this one gave no sign for a
// lease. It then has no role in any zone.
func (m *Members) Taken() error {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.taken
}

// Beat says that this node is alive, and looks at the others and at the zones.
func (m *Members) Beat() error {
	err := m.say()
	nodes, wrong := m.kv.List(NodePrefix)
	zones, wrongZones := m.kv.List(ZonePrefix)
	drains, wrongDrains := m.kv.List(DrainPrefix)
	moves, wrongMoves := m.kv.List(MovePrefix)
	if err := errors.Join(err, wrong, wrongZones, wrongDrains, wrongMoves); err != nil {
		return err
	}
	m.Look(nodes)
	m.lock.Lock()
	defer m.lock.Unlock()
	m.moves = moves
	m.zones = m.zones[:0]
	for _, v := range zones {
		var s Spec
		if json.Unmarshal(v.Data, &s) == nil {
			m.zones = append(m.zones, s)
		}
	}
	m.drain = map[string]bool{}
	for _, v := range drains {
		m.drain[strings.TrimPrefix(v.Key, DrainPrefix)] = true
	}
	return nil
}

// Look takes the values of all nodes.
func (m *Members) Look(nodes []Value) {
	m.lock.Lock()
	defer m.lock.Unlock()
	there := map[string]bool{}
	for _, v := range nodes {
		name := strings.TrimPrefix(v.Key, NodePrefix)
		there[name] = true
		s := m.nodes[name]
		if s == nil {
			s = &sighting{}
			m.nodes[name] = s
		}
		back := v.Revision < s.rev && m.env.Now()-s.since > m.o.Lease // no old answer: the store has lost what it had
		if v.Revision > s.rev || back {
			var is Member
			json.Unmarshal(v.Data, &is) // a damaged one can be alive all the same
			*s = sighting{v.Revision, m.env.Now(), is}
		}
	}
	for name := range m.nodes {
		if !there[name] {
			delete(m.nodes, name)
		}
	}
}

// Gone returns for how long a node has given no sign, as far as this node has seen; 0: it is alive.
func (m *Members) Gone(node string) time.Duration {
	m.lock.Lock()
	defer m.lock.Unlock()
	if s := m.nodes[node]; s != nil && !m.lives(node, s) {
		return m.env.Now() - s.since
	}
	return 0
}

// say renews the value of this node.
func (m *Members) say() error {
	data, err := m.next()
	if err != nil {
		return err
	}
	key := NodePrefix + m.o.Node
	m.lock.Lock()
	rev, taken := m.rev, m.taken
	m.lock.Unlock()
	if taken != nil {
		return taken
	}
	next, err := m.kv.Update(key, data, rev)
	if errors.Is(err, ErrConflict) { // an earlier answer was lost, or another has the name, or somebody has deleted it
		var v Value
		var is Member
		if v, err = m.kv.Get(key); err == nil {
			err = json.Unmarshal(v.Data, &is)
		}
		switch {
		case errors.Is(err, ErrNotFound):
			next, err = m.kv.Create(key, data)
		case err != nil:
			return err
		case v.Revision <= rev && is.Nonce == m.is.Nonce: // an old answer, or the store has lost what came after it
			next, err = m.kv.Update(key, data, v.Revision)
		case v.Revision <= rev:
			return nil
		case is.Nonce == m.is.Nonce:
			next, err = v.Revision, nil
		default:
			taken = fmt.Errorf("%w: node %s has started at %s while this one gave no sign; this one owns nothing any more, stop it", ErrTaken, m.o.Node, is.URL)
			err = taken
		}
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.taken = taken; err == nil {
		m.rev = next
	}
	if errors.Is(err, ErrConflict) { // the Get was old
		return nil
	}
	return err
}

// SetAble says whether this node can replay a zone. Others know with its next sign of life.
func (m *Members) SetAble(zone string, able bool) {
	m.lock.Lock()
	defer m.lock.Unlock()
	list := slices.DeleteFunc(slices.Clone(m.is.Unable), func(z string) bool { return z == zone })
	if !able {
		list = append(list, zone)
		slices.Sort(list)
	}
	m.is.Unable = list
}

// unable reports whether a node has said that it cannot replay a zone.
func (m *Members) unable(node, zone string) bool {
	list := m.is.Unable
	if s := m.nodes[node]; node != m.o.Node && s != nil {
		list = s.is.Unable
	}
	return slices.Contains(list, zone)
}

// Zones returns the zones that there are.
func (m *Members) Zones() []Spec {
	m.lock.Lock()
	defer m.lock.Unlock()
	return slices.Clone(m.zones)
}

// Moves returns what the store said lately of agents on their way from and to a zone.
func (m *Members) Moves(zone string) (list []Value) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for _, v := range m.moves {
		if to, from, _, ok := parseMove(v.Key); ok && (to == zone || from == zone) {
			list = append(list, v)
		}
	}
	return list
}

// Exists reports whether there is a zone.
func (m *Members) Exists(zone string) bool {
	m.lock.Lock()
	defer m.lock.Unlock()
	return slices.ContainsFunc(m.zones, func(s Spec) bool { return s.Zone == zone })
}

// Desired returns the hash of the program that a zone should have now; empty: the one that it has.
func (m *Members) Desired(zone string) string {
	m.lock.Lock()
	defer m.lock.Unlock()
	for i := range m.zones {
		if m.zones[i].Zone == zone {
			return m.zones[i].Upgrade
		}
	}
	return ""
}

// Role returns what this node should do for a zone.
func (m *Members) Role(zone string) Role {
	m.lock.Lock()
	defer m.lock.Unlock()
	at := slices.IndexFunc(m.zones, func(s Spec) bool { return s.Zone == zone })
	if at < 0 || m.taken != nil {
		return Idle
	}
	list := Ranking(m.zones[at], m.alive())
	slices.SortStableFunc(list, func(a, b string) int { // those that cannot replay the zone come last
		x, y := m.unable(a, zone), m.unable(b, zone)
		switch {
		case x == y:
			return 0
		case y:
			return -1
		}
		return 1
	})
	switch slices.Index(list, m.o.Node) {
	case 0:
		return Own
	case 1:
		return Follow
	}
	return Idle
}

// alive returns the nodes that can own zones.
func (m *Members) alive() (names []string) {
	for name, s := range m.nodes {
		if m.lives(name, s) && !m.drain[name] {
			names = append(names, name)
		}
	}
	return names
}

func (m *Members) lives(name string, s *sighting) bool {
	return name == m.o.Node || m.env.Now()-s.since <= m.o.Lease
}

// Ranking returns the nodes in the order in which they should own a zone: rendezvous hashing, so that only the zones of
// a node move when it comes or goes.
func Ranking(s Spec, nodes []string) []string {
	weight := func(node string) uint64 {
		if node == s.Node {
			return 0
		}
		sum := sha256.Sum256([]byte(s.Zone + "\x00" + node))
		return binary.LittleEndian.Uint64(sum[:]) | 1
	}
	list := slices.Clone(nodes)
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(weight(a), weight(b)), cmp.Compare(a, b))
	})
	return list
}
