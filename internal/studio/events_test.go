package studio

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/fact"
)

func read(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Events are found by kind, text, agent and time; counts are of all kinds.
func TestEventQueries(t *testing.T) {
	address, _ := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 100)
	find := func(q EventQuery, most int) *EventList {
		var l EventList
		c.ask(Request{Op: "events", Events: &q, Count: most}, &l)
		return &l
	}
	started, adopted := KindName{"plan", "step started"}, KindName{"plan", "plan adopted"}
	count := func(l *EventList, k KindName) int {
		i := slices.IndexFunc(l.Counts, func(c KindCount) bool { return c.Family == k.Family && c.Kind == k.Kind })
		if i < 0 {
			return 0
		}
		return l.Counts[i].N
	}
	all := find(EventQuery{}, 0)
	if all.Total == 0 || len(all.Entries) != all.Total || count(all, started) == 0 || all.Kept != 0 {
		t.Fatalf("%d of %d, %v", len(all.Entries), all.Total, all.Counts)
	}
	steps := find(EventQuery{Kinds: []KindName{started}}, 0)
	if steps.Total != count(all, started) || count(steps, adopted) != count(all, adopted) {
		t.Errorf("%d, %v", steps.Total, steps.Counts)
	}
	fires := find(EventQuery{Text: "LIGHT_fire", Kinds: []KindName{started}}, 0)
	if len(fires.Entries) == 0 || fires.Total >= steps.Total {
		t.Errorf("%+v", fires)
	}
	if l := find(EventQuery{Omit: []KindName{started}}, 0); l.Total != all.Total-steps.Total || count(l, started) != steps.Total {
		t.Errorf("without steps %d of %d", l.Total, all.Total)
	}
	last := find(EventQuery{}, 3)
	if len(last.Entries) != 3 || last.Total != all.Total || !slices.Equal(last.Entries, all.Entries[len(all.Entries)-3:]) {
		t.Errorf("the last three: %+v", last.Entries)
	}
	at := all.Entries[len(all.Entries)/2].Tick
	for _, e := range find(EventQuery{From: at, To: at}, 0).Entries {
		if e.Tick != at {
			t.Errorf("%+v is not in tick %d", e, at)
		}
	}
	if l := find(EventQuery{Agent: "nobody#1"}, 0); l.Total != 0 {
		t.Errorf("%d events of nobody", l.Total)
	}
	if l := find(EventQuery{Of: "hunter", Families: []string{"plan"}}, 0); l.Total == 0 || l.Total > all.Total {
		t.Errorf("%d of hunters", l.Total)
	}
}

// TestEventsOfAKind: the filter by kind compares kinds, not texts.
func TestEventsOfAKind(t *testing.T) {
	q := EventQuery{Of: "hunter"}
	for who, want := range map[person]bool{{"hunter#1", "hunter"}: true, {"Anna", "hunter"}: true, {"hunter#1", "bear"}: false, {"Anna", ""}: false} {
		if q.wants(who) != want {
			t.Errorf("%v is wanted: %v", who, !want)
		}
	}
	s := open(t, "../../examples/fireteam/fireteam.krk", Options{Seed: 1})
	for range 100 {
		s.step()
	}
	families, about := map[string]bool{}, map[string]bool{}
	s.journal.extract(0, 0, 0, func(person) bool { return true }).visit(func(e *Entry) {
		switch {
		case e.Code == fact.OrderGiven:
			about["order"] = about["order"] || e.Subject == "order 1" && e.Object != "" && strings.HasPrefix(e.Text, e.Subject+" given to "+e.Object+": ")
		case e.Code == fact.OrderMoved || e.Code == fact.StepAborted || e.Code == fact.GoalFailed || e.Code == fact.NodeAborted || e.Code == fact.AbortFired:
			about["cause"] = about["cause"] || e.Cause != "" && strings.Contains(e.Text, e.Cause)
		case e.Code == fact.PlanAdopted:
			about["brief"] = about["brief"] || e.brief != "" && strings.HasSuffix(e.Text, ": "+e.brief)
		}
		if families[e.Family] = true; e.agentKind == "" || s.stage.Crowd().Program().Info.Agent(e.agentKind) == nil {
			t.Fatalf("%+v is of no kind", e)
		}
	})
	if !families["squad"] || !families["sense"] || !families["goal"] {
		t.Errorf("events of %v only", families)
	}
	if !about["order"] || !about["cause"] || !about["brief"] {
		t.Errorf("events tell %v of what they are about", about)
	}
}

// The ring keeps the latest events, and says since when.
func TestEventRing(t *testing.T) {
	j := newJournal(open(t, camp, Options{Seed: 1}).source.program.Info, true)
	for i := range int64(MaxEntries + 10) {
		j.add(Entry{Tick: i, Agent: "a#1", Family: "plan", Kind: "plan kept", Text: "x"})
	}
	l := j.find(&EventQuery{}, 7)
	if l.Kept != 10 || l.Total != MaxEntries || len(l.Entries) != 7 || l.Entries[6].Tick != MaxEntries+9 || l.Entries[0].Tick != MaxEntries+3 {
		t.Errorf("%d, %d, %+v", l.Kept, l.Total, l.Entries)
	}
}

// Lanes have bars for what took time, with how it ended, one under the other where they were at once.
func TestLanes(t *testing.T) {
	address, _ := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 60)
	var l LaneList
	c.ask(Request{Op: "lanes", Names: []string{"hunter#1", "nobody#1"}, Events: &EventQuery{}, Count: 1000}, &l)
	if len(l.Lanes) != 2 || len(l.Lanes[1].Bars) != 0 {
		t.Fatalf("%+v", l)
	}
	tracks, fish := map[Track]int{}, (*Bar)(nil)
	for _, b := range l.Lanes[0].Bars {
		tracks[b.Track]++
		if b.Text == "fish" {
			fish = b
		}
		if b.To >= 0 && b.To < b.From {
			t.Errorf("%+v ends before it begins", b)
		}
	}
	if tracks[trackPlan] == 0 || tracks[trackStep] < 4 || fish == nil || fish.Tone != "good" || fish.To <= fish.From {
		t.Errorf("%v, fish %+v", tracks, fish)
	}
	late := LaneList{}
	c.ask(Request{Op: "lanes", Names: []string{"hunter#1"}, Events: &EventQuery{From: fish.To + 1}, Count: 1000}, &late)
	if slices.ContainsFunc(late.Lanes[0].Bars, func(b *Bar) bool { return b.Text == "fish" }) {
		t.Error("what was over before is told")
	}
	few := LaneList{}
	c.ask(Request{Op: "lanes", Names: []string{"hunter#1"}, Events: &EventQuery{}, Count: 2}, &few)
	if len(few.Lanes[0].Bars) >= len(l.Lanes[0].Bars) {
		t.Errorf("%d bars where two pieces can be told apart, else %d", len(few.Lanes[0].Bars), len(l.Lanes[0].Bars))
	}
}

// Percepts and losses are listed in their ticks.
func TestPercepts(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a long recording")
	}
	s := open(t, gatherer, Options{Seed: 1})
	for range 600 {
		s.step()
	}
	kinds := map[string]int{}
	for i := range s.journal.entries {
		if e := &s.journal.entries[i]; e.Family == "sense" {
			kinds[e.Kind]++
		}
	}
	if kinds["noticed"] == 0 || kinds["lost"] == 0 || kinds["updated"] > 0 || kinds["forgotten"] > 0 {
		t.Errorf("%v", kinds)
	}
}

// A bookmark is kept by the session: all pages see it; another run of the same seed has it still.
func TestBookmarks(t *testing.T) {
	address, _ := serve(t, Options{}, camp)
	a, b := dial(t, address), dial(t, address)
	a.openAt("camp.krk", 20)
	var list []Bookmark
	a.ask(Request{Op: "bookmark", Mark: &Bookmark{Tick: 12, Note: "here", Agent: "hunter#1"}}, &list)
	a.ask(Request{Op: "bookmark", Mark: &Bookmark{Tick: 3}}, &list)
	b.ask(Request{Op: "open", File: "camp.krk"}, nil)
	b.ask(Request{Op: "bookmarks"}, &list)
	if len(list) != 2 || list[0].Tick != 3 || list[1].Note != "here" {
		t.Fatalf("%+v", list)
	}
	list[1].Note = "there"
	b.ask(Request{Op: "bookmark", Mark: &list[1]}, &list)
	b.ask(Request{Op: "unmark", Mark: &Bookmark{ID: list[0].ID}}, &list)
	if len(list) != 1 || list[0].Note != "there" {
		t.Fatalf("%+v", list)
	}
	a.ask(Request{Op: "restart", Seed: 1}, nil)
	if a.ask(Request{Op: "bookmarks"}, &list); len(list) != 1 {
		t.Errorf("after beginning anew: %+v", list)
	}
	a.ask(Request{Op: "restart", Seed: 2}, nil)
	if a.ask(Request{Op: "bookmarks"}, &list); len(list) != 0 {
		t.Errorf("of another run: %+v", list)
	}
}
