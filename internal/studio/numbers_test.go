package studio

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func (c *client) number(where string, index int) Literal {
	c.t.Helper()
	var list []Literal
	c.ask(Request{Op: "numbers"}, &list)
	for _, k := range list {
		if k.Path == where && k.Index == index {
			return k
		}
	}
	c.t.Fatalf("there is no number %d in %s, but %v", index, where, list)
	return Literal{}
}

// A number in the text is tuned while the simulation runs, survives edits elsewhere, and is reset by its own change.
func TestTuneNumber(t *testing.T) {
	address, folder := serve(t, Options{}, meal)
	file := filepath.Join(folder, "meal.krk")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.Replace(string(text), "effect money += price", "effect money += 5", 1))
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	c := dial(t, address)
	c.openAt("meal.krk", 5)
	wage := c.number("operator work / effect", 0)
	if wage.Said != wage.Value || !wage.Whole || !strings.Contains(string(text), wage.Line) || wage.Line[wage.From:wage.To] != wage.Said || wage.At.File != "meal.krk" {
		t.Fatalf("the wage is %+v", wage)
	}
	var o Opened
	c.ask(Request{Op: "tune", Tuned: []Setting{{wage.Name, "77"}, {"price", "6"}}}, &o)
	if o.Frame.Tick < 5 {
		t.Errorf("it began anew: %+v", o.Frame)
	}
	if got := c.number("operator work / effect", 0); got.Value != "77" || got.Said != wage.Said || c.constant("price").Value != "6" {
		t.Errorf("tuned it is %+v, and the price %+v", got, c.constant("price"))
	}
	earned := func() bool {
		money, _ := strconv.Atoi(c.mind("villager#1", nil).value("money"))
		return money >= 70
	}
	for n := 0; n < 400 && !earned(); n++ {
		c.ask(Request{Op: "step", Count: 5}, nil)
	}
	if !earned() {
		t.Error("nobody earns what the number says")
	}
	for value, want := range map[string]string{"two": "not a number", "": "not a number", "1 + 1": "not a number"} {
		if _, why := c.try(Request{Op: "tune", Tuned: []Setting{{wage.Name, value}}}); !strings.Contains(why, want) || c.number("operator work / effect", 0).Value != "77" {
			t.Errorf("%q: %q", value, why)
		}
	}
	if _, why := c.try(Request{Op: "tune", Tuned: []Setting{{strings.Replace(wage.Name, "work", "sleep", 1), "3"}}}); !strings.Contains(why, "not in the program") {
		t.Errorf("a number that is not there: %q", why)
	}
	var s Saved
	c.ask(Request{Op: "save", File: "meal.krk", Text: "// more\n" + string(text)}, &s)
	if !s.Saved || len(s.Notes) > 0 || c.number("operator work / effect", 0).Value != "77" {
		t.Errorf("after an edit elsewhere it is %+v: %+v", c.number("operator work / effect", 0), s)
	}
	line := strings.Replace(wage.Line, wage.Line[wage.From:wage.To], "88", 1)
	c.ask(Request{Op: "save", File: "meal.krk", Text: strings.Replace(string(text), wage.Line, line, 1)}, &s)
	if got := c.number("operator work / effect", 0); !s.Saved || got.Value != "88" || !strings.Contains(strings.Join(s.Notes, ";"), "operator work") {
		t.Errorf("after its own text has changed it is %+v: %+v", got, s.Notes)
	}
	c.ask(Request{Op: "tune", Tuned: []Setting{{wage.Name, "3"}}}, &o)
	c.ask(Request{Op: "tune", Names: []string{wage.Name}}, &o)
	if got := c.number("operator work / effect", 0); got.Value != "88" {
		t.Errorf("as the file says it is %+v", got)
	}
}
