package studio

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/impact"
)

// foreseenBy waits until all that would come of a text is known.
func foreseenBy(c *client, r Request) (f Foreseen) {
	c.t.Helper()
	r.Op = "foresee"
	for c.ask(r, &f); !f.Done; {
		runtime.Gosched()
		f = Foreseen{}
		c.ask(Request{Op: "foreseen"}, &f)
	}
	return f
}

// TestConsequences: tests, the decision of the chosen character, and recorded decisions, of a text that is not saved.
func TestConsequences(t *testing.T) {
	address, folder := serve(t, Options{}, meal, record(t, meal, 60))
	c := dial(t, address)
	c.openAt("meal.krk", 50)
	text := read(t, meal)
	text += "\ntest \"rich\" {\n    given money = 9\n    task dine\n    expect buy, eat\n}\n"
	same := foreseenBy(c, Request{File: "meal.krk", Text: text, Agent: "villager#1"})
	if same.Error != "" || !same.Tested || len(same.Tests) == 0 || same.Choice == nil || same.Choice.Differ || len(same.Records) != 2 {
		t.Fatalf("%+v", same)
	}
	for _, r := range same.Records {
		if r.Differ() != 0 || r.Plans.Looked == 0 || !r.IsWhole() {
			t.Errorf("%s: %s %q", r.Name, r.Text(), r.Notes)
		}
	}
	dear := strings.Replace(text, "const price = 5", "const price = 500", 1)
	f := foreseenBy(c, Request{File: "meal.krk", Text: dear, Agent: "villager#1"})
	newly := 0
	for _, one := range f.Tests {
		if one.Newly && !one.Passed {
			newly++
		}
	}
	if newly == 0 || f.Choice == nil || f.Agent != "villager#1" {
		t.Errorf("%d newly failed: %+v %+v", newly, f.Tests, f.Choice)
	}
	for _, r := range f.Records {
		if r.Differ() == 0 || len(r.List) == 0 || r.List[0].After != "no plan" {
			t.Errorf("%s: %s %+v", r.Name, r.Text(), r.List)
		}
	}
	if read(t, folder+"/meal.krk") != read(t, meal) {
		t.Error("the file was written")
	}
	if f := foreseenBy(c, Request{File: "meal.krk", Text: text + "\nnonsense"}); f.Error == "" || len(f.Records) != 0 {
		t.Errorf("%+v", f)
	}
}

// TestConsequencesAreForgotten: a page that asks anew, or cancels, drops what it asked before.
func TestConsequencesAreForgotten(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 50)
	c.ask(Request{Op: "foresee", File: "meal.krk", Text: read(t, meal)}, nil)
	c.ask(Request{Op: "forget"}, nil)
	if _, wrong := c.try(Request{Op: "foreseen"}); wrong == "" {
		t.Error("it is still known")
	}
	c.ask(Request{Op: "forget"}, nil)
}

// preparedBy asks until everything has been read.
func preparedBy(c *client) (q Prepared) {
	c.t.Helper()
	for c.ask(Request{Op: "prepare"}, &q); !q.Done; c.ask(Request{Op: "prepare"}, &q) {
		runtime.Gosched()
	}
	return q
}

// TestPreparedConsequences: what has been read before an edit gives the same consequences, and an edit that comes while
// it is read takes over. Opening a recording begins to read it.
func TestPreparedConsequences(t *testing.T) {
	for _, file := range []string{"meal.krk", "run.ktrace"} {
		address, _ := serve(t, Options{}, meal, record(t, meal, 60))
		c := dial(t, address)
		c.ask(Request{Op: "open", File: file}, nil)
		c.ask(Request{Op: "pause"}, nil)
		r := Request{File: "meal.krk", Text: strings.Replace(read(t, meal), "const price = 5", "const price = 500", 1)}
		if file != "meal.krk" {
			c.ask(Request{Op: "open", File: "meal.krk"}, nil)
			c.ask(Request{Op: "pause"}, nil)
		}
		var begun Prepared
		c.ask(Request{Op: "prepare"}, &begun)
		during := foreseenBy(c, r)
		if q := preparedBy(c); q.Played != q.Of || q.Of == 0 {
			t.Errorf("%s: %+v", file, q)
		}
		after := foreseenBy(c, r)
		i := slices.IndexFunc(after.Records, func(r impact.Report) bool { return r.Name == "run.ktrace" })
		if i < 0 || len(during.Records) != len(after.Records) || !reflect.DeepEqual(during.Records[i], after.Records[i]) || after.Records[i].Plans.Differ == 0 || !after.Records[i].IsWhole() {
			t.Errorf("%s: %+v\nwant %+v", file, after.Records, during.Records)
		}
	}
}
