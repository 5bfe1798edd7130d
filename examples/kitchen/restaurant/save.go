package restaurant

import (
	"fmt"
	"maps"
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/codec"
)

// The frame of a snapshot.
const (
	snapshotMagic   = "KRKDINE\n"
	snapshotVersion = 2
)

// Snapshot returns the kitchen with all that is going on in it, for [Kitchen.Rollback].
func (k *Kitchen) Snapshot() []byte {
	chance, _ := k.chance.MarshalBinary() // it never fails
	crowd := k.crowd.Snapshot(nil)
	c := codec.NewWriter(codec.Begin(nil, snapshotMagic, snapshotVersion))
	c.Bytes(&chance)
	k.code(c)
	c.Bytes(&crowd)
	return codec.Seal(c.Written(), 0)
}

// code saves what happens in the kitchen, or fills a new one.
func (k *Kitchen) code(c *codec.Coder) {
	codec.Int(c, &k.next)
	for _, n := range []*int{&k.ordered, &k.served, &k.washed} {
		codec.Whole(c, n)
	}
	codec.Ints(c, &k.waited, &k.hot)
	cooks := make([]cook, len(k.cooks))
	for i := range cooks {
		cooks[i] = cook{k.cooks[i], k.feet[i]}
	}
	codec.List(c, &cooks, codec.NoLimit, (*cook).code)
	orders := make([]arrival, 0, len(k.came))
	for _, o := range slices.Sorted(maps.Keys(k.came)) {
		orders = append(orders, arrival{o, k.came[o]})
	}
	codec.List(c, &orders, codec.NoLimit, (*arrival).code)
	codec.List(c, &k.pots, codec.NoLimit, k.codePot)
	codec.List(c, &k.tables, codec.NoLimit, (*table).code)
	if !c.Reads() {
		return
	}
	for _, who := range cooks {
		k.cooks, k.feet = append(k.cooks, who.id), append(k.feet, who.feet)
	}
	for _, o := range orders {
		k.came[o.order] = o.tick
	}
}

type cook struct {
	id karakuri.AgentID
	feet
}

func (w *cook) code(c *codec.Coder) {
	codec.Int(c, &w.id)
	for _, p := range []*point{&w.at, &w.to, &w.look} {
		c.Floats(&p.X, &p.Y)
	}
	c.Text(&w.doing)
}

// arrival is when an order came in.
type arrival struct {
	order karakuri.Object
	tick  int64
}

func (a *arrival) code(c *codec.Coder) {
	codec.Int(c, &a.order)
	codec.Int(c, &a.tick)
}

func (k *Kitchen) codePot(p *pot, c *codec.Coder) {
	codec.Int(c, &p.order)
	codec.Int(c, &p.station)
	codec.Int(c, &p.until)
	rice := p.done == k.rice
	if c.Bools(&rice); c.Reads() {
		if p.done = k.stewed; rice {
			p.done = k.rice
		}
	}
}

func (t *table) code(c *codec.Coder) {
	codec.Int(c, &t.order)
	codec.Int(c, &t.plate)
	codec.Int(c, &t.until)
}

// Rollback restores a snapshot of this kitchen, or of another with the same program, seed and options. After an error
// nothing has changed.
func (k *Kitchen) Rollback(data []byte) error {
	payload, err := codec.Open(data, snapshotMagic, snapshotVersion)
	if err != nil {
		return fmt.Errorf("restaurant: %w", err)
	}
	r := codec.NewReader(payload)
	next := Kitchen{rice: k.rice, stewed: k.stewed, came: map[karakuri.Object]int64{}}
	chance := r.Bytes()
	next.code(r.Coder())
	crowd := r.Bytes()
	r.End()
	if err := r.Err(); err != nil {
		return fmt.Errorf("restaurant: %w", err)
	}
	before, _ := k.chance.MarshalBinary()
	if err := k.chance.UnmarshalBinary(chance); err != nil {
		return fmt.Errorf("restaurant: %w", err)
	}
	if err := k.crowd.Rollback(crowd); err != nil {
		_ = k.chance.UnmarshalBinary(before) // it was its own a moment ago
		return err
	}
	k.next, k.ordered, k.served, k.washed, k.waited, k.hot = next.next, next.ordered, next.served, next.washed, next.waited, next.hot
	k.cooks, k.feet, k.came, k.pots, k.tables = next.cooks, next.feet, next.came, next.pots, next.tables
	return nil
}

// Reload has the cooks continue with another program. The pots on the hobs and the plates on the tables stay, if the
// program knows their types. After an error nothing has changed.
func (k *Kitchen) Reload(p *karakuri.Program) (*karakuri.Report, error) {
	report, err := k.crowd.Reload(p, k.bindings()...)
	if err != nil {
		return nil, err
	}
	ricePots := make([]bool, len(k.pots))
	for i := range k.pots {
		ricePots[i] = k.pots[i].done == k.rice
	}
	k.know(p)
	known := func(list ...*karakuri.Object) bool {
		all := true
		for _, o := range list {
			now, ok := report.Object(*o)
			*o, all = now, all && ok
		}
		return all
	}
	came := map[karakuri.Object]int64{}
	for o, tick := range k.came {
		if known(&o) {
			came[o] = tick
		}
	}
	k.came = came
	var pots []pot
	for i, p := range k.pots {
		if p.done = k.stewed; ricePots[i] {
			p.done = k.rice
		}
		if known(&p.order, &p.station) {
			pots = append(pots, p)
		}
	}
	k.pots = pots
	k.tables = slices.DeleteFunc(k.tables, func(t table) bool { return !known(&t.order, &t.plate) })
	for i := range k.tables {
		known(&k.tables[i].order, &k.tables[i].plate)
	}
	return report, nil
}
