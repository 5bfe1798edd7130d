package def_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// TestRemembered: the memory is in symbols of the agent that the engine writes: one for each family of objects, and the
// declared ones.
func TestRemembered(t *testing.T) {
	info := check(t, gatherer)
	var known []string
	for _, s := range info.Known {
		known = append(known, s.Name)
		if !s.Sensed || s.Scope != world.ScopeAgent || s.Type != expr.BoolType || len(s.Params) != 1 || s.Says == "" {
			t.Errorf("%s is %+v", s.Name, s)
		}
	}
	if want := []string{"remembered `thing`", "remembered `person`"}; !slices.Equal(known, want) {
		t.Errorf("known are %q, want %q: types with parents share that of their ancestor", known, want)
	}
	type holds struct {
		name  string
		attr  def.Attr
		value int
	}
	var have []holds
	for _, r := range info.Remembered {
		have = append(have, holds{r.Symbol.Name, r.Attr, r.Value})
		if !r.Symbol.Sensed {
			t.Errorf("the engine writes %s as a host would", r.Symbol.Name)
		}
	}
	want := []holds{{"position", def.AttrPosition, 0}, {"missed", def.AttrMissed, 0}, {"energy_of", def.AttrValue, 0}, {"power_of", def.AttrValue, 1}}
	if !slices.Equal(have, want) || !slices.Equal(info.Attributes, []string{"energy_of", "power_of"}) {
		t.Errorf("remembered are %v, attributes %q", have, info.Attributes)
	}
	for i, a := range def.Attrs() {
		if int(a.Attr) != i || a.Attr == def.AttrValue {
			t.Errorf("attribute %d is %v", i, a.Attr)
		}
	}
	where := info.Task("dine").Methods[0].Where
	if where.Kind != expr.TermAnd || where.Args[0].Symbol != info.Known[0] || where.Args[0].Args[0].Slot != 0 || expr.Print(where.Src) != "remembered(i) && energy_of(i) > 0" {
		t.Errorf("the method is for what is remembered first: %s", expr.Print(where.Src))
	}
	each := info.Tree("think").Root.Children[1]
	if each.Where.Kind != expr.TermAnd || each.Where.Args[0].Symbol != info.Known[0] || each.Where.Args[0].Args[0].Slot != each.Each.Index {
		t.Errorf("the loop is over what is remembered first: %s", expr.Print(each.Where.Src))
	}
	if none := check(t, "type item\nstate agent { n: int }\noperator a { when n > 1 }\ntask t { method \"m\" { a } }"); len(none.Known) != 0 || none.Scope().Recalls(world.Type{Kind: world.KindObject}) != nil {
		t.Error("nothing is remembered without a memory")
	}
}

// TestClaimed: claims that an agent may see are in symbols next to those of its memory, but only if there is a memory
// and an operator that claims from all agents.
func TestClaimed(t *testing.T) {
	const text = `
type thing
type stove : thing
type oven : stove
type person
state agent { sensed n: bool }
action heat(s: thing)
operator boil(s: oven) { do heat(s)%s }
operator push(p: person, s: stove) { do heat(s)%s }
task t { method "b" when n each o: oven { boil(o) }; method "p" each p: person, s: stove { push(p, s) } }
%s`
	const memory = "memory short { span 9s }\n"
	for _, c := range []struct {
		boil, push, memory string
		want               []string
	}{
		{"; claim s world", "", memory, []string{"claimed `thing`"}},
		{"; claim s", "", memory, nil},
		{"; claim s world", "", "", nil},
		{"; claim s", "; claim p, s world", memory, []string{"claimed `thing`", "claimed `person`"}},
		{"", "; claim p world", memory, []string{"claimed `person`"}},
		{"; claim s world", "; claim s world", memory, []string{"claimed `thing`"}},
	} {
		info := check(t, fmt.Sprintf(text, c.boil, c.push, c.memory))
		var got []string
		for _, s := range info.Claimed {
			got = append(got, s.Name)
			if !s.Sensed || s.Scope != world.ScopeAgent || s.Type.Kind != world.KindInt || len(s.Params) != 1 || s.Says == "" || !info.IsRecalled(s) {
				t.Errorf("%s is %+v", s.Name, s)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q", c, got)
		}
		if info.IsRecalled(info.Schema.Symbol("n")) {
			t.Error("n is nothing that is remembered")
		}
	}
}
