package zone

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
)

// Member is what a node says of itself.
type Member struct {
	URL    string `json:"url"`
	Engine string `json:"engine"`
	Beat   uint64 `json:"beat"`
}

// Members is what a node knows of the others, and of the zones. A node is alive as long as its value changes: clocks of
// different nodes are not compared. Safe for concurrent use.
type Members struct {
	kv  KV
	env Env
	o   *Options

	lock  sync.Mutex
	nodes map[string]*sighting
	zones []Spec
	drain map[string]bool
	is    Member
	rev   uint64
}

// sighting is when the value of a node changed last.
type sighting struct {
	rev   uint64
	since time.Duration
}

// NewMembers returns what a node knows when it starts.
func NewMembers(kv KV, env Env, o *Options) *Members {
	return &Members{kv: kv, env: env, o: o, nodes: map[string]*sighting{}, is: Member{URL: o.URL, Engine: o.Engine}}
}

// Keys of the store of small values, before a name.
const (
	NodePrefix  = "node."
	ZonePrefix  = "zone."
	DrainPrefix = "drain."
)

// Beat says that this node is alive, and looks at the others and at the zones.
func (m *Members) Beat() error {
	err := m.say()
	nodes, wrong := m.kv.List(NodePrefix)
	zones, wrongZones := m.kv.List(ZonePrefix)
	drains, wrongDrains := m.kv.List(DrainPrefix)
	if err := errors.Join(err, wrong, wrongZones, wrongDrains); err != nil {
		return err
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	for _, v := range nodes {
		name := strings.TrimPrefix(v.Key, NodePrefix)
		if s := m.nodes[name]; s == nil {
			m.nodes[name] = &sighting{v.Revision, m.env.Now()}
		} else if v.Revision > s.rev {
			*s = sighting{v.Revision, m.env.Now()}
		}
	}
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

// say renews the value of this node.
func (m *Members) say() (err error) {
	m.is.Beat++
	data, err := json.Marshal(m.is)
	if err != nil {
		return err
	}
	key := NodePrefix + m.o.Node
	if m.rev == 0 {
		m.rev, err = m.kv.Create(key, data)
	} else {
		m.rev, err = m.kv.Update(key, data, m.rev)
	}
	if errors.Is(err, ErrConflict) { // of an earlier life, or an earlier answer was lost
		var v Value
		if v, err = m.kv.Get(key); err == nil {
			m.rev, err = m.kv.Update(key, data, v.Revision)
		}
	}
	if errors.Is(err, ErrConflict) { // the Get was old
		m.rev, err = 0, nil
	}
	return err
}

// Zones returns the zones that there are.
func (m *Members) Zones() []Spec {
	m.lock.Lock()
	defer m.lock.Unlock()
	return slices.Clone(m.zones)
}

// Role returns what this node should do for a zone.
func (m *Members) Role(zone string) Role {
	m.lock.Lock()
	defer m.lock.Unlock()
	at := slices.IndexFunc(m.zones, func(s Spec) bool { return s.Zone == zone })
	if at < 0 {
		return Idle
	}
	switch slices.Index(Ranking(m.zones[at], m.alive()), m.o.Node) {
	case 0:
		return Own
	case 1:
		return Follow
	}
	return Idle
}

// alive returns the nodes that can own zones.
func (m *Members) alive() (names []string) {
	now := m.env.Now()
	for name, s := range m.nodes {
		if (name == m.o.Node || now-s.since <= m.o.Lease) && !m.drain[name] {
			names = append(names, name)
		}
	}
	return names
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
