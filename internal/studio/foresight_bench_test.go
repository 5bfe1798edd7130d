package studio

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// BenchmarkConsequences asks the studio for the consequences of edits of the soldiers: tests, the plan of a character,
// and a recording of ten minutes of 200 soldiers, in which half of the decisions would differ. It does so first when
// nothing is known of the recording, then for further edits, as a page does while somebody writes. It fails if a
// further edit takes more than a second with two cores. That is counted in the time that the process works, so that a
// busy machine cannot fail it.
func BenchmarkConsequences(b *testing.B) {
	const dir = "../../examples/soldier/"
	trace := recordMany(b, dir+"soldier.krk", 10*60*10, 200)
	for b.Loop() {
		address, _ := serve(b, Options{}, dir+"soldier.krk", dir+"places.krk", dir+"weapons.krk", trace)
		c := dial(b, address)
		c.openAt("soldier.krk", 20)
		text := read(b, dir+"soldier.krk")
		for i := range 4 {
			changed := strings.ReplaceAll(text, "order metres(at, p) {", fmt.Sprintf("order %d - metres(at, p) {", i))
			if changed == text {
				b.Fatal("the text is not changed")
			}
			began, worked0 := time.Now(), worked(false)
			f := foreseenBy(c, Request{File: "soldier.krk", Text: changed, Agent: "sentry#1"})
			took, work := time.Since(began), worked(false)-worked0
			looked, differ := 0, 0
			for _, r := range f.Records {
				looked, differ = looked+r.Plans.Looked, differ+r.Differ()
				if !r.IsWhole() {
					b.Errorf("%s: %s", r.Name, r.Text())
				}
			}
			if f.Error != "" || !f.Tested || f.Choice == nil || looked < 40_000 || differ == 0 {
				b.Fatalf("%+v", f)
			}
			what := "next"
			if i == 0 {
				what = "first"
				b.ReportMetric(float64(looked), "decisions")
				b.ReportMetric(float64(differ), "differ")
			} else if work > 2*time.Second {
				b.Errorf("edit %d takes %v of two processors", i+1, work)
			}
			b.ReportMetric(took.Seconds(), what+"-s")
			b.ReportMetric(work.Seconds(), what+"-worked-s")
		}
	}
	b.ReportMetric(0, "ns/op") // of no meaning
}
