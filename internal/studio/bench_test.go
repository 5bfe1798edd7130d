package studio

import (
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/playground"
)

// BenchmarkWatched is 40 seconds of a simulation with 60 ticks a second, made three times, a third of a second of each
// in turn: alone, as a program without listeners; as a session without a page; and as one at which a page looks: with
// its journal, its checkpoints and 30 pictures a second, or fewer where that would take too much. It is made several
// times, with everything anew, since where things lie in memory matters too. All make the same ticks one after the
// other, so that for each piece the median of what is added is taken, over the rounds, and likewise of what the one
// alone takes; checkpoints come seldom, and are counted in full. It reports what a tick takes of the session's
// goroutine, by how much that is more than alone, how much of it is due to the open page, what that is of the time
// there is for a tick, and by how much the whole process works more, with the pictures that are painted at the same
// time.
func BenchmarkWatched(b *testing.B) {
	for _, c := range []struct {
		file   string
		agents int
	}{{"../../examples/soldier/soldier.krk", 1000}, {"../../examples/guards/guards.krk", 1000}, {"../../examples/gatherer/gatherer.krk", 0}, {"../../examples/fireteam/fireteam.krk", 0}} {
		b.Run(filepath.Base(c.file), func(b *testing.B) {
			runtime.LockOSThread() // it is the thread's clock that is read
			defer runtime.UnlockOSThread()
			var rounds []round
			n := benchRounds
			if testing.Short() {
				n = 1
			}
			for b.Loop() {
				for range n {
					rounds = append(rounds, watch(b, c.file, Options{Seed: 1, Agents: c.agents, TPS: benchTPS}, len(rounds)%2 == 0))
				}
			}
			alone := total(rounds, func(p *piece) time.Duration { return p.alone.own })
			added := total(rounds, func(p *piece) time.Duration { return p.watched.own - p.alone.own })
			page := total(rounds, func(p *piece) time.Duration { return p.watched.own - p.unseen.own })
			kept := time.Duration(0)
			for i := range rounds {
				kept += rounds[i].kept.own / time.Duration(len(rounds))
			}
			all := total(rounds, func(p *piece) time.Duration { return p.alone.all })
			more := total(rounds, func(p *piece) time.Duration { return p.watched.all - p.alone.all })
			for i := range rounds {
				more += (rounds[i].kept.all + rounds[i].painted) / time.Duration(len(rounds))
			}
			ticks := float64(benchTPS * benchSeconds)
			b.ReportMetric(0, "ns/op") // of no meaning
			b.ReportMetric(float64(alone)/ticks/1e3, "alone-µs/tick")
			b.ReportMetric(float64(added+kept)/ticks/1e3, "added-µs/tick")
			b.ReportMetric(float64(kept)/ticks/1e3, "of-it-checkpoints-µs/tick")
			b.ReportMetric(100*float64(added+kept)/float64(alone), "added-%")
			b.ReportMetric(100*float64(page)/float64(alone), "of-it-page-%")
			b.ReportMetric(100*float64(added+kept)/ticks/float64(time.Second/benchTPS), "added-%-of-1/60s")
			b.ReportMetric(100*float64(more)/float64(all), "process-added-%")
		})
	}
}

const (
	benchTPS     = 60
	benchSeconds = 40
	benchPieces  = 3 // in a second
	benchRounds  = 2 // an even number
)

// round holds the times of the runs, piece by piece.
type round struct {
	pieces  [benchPieces * benchSeconds]piece
	kept    meter // checkpoints of the watched one
	painted time.Duration
}

type piece struct{ alone, unseen, watched meter }

// total sums up the medians of a figure of each piece.
func total(rounds []round, of func(*piece) time.Duration) time.Duration {
	sum, list := time.Duration(0), make([]time.Duration, len(rounds))
	for i := range rounds[0].pieces {
		for n := range rounds {
			list[n] = of(&rounds[n].pieces[i])
		}
		slices.Sort(list)
		sum += (list[len(list)/2] + list[(len(list)-1)/2]) / 2
	}
	return sum
}

// watch makes the runs. The first one has an advantage in memory layout, so they take turns in being first.
func watch(b *testing.B, file string, o Options, aloneFirst bool) (r round) {
	var step func()
	if _, from := fileOf(b, file, o); aloneFirst {
		step = bare(b, from)
	}
	s, unseen := open(b, file, o), open(b, file, o)
	if !aloneFirst {
		step = bare(b, s.source)
	}
	s.watch(newMailbox(), true)
	painted := painter{cast: &casting{}}
	for range 5 * benchTPS { // until the first plans are made, and memory is there
		step()
		s.step()
		unseen.step()
	}
	clock, due, frames := time.Now(), s.next, 0
	s.next, unseen.next = math.MaxInt64, math.MaxInt64
	few := func(m *meter, step func()) {
		m.start()
		for range benchTPS / benchPieces {
			step()
		}
		m.stop()
	}
	for i := range r.pieces {
		p := &r.pieces[i]
		turns := []func(){
			func() { few(&p.alone, step) },
			func() { few(&p.unseen, unseen.step) },
			func() {
				few(&p.watched, func() {
					if clock = clock.Add(time.Second / benchTPS); s.seen(clock) {
						frames++
					}
				})
			},
		}
		for k := range turns {
			turns[(i+k)%len(turns)]()
		}
		if s.stage.Crowd().Tick() >= due {
			r.kept.start()
			s.checkpoint()
			r.kept.stop()
			due, s.next = s.next, math.MaxInt64
		}
		if i%benchPieces == 0 {
			r.painted += time.Duration(frames) * paint(b, &painted, s)
			frames = 0
		}
	}
	return r
}

// seen makes a tick, and reports whether a picture of it is due.
func (s *Session) seen(now time.Time) bool {
	s.step()
	s.show(now)
	select {
	case shot := <-s.shots:
		s.free <- shot
		return true
	default:
		return false
	}
}

// paint does what the painter does at the same time, and returns how long that takes.
func paint(b *testing.B, p *painter, s *Session) time.Duration {
	cast := s.cast
	defer func() { s.cast = cast }()
	s.cast, s.shown, s.changed = nil, time.Time{}, true
	for range 2 { // all there is to know of figures, and then where they are
		s.show(time.Now())
		shot := <-s.shots
		start := worked(true)
		if _, err := p.paint(shot); err != nil {
			b.Fatal(err)
		}
		s.free <- shot
		if s.shown, s.changed = (time.Time{}), true; shot.fixed || s.stage != s.cast {
			return worked(true) - start
		}
	}
	return 0
}

// meter sums up what the calling thread works, and what all together do.
type meter struct {
	own, all           time.Duration
	ownBegan, allBegan time.Duration
}

func (m *meter) start() { m.ownBegan, m.allBegan = worked(true), worked(false) }

func (m *meter) stop() {
	m.own += worked(true) - m.ownBegan
	m.all += worked(false) - m.allBegan
}

// bare returns what makes a tick of a simulation that reports nothing, and keeps nothing.
func bare(tb testing.TB, from *source) func() {
	tb.Helper()
	o := agent.Options{Seed: from.seed, TPS: from.tps}
	if from.scene != nil {
		play, err := playground.New(public(from.program), from.scene, playground.Options{Crowd: bridge.Options(o).(karakuri.Options)})
		if err != nil {
			tb.Fatal(err)
		}
		return play.Step
	}
	t, err := town.New(from.program, town.Options{Crowd: o})
	if err != nil {
		tb.Fatal(err)
	}
	if err := t.Populate(max(from.agents, len(from.program.Info.Agents))); err != nil {
		tb.Fatal(err)
	}
	return t.Step
}

// open makes a session that no loop runs.
func open(tb testing.TB, file string, o Options) *Session {
	tb.Helper()
	library, from := fileOf(tb, file, o)
	s := emptySession(library, from)
	if err := s.begin(from); err != nil {
		tb.Fatal(err)
	}
	return s
}

// fileOf returns what a file says, and the library that it is of.
func fileOf(tb testing.TB, file string, o Options) (*Library, *source) {
	tb.Helper()
	library, err := NewLibrary([]string{file})
	if err != nil {
		tb.Fatal(err)
	}
	from, err := library.open(library.names[0], o)
	if err != nil {
		tb.Fatal(err)
	}
	return library, from
}
