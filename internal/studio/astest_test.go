package studio

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/scenes"
	"github.com/karakuri-ai/karakuri/internal/trial"
	"github.com/karakuri-ai/karakuri/playground"
)

// What pages ask to be written as a test passes: a plan, a want, the action of a tree, with what is not done, with
// other values, and the run up to a bookmark.
func TestPagesWriteTests(t *testing.T) {
	for _, c := range []struct {
		files []string
		tick  int64
		r     Request
		want  []string
	}{
		{[]string{meal}, 5, Request{Agent: "villager#1"}, []string{"task dine", "expect work, buy, eat"}},
		{[]string{meal}, 5, Request{Agent: "villager#1", On: true, Sets: []Setting{{"money", "5"}}}, []string{"given money = 5", "expect buy, eat"}},
		{[]string{guards}, 10, Request{Agent: "near_guard#1", On: true, Name: "chase"}, []string{"agent near_guard", "expect return_to within", "expect no chase"}},
		{[]string{guards}, 10, Request{Agent: "near_guard#1", On: true, Sets: []Setting{{"visible(player)", "true"}}}, []string{"given visible(player) = true", "expect chase within"}},
		{[]string{gatherer, oldScene}, 20, Request{Agent: "brave_one#1", On: true}, []string{"agent brave_one", "given remembered(", "expect wants get_item over"}},
		{[]string{meal}, 150, Request{Mark: &Bookmark{Tick: 150, Agent: "villager#1", Note: "he rests"}}, []string{`test "he rests"`, "agent villager", "run 15s", "expect wander within 15s"}},
		{[]string{gatherer, oldScene}, 30, Request{Mark: &Bookmark{Tick: 30}}, []string{`test "at 3s"`, "run 3s", "within 3s"}},
	} {
		address, _ := serve(t, Options{}, c.files...)
		page := dial(t, address)
		page.openAt(filepath.Base(c.files[0]), int(c.tick))
		c.r.Op = "astest"
		if c.r.Mark == nil {
			c.r.Tick = &c.tick
		}
		var a TestText
		page.ask(c.r, &a)
		for _, w := range c.want {
			if !strings.Contains(a.Text, w) {
				t.Errorf("%s at %d: %q is not in\n%s", c.files[0], c.tick, w, a.Text)
			}
		}
		p, ds := program.Load(os.DirFS(filepath.Dir(c.files[0])), filepath.Base(c.files[0]))
		if p == nil {
			t.Fatal(ds.Err())
		}
		o := trial.Options{Seed: 1}
		if len(c.files) > 1 {
			text, err := os.ReadFile(c.files[1])
			if err != nil {
				t.Fatal(err)
			}
			scene, err := playground.ParseScene(c.files[1], string(text))
			if err != nil {
				t.Fatal(err)
			}
			o.Open = scenes.Open(scene)
		}
		with, err := p.WithTest(a.Text)
		if err != nil {
			t.Fatalf("%v\n%s", err, a.Text)
		}
		reports, err := trial.Run(with, o)
		if err != nil || !reports[len(reports)-1].Passed {
			t.Errorf("%v %+v\n%s", err, reports[len(reports)-1], a.Text)
		}
	}
}

// What cannot be written is refused with the reason.
func TestPagesSayWhyThereIsNoTest(t *testing.T) {
	address, _ := serve(t, Options{}, guards)
	page := dial(t, address)
	page.openAt("guards.krk", 20)
	tick := int64(20)
	for _, c := range []struct {
		r    Request
		want string
	}{
		{Request{Agent: "near_guard#1", Tick: &tick, Level: 3}, "the agent does nothing"},
		{Request{Mark: &Bookmark{Tick: 0}}, "nothing has happened yet"},
		{Request{Agent: "nobody#1", On: true, Tick: &tick}, "nobody#1"},
	} {
		c.r.Op = "astest"
		if _, wrong := page.try(c.r); !strings.Contains(wrong, c.want) {
			t.Errorf("%+v: %q", c.r, wrong)
		}
	}
}
