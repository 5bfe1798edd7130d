package playground

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
)

// plot is a scene of the examples that is laid side by side, so that more characters live as densely as few.
type plot struct {
	file          string
	width, height int
	boxes         [][4]int
	crew          int    // characters on one
	tps           int    // ticks a second; 0: 10
	every         string // how often sight looks; empty: as in the example, ten times a second
	tune          func(n int) *strings.Replacer
	add           func(b *strings.Builder, n, plots int, at func(plot, x, y int) string)
}

var gathererPlot = plot{
	file: "gatherer", width: 60, height: 44, crew: 60,
	boxes: [][4]int{{8, 8, 18, 12}, {28, 6, 32, 18}, {42, 8, 52, 12}, {10, 22, 14, 34}, {24, 28, 40, 32}, {48, 20, 52, 36}},
	tune: func(n int) *strings.Replacer {
		return strings.NewReplacer("type thing max 256", fmt.Sprint("type thing max ", max(256, 4*n)))
	},
	add: func(b *strings.Builder, n, plots int, _ func(plot, x, y int) string) {
		items := n * 35 / 60
		fmt.Fprintf(b, "items energy %d amount 30 respawn 10s as item\nitems power %d amount 30 respawn 10s as item\n", items, items)
		for i, kind := range []string{"brave_one", "cautious_one", "greedy_one", "reckless_one"} {
			fmt.Fprintf(b, "cast %s %d respawn 10s\n", kind, (n+i)/4)
		}
	},
}

// sparing returns the same scene, in which sight looks every 0.3 s.
func (l plot) sparing() *plot {
	l.every = "0.3s"
	return &l
}

// at30 returns the same scene at 30 ticks a second.
func (l plot) at30() *plot {
	l.tps = 30
	return &l
}

var soldierPlot = plot{
	file: "fireteam", width: 80, height: 44, crew: 10,
	boxes: [][4]int{{36, 18, 44, 26}, {54, 34, 58, 40}},
	tune: func(n int) *strings.Replacer {
		return strings.NewReplacer("type soldier max 256", fmt.Sprint("type soldier max ", max(256, 2*n)), "type place max 64", fmt.Sprint("type place max ", max(64, 3*n)),
			// there is more cover than a query of places takes
			"nook_of(c) > 0", "true",
			// a squad sweeps the posts around it, not all of the country
			"each p: post where !swept(p) order", "each p: post where !swept(p) && dist(center, spot(p)) < 60 order")
	},
	add: func(b *strings.Builder, n, plots int, at func(plot, x, y int) string) {
		for i := range plots {
			for _, start := range [][2]int{{5, 18}, {5, 20}, {5, 22}, {5, 24}, {5, 26}, {75, 26}, {75, 24}, {75, 22}, {75, 20}, {75, 18}} {
				fmt.Fprintf(b, "start %s\n", at(i, start[0], start[1]))
			}
		}
		for i := range plots {
			b.WriteString("objects cover as cover at")
			for _, c := range [][2]int{{14, 17}, {17, 19}, {18, 22}, {17, 25}, {14, 27}, {11, 22}, {66, 27}, {63, 25}, {62, 22}, {63, 19}, {66, 17}, {69, 22},
				{36, 8}, {38, 5}, {42, 5}, {44, 8}, {42, 11}, {38, 11}, {44, 36}, {42, 39}, {38, 39}, {36, 36}, {38, 33}, {42, 33}} {
				b.WriteString(" " + at(i, c[0], c[1]))
			}
			b.WriteString("\nobjects place as post at")
			for _, p := range [][2]int{{14, 22}, {66, 22}, {40, 8}, {40, 36}} {
				b.WriteString(" " + at(i, p[0], p[1]))
			}
			b.WriteString("\n")
		}
		const traits = "range 22 rounds 20 magazines 4 grenades 2 shot 14 aim 0.6 dodge 0.3 cooldown 700ms noise 8 speed 3.5"
		for i := range 2 * plots { // each squad is a net of its own
			fmt.Fprintf(b, "squad fireteam as s%d team %d\ncast rifleman 5 squad s%d %s\n", i, i+1, i, traits)
		}
	},
}

// scene returns the text of a scene for so many characters.
func (l *plot) scene(n int) string {
	plots := (n + l.crew/2) / l.crew
	cols := 1
	for cols*cols < plots {
		cols++
	}
	rows := (plots + cols - 1) / cols
	at := func(i, x, y int) string {
		return fmt.Sprintf("%d %d", i%cols*l.width+x, i/cols*l.height+y)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "size %d %d\nseconds 600\ntps %d\n", cols*l.width, rows*l.height, cmp.Or(l.tps, 10))
	for i := range min(plots, arena.MaxWalls/len(l.boxes)) {
		for _, w := range l.boxes {
			fmt.Fprintf(&b, "box %s %s\n", at(i, w[0], w[1]), at(i, w[2], w[3]))
		}
	}
	l.add(&b, n, plots, at)
	return b.String()
}

// farAway has a tenth of the characters near a player, who sees each of their moves, three tenths far, and the others
// away.
func farAway() karakuri.Options {
	near := func(a karakuri.Agent) float64 { return [10]float64{2, 1, 1, 1}[uint64(a.ID())%10] }
	return karakuri.Options{Significance: near, Levels: []karakuri.Level{{Name: "near", Significance: 2},
		{Name: "far", Significance: 1, Seconds: 0.5, Look: 0.5, Deaf: true}, {Name: "away", Seconds: 1, Look: 1, Deaf: true}}}
}

func (l *plot) program(t testing.TB, n int) *karakuri.Program {
	t.Helper()
	text := l.tune(n).Replace(readExample(t, l.file+"/"+l.file+".krk"))
	if l.every != "" {
		before, after, found := strings.Cut(text, "    every 0.1s")
		if !found {
			t.Fatalf("sight of %s does not look every 0.1s", l.file)
		}
		text = before + "    every " + l.every + after
	}
	program, err := karakuri.Load(fstest.MapFS{"it.krk": {Data: []byte(text)}}, "it.krk")
	if err != nil {
		t.Fatal(err)
	}
	return program
}

func (l *plot) prepared(t testing.TB, n int) func() *Playground {
	t.Helper()
	set := l.preparedWith(t, n)
	return func() *Playground { return set(karakuri.Options{Seed: 1}) }
}

func (l *plot) preparedWith(t testing.TB, n int) func(karakuri.Options) *Playground {
	t.Helper()
	program := l.program(t, n)
	s, err := ParseScene("it.scene", l.scene(n))
	if err != nil {
		t.Fatal(err)
	}
	return func(o karakuri.Options) *Playground {
		p, err := New(program, s, Options{Crowd: o})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

func (p *Playground) living() (n int) {
	for i := range p.members {
		if p.members[i].alive() {
			n++
		}
	}
	return n
}

// watch makes ticks and returns the time of each, in order, that time for each character that lives then, and the
// average of all times for each living character.
func (p *Playground) watch(ticks int) (each, shares []time.Duration, mean time.Duration) {
	sum, lives := time.Duration(0), 0
	for range ticks {
		n := p.living()
		began := worked()
		p.Step()
		took := worked() - began
		each, shares = append(each, took), append(shares, took/time.Duration(max(1, n)))
		sum, lives = sum+took, lives+n
	}
	return each, shares, sum / time.Duration(max(1, lives))
}

// peak returns the longest of some times against their median.
func peak(times []time.Duration) float64 {
	times = slices.Sorted(slices.Values(times))
	return float64(times[len(times)-1]) / float64(times[len(times)/2])
}

// spike returns the longest of some times against the median of the second before and the second after it: how much a
// tick stands out among those that a player sees it with.
func spike(times []time.Duration) (most float64) {
	for i := range times {
		near := slices.Sorted(slices.Values(times[max(0, i-10):min(len(times), i+11)]))
		most = max(most, float64(times[i])/float64(near[len(near)/2]))
	}
	return most
}

// reference is the time of the machine for constant work: a walk through 64 KiB that no cache can predict, 1,000 steps.
func reference() time.Duration {
	var next [8192]uint64
	r := det.NewRand(1, 0, 0)
	for i := range next {
		next[i] = r.Uint64n(uint64(len(next)))
	}
	best := time.Hour
	for range 20 {
		began, at := worked(), uint64(0)
		for range 1000 {
			at = (next[at] + at*5 + 1) % uint64(len(next))
		}
		if took := worked() - began; at < uint64(len(next)) {
			best = min(best, took)
		}
	}
	return best
}

func heap() float64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&s)
	return float64(s.HeapAlloc)
}

// BenchmarkScale shows what characters cost by their number, with brain, senses, memory and body: for each and tick
// over ten seconds of theirs, after ten of which they have learned what there is; against a fixed loop; and their
// memory. The longest tick stands against the median of all, in time and in time for each that lives then, and against
// those around it: soldiers fight at first and die, so that the median of all is a quiet tick of few. Its clock counts
// what its own thread works.
//
//	go test -run '^$' -bench Scale -benchtime 1x ./playground ./internal/mind/...
func BenchmarkScale(b *testing.B) {
	for _, s := range []struct {
		name  string
		plot  *plot
		sizes []int
		more  karakuri.Options
	}{
		{"gatherers", &gathererPlot, []int{60, 250, 1000, 4000, 10000}, karakuri.Options{}},
		{"soldiers", &soldierPlot, []int{50, 250, 1000, 5000}, karakuri.Options{}},
		{"soldiers-respawning", soldierPlot.respawning(10), []int{1000}, karakuri.Options{}},
		{"gatherers-30-tps", gathererPlot.at30(), []int{60, 1000, 10000}, karakuri.Options{}},
		{"soldiers-30-tps", soldierPlot.at30(), []int{50, 1000, 5000}, karakuri.Options{}},
		{"gatherers-every-0.3s", gathererPlot.sparing(), []int{60, 1000, 10000}, karakuri.Options{}},
		{"soldiers-every-0.3s", soldierPlot.sparing(), []int{50, 1000, 5000}, karakuri.Options{}},
		{"gatherers-levels", &gathererPlot, []int{60, 1000, 10000}, farAway()},
		{"soldiers-levels", &soldierPlot, []int{50, 1000, 5000}, farAway()},
	} {
		for _, n := range s.sizes {
			if testing.Short() && n >= 1000 {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				set := s.plot.preparedWith(b, n)
				s.more.Seed = 1
				for range b.N {
					before, began := heap(), worked()
					p := set(s.more)
					setup := worked() - began
					p.Run(10)
					bytes := (heap() - before) / float64(n)
					each, shares, mean := p.watch(10 * p.crowd.TPS())
					if n == 1000 && !testing.Short() {
						more, others, _ := p.watch(50 * p.crowd.TPS())
						each, shares = append(each, more...), append(shares, others...)
						b.ReportMetric((heap()-before)/float64(n)/1e3, "kB/agent-later")
					}
					b.ReportMetric(float64(mean)/1e3, "µs/agent-tick")
					b.ReportMetric(float64(mean)/float64(reference()), "×ref")
					b.ReportMetric(peak(each), "max/median")
					b.ReportMetric(peak(shares), "max/median-each")
					b.ReportMetric(spike(each), "max/around")
					b.ReportMetric(float64(slices.Max(each))/1e6, "max-ms")
					b.ReportMetric(bytes/1e3, "kB/agent")
					b.ReportMetric(float64(setup)/1e6, "setup-ms")
					b.ReportMetric(float64(p.living()), "alive")
					b.ReportMetric(0, "ns/op")
					runtime.KeepAlive(p)
				}
			})
		}
	}
}

// BenchmarkScaleTurns shows what a tick of the same scene takes for each character when other scenes like it have their
// ticks in between: it grows with what no longer lies in the caches, as that of more characters in one scene does.
func BenchmarkScaleTurns(b *testing.B) {
	for _, s := range []struct {
		name string
		plot *plot
		n    int
	}{{"gatherers", &gathererPlot, 60}, {"soldiers", &soldierPlot, 50}} {
		for _, scenes := range []int{1, 5, 20} {
			if testing.Short() && scenes > 5 {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", s.name, scenes), func(b *testing.B) {
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				set, rounds := s.plot.prepared(b, s.n), 20/scenes // as many ticks in all
				if testing.Short() {
					rounds = 1
				}
				for range b.N {
					took, lives := time.Duration(0), 0
					for range rounds {
						var all []*Playground
						for range scenes {
							all = append(all, set())
						}
						for tick := range 200 {
							for _, p := range all {
								began := worked()
								if p.Step(); tick >= 100 {
									took, lives = took+worked()-began, lives+p.living()
								}
							}
						}
					}
					b.ReportMetric(float64(took)/float64(lives)/1e3, "µs/agent-tick")
					b.ReportMetric(0, "ns/op")
				}
			})
		}
	}
}

// BenchmarkScaleSetup shows what setting up a scene takes, for each character, and the first tick, in which all begin.
func BenchmarkScaleSetup(b *testing.B) {
	for _, s := range []struct {
		name string
		plot *plot
	}{{"gatherers", &gathererPlot}, {"soldiers", &soldierPlot}} {
		for _, n := range []int{500, 1000, 2000, 4000} {
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				runtime.LockOSThread()
				defer runtime.UnlockOSThread()
				set := s.plot.prepared(b, n)
				for range b.N {
					began := worked()
					p := set()
					ready := worked()
					p.Step()
					b.ReportMetric(float64(ready-began)/float64(n)/1e3, "µs/agent")
					b.ReportMetric(float64(worked()-ready)/float64(n)/1e3, "µs/agent-first-tick")
					b.ReportMetric(0, "ns/op")
				}
			})
		}
	}
}

// BenchmarkScaleGrenade shows the tick in which 200 soldiers notice grenades at their feet, and each of them decides
// anew, at 30 ticks a second.
func BenchmarkScaleGrenade(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	l := soldierPlot.at30()
	l.add = func(b *strings.Builder, n, _ int, _ func(plot, x, y int) string) {
		for i := range n {
			fmt.Fprintf(b, "start %v %v\n", 16+float64(i%15)*0.55, 10+float64(i/15)*0.55)
		}
		b.WriteString("objects cover as cover at 14 17 17 19 18 22\nobjects place as post at 14 22 66 22\n")
		for i := range n / 5 {
			fmt.Fprintf(b, "squad fireteam as s%d team 1\ncast rifleman 5 squad s%d rounds 20 magazines 2 range 20\n", i, i)
		}
	}
	set := l.prepared(b, 200)
	for range b.N {
		p := set()
		p.Run(10)
		took, quiet, dive := time.Duration(0), time.Duration(0), 0
		const throws = 5
		for range throws {
			each, _, _ := p.watch(20)
			quiet += each[len(each)-1]
			for i := 0; i < len(p.members) && len(p.bombs) < MaxBombs; i++ {
				p.bombs = append(p.bombs, bomb{by: 0, at: p.at(&p.members[i]), burst: p.tick() + 10})
			}
			p.charts.survey(p)
			p.write()
			each, _, _ = p.watch(1)
			took += each[0]
			p.bombs = p.bombs[:0]
			for i := range p.members {
				if strings.Contains(p.crowd.View().Explain(p.members[i].agent), "dive") {
					dive++
				}
			}
		}
		b.ReportMetric(float64(took)/throws/1e6, "ms/tick")
		b.ReportMetric(float64(dive)/throws, "dive")
		b.ReportMetric(float64(quiet)/throws/1e6, "ms/quiet")
		b.ReportMetric(float64(p.living()), "alive")
		b.ReportMetric(0, "ns/op")
	}
}

// respawning returns the same scene, in which those who die come back after ten seconds, at so many ticks a second: a
// battle that goes on.
func (l plot) respawning(tps int) *plot {
	add := l.add
	l.tps = tps
	l.add = func(b *strings.Builder, n, plots int, at func(plot, x, y int) string) {
		var lines strings.Builder
		add(&lines, n, plots, at)
		b.WriteString(strings.ReplaceAll(lines.String(), "speed 3.5\n", "speed 3.5 respawn 10s\n"))
	}
	return &l
}

// BenchmarkScaleMinutes shows the ticks of 200 soldiers at 30 a second, in a battle of ten minutes in which the dead
// come back, by the clock and with the garbage collector at work: what a server with a core for them has to keep free.
// The time that its own thread works stands beside it: on a machine that does nothing else, both are alike.
//
//	go test -run '^$' -bench ScaleMinutes -benchtime 1x ./playground
func BenchmarkScaleMinutes(b *testing.B) {
	const tps = 30
	ticks := 10 * 60 * tps
	if testing.Short() {
		ticks = 20 * tps
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	set := soldierPlot.respawning(tps).prepared(b, 200)
	for range b.N {
		p := set()
		p.Run(1)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		lives, times, own := 0, make([]time.Duration, 0, ticks), make([]time.Duration, 0, ticks)
		for range ticks {
			began, worked0 := time.Now(), worked()
			p.Step()
			own, times = append(own, worked()-worked0), append(times, time.Since(began))
			lives += p.living()
		}
		runtime.ReadMemStats(&after)
		for what, list := range map[string][]time.Duration{"": times, "-worked": own} {
			slices.Sort(list)
			b.ReportMetric(float64(list[ticks/2])/1e6, "ms-median"+what)
			b.ReportMetric(float64(list[ticks*999/1000])/1e6, "ms-p99.9"+what)
			b.ReportMetric(float64(list[ticks-1])/1e6, "ms-max"+what)
		}
		b.ReportMetric(float64(lives)/float64(ticks), "alive")
		b.ReportMetric(float64(after.NumGC-before.NumGC), "collections")
		b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(ticks), "allocs/tick")
		b.ReportMetric(0, "ns/op")
	}
}

// BenchmarkScaleWorkers shows 1,000 soldiers with two workers against one, by the clock: the median of five pairs of
// runs, side by side. It needs two idle cores.
//
//	go test -run '^$' -bench ScaleWorkers -benchtime 1x ./playground
func BenchmarkScaleWorkers(b *testing.B) {
	soldiers, pairs := 1000, 5
	if testing.Short() {
		soldiers, pairs = 100, 1
	}
	set := soldierPlot.respawning(10).preparedWith(b, soldiers)
	run := func(workers int) time.Duration {
		p := set(karakuri.Options{Seed: 1, Workers: workers})
		p.Run(5)
		began := time.Now()
		p.Run(10)
		return time.Since(began)
	}
	for range b.N {
		var gains []float64
		for range pairs {
			one := run(1)
			gains = append(gains, float64(one)/float64(run(2)))
		}
		slices.Sort(gains)
		b.ReportMetric(gains[pairs/2], "×")
		b.ReportMetric(gains[0], "×-least")
		b.ReportMetric(gains[pairs-1], "×-most")
		b.ReportMetric(0, "ns/op")
	}
}
