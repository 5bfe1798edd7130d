package studio_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/examples/guards/yard"
	"github.com/karakuri-ai/karakuri/examples/kitchen/restaurant"
	"github.com/karakuri-ai/karakuri/examples/village/hamlet"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/studio"
)

const (
	guards  = "../../examples/guards/guards.krk"
	kitchen = "../../examples/kitchen/kitchen.krk"
	village = "../../examples/village/village.krk"
)

var worlds = []studio.World{studio.WorldOf(yard.World), studio.WorldOf(restaurant.World), studio.WorldOf(hamlet.World)}

// demos are all there are, with the files that they need, where they live, and which agents are watched there.
var demos = []struct {
	name, place string
	files       []string
	who         string
	figures     int // that are characters
}{
	{"meal.krk", "small world", []string{"../../examples/meal/meal.krk"}, "villager#1", 1},
	{"soldier.krk", "small world", []string{"../../examples/soldier/soldier.krk", "../../examples/soldier/weapons.krk", "../../examples/soldier/places.krk"}, "sentry#1", 1},
	{"guards.krk", "yard", []string{guards}, "near_guard#2", 5},
	{"gatherer.krk", "gatherer.scene", []string{"../../examples/gatherer/gatherer.krk", "../../examples/gatherer/gatherer.scene"}, "", 4},
	{"fireteam.krk", "fireteam.scene", fireteam, "rifleman#1", 10},
	{"fireteam.krk · player", "player.scene", fireteam, "rifleman#1", 6},
	{"fireteam.krk · woods", "woods.scene", fireteam, "rifleman#10", 10},
	{"picket.krk", "picket.scene", picket, "guardsman#1", 10},
	{"kitchen.krk", "restaurant", []string{kitchen}, "cook#1", 3},
	{"village.krk", "hamlet", []string{village}, "gossip#2", 6},
}

var picket = []string{"../../examples/fireteam/picket.krk", "../../examples/fireteam/lone.krk", "../../examples/fireteam/fireteam.krk", "../../examples/fireteam/picket.scene"}

var fireteam = []string{"../../examples/fireteam/fireteam.krk", "../../examples/fireteam/fireteam.scene", "../../examples/fireteam/player.scene", "../../examples/fireteam/woods.scene"}

// Each demo opens where it lives, continues for half a minute, can be looked back at, and keeps deciding with its text
// read again.
func TestDemos(t *testing.T) {
	for _, d := range demos {
		t.Run(d.name, func(t *testing.T) {
			c, folder := studio.ServeFiles(t, studio.Options{Worlds: worlds}, d.files...)
			o := c.OpenAt(d.name, 0)
			if o.Place != d.place || len(o.Frame.Figures) == 0 {
				t.Errorf("it lives in %q, with %d figures", o.Place, len(o.Frame.Figures))
			}
			var list []studio.AgentLine
			c.Ask(studio.Request{Op: "agents"}, &list)
			who := d.who
			if who == "" {
				who = list[0].Name
			}
			if n := characters(o.Frame.Figures); n < d.figures || !slices.ContainsFunc(list, func(a studio.AgentLine) bool { return a.Name == who }) {
				t.Errorf("%d figures, agents %v", n, list)
			}
			for _, a := range list {
				if a.Name == "" || a.Doing == "" {
					t.Errorf("%+v", a)
				}
			}
			step := func(seconds int) {
				t.Helper()
				for range seconds {
					c.Ask(studio.Request{Op: "step", Count: o.Frame.TPS}, nil)
				}
			}
			step(10)
			then := int64(10 * o.Frame.TPS)
			var was, again []studio.Figure
			c.Ask(studio.Request{Op: "frame"}, &was)
			before := lastEvent(c)
			step(20)
			tick := then
			c.Ask(studio.Request{Op: "frame", Tick: &tick}, &again)
			if !slices.Equal(was, again) {
				t.Errorf("after 10 s %v\nlooking back at it %v", was, again)
			}
			middle := lastEvent(c)
			name := filepath.Base(d.files[0])
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			var saved studio.Saved
			c.Ask(studio.Request{Op: "save", File: name, Text: string(text) + "\n// the same\n"}, &saved)
			if !saved.Saved || saved.Restart != "" || len(saved.Notes) > 0 || saved.Opened.Frame.Tick < 3*then {
				t.Errorf("saving: %+v", saved)
			}
			step(10)
			if after := lastEvent(c); before == 0 || middle <= before || after <= middle {
				t.Errorf("%d events after 10 s, %d after 30, %d after 40", before, middle, after)
			}
			tick = 4*then - 5
			c.Ask(studio.Request{Op: "frame", Tick: &tick}, &again)
		})
	}
}

func characters(list []studio.Figure) (n int) {
	for _, f := range list {
		if f.Item == "" {
			n++
		}
	}
	return n
}

// lastEvent returns the number of the last event.
func lastEvent(c studio.Client) int64 {
	var list studio.EventList
	c.Ask(studio.Request{Op: "events"}, &list)
	if len(list.Entries) == 0 {
		return 0
	}
	return list.Entries[len(list.Entries)-1].Seq
}

// hashOf is a number for all that a stage holds.
func hashOf(st studio.Stage) string {
	return fmt.Sprintf("%x, %v", st.Crowd().TraceHash(), st.Figures(nil))
}

// A world that is taken back, and another that is given the snapshot, continue as it did; so does one that has gone
// over to the same program.
func TestWorldsAreTakenBack(t *testing.T) {
	for _, w := range []struct {
		world studio.World
		file  string
		ticks int
	}{{studio.WorldOf(yard.World), guards, 400}, {studio.WorldOf(restaurant.World), kitchen, 500}, {studio.WorldOf(restaurant.In(restaurant.Options{Cooks: 2, Pause: 5})), kitchen, 500}, {studio.WorldOf(hamlet.World), village, 1200}} {
		t.Run(w.world.Name, func(t *testing.T) {
			st := studio.StageOf(t, w.world, w.file, 3)
			run := func(st studio.Stage) string {
				for range w.ticks {
					if !st.Step() {
						t.Fatal("it has ended")
					}
				}
				return hashOf(st)
			}
			run(st)
			saved := st.Snapshot()
			want := run(st)
			for name, other := range map[string]studio.Stage{"the same": st, "another": studio.StageOf(t, w.world, w.file, 3)} {
				for i := 0; i < len(saved); i += max(1, len(saved)/50) {
					broken := bytes.Clone(saved)
					broken[i] ^= 0x40
					if err := other.Rollback(broken); err == nil {
						t.Errorf("%s goes back to a damaged snapshot", name)
					}
				}
				if err := other.Rollback(saved); err != nil {
					t.Fatal(err)
				}
				if again := other.Snapshot(); !bytes.Equal(again, saved) {
					t.Errorf("%s: the snapshot of the snapshot is another one", name)
				}
				if got := run(other); got != want {
					t.Errorf("%s: %s\nwant %s", name, got, want)
				}
			}
			studio.ReloadStage(t, st, w.file)
			if got := hashOf(st); got[strings.IndexByte(got, ','):] != want[strings.IndexByte(want, ','):] {
				t.Errorf("reloaded: %s\nwant %s", got, want)
			}
			if before := st.Crowd().Decisions(); run(st) == want || st.Crowd().Decisions() <= before {
				t.Error("nobody decides after a reload")
			}
		})
	}
}

// In the yard guards see the player and chase, and the page can put it before one.
func TestGuardsChaseThePlayer(t *testing.T) {
	st := studio.StageOf(t, studio.WorldOf(yard.World), guards, 1)
	put, ok := st.(studio.Placer)
	if !ok {
		t.Fatal("nobody can be moved")
	}
	for range 20 {
		st.Step()
	}
	if err := put.Place("player", 14, 6.5); err != nil { // two metres before a near guard
		t.Fatal(err)
	}
	if err := put.Place("nobody", 1, 1); err == nil {
		t.Error("nobody is moved")
	}
	id := agentNamed(st, "near_guard#2")
	for range 20 {
		st.Step()
	}
	e := st.Eyes(id)
	if len(e.Cones) != 1 || len(e.Reaches) != 1 || len(e.Route) != 1 || len(e.Facts) != 1 || e.Facts[0].Name != "player" {
		t.Errorf("a second later the guard has %+v", e)
	}
	if doing := e.Route; len(doing) > 0 && doing[0].Text != "chase" && doing[0].Text != "attack" {
		t.Errorf("it is up to %v", doing)
	}
	if err := st.(studio.Mover).Move(id, -10, -10); err != nil {
		t.Error(err)
	}
	if f := st.Figures(nil)[1]; f.X < 0 || f.Y < 0 || f.X > 2 || f.Y > 2 {
		t.Errorf("the guard is at %v", f)
	}
}

func agentNamed(st studio.Stage, name string) (found agentID) {
	for id := range st.Crowd().All {
		if st.Crowd().View().NameOf(id) == name {
			found = id
		}
	}
	return found
}

// A page moves the player, which is not an agent, and the moment after that can be looked back at.
func TestAPageMovesThePlayer(t *testing.T) {
	c, _ := studio.ServeFiles(t, studio.Options{Worlds: worlds}, guards, kitchen)
	if o := c.OpenAt("guards.krk", 30); !o.Movable {
		t.Error("nobody can be moved")
	}
	c.Ask(studio.Request{Op: "move", Agent: "player", At: &[2]float64{14, 6.5}}, nil)
	c.Ask(studio.Request{Op: "step", Count: 40}, nil)
	var now, past []studio.Figure
	c.Ask(studio.Request{Op: "frame"}, &now)
	tick := int64(70)
	c.Ask(studio.Request{Op: "frame", Tick: &tick}, &past)
	if !slices.Equal(now, past) || now[4].X < 10 {
		t.Errorf("now %v\nlooked back at %v", now, past)
	}
	if c.Try(studio.Request{Op: "move", Agent: "somebody", At: &[2]float64{1, 1}}) == "" {
		t.Error("somebody who is not there is moved")
	}
	if o := c.OpenAt("kitchen.krk", 0); o.Movable {
		t.Error("cooks can be moved")
	}
}

// A page asks what a guard would do if the player stood elsewhere: it chases whom it would see, and goes on otherwise.
// The run stays as it is.
func TestAPageSupposesAnotherPlace(t *testing.T) {
	c, _ := studio.ServeFiles(t, studio.Options{Worlds: worlds}, guards, kitchen)
	plain, _ := studio.ServeFiles(t, studio.Options{Worlds: worlds}, guards)
	c.OpenAt("guards.krk", 30)
	plain.OpenAt("guards.krk", 30)
	var figures []studio.Figure
	c.Ask(studio.Request{Op: "frame"}, &figures)
	guard := figures[slices.IndexFunc(figures, func(f studio.Figure) bool { return f.Name == "near_guard#1" })]
	for _, s := range []struct {
		at   [2]float64
		does string
	}{{[2]float64{guard.X + 2, guard.Y}, "chase"}, {[2]float64{1.5, 12.5}, ""}} {
		var got studio.Supposed
		c.Ask(studio.Request{Op: "suppose", Agent: guard.Name, Name: "player", At: &s.at, On: true}, &got)
		sees := s.does != ""
		switch {
		case got.Why == nil || got.Why.InPlan != sees || sees != strings.Contains(got.Does, "chase"):
			t.Errorf("at %v: %+v, %+v", s.at, got, got.Why)
		case sees && (got.Seconds > 0.5 || !strings.Contains(got.But, "visible(player) was false, is true") || strings.Contains(got.Did, "chase") || got.Remedies != nil):
			t.Errorf("at %v: %+v", s.at, got)
		case !sees && (got.As != "" || got.Seconds != 1 || !strings.Contains(got.Why.Summary, "visible(player) = false") || len(got.Remedies) == 0 || !strings.HasPrefix(got.Remedies[0], "visible(player) = true")):
			t.Errorf("at %v: %+v, %+v", s.at, got, got.Why)
		}
	}
	var self studio.Supposed
	beside := [2]float64{figures[4].X + 1.5, figures[4].Y}
	if c.Ask(studio.Request{Op: "suppose", Agent: guard.Name, Name: guard.Name, At: &beside}, &self); self.Why != nil || !strings.Contains(self.Does, "chase") {
		t.Errorf("beside the player: %+v", self)
	}
	if wrong := c.Try(studio.Request{Op: "suppose", Agent: guard.Name, Name: "somebody", At: &beside}); wrong == "" {
		t.Error("somebody who is not there could stand elsewhere")
	}
	var now, same []studio.Figure
	for page, into := range map[*studio.Client]*[]studio.Figure{&c: &now, &plain: &same} {
		page.Ask(studio.Request{Op: "step", Count: 100}, nil)
		page.Ask(studio.Request{Op: "frame"}, into)
	}
	if !slices.Equal(now, same) {
		t.Error("the run goes on otherwise than without the questions")
	}
	c.OpenAt("kitchen.krk", 0)
	if c.Try(studio.Request{Op: "suppose", Agent: "cook#1", Name: "cook#1", At: &beside}) == "" {
		t.Error("a cook could stand elsewhere, where cooks cannot be moved")
	}
}

// In the restaurant orders come, cooks go to stations, and guests are served.
func TestOrdersAreServed(t *testing.T) {
	st := studio.StageOf(t, studio.WorldOf(restaurant.World), kitchen, 1)
	land := st.Land()
	if len(land.Places) < 8+1+12 {
		t.Errorf("places: %v", land.Places)
	}
	orders, at := map[string]bool{}, map[string]bool{}
	for range 900 {
		st.Step()
		for _, f := range st.Figures(nil) {
			if strings.HasPrefix(f.Item, "order") {
				orders[f.Item] = true
			}
			for _, p := range land.Places {
				if f.Item == "" && (p.X-f.X)*(p.X-f.X)+(p.Y-f.Y)*(p.Y-f.Y) < 1 {
					at[p.Name] = true
				}
			}
		}
	}
	waiting := 0
	for _, f := range st.Figures(nil) {
		if strings.HasPrefix(f.Item, "order") {
			waiting++
		}
	}
	if len(orders) < 5 || waiting > len(orders)-3 {
		t.Errorf("%d orders, of which %d wait", len(orders), waiting)
	}
	for _, name := range []string{"board1", "hob1", "counter"} {
		if !at[name] {
			t.Errorf("nobody has been at %s, only at %v", name, at)
		}
	}
}

// A kitchen continues with another program: what stands on its hobs and tables too, and a new board is there.
func TestAKitchenGoesOnWithAnotherBoard(t *testing.T) {
	text, err := os.ReadFile(kitchen)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "objects board1, board2: board", "objects board0, board1, board2: board", 1)
	c, _ := studio.ServeFiles(t, studio.Options{Worlds: worlds}, kitchen)
	c.OpenAt("kitchen.krk", 400)
	var was, is []studio.Figure
	c.Ask(studio.Request{Op: "frame"}, &was)
	var saved studio.Saved
	c.Ask(studio.Request{Op: "save", File: "kitchen.krk", Text: changed}, &saved)
	if !saved.Saved || saved.Restart != "" || !slices.ContainsFunc(saved.Opened.Land.Places, func(p studio.Place) bool { return p.Name == "board0" }) {
		t.Errorf("saved %t, begun anew %q, places %v", saved.Saved, saved.Restart, saved.Opened.Land.Places)
	}
	c.Ask(studio.Request{Op: "frame"}, &is)
	if a, b := items(was), items(is); len(a) == 0 || !slices.Equal(a, b) {
		t.Errorf("before there are %v, after %v", a, b)
	}
	before := served(c)
	c.Ask(studio.Request{Op: "step", Count: 900}, nil)
	if after := served(c); after < before+3 {
		t.Errorf("%d have been served before, %d after", before, after)
	}
}

// items are the things in the world.
func items(list []studio.Figure) (names []string) {
	for _, f := range list {
		if f.Item != "" {
			names = append(names, f.Item)
		}
	}
	return names
}

// served counts the orders that cooks have brought out.
func served(c studio.Client) (n int) {
	var list studio.EventList
	c.Ask(studio.Request{Op: "events"}, &list)
	for _, e := range list.Entries {
		if e.Code == fact.StepEnded && strings.HasPrefix(e.Subject, "serve(") {
			n++
		}
	}
	return n
}

// A value of a squad that is set from one of its members is the squad's, for all of them.
func TestValuesOfSquadsAreSetWhereTheyLive(t *testing.T) {
	c, _ := studio.ServeFiles(t, studio.Options{Worlds: worlds}, kitchen)
	c.OpenAt("kitchen.krk", 30)
	c.Ask(studio.Request{Op: "set", Agent: "cook#1", Sets: []studio.Setting{{Name: "hands", Value: "2"}}}, nil)
	c.Ask(studio.Request{Op: "step", Count: 1}, nil)
	for _, who := range []string{"cook#1", "cook#3", "brigade"} {
		if got := c.Mind(who, nil).Value("hands"); got != "2" {
			t.Errorf("%s: hands = %s", who, got)
		}
	}
}

// A program that has something which a world does not know lives in the small world; one that gets it while it is there
// stays as it was.
func TestWhoFitsIntoAWorld(t *testing.T) {
	text, err := os.ReadFile(guards)
	if err != nil {
		t.Fatal(err)
	}
	waving := strings.Replace(string(text), "action keep_watch", "action wave\naction keep_watch", 1)
	file := filepath.Join(t.TempDir(), "wave.krk")
	if err := os.WriteFile(file, []byte(waving), 0o644); err != nil {
		t.Fatal(err)
	}
	c, _ := studio.ServeFiles(t, studio.Options{Worlds: worlds}, file, guards)
	if o := c.OpenAt("wave.krk", 0); o.Place != "small world" {
		t.Errorf("it lives in %q", o.Place)
	}
	c.OpenAt("guards.krk", 40)
	var saved studio.Saved
	if c.Ask(studio.Request{Op: "save", File: "guards.krk", Text: waving}, &saved); !saved.Saved || !strings.Contains(saved.Kept, "wave") || saved.Opened != nil {
		t.Errorf("saving: %+v", saved)
	}
	var list []studio.AgentLine
	c.Ask(studio.Request{Op: "agents"}, &list)
	if len(list) != 4 {
		t.Errorf("then there are %v", list)
	}
}
