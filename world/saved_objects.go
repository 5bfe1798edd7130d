package world

import "github.com/karakuri-ai/karakuri/internal/codec"

// append writes the objects of a state: for each index that was ever used its generation, type and, of the living, the
// name.
func (t *objectTable) append(b []byte) []byte {
	var c codec.Coder
	c.Write(b)
	for pop := range t.populations {
		p := &t.populations[pop]
		c.Len(len(p.refs)-1, codec.NoLimit)
		for i := 1; i < len(p.refs); i++ {
			r, kept := t.at(int32(pop), i), hasBit(p.kept, i)
			r.code(&c, nil, &kept)
		}
	}
	return c.Written()
}

// code saves what is known of an index, or reads it into a record of a population and an index of a schema.
func (r *record) code(c *codec.Coder, s *Schema, kept *bool) {
	generation := r.ref >> generationShift
	if codec.Whole(c, &generation); c.Reads() && generation >= 1<<generationBits {
		c.Fail("the number %d is out of range: it must be less than %d", generation, int64(1)<<generationBits)
	}
	if generation == 0 || c.Failed() {
		return
	}
	codec.Whole(c, &r.info.typ)
	if c.Flags(&r.info.alive, kept, &r.info.retired); r.info.alive {
		c.Text(&r.info.name)
	}
	if !c.Reads() {
		return
	}
	r.ref = makeObject(r.population, r.index, generation)
	if r.info.alive {
		r.info.hash = hashName(r.info.name)
	}
	switch {
	case r.info.retired && !r.info.alive:
		c.Fail("an object that never existed is marked as removed")
	case int(r.info.typ) >= len(s.Types) || s.Types[r.info.typ].Population != r.population:
		c.Fail("the type of an object belongs to another population")
	}
}

// readObjects makes the objects of a state those that were written.
func (st *State) readObjects(r *codec.Reader) {
	c := r.Coder()
	s := st.schema
	if len(s.Types) == 0 {
		return
	}
	st.objects.renew()
	t := &st.objects.part.value
	*t = objectTable{} // what was used before may be in it
	t.init(s)
	for pop := range s.populations {
		most := 0
		for i := range s.Types {
			if s.Types[i].Population == int32(pop) {
				most = s.Types[i].Max
			}
		}
		n := r.Below(most + 1)
		for i := 1; i <= n; i++ {
			rec, kept := record{population: int32(pop), index: i}, false
			if rec.code(c, s, &kept); r.Failed() {
				break
			}
			t.restore(s, rec, kept, r)
		}
	}
	st.objects.hash, st.objects.past = t.mix()
}

// restore puts a record that was read in its place, which must be free.
func (t *objectTable) restore(s *Schema, rec record, kept bool, r *codec.Reader) {
	if rec.info.name != "" && !rec.info.retired {
		if _, ok := t.names.find(t, rec.info.hash, rec.info.name); ok {
			r.Fail("two objects have the name %q", rec.info.name)
			return
		}
	}
	p := &t.populations[rec.population]
	if kept {
		p.kept = setBit(p.kept, rec.index, true)
		p.taken = setBit(p.taken, rec.index, true)
	}
	t.put(s, rec)
}

// mix is the contribution of all objects together to a state's hash, and the past part of it.
func (t *objectTable) mix() (sum, past uint64) {
	for pop := range t.populations {
		for i := range t.populations[pop].refs {
			r := t.at(int32(pop), i)
			sum += r.mix()
			past += r.mixPast()
		}
	}
	return sum, past
}
