package studio

import (
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
	"time"
)

// lampsOf returns the lamps of a file by their places, once the minute before is read.
func lampsOf(tb testing.TB, s *Session, t *truths, file, who string) (*Truth, map[[2]string]TruthLamp) {
	tb.Helper()
	for {
		out, err := t.truth(s.past, s.stage, s.source.program, file, who)
		if err != nil {
			tb.Fatal(err)
		}
		if out.More {
			runtime.Gosched()
			continue
		}
		list := map[[2]string]TruthLamp{}
		for _, l := range out.List {
			list[[2]string{l.Path, l.Text}] = l
		}
		return out, list
	}
}

// A lamp says what the condition is in the character's state, and how often it was true at the whole seconds of the
// last minute: counted here while the run goes on.
func TestTruthOfConditions(t *testing.T) {
	var page truths
	s := open(t, "../../examples/meal/meal.krk", Options{Seed: 1})
	places := map[[2]string]string{
		{"operator eat / when", "when has_meal"}:                   "has_meal",
		{`task dine / method "eat what we have"`, "when has_meal"}: "has_meal",
		{"operator work / when", "when has_job"}:                   "has_job",
		{"agent villager / plan dine", "when hungry"}:              "hungry",
		{`task dine / method "buy first"`, "when money >= price"}:  "",
		{"operator buy / when", "when money >= price"}:             "",
	}
	id, err := find(s.stage, "villager#1")
	if err != nil {
		t.Fatal(err)
	}
	tps, both := int64(s.stage.Crowd().TPS()), map[bool]int{}
	values := func() map[string]bool {
		st := s.stage.Crowd().State(id)
		now := map[string]bool{"": st.Get(st.Schema().Symbol("money").Base) >= 5}
		for _, name := range []string{"has_meal", "has_job", "hungry"} {
			now[name] = st.Get(st.Schema().Symbol(name).Base).Bool()
		}
		return now
	}
	history := map[int64]map[string]bool{0: values()}
	for tick := int64(1); tick < 100*tps; tick++ {
		s.step()
		now := values()
		history[tick] = now
		if tick%17 != 0 {
			continue
		}
		out, lamps := lampsOf(t, s, &page, "meal.krk", "villager#1")
		var kept []int64
		for at := max(tps, (tick/tps-truthSeconds+1)*tps); at < tick; at += tps {
			kept = append(kept, at)
		}
		if out.Of != len(kept)+1 || out.Since*float64(tps) != float64(append(kept, tick)[0]) {
			t.Fatalf("tick %d: it stands on %d moments from %gs, %v are kept", tick, out.Of, out.Since, kept)
		}
		for at, name := range places {
			often := 0
			for _, k := range append(kept, tick) {
				if history[k][name] {
					often++
				}
			}
			if l := lamps[at]; l.Holds != now[name] || l.Tried != 0 || l.Known != out.Of || l.Often != often {
				t.Fatalf("tick %d: %v is told as %+v; it is %v, and was %d times", tick, at, l, now[name], often)
			}
			both[lamps[at].Holds]++
		}
	}
	if both[true] == 0 || both[false] == 0 {
		t.Error("the conditions never change", both)
	}
}

// A moment's lamps say the same when it is the present, later, and from a recording: however the checkpoints lie, and
// also after a page has written something.
func TestTruthIsTheSameLiveLaterAndRecorded(t *testing.T) {
	counts := map[string]int{}
	for _, of := range []struct {
		file, who string
		write     *Setting
	}{
		{"../../examples/meal/meal.krk", "villager#1", &Setting{Name: "money", Value: "3"}},
		{gatherer, "cautious_one#1", nil},
		{"../../examples/guards/guards.krk", "near_guard#1", nil},
	} {
		address, _ := serve(t, Options{Seed: 1}, of.file)
		c := dial(t, address)
		name := filepath.Base(of.file)
		c.openAt(name, 0)
		lamps := func(tick *int64) *Truth {
			for {
				out := new(Truth)
				if c.ask(Request{Op: "truth", File: name, Agent: of.who, Tick: tick}, out); !out.More {
					return out
				}
			}
		}
		var tape Taping
		c.ask(Request{Op: "record", On: true}, &tape)
		live := map[int64]*Truth{}
		for n := range 40 {
			if n == 9 && of.write != nil {
				c.ask(Request{Op: "set", Agent: of.who, Sets: []Setting{*of.write}}, nil)
			}
			c.ask(Request{Op: "step", Count: 23}, nil)
			out := lamps(nil)
			live[out.Tick] = out
			for _, l := range out.List {
				if l.Often > 0 && l.Often < l.Known {
					counts[l.Path]++
				}
			}
		}
		c.ask(Request{Op: "record"}, &tape)
		for _, where := range []string{name, tape.File} {
			if where != name {
				c.ask(Request{Op: "open", File: where}, nil)
			}
			for tick, want := range live {
				if got := lamps(&tick); !reflect.DeepEqual(got, want) {
					t.Errorf("%s at %d is\n%+v\nand when it was the present\n%+v", where, tick, got, want)
				}
			}
		}
	}
	if len(counts) < 5 {
		t.Error("hardly a condition changes:", counts)
	}
}

// Conditions with parameters are tried for their values, those of a tree that runs have the values that it has. What a
// recording's host would have to answer is not known.
func TestTruthOfParameters(t *testing.T) {
	var page truths
	s := open(t, "../../examples/soldier/soldier.krk", Options{Seed: 1})
	for range 20 {
		s.step()
	}
	_, lamps := lampsOf(t, s, &page, "soldier.krk", "sentry#1")
	if l := lamps[[2]string{"operator draw / when", "when has(w) && holding != w"}]; l.Tried != 4 || l.For != 1 || !l.Holds {
		t.Errorf("of four weapons one can be drawn, not %+v", l)
	}
	r := open(t, recordMany(t, "../../examples/guards/guards.krk", 300, 3), Options{})
	for range 200 {
		r.step()
	}
	out, lamps := lampsOf(t, r, &truths{}, "guards.krk", "near_guard#1")
	if l := lamps[[2]string{"tree guard / 0.1.0", "if visible(player)"}]; l.Known < 2 || out.Of < 15 {
		t.Errorf("of a recording is known %+v, of %d moments", l, out.Of)
	}
}

// A run that pages ask about decides as one that they do not, and a run that begins anew forgets what was.
func TestTruthChangesNothing(t *testing.T) {
	for _, file := range []string{fireteamFile, gatherer, "../../examples/guards/guards.krk"} {
		var page truths
		asked, alone := open(t, file, Options{Seed: 1}), open(t, file, Options{Seed: 1})
		var who []string
		for id := range asked.stage.Crowd().All {
			who = append(who, nameOf(asked.stage, id))
		}
		for n := range 300 {
			asked.step()
			alone.step()
			if _, err := page.truth(asked.past, asked.stage, asked.source.program, asked.name, who[n/20%len(who)]); err != nil && len(who) < 2 {
				t.Fatal(err)
			}
		}
		if a, b := asked.stage.Crowd().TraceHash(), alone.stage.Crowd().TraceHash(); a != b {
			t.Errorf("%s: the hash is %x, not %x", file, a, b)
		}
	}
	s := open(t, "../../examples/meal/meal.krk", Options{Seed: 1})
	for range 200 {
		s.step()
	}
	var page truths
	if out, _ := lampsOf(t, s, &page, "meal.krk", "villager#1"); out.Of < 3 {
		t.Fatalf("only %d moments are known", out.Of)
	}
	if err := s.begin(s.source); err != nil {
		t.Fatal(err)
	}
	s.step()
	if out, _ := lampsOf(t, s, &page, "meal.krk", "villager#1"); out.Of != 1 {
		t.Errorf("%d moments are known in the first tick", out.Of)
	}
}

// BenchmarkTruth asks which conditions hold for one of 1,000 characters, as a page does that shows their file.
func BenchmarkTruth(b *testing.B) {
	for _, file := range []string{"../../examples/soldier/soldier.krk", "../../examples/guards/guards.krk"} {
		b.Run(file[len("../../examples/"):], func(b *testing.B) {
			s := open(b, file, Options{Agents: 1000, Seed: 1})
			for range 30 * s.stage.Crowd().TPS() {
				s.step()
			}
			who := ""
			for id := range s.stage.Crowd().All {
				who = nameOf(s.stage, id)
			}
			var page truths
			began := time.Now()
			out, _ := lampsOf(b, s, &page, s.name, who)
			moment := float64(time.Since(began).Microseconds()) / 1000 / float64(out.Of)
			if s.stage.Crowd().Len() < 1000 || out.Of < 3 || len(out.List) == 0 {
				b.Fatalf("%d characters, %d moments, %d conditions", s.stage.Crowd().Len(), out.Of, len(out.List))
			}
			for b.Loop() {
				if _, err := page.truth(s.past, s.stage, s.source.program, s.name, who); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(moment, "ms/moment")
		})
	}
}
