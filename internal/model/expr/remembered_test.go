package expr

import (
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// rememberingScene is the scene in which the agent remembers e1, s2 and the bread.
func rememberingScene(t testing.TB) (*fixture, *Machine, []world.Word) {
	f, m, fr := scene(t)
	f.set(m, "known `unit`", 1, object(m, "e1"))
	f.set(m, "known `unit`", 1, object(m, "s2"))
	f.set(m, "known `item`", 1, object(m, "bread"))
	return f, m, fr
}

// Memory can be used in conditions, quantifiers and effects.
func TestRemembered(t *testing.T) {
	f, m, fr := rememberingScene(t)
	for text, want := range map[string]string{
		"remembered(target)": "true",
		"remembered(e)":      "false", // s1
		"remembered(it) && !remembered(owner(held, true))":   "true", // it has no owner
		"exists(x in remembered enemy where visible(x))":     "true",
		"exists(x in remembered enemy)":                      "true",
		"exists(x in remembered enemy where x == e)":         "false",
		"exists(x: enemy where x == e)":                      "true",
		"forall(x in remembered sniper: x != e)":             "true",
		"forall(x: sniper: x != e)":                          "false",
		"count(x in remembered unit)":                        "2",
		"count(x: unit)":                                     "4",
		"count(x in remembered enemy, y: enemy)":             "6",
		"count(x: enemy, y in remembered sniper)":            "3",
		"count(x in remembered enemy, y in remembered item)": "2",
		"min(x in remembered enemy: distance(x))":            "4", // 2 is that of s1
		"sum(x in remembered item where cost(x) > 3: 1)":     "1",
	} {
		term := f.check(t, text, world.Type{})
		ref, got := EvalTerm(term, m, fr), evalAll(CompileValue(term), m, fr)
		if s := world.FormatWord(f.schema, m.State, term.Type, ref[:]); s != want || got != ref {
			t.Errorf("%s: %s, compiled %v, want %s", text, s, got, want)
		}
	}
	CompileEffects(f.effects(t, "forall x in remembered enemy where x != target { distance(x) = 1 }")).Apply(m, fr)
	for name, want := range map[string]float64{"s1": 2, "e1": 4, "s2": 1} {
		a, _ := f.schema.Symbol("distance").Addr(object(m, name))
		if got := m.State.Get(a).Float(); got != want {
			t.Errorf("distance(%s) is %v, want %v", name, got, want)
		}
	}
}

func TestRememberedMistakes(t *testing.T) {
	f := newFixture(t)
	for _, c := range []struct{ text, want string }{
		{"remembered", `1:1: remembered takes 1 argument, found 0 [K013] write remembered(x), where x is an object`},
		{"remembered(e, target)", `1:1: remembered takes 1 argument, found 2 [K013] write remembered(x), where x is an object`},
		{"remembered(at)", `1:12: expected an object, found place [K010] only objects are remembered`},
		{"remembered(none)", `1:12: none has no type here [K027] compare it with an object, as in: target == none`},
		{"remembered(x: e)", `1:12: the arguments of remembered are positional [K366] write them without names`},
		{"remebered(e)", `1:1: unknown symbol or function "remebered" [K012] did you mean "remembered"?`},
		{"exists(x in remembered place where x == at)", `1:8: values of place are not remembered [K023] only objects are; write x: place`},
		{"exists(x in remembered enmy where visible(x))", `1:24: unknown type "enmy" [K011] did you mean "enemy"?`},
		{"exists(x in rememberd enemy where visible(x))", `1:13: unknown word "rememberd" [K007] did you mean "remembered"?`},
		{"count(x in Remembered enemy) > 0", `1:12: unknown word "Remembered" [K007] did you mean "remembered"?`},
		{"exists(x in `rememberd` enemy)", `1:10: expected ":" and a type, found "in" [K001] write x: enemy, or x in remembered enemy`},
		{"exists(x in known enemy)", `1:10: expected ":" and a type, found "in" [K001] write x: enemy, or x in remembered enemy`},
		{"exists(x in enemy where visible(x))", `1:10: expected ":" and a type, found "in" [K001] write x: enemy, or x in remembered enemy`},
	} {
		if got := f.mistakes(c.text, BoolType); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
	f.forgets = true
	for text, at := range map[string]string{"remembered(e)": "1:1", "exists(x in remembered enemy where remembered(x))": "1:8"} {
		want := at + ": the model declares no memory [K501] declare one, as in: memory short { span 8s }"
		if at == "1:8" {
			want += "\n1:36" + want[len(at):]
		}
		if got := f.mistakes(text, BoolType); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

// Plans and tests can say what will be, or is, remembered.
func TestRememberedIsAssignedTo(t *testing.T) {
	f, m, fr := rememberingScene(t)
	CompileEffects(f.effects(t, "remembered(target) = false, remembered(e) = true")).Apply(m, fr)
	for text, want := range map[string]bool{"remembered(target)": false, "remembered(e)": true} {
		if got := CompileCond(f.check(t, text, BoolType)).Eval(m, fr); got != want {
			t.Errorf("%s is %v", text, got)
		}
	}
	f.forgets = true
	var ds diag.List
	if CheckEffects(ParseEffectString(diag.NewSource("test", "remembered(e) = true"), &ds), f, &ds) != nil || ds.All[0].Code != diag.NothingRemembered {
		t.Errorf("without a memory: %v", ds.All)
	}
}

// A name that is declared goes before the predicate; the word in front of a type is not a name.
func TestRememberedIsNoReservedWord(t *testing.T) {
	f := newFixture(t)
	f.entities["remembered"] = []Entity{{Kind: EntityConst, Type: IntType, Words: [2]world.Word{7}}}
	if w, known := f.check(t, "remembered + 1", IntType).Const(); !known || w[0] != 8 {
		t.Errorf("%v %v, want the constant and 1", w, known)
	}
	f.check(t, "exists(remembered in remembered enemy where visible(remembered))", BoolType)
	if w, known := f.check(t, "7 in remembered..8", BoolType).Const(); !known || w[0] != 1 {
		t.Errorf("%v %v, want a range that begins with the constant", w, known)
	}
}

// Explanations name remembered objects as they are written.
func TestRememberedIsExplained(t *testing.T) {
	f, m, fr := rememberingScene(t)
	for text, want := range map[string]string{
		"hungry && remembered(e)":                          "remembered(s1) was false",
		"!remembered(target)":                              "!remembered(target) was false: target = e1, remembered(e1) = true",
		"exists(x in remembered enemy where x == e)":       "exists(x in remembered enemy where x == e) was false for e = s1: none of 3 qualifies: remembered(s1) = false, remembered(e1) = true, remembered(s2) = true",
		"forall(x in remembered enemy: distance(x) > 4.5)": "distance(x) > 4.5 was false for x = e1: distance(e1) = 4",
	} {
		why := Explain(f.check(t, text, BoolType), m, fr)
		if got := why.Format(m.State); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

// Methods and wants bind a parameter to remembered objects, and put the condition in front of their own.
func TestParametersAreRemembered(t *testing.T) {
	f, m, fr := rememberingScene(t)
	var ds diag.List
	v := ParseVarsString(diag.NewSource("test", "e in remembered enemy"), &ds)[0]
	if !v.Remembered || PrintVars([]Var{v}) != "e in remembered enemy" {
		t.Errorf("%+v prints as %s", v, PrintVars([]Var{v}))
	}
	known := Remembered(&v, objectType(typeEnemy), slotE, f, &ds)
	where := AllOf(known, nil, f.check(t, "hungry && !visible(e)", BoolType))
	if known == nil || known.Symbol != f.schema.Symbol("known `unit`") || where.String() != "remembered(e) && (hungry && !visible(e))" || len(where.Args) != 3 {
		t.Fatalf("%v: %s", ds.All, where)
	}
	for name, want := range map[string]bool{"s1": false, "e1": false, "s2": true} {
		if fr[slotE] = object(m, name); CompileCond(where).Eval(m, fr) != want || EvalTerm(where, m, fr)[0].Bool() != want {
			t.Errorf("%s: want %v", name, want)
		}
	}
	if AllOf() != nil || AllOf(nil, known, nil) != known {
		t.Error("a condition of nothing, or of one, is something else")
	}
	if Remembered(&v, enumType(enumPlace), slotP, f, &ds) != nil || len(ds.All) != 1 || ds.All[0].Code != diag.BadVariable {
		t.Errorf("places are remembered: %v", ds.All)
	}
	f.forgets = true
	if Remembered(&v, objectType(typeEnemy), slotE, f, &ds) != nil || len(ds.All) != 2 || ds.All[1].Code != diag.NothingRemembered {
		t.Errorf("without a memory: %v", ds.All)
	}
}
