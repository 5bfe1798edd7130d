package expr

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/world"
)

// Quantifiers range over what the host returns as well: compiled expressions and the walk over terms agree, with and
// without notes.
func TestQuantifiersOverSetsOfTheHost(t *testing.T) {
	f := newFixture(t)
	st := world.NewState(f.schema)
	var units []world.Object
	for i := range 3 {
		o, err := st.AddObject(typeEnemy, fmt.Sprint("e", i))
		if err != nil {
			t.Fatal(err)
		}
		units = append(units, o)
	}
	asked := 0
	set := func(name string, params []world.Type, result world.Type, values func(args []world.Word) []world.Word) {
		f.entities[name] = []Entity{{Kind: EntityFunc, Func: &Function{ID: int32(len(f.funcs)), Name: name, Params: params, Result: result, Set: true}}}
		f.funcs = append(f.funcs, func(args []world.Word) [2]world.Word {
			last := len(args) - 1
			if args[last] == 0 {
				asked++
			}
			if list := values(args[:last]); int(args[last]) < len(list) {
				return [2]world.Word{list[args[last]], 1}
			}
			return [2]world.Word{}
		})
	}
	set("near", []world.Type{enumType(enumPlace), Vec2Type}, objectType(typeEnemy), func(args []world.Word) []world.Word {
		if args[0] == 1 && args[1].Float() == 2 {
			return []world.Word{units[2], units[0]}
		}
		return nil
	})
	set("around", []world.Type{objectType(typeUnit)}, enumType(enumPlace), func(args []world.Word) []world.Word {
		if args[0] == units[0] {
			return []world.Word{2, 0}
		}
		return []world.Word{1}
	})
	for i, o := range units {
		a, _ := f.schema.Symbol("distance").Addr(o)
		st.Set(a, world.Float(float64(10*(i+1))))
	}
	m := &Machine{State: st, Funcs: f.funcs}
	for _, c := range []struct {
		text string
		typ  world.Type
		want world.Word
	}{
		{"exists(e: enemy from near(shop, vec2(2, 0)))", BoolType, 1},
		{"exists(e: enemy from near(home, vec2(2, 0)))", BoolType, 0},
		{"exists(e: enemy from near(shop, vec2(2, 0)) where distance(e) > 25)", BoolType, 1},
		{"exists(e: enemy from near(shop, vec2(2, 0)) where distance(e) == 20)", BoolType, 0},
		{"forall(e: enemy from near(shop, vec2(2, 0)): distance(e) != 20)", BoolType, 1},
		{"forall(e: enemy from near(shop, vec2(2, 0)): distance(e) > 10)", BoolType, 0},
		{"forall(e: enemy from near(home, vec2(2, 0)): false)", BoolType, 1},
		{"count(e: enemy from near(shop, vec2(2, 0)))", IntType, 2},
		{"count(e: enemy from near(shop, vec2(2, 0)) where distance(e) < 15)", IntType, 1},
		{"count(e: unit from near(shop, vec2(2, 0)), p: place from around(e))", IntType, 3},
		{"count(e: enemy, p: place from around(e) where p != office)", IntType, 3},
		{"count(p: place, e: enemy from near(p, vec2(2, 0)), q: place from around(e) where q != p)", IntType, 2},
		{"sum(e: enemy from near(shop, vec2(2, 0)): 1)", IntType, 2},
		{"min(e: enemy from near(shop, vec2(2, 0)): distance(e) else 99)", FloatType, world.Float(10)},
		{"max(e: enemy from near(home, vec2(2, 0)): distance(e) else 99)", FloatType, world.Float(99)},
		{"count(e: enemy from near(shop, vec2(2, 0)) where exists(u: unit from near(shop, vec2(2, 0)) where u != e))", IntType, 2},
	} {
		term := f.check(t, c.text, c.typ)
		if got := EvalTerm(term, m, make([]world.Word, frameWords))[0]; got != c.want {
			t.Errorf("%s: the term is %d, want %d", c.text, got, c.want)
		}
		log := &readLog{cells: map[world.Addr][2]world.Word{}}
		v, dst := CompileValue(term), make([]world.Word, 2)
		for _, tracked := range []bool{false, true} {
			if tracked {
				v.TrackInto(m, make([]world.Word, frameWords), dst, log)
			} else {
				v.EvalInto(m, make([]world.Word, frameWords), dst)
			}
			if dst[0] != c.want {
				t.Errorf("%s: compiled it is %d, want %d, tracked %t", c.text, dst[0], c.want, tracked)
			}
		}
		if again := f.check(t, Print(term.Src), c.typ); again == nil || Print(again.Src) != c.text {
			t.Errorf("%s is printed as %s", c.text, Print(term.Src))
		}
	}
	asked = 0
	EvalTerm(f.check(t, "count(e: enemy from near(shop, vec2(2, 0)))", IntType), m, make([]world.Word, frameWords))
	if asked != 1 {
		t.Errorf("the host was asked %d times for one set", asked)
	}
	s := CompileSource(f.check(t, "count(e: enemy from near(shop, vec2(2, 0)))", IntType).Vars[0].From)
	if got := s.Append(m, make([]world.Word, frameWords), []world.Word{7}); !slices.Equal(got, []world.Word{7, units[2], units[0]}) {
		t.Errorf("the set is appended as %v", got)
	}
	why := Explain(f.check(t, "exists(e: enemy from near(shop, vec2(2, 0)) where distance(e) == 20)", BoolType), m, make([]world.Word, frameWords))
	if text := why.Format(st); why.Tuples != 2 || text != "exists(e: enemy from near(shop, vec2(2, 0)) where distance(e) == 20) was false: none of 2 qualifies: distance(e2) = 30, distance(e0) = 10" {
		t.Error(text)
	}
}

// A set of the host has the rounds of an evaluation, and the limit of sets.
func TestSetsInQuantifiersAreMetered(t *testing.T) {
	f := newFixture(t)
	n := 0
	f.entities["all"] = []Entity{{Kind: EntityFunc, Func: &Function{Name: "all", Result: enumType(enumPlace), Set: true}}}
	f.funcs = []Func{func(args []world.Word) [2]world.Word { return [2]world.Word{args[0] % 3, world.Bool(int(args[0]) < n)} }}
	m := &Machine{State: world.NewState(f.schema), Funcs: f.funcs}
	term := f.check(t, "count(p: place from all, q: place from all, r: place from all)", IntType)
	for _, c := range []struct {
		n    int
		want string
	}{{10, ""}, {1000, "takes more than 2097152 rounds of its quantifiers"}, {1025, "the set has more than 1024 values"}} {
		n = c.n
		said := func() (said string) {
			defer func() {
				if v := recover(); v != nil {
					said = fmt.Sprint(v)
				}
			}()
			CompileValue(term).EvalInto(m, nil, make([]world.Word, 2))
			return ""
		}()
		if !strings.Contains(said, c.want) || c.want == "" && said != "" {
			t.Errorf("%d values: %q", n, said)
		}
	}
}
