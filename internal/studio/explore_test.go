package studio

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const camp = "testdata/camp.krk"

// method finds a method of the nth time that a task came up.
func (e *Exploration) method(task string, nth int, name string) *Method {
	var found *Method
	var walk func([]*Task)
	walk = func(list []*Task) {
		for _, t := range list {
			if t.Decl == task {
				if nth--; nth == 0 {
					for _, m := range t.Methods {
						if m.Name == name {
							found = m
						}
					}
				}
			}
			for _, m := range t.Methods {
				for _, y := range m.Tries {
					walk(y.Items)
				}
			}
		}
	}
	walk(e.Roots)
	return found
}

func explained(t *testing.T, sets ...Setting) (*client, *Exploration) {
	t.Helper()
	address, _ := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 3)
	var e Exploration
	c.ask(Request{Op: "explain", Agent: "hunter#1", Tick: ptr[int64](1), Sets: sets}, &e)
	return c, &e
}

// Each method of a task is reported with what became of it.
func TestVerdicts(t *testing.T) {
	_, e := explained(t)
	if e.Status != "found" || strings.Join(e.Plan.Steps, ", ") != "fish, chop(birch), light_fire, keep_watch" {
		t.Fatalf("%s: %v", e.Status, e.Plan)
	}
	for _, c := range []struct {
		task    string
		nth     int
		method  string
		verdict Verdict
		tries   int
	}{
		{"camp", 1, "rested already", verdictRejected, 1},
		{"camp", 1, "a night out", verdictChosen, 1},
		{"get_food", 1, "enough", verdictRejected, 1},
		{"get_food", 1, "hunt", verdictAbandoned, 1},
		{"get_food", 1, "fish", verdictChosen, 1},
		{"make_fire", 1, "near wood", verdictAbandoned, 2}, // birch and pine; the oak does not stand
		{"make_fire", 2, "near wood", verdictChosen, 1},
	} {
		m := e.method(c.task, c.nth, c.method)
		if m == nil || m.Verdict != c.verdict || len(m.Tries) != c.tries {
			t.Errorf("%s/%s: %+v, want %s in %d tries", c.task, c.method, m, c.verdict, c.tries)
		}
	}
}

// A method that is not tried, and one whose task is abandoned before.
func TestNeverReached(t *testing.T) {
	_, e := explained(t, Setting{"meat", "1"})
	for method, want := range map[string]Verdict{"enough": verdictChosen, "hunt": verdictNever, "fish": verdictNever} {
		if m := e.method("get_food", 1, method); m == nil || m.Verdict != want {
			t.Errorf("%s: %+v, want %s", method, m, want)
		}
	}
}

// A condition that failed is reported with its part, the value seen, and the step that had set it.
func TestCauses(t *testing.T) {
	_, e := explained(t)
	var failed []*Task
	for _, it := range e.method("camp", 1, "a night out").Tries[0].Items {
		if it.Leaf && it.Step == nil {
			failed = append(failed, it)
		}
	}
	if len(failed) != 2 {
		t.Fatalf("keep_watch failed %d times, want twice", len(failed))
	}
	c := failed[0].Cause
	if c.Failed != "arrows > 0 && fire" || c.Part != "arrows > 0" || len(c.Seen) != 1 {
		t.Fatalf("%+v", c)
	}
	if c.Before != "" || c.Behind != " && fire" || c.Cooling {
		t.Errorf("around the part stand %q and %q", c.Before, c.Behind)
	}
	if c.Text != "arrows > 0: arrows was 0 (set by step 1, shoot_deer)" { // pages count steps from 1
		t.Errorf("it is told as %q", c.Text)
	}
	if s := c.Seen[0]; s.Symbol != "arrows" || s.Value != "0" || s.Step != 0 || s.By != "shoot_deer" {
		t.Errorf("seen %+v, want arrows 0, set by step 0, shoot_deer", s)
	}
	if failed[0].Ended == 0 || e.Trail[failed[0].Ended].Kind != "backtrack" {
		t.Errorf("it was taken back by %d, want the return that came after it", failed[0].Ended)
	}
}

// The parts of the search that were taken back end with a return; those in the plan do not end. The same holds if a
// task comes up several times within one method.
func TestEnds(t *testing.T) {
	_, e := explained(t)
	t.Run("camp", func(t *testing.T) { checkEnds(t, e) })
	address, _ := serve(t, Options{}, "testdata/weights.krk")
	c := dial(t, address)
	c.openAt("weights.krk", 1)
	e = &Exploration{}
	c.ask(Request{Op: "explain", Agent: "weigher#1", Tick: ptr[int64](1)}, e)
	if e.Status != "found" || strings.Join(e.Plan.Steps, ", ") != "take(d), take(e), take(f), finish" || e.Back < 50 {
		t.Fatalf("%s: %v with %d returns", e.Status, e.Plan, e.Back)
	}
	t.Run("weights", func(t *testing.T) { checkEnds(t, e) })
}

func checkEnds(t *testing.T, e *Exploration) {
	var walk func([]*Task)
	walk = func(list []*Task) {
		for _, task := range list {
			if task.InPlan && task.Ended != 0 {
				t.Errorf("%s (%d) is in the plan, but was taken back by %d", task.Name, task.ID, task.Ended)
			}
			if task.Leaf && !task.InPlan && task.Ended == 0 {
				t.Errorf("%s (%d) is not in the plan, and nothing took it back", task.Name, task.ID)
			}
			for _, m := range task.Methods {
				for _, y := range m.Tries {
					if y.Verdict == verdictChosen && y.Ended != 0 || y.Verdict == verdictAbandoned && y.Ended == 0 {
						t.Errorf("%s by %s is %s, but ended by %d", task.Name, m.Name, y.Verdict, y.Ended)
					}
					walk(y.Items)
				}
			}
		}
	}
	walk(e.Roots)
}

// Each step of the search shows its changes, and the values before it.
func TestChanges(t *testing.T) {
	_, e := explained(t)
	var got []string
	for _, tr := range e.Trail {
		if tr.Kind == "step" && strings.HasPrefix(tr.Text, "chop") {
			for _, c := range tr.Changes {
				got = append(got, tr.Text+" "+c.Name+" "+c.Was+" "+c.Is)
			}
		}
	}
	birch := []string{"chop(birch) standing(birch) true false", "chop(birch) wood 0 1"}
	want := slices.Concat(birch, []string{"chop(pine) standing(pine) true false", "chop(pine) wood 0 1"}, birch)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}

func TestWhyNot(t *testing.T) {
	c, _ := explained(t)
	for _, q := range []struct {
		name string
		sets []Setting
		want string
	}{
		{"shoot_deer", nil, "its subtask failed: operator shoot_deer"},
		{"fish", nil, "runs now, step 1: operator fish"},
		{"camp/rested already", nil, "condition false: method camp/rested already: rested = false"},
		{"fish", []Setting{{"meat", "1"}}, "not reached: method get_food/fish"},
	} {
		var a struct{ Summary string }
		c.ask(Request{Op: "whynot", Agent: "hunter#1", Tick: ptr[int64](1), Name: q.name, Sets: q.sets}, &a)
		if !strings.Contains(a.Summary, q.want) {
			t.Errorf("%s with %v: %q, want %q", q.name, q.sets, a.Summary, q.want)
		}
	}
	if _, wrong := c.try(Request{Op: "whynot", Agent: "hunter#1", Tick: ptr[int64](1), Name: "fsh"}); !strings.Contains(wrong, `"fish"`) {
		t.Errorf("a name that is none is answered by %q, want a hint", wrong)
	}
}

// What if: another value gives another plan, and the simulation does not change.
func TestWhatIf(t *testing.T) {
	c, e := explained(t, Setting{"arrows", "2"})
	if got := strings.Join(e.Plan.Steps, ", "); got != "shoot_deer, chop(birch), light_fire, keep_watch" {
		t.Errorf("with two arrows: %s", got)
	}
	if e.Verdict == nil || e.Verdict.Index != 1 {
		t.Errorf("%+v, want the second method taken to decide", e.Verdict)
	}
	if got := c.mind("hunter#1", nil).value("arrows"); got != "1" {
		t.Errorf("there are %s arrows now, want 1", got)
	}
	for s, want := range map[Setting]string{{"arows", "2"}: `"arrows"`, {"meat = 2, arrows", "1"}: "=", {"arrows", "1, meat = 2"}: ",", {"arrows", ""}: "", {"arrows", "true"}: "int"} {
		if _, wrong := c.try(Request{Op: "explain", Agent: "hunter#1", Tick: ptr[int64](1), Sets: []Setting{s}}); wrong == "" || !strings.Contains(wrong, want) {
			t.Errorf("%v is answered by %q, want something about %s", s, wrong, want)
		}
	}
}

// If a plan runs and planning finds another, both are reported, and what decided.
func TestOldAgainstNew(t *testing.T) {
	address, _ := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 3)
	c.ask(Request{Op: "set", Agent: "hunter#1", Sets: []Setting{{"arrows", "2"}}}, nil)
	c.ask(Request{Op: "step", Count: 3}, nil)
	var list []Planning
	c.ask(Request{Op: "plannings", Agent: "hunter#1"}, &list)
	last := list[len(list)-1]
	if last.Tick != 4 {
		t.Fatalf("the last planning is %+v, want one in tick 4", last)
	}
	var e Exploration
	c.ask(Request{Op: "explain", Agent: "hunter#1", Tick: ptr[int64](4)}, &e)
	if e.Old == nil || e.Plan == nil || e.Old.Steps[0] != "fish" || e.Plan.Steps[0] != "shoot_deer" {
		t.Fatalf("old %+v, new %+v", e.Old, e.Plan)
	}
	if e.Verdict.Index != 1 || !strings.Contains(e.Verdict.Why, "get_food") {
		t.Errorf("%+v, want get_food at number 1 to decide", e.Verdict)
	}
	if !e.Seen {
		t.Error("the planning is not over the picture that the planner saw")
	}
}

// The past is shown as it was, whatever has happened since.
func TestPast(t *testing.T) {
	for _, file := range []string{camp, meal} {
		address, _ := serve(t, Options{}, file)
		c := dial(t, address)
		name := filepath.Base(file)
		o := c.openAt(name, 0)
		who := o.Frame.Figures[0].Name
		var was []*Mind
		for range 60 {
			c.ask(Request{Op: "step"}, nil)
			was = append(was, c.mind(who, nil))
		}
		for _, tick := range []int64{60, 13, 14, 1, 44, 10, 59, 20} {
			then, now := was[tick-1], c.mind(who, &tick)
			if now.Tick != tick || !slices.Equal(now.Cells, then.Cells) || !reflect.DeepEqual(now.Lines, then.Lines) {
				t.Errorf("%s, tick %d: %+v\nwas %+v", name, tick, now, then)
			}
		}
	}
}

// A text is written, and the simulation continues with it; with mistakes it continues as it was.
func TestSave(t *testing.T) {
	address, folder := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 12)
	at := filepath.Join(folder, "camp.krk")
	text, err := os.ReadFile(at)
	if err != nil {
		t.Fatal(err)
	}
	var s Saved
	faulty := strings.Replace(string(text), "arrows > 0", "arows > 0", 1)
	c.ask(Request{Op: "save", File: "camp.krk", Text: faulty}, &s)
	now, _ := os.ReadFile(at)
	if !s.Saved || s.Kept == "" || s.Opened != nil || len(s.Findings) == 0 || s.Findings[0].Line != 23 || string(now) != faulty {
		t.Fatalf("a faulty text: %+v", s)
	}
	if got := c.mind("hunter#1", nil); got.Tick != 12 {
		t.Errorf("after a faulty text it is tick %d, want 12", got.Tick)
	}
	changed := strings.Replace(string(text), "rested = true", "rested = true, arrows = 9", 1)
	s = Saved{}
	c.ask(Request{Op: "save", File: "camp.krk", Text: changed}, &s)
	now, _ = os.ReadFile(at)
	if !s.Saved || s.Kept != "" || s.Opened == nil || string(now) != changed {
		t.Fatalf("a good text: %+v", s)
	}
	if got := c.mind("hunter#1", nil); got.Tick != 12 || s.Restart != "" {
		t.Errorf("the run goes on at tick %d, %q; want 12", got.Tick, s.Restart)
	}
	c.ask(Request{Op: "step", Count: 40}, nil)
	if got := c.mind("hunter#1", nil).value("arrows"); got != "9" {
		t.Errorf("there are %s arrows, want 9, as the new text says", got)
	}
}

// A plan that a tree or goal asks for is found by its goal, with the plannings of its own; the verdict has a word.
func TestPlannedFor(t *testing.T) {
	address, _ := serve(t, Options{}, "../../examples/fireteam/fireteam.krk", "../../examples/fireteam/fireteam.scene")
	c := dial(t, address)
	c.openAt("fireteam.krk", 60)
	for _, who := range []string{"alpha", "rifleman#1"} {
		var list []Planning
		c.ask(Request{Op: "plannings", Agent: who}, &list)
		if len(list) == 0 {
			t.Fatalf("%s has not planned", who)
		}
		p := list[len(list)-1]
		var e Exploration
		c.ask(Request{Op: "explain", Agent: who, Tick: &p.Tick, Text: p.Goal}, &e)
		if p.Goal == "" || e.Goal != p.Goal || e.Verdict == nil || e.Verdict.Kind != p.Kind || e.Verdict.Word == "" {
			t.Errorf("%s: %+v is explained as %q, %+v", who, p, e.Goal, e.Verdict)
		}
	}
}
