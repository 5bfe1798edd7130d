package studio

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// BenchmarkConsequences asks the studio for the consequences of edits, as a page does that shows a text next to a
// recording of ten minutes of 200 characters: soldiers, who plan, and guards, who have trees. The studio first reads
// the recording in the background, with one worker; then every edit of the soldiers has to be compared with it within a
// second of two cores, and one of the guards within one and a half. That is counted in the time that the process works,
// so that a busy machine cannot fail it. A page that asks at once, before anything is read, sees the comparison's
// progress; what it takes is reported, as "unprepared". With -short the recording is of one minute, and has a tenth of
// the decisions and a quarter of the time, some of which does not depend on their number.
func BenchmarkConsequences(b *testing.B) {
	for _, tc := range []struct {
		name, old, new string        // new contains the number of the edit
		least          int           // decisions
		most           time.Duration // work for an edit
		files          []string
	}{
		{"soldier", "order metres(at, p) {", "order %d - metres(at, p) {", 40_000, 2 * time.Second, []string{"places.krk", "weapons.krk"}},
		{"guards", "sequence { return_to(start_pos); keep_watch }", "keep_watch // edit %d", 100_000, 3 * time.Second, nil},
	} {
		ticks := 10 * 60 * 10
		if testing.Short() {
			ticks, tc.least, tc.most = ticks/10, tc.least/10, tc.most/4
		}
		b.Run(tc.name, func(b *testing.B) {
			dir := "../../examples/" + tc.name + "/"
			file := tc.name + ".krk"
			trace := recordMany(b, dir+file, ticks, 200)
			names := []string{dir + file, trace}
			for _, f := range tc.files {
				names = append(names, dir+f)
			}
			text := read(b, dir+file)
			// compare asks for the consequences of an edit, and returns the work that it took.
			compare := func(c *client, edit int) (took, work time.Duration) {
				changed := strings.ReplaceAll(text, tc.old, fmt.Sprintf(tc.new, edit))
				if changed == text {
					b.Fatal("the text is not changed")
				}
				began, worked0 := time.Now(), worked(false)
				f := foreseenBy(c, Request{File: file, Text: changed})
				took, work = time.Since(began), worked(false)-worked0
				looked, differ := 0, 0
				for _, r := range f.Records {
					looked, differ = looked+r.Plans.Looked+r.Turns.Looked, differ+r.Differ()
					if !r.IsWhole() {
						b.Errorf("%s: %s", r.Name, r.Text())
					}
				}
				if f.Error != "" || !f.Tested || looked < tc.least || differ == 0 {
					b.Fatalf("%d decisions, %d differ: %+v", looked, differ, f.Error)
				}
				b.ReportMetric(float64(looked), "decisions")
				b.ReportMetric(float64(differ), "differ")
				return took, work
			}
			for b.Loop() {
				address, _ := serve(b, Options{}, names...)
				c := dial(b, address)
				c.openAt(file, 20)
				began, worked0 := time.Now(), worked(false)
				if q := preparedBy(c); q.Played != q.Of || q.Of < int64(ticks) {
					b.Fatalf("%+v", q)
				}
				b.ReportMetric((worked(false) - worked0).Seconds(), "reading-worked-s")
				b.ReportMetric(time.Since(began).Seconds(), "reading-s")
				for i := range 4 {
					took, work := compare(c, i)
					if work > tc.most {
						b.Errorf("edit %d takes %v of two processors", i+1, work)
					}
					b.ReportMetric(took.Seconds(), "edit-s")
					b.ReportMetric(work.Seconds(), "edit-worked-s")
				}
				address, _ = serve(b, Options{}, names...)
				c = dial(b, address)
				c.openAt(file, 20)
				took, work := compare(c, 0)
				b.ReportMetric(took.Seconds(), "unprepared-s")
				b.ReportMetric(work.Seconds(), "unprepared-worked-s")
			}
			b.ReportMetric(0, "ns/op") // of no meaning
		})
	}
}
