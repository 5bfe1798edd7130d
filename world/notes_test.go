package world

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Notes equal the reads one by one, except for what the computations had written at the time according to the log.
func TestNotesLeaveOutWhatWasWritten(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		addresses := addressList(s)
		var notes Notes
		var memory ReadPool
		rapid.Check(t, func(t *rapid.T) {
			states := []*State{NewState(s)}
			marks := []Mark{states[0].Mark()}
			notes.Begin(states[0])
			var want, got ReadSet
			for range rapid.IntRange(0, 60).Draw(t, "operations") {
				st := states[len(states)-1]
				a := rapid.SampledFrom(addresses).Draw(t, "address")
				w := Word(rapid.IntRange(0, 1).Draw(t, "word"))
				switch rapid.IntRange(0, 7).Draw(t, "kind") {
				case 0, 1:
					before := st.Mark()
					st.Set(a, w)
					notes.Wrote(before)
				case 2:
					marks = append(marks[:len(states)], st.Mark())
				case 3:
					if len(marks) > len(states) {
						st.Undo(marks[len(states)])
					}
				case 4:
					if marks = marks[:len(states)]; len(states) < 3 {
						inner := NewState(s)
						inner.CopyFrom(st)
						states, marks = append(states, inner), append(marks, inner.Mark())
						notes.Nest(inner)
					}
				case 5:
					if len(states) > 1 {
						states = states[:len(states)-1]
						marks = marks[:len(states)]
						notes.Unnest()
					}
				default:
					written := slices.ContainsFunc(states, func(st *State) bool { return logged(st.log, a) })
					if notes.Written(a) != written {
						t.Fatalf("%#x written: %v", a, !written)
					}
					lo := st.Get(a) - Word(rapid.IntRange(0, 2).Draw(t, "below"))
					hi := st.Get(a) + Word(rapid.IntRange(0, 2).Draw(t, "above"))
					if notes.IsFinal(a) {
						before := cellsOf(&notes)
						if notes.Read(a, lo, hi); !slices.Equal(cellsOf(&notes), before) {
							t.Fatalf("%#x was not final", a)
						}
					} else {
						notes.Read(a, lo, hi)
					}
					if !written {
						want.Read(a, lo, hi)
					}
				}
			}
			got.Take(&notes, &memory)
			var other ReadSet
			other.CopyFrom(&got)
			sameReads(t, "taken", &got, &want, addresses)
			sameReads(t, "copied", &other, &want, addresses)
			last := addresses[len(addresses)-1]
			other.Read(last, -5, -5)
			want.Read(last, -5, -5)
			sameReads(t, "added to", &other, &want, addresses)
		})
	})
}

// cellsOf returns all cells that are noted, in order of address.
func cellsOf(n *Notes) []Interval {
	var set ReadSet
	n.ReportTo(reportedReads{&set})
	return slices.Collect(set.All)
}

// reportedReads is a ReadSet that Notes can report to.
type reportedReads struct{ *ReadSet }

func (r reportedReads) Members(t Type) { r.ReadSet.Members(t.ID) }

func sameReads(t *rapid.T, what string, got, want *ReadSet, addresses []Addr) {
	if a, b := slices.Collect(got.All), slices.Collect(want.All); !slices.Equal(a, b) || got.Len() != want.Len() {
		t.Fatalf("%s: %v, want %v", what, a, b)
	}
	for _, a := range addresses {
		i, found := got.find(a)
		if j, known := want.find(a); i != j || found != known {
			t.Fatalf("%s: %v %v at %#x, want %v %v", what, i, found, a, j, known)
		}
	}
}

// Cells that lie far apart are listed, since bit sets of them would take more.
func TestReadsOfFewCellsTakeLittle(t *testing.T) {
	_, _, st := benchSchema(t)
	var notes Notes
	var memory ReadPool
	var set ReadSet
	for _, cells := range []Addr{1, 100} {
		notes.Begin(st)
		for i := range cells {
			notes.Read(139-i, 0, 5)
		}
		set.Take(&notes, &memory)
		if packed := set.packed.count > 0; packed != (cells > 1) || set.Len() != int(cells) || set.Has(139-cells) || !set.Has(139) {
			t.Errorf("of %d cells %d are kept, packed: %v", cells, set.Len(), packed)
		}
	}
}

// BenchmarkNotes shows what noting a read costs, and what keeping the notes of 200 reads of 100 cells does.
func BenchmarkNotes(b *testing.B) {
	_, _, st := benchSchema(b)
	var notes Notes
	var memory ReadPool
	var set ReadSet
	b.ReportAllocs()
	for b.Loop() {
		notes.Begin(st)
		for i := range Addr(200) {
			notes.Read(i%100, 0, 5)
		}
		set.Take(&notes, &memory)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200, "ns/read")
}
