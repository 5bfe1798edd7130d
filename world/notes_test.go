package world

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Notes are what was read one by one, but for what the log says the computations have written at the time.
func TestNotesLeaveOutWhatWasWritten(t *testing.T) {
	eachStorage(t, func(t *testing.T, s *Schema) {
		addresses := addressList(s)
		var notes Notes
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
					if notes.Read(a, w, w+3); !written {
						want.Read(a, w, w+3)
					}
				}
			}
			got.Take(&notes)
			if !slices.Equal(slices.Collect(got.All), slices.Collect(want.All)) {
				t.Fatalf("%v, want %v", slices.Collect(got.All), slices.Collect(want.All))
			}
		})
	})
}

// BenchmarkNotes shows what noting a read costs, and what keeping the notes of 200 reads of 100 cells does.
func BenchmarkNotes(b *testing.B) {
	_, _, st := benchSchema(b)
	var notes Notes
	var set ReadSet
	b.ReportAllocs()
	for b.Loop() {
		notes.Begin(st)
		for i := range Addr(200) {
			notes.Read(i%100, 0, 5)
		}
		set.Take(&notes)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200, "ns/read")
}
