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
	snapshotVersion = 1
)

// Snapshot returns the kitchen with all that is going on in it, for [Kitchen.Rollback].
func (k *Kitchen) Snapshot() []byte {
	b := codec.Begin(nil, snapshotMagic, snapshotVersion)
	chance, _ := k.chance.MarshalBinary() // it never fails
	b = codec.AppendBytes(b, chance)
	b = codec.AppendInt(b, k.next)
	for _, n := range []int{k.ordered, k.served, k.washed} {
		b = codec.AppendUint(b, n)
	}
	b = codec.AppendInt(b, k.waited)
	b = codec.AppendUint(b, len(k.cooks))
	for i, id := range k.cooks {
		f := &k.feet[i]
		b = codec.AppendInt(b, id)
		for _, p := range []point{f.at, f.to, f.look} {
			b = codec.AppendFloat(codec.AppendFloat(b, p.X), p.Y)
		}
		b = codec.AppendText(b, f.doing)
	}
	b = codec.AppendUint(b, len(k.came))
	for _, o := range slices.Sorted(maps.Keys(k.came)) {
		b = codec.AppendInt(codec.AppendInt(b, int64(o)), k.came[o])
	}
	b = codec.AppendUint(b, len(k.pots))
	for _, p := range k.pots {
		b = codec.AppendInt(codec.AppendInt(b, int64(p.order)), int64(p.station))
		b = codec.AppendBool(codec.AppendInt(b, p.until), p.done == k.rice)
	}
	b = codec.AppendUint(b, len(k.tables))
	for _, t := range k.tables {
		b = codec.AppendInt(codec.AppendInt(codec.AppendInt(b, int64(t.order)), int64(t.plate)), t.until)
	}
	b = codec.AppendBytes(b, k.crowd.Snapshot(nil))
	return codec.Seal(b, 0)
}

// Rollback takes everything back to a snapshot of this kitchen or of another one of its program, seed and options. With an error nothing has changed.
func (k *Kitchen) Rollback(data []byte) error {
	payload, err := codec.Open(data, snapshotMagic, snapshotVersion)
	if err != nil {
		return fmt.Errorf("restaurant: %w", err)
	}
	r := codec.NewReader(payload)
	next := Kitchen{rice: k.rice, stewed: k.stewed, came: map[karakuri.Object]int64{}}
	chance := r.Bytes()
	next.read(r)
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
	k.next, k.ordered, k.served, k.washed, k.waited = next.next, next.ordered, next.served, next.washed, next.waited
	k.cooks, k.feet, k.came, k.pots, k.tables = next.cooks, next.feet, next.came, next.pots, next.tables
	return nil
}

func (k *Kitchen) read(r *codec.Reader) {
	k.next = r.Int()
	k.ordered, k.served, k.washed = int(r.Uint()), int(r.Uint()), int(r.Uint())
	k.waited = r.Int()
	for range r.Count() {
		k.cooks = append(k.cooks, karakuri.AgentID(r.Int()))
		f := feet{at: readPoint(r), to: readPoint(r), look: readPoint(r)}
		f.doing = r.Text()
		k.feet = append(k.feet, f)
	}
	for range r.Count() {
		o := karakuri.Object(r.Int())
		k.came[o] = r.Int()
	}
	for range r.Count() {
		p := pot{order: karakuri.Object(r.Int()), station: karakuri.Object(r.Int()), until: r.Int(), done: k.stewed}
		if r.Bool() {
			p.done = k.rice
		}
		k.pots = append(k.pots, p)
	}
	for range r.Count() {
		k.tables = append(k.tables, table{karakuri.Object(r.Int()), karakuri.Object(r.Int()), r.Int()})
	}
}

func readPoint(r *codec.Reader) point { return point{r.Float(), r.Float()} }

// Reload has the cooks go on with another program. What is on the hobs and tables goes on too, as far as it is known there. With an error nothing has changed.
func (k *Kitchen) Reload(p *karakuri.Program) (*karakuri.Report, error) {
	report, err := k.host(p).Reload(k.crowd)
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
