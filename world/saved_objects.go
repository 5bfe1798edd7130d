package world

import "github.com/karakuri-ai/karakuri/internal/codec"

// What is written of an index of a population.
const (
	savedAlive = 1 << iota
	savedKept
	savedRetired
)

// append writes the objects of a state: for each index that was ever used its generation, type and, of the living, the name.
func (t *objectTable) append(b []byte) []byte {
	for pop := range t.populations {
		p := &t.populations[pop]
		b = codec.AppendUint(b, len(p.refs)-1)
		for i := 1; i < len(p.refs); i++ {
			r := t.at(int32(pop), i)
			b = r.append(b, hasBit(p.kept, i))
		}
	}
	return b
}

func (r *record) append(b []byte, kept bool) []byte {
	b = codec.AppendUint(b, uint64(r.ref>>generationShift))
	if r.ref == 0 {
		return b
	}
	b = codec.AppendUint(b, r.info.typ)
	flags := byte(0)
	if kept {
		flags |= savedKept
	}
	if r.info.alive {
		flags |= savedAlive
	}
	if r.info.retired {
		flags |= savedRetired
	}
	if b = append(b, flags); r.info.alive {
		b = codec.AppendText(b, r.info.name)
	}
	return b
}

// readRecord reads what is known of an index.
func (s *Schema) readRecord(r *codec.Reader, pop int32, index int) (rec record, kept bool) {
	rec = record{population: pop, index: index}
	generation := Word(r.Whole())
	if generation >= 1<<generationBits {
		r.Fail("an object in it is of no possible generation")
	}
	if generation == 0 || r.Failed() {
		return rec, false
	}
	rec.ref = makeObject(pop, index, generation)
	rec.info.typ = int32(r.Below(len(s.Types)))
	flags := r.Below(savedAlive | savedKept | savedRetired + 1)
	if rec.info.retired = flags&savedRetired != 0; rec.info.retired && flags&savedAlive == 0 {
		r.Fail("an object in it is remembered that never was")
	}
	if rec.info.alive = flags&savedAlive != 0; rec.info.alive {
		rec.info.name = r.Text()
		rec.info.hash = hashName(rec.info.name)
	}
	if !r.Failed() && s.Types[rec.info.typ].Population != pop {
		r.Fail("an object in it is of a type of another population")
	}
	return rec, flags&savedKept != 0
}

// readObjects makes the objects of a state those that were written.
func (st *State) readObjects(r *codec.Reader) {
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
			rec, kept := s.readRecord(r, int32(pop), i)
			if r.Failed() {
				break
			}
			t.restore(s, rec, kept, r)
		}
	}
	st.objects.hash, st.objects.past = t.mix()
}

// restore puts a record that was read in its place, which nobody has yet.
func (t *objectTable) restore(s *Schema, rec record, kept bool, r *codec.Reader) {
	if rec.info.name != "" && !rec.info.retired {
		if _, ok := t.names.find(t, rec.info.hash, rec.info.name); ok {
			r.Fail("two objects in it are named %q", rec.info.name)
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

// mix is what all objects together add to a state's hash, and what of that is past.
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
