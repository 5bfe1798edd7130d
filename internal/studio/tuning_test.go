package studio

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// A constant is given another value for one planning, and the simulation is left alone.
func TestSupposedConstant(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 3)
	var as, dear Exploration
	c.ask(Request{Op: "explain", Agent: "villager#1", Tick: ptr[int64](1), Sets: []Setting{{"money", "4"}, {"has_job", "false"}}}, &as)
	c.ask(Request{Op: "explain", Agent: "villager#1", Tick: ptr[int64](1), Sets: []Setting{{"money", "4"}, {"has_job", "false"}}, Tuned: []Setting{{"price", "3"}}}, &dear)
	if as.Status == "found" || dear.Status != "found" || dear.Verdict == nil || dear.Verdict.Kind != "what if" {
		t.Errorf("with 4 yen and no job: %s; where a meal costs 3: %s, %+v", as.Status, dear.Status, dear.Verdict)
	}
	if got := c.constant("price"); got.Value != "5" || got.Said != "5" {
		t.Errorf("in the simulation the price is %+v", got)
	}
	for s, want := range map[Setting]string{{"", "3"}: "", {"prize", "3"}: "prize", {"price", "true"}: "int", {"price", ""}: ""} {
		if _, why := c.try(Request{Op: "explain", Agent: "villager#1", Tuned: []Setting{s}}); why == "" || !strings.Contains(why, want) {
			t.Errorf("%v: %q", s, why)
		}
	}
}

func (c *client) constant(name string) Constant {
	c.t.Helper()
	var list []Constant
	c.ask(Request{Op: "constants"}, &list)
	for _, k := range list {
		if k.Name == name {
			return k
		}
	}
	c.t.Fatalf("there is no constant %s in %v", name, list)
	return Constant{}
}

// The simulation continues with another value; the past can be viewed as it was decided then; a saved text leaves it
// tuned.
func TestTune(t *testing.T) {
	address, folder := serve(t, Options{}, meal)
	c := dial(t, address)
	before := c.openAt("meal.krk", 30)
	past := c.mind("villager#1", ptr[int64](25))
	var o Opened
	c.ask(Request{Op: "tune", Tuned: []Setting{{"price", "7"}}}, &o)
	if got := c.constant("price"); got.Value != "7" || got.Said != "5" || got.Type != "int" {
		t.Errorf("the price is %+v", got)
	}
	if o.Frame.Run == before.Frame.Run || o.Frame.Tick < 30 || o.Frame.First != 0 {
		t.Errorf("after the change: %+v", o.Frame)
	}
	if again := c.mind("villager#1", ptr[int64](25)); len(again.Cells) != len(past.Cells) || again.value("money") != past.value("money") || len(again.Lines) != len(past.Lines) {
		t.Errorf("looking back gives %+v, before %+v", again, past)
	}
	var was, is Exploration
	c.ask(Request{Op: "explain", Agent: "villager#1", Tick: ptr[int64](1)}, &was)
	if was.Status != "found" {
		t.Errorf("the first planning is %s", was.Status)
	}
	c.ask(Request{Op: "step", Count: 10}, nil)
	c.ask(Request{Op: "explain", Agent: "villager#1", Sets: []Setting{{"money", "6"}, {"has_job", "false"}, {"has_meal", "false"}, {"hungry", "true"}, {"at", "office"}}}, &is)
	if is.Status == "found" {
		t.Error("a meal of 7 yen is bought for 6")
	}

	text, err := os.ReadFile(filepath.Join(folder, "meal.krk"))
	if err != nil {
		t.Fatal(err)
	}
	var s Saved
	c.ask(Request{Op: "save", File: "meal.krk", Text: string(text) + "// more\n"}, &s)
	if !s.Saved || c.constant("price").Value != "7" {
		t.Errorf("after a save the price is %s: %+v", c.constant("price").Value, s)
	}
	c.ask(Request{Op: "save", File: "meal.krk", Text: strings.ReplaceAll(strings.ReplaceAll(string(text), "const price = 5", "const cost = 5"), "price", "cost")}, &s)
	if !s.Saved || c.constant("cost").Value != "5" || !strings.Contains(strings.Join(s.Notes, ";"), "price") {
		t.Errorf("after the constant is gone: %+v", s)
	}
	c.ask(Request{Op: "tune", Tuned: []Setting{{"cost", "9"}}}, &o)
	c.ask(Request{Op: "tune", Names: []string{"cost"}}, &o)
	if got := c.constant("cost"); got.Value != "5" {
		t.Errorf("as the file says it is %+v", got)
	}
	if _, why := c.try(Request{Op: "tune", Tuned: []Setting{{"cost", "nothing"}}}); why == "" || c.constant("cost").Value != "5" {
		t.Errorf("a faulty value: %q", why)
	}
}

// A run that was recorded with a tuned constant is explained with it.
func TestTunedRecording(t *testing.T) {
	from, err := open(t, meal, Options{}).source.retuned(map[string]string{"price": "7"})
	if err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	rec := ktrace.NewRecorder(&data, ktrace.Options{})
	stage, err := newTownStage(from.program, agent.Options{Seed: 1, Recorder: rec}, 0, silence{})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		stage.Step()
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "tuned"+traceEnding)
	if err := os.WriteFile(name, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	address, _ := serve(t, Options{}, name)
	c := dial(t, address)
	var o Opened
	c.ask(Request{Op: "open", File: "tuned" + traceEnding}, &o)
	if got := c.constant("price"); got.Value != "7" || got.Said != "5" {
		t.Errorf("the price is %+v", got)
	}
	poor := []Setting{{"money", "6"}, {"has_job", "false"}, {"has_meal", "false"}, {"hungry", "true"}}
	var e Exploration
	c.ask(Request{Op: "explain", Agent: "villager#1", Tick: ptr[int64](1), Sets: poor}, &e)
	if e.Status == "found" {
		t.Error("a meal of 7 yen is bought for 6")
	}
}
