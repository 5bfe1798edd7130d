package cluster

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// errRequest reports that a request is wrong, wrapped.
var errRequest = errors.New("refused")

// Creation is a new zone.
type Creation struct {
	Zone    string            `json:"zone"`
	Main    string            `json:"main"`    // name of the program's file
	Files   map[string][]byte `json:"files"`   // it, and those that it imports
	Options json.RawMessage   `json:"options"` // a setup of a session, as for karakuri serve; none: the defaults
	// Area is the part of a world that the zone covers: agents of zones with areas perceive each other near borders, see
	// docs/cluster-zones.md. nil: they do not.
	Area *Area `json:"area,omitempty"`
}

// Area is the part of a world that a zone covers, from one corner to the other, and how far its agents perceive beyond.
// All areas of a cluster have the same coordinates: those of bodies, in metres.
type Area = zone.Area

// Create makes a zone. The error lists the mistakes of the program, or says what else is wrong.
func (n *Node) Create(c Creation) error {
	if err := checkName("zone", c.Zone); err != nil {
		return fmt.Errorf("%w: %w", errRequest, err)
	}
	if _, err := remote.ReadOptions(c.Options); err != nil {
		return fmt.Errorf("%w: %w", errRequest, err)
	}
	if c.Area != nil {
		if err := c.Area.Check(); err != nil {
			return fmt.Errorf("%w: %w", errRequest, err)
		}
	}
	if zones, err := n.stores.KV.List(zone.ZonePrefix); err != nil {
		return err
	} else if len(zones) >= MaxZones {
		return fmt.Errorf("%w: there are %d zones, which is the limit", errRequest, len(zones))
	}
	hash, err := n.put(c)
	if err != nil {
		return err
	}
	spec := zone.Spec{Zone: c.Zone, Program: hash, Options: c.Options, Area: c.Area}
	if _, err := zone.NewMachine(spec, n.programs, n.zone.Engine); err != nil { // the crowd refuses some options
		return fmt.Errorf("%w: %w", errRequest, err)
	}
	data, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	if _, err := n.stores.KV.Create(zone.ZonePrefix+c.Zone, data); errors.Is(err, zone.ErrConflict) {
		return fmt.Errorf("%w: there is a zone %s already", errRequest, c.Zone)
	} else if err != nil {
		return err
	}
	return nil
}

// put stores a program and returns its hash.
func (n *Node) put(c Creation) (hash string, err error) {
	files := fstest.MapFS{}
	for name, text := range c.Files {
		files[name] = &fstest.MapFile{Data: text}
	}
	b, err := zone.ReadBundle(files, c.Main)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errRequest, err)
	}
	return n.programs.Put(b)
}

// Upgrade has a zone continue with another program, from a tick that its log names: everything carries over that
// still exists, as in [karakuri.Crowd.Reload]. The names that games know must have the same numbers. Creation's options
// are ignored. It returns before the zone has changed; if the crowd cannot continue with the program, the owner reports
// that, and the zone keeps the one that it has.
func (n *Node) Upgrade(c Creation) error {
	v, spec, err := n.spec(c.Zone)
	if err != nil {
		return err
	}
	hash, err := n.put(c)
	if err != nil {
		return err
	}
	is, err := n.programs.Get(hash)
	if err != nil {
		return err
	}
	was, err := n.programs.Get(spec.Program)
	if err != nil {
		return err
	}
	if remote.ManifestOf(is).Hash != remote.ManifestOf(was).Hash {
		return fmt.Errorf("%w: symbols, actions, kinds, goals or types of %s are others than those of zone %s, and games know them by their numbers; make a new zone", errRequest, c.Main, c.Zone)
	}
	spec.Upgrade = hash
	return n.set(v, spec)
}

// spec returns what a zone is.
func (n *Node) spec(name string) (v zone.Value, spec zone.Spec, err error) {
	v, err = n.stores.KV.Get(zone.ZonePrefix + name)
	if errors.Is(err, zone.ErrNotFound) {
		return v, spec, fmt.Errorf("%w: %w: %q", errRequest, errNoZone, name)
	}
	if err == nil {
		spec, err = zone.ReadSpec(v.Data)
	}
	return v, spec, err
}

// set changes what a zone is.
func (n *Node) set(v zone.Value, spec zone.Spec) error {
	data, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	_, err = n.stores.KV.Update(v.Key, data, v.Revision)
	return err
}

// Move has a node own a zone from now on, as long as that node is alive; an empty node: hashing decides again. It
// returns before the zone has moved.
func (n *Node) Move(name, node string) error {
	v, spec, err := n.spec(name)
	if err != nil {
		return err
	}
	if node != "" {
		if err := n.known(node); err != nil {
			return err
		}
		if gone := n.members.Gone(node); gone > 0 {
			return fmt.Errorf("%w: node %s is gone for %.0f s", errRequest, node, gone.Seconds())
		}
	}
	spec.Node = node
	return n.set(v, spec)
}

// known returns an error if there is no such node.
func (n *Node) known(node string) error {
	list, err := n.stores.KV.List(zone.NodePrefix)
	if err != nil {
		return err
	}
	var names []string
	for _, v := range list {
		names = append(names, strings.TrimPrefix(v.Key, zone.NodePrefix))
	}
	if !slices.Contains(names, node) {
		return fmt.Errorf("%w: there is no node %q; there are %s", errRequest, node, strings.Join(names, ", "))
	}
	return nil
}

// Drain has all zones of a node move to others, and none come back until off. It returns before they have moved.
func (n *Node) Drain(node string, on bool) error {
	if err := n.known(node); err != nil {
		return err
	}
	key := zone.DrainPrefix + node
	if !on {
		return n.stores.KV.Delete(key)
	}
	if _, err := n.stores.KV.Create(key, []byte("1")); err != nil && !errors.Is(err, zone.ErrConflict) {
		return err
	}
	return nil
}

// List returns the zones and the nodes.
func (n *Node) List() (*List, error) {
	zones, err := n.stores.KV.List(zone.ZonePrefix)
	nodes, wrong := n.stores.KV.List(zone.NodePrefix)
	drains, wrongDrains := n.stores.KV.List(zone.DrainPrefix)
	if err := errors.Join(err, wrong, wrongDrains); err != nil {
		return nil, err
	}
	list := &List{Zones: []ZoneInfo{}, Nodes: []NodeInfo{}}
	for _, v := range zones {
		var s zone.Spec
		if err := json.Unmarshal(v.Data, &s); err != nil {
			return nil, fmt.Errorf("%s: %w", v.Key, err)
		}
		lease, _, err := zone.ReadLease(n.stores.KV, s.Zone)
		if err != nil {
			return nil, err
		}
		checkpoint, err := zone.NewestCheckpoint(n.stores.KV, s.Zone)
		if err != nil {
			return nil, err
		}
		list.Zones = append(list.Zones, ZoneInfo{s.Zone, cmp.Or(s.Upgrade, s.Program), lease.Node, lease.URL, lease.Epoch, s.Node, checkpoint.Tick})
	}
	n.members.Look(nodes)
	for _, v := range nodes {
		var m zone.Member
		if err := json.Unmarshal(v.Data, &m); err != nil {
			return nil, fmt.Errorf("%s: %w", v.Key, err)
		}
		name := strings.TrimPrefix(v.Key, zone.NodePrefix)
		drain := slices.ContainsFunc(drains, func(d zone.Value) bool { return d.Key == zone.DrainPrefix+name })
		list.Nodes = append(list.Nodes, NodeInfo{name, m.URL, m.Engine, drain, n.members.Gone(name).Seconds(), m.Unable})
	}
	return list, nil
}
