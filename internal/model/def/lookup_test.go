package def_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

func parseFile(name, text string) (*def.File, diag.List) {
	return lang.Parse(diag.NewSource(name, text))
}

// call reads a call as it is typed at the command line.
func call(t *testing.T, text string) *def.Call {
	t.Helper()
	var ds diag.List
	ref := expr.ParseCallString(diag.NewSource("--task", text), &ds)
	if ref == nil {
		t.Fatal(findings(ds))
	}
	return &def.Call{At: ref.At, Name: def.Name{At: ref.NameAt, Name: ref.Name}, Args: ref.Args}
}

func TestResolveCall(t *testing.T) {
	info, _ := def.Check(parse(t, soldier))
	e1, _, _ := info.Initial.ObjectNamed("e1")
	var ds diag.List
	if c, ok := info.ResolveCall(call(t, "fight(e1)"), &ds); !ok || c.Task != info.Task("fight") || c.Args[0] != e1 {
		t.Errorf("fight(e1) is %+v\n%s", c, findings(ds))
	}
	if c, ok := info.ResolveCall(call(t, "flee(vec2(1, reach))"), &ds); !ok || c.Operator == nil || len(c.Args) != 2 || c.Args[1] != world.Float(3) {
		t.Errorf("flee is %+v\n%s", c, findings(ds))
	}
	for text, want := range map[string]string{
		"fight":         `"fight" takes 1 argument, found 0 [K013]`,
		"fight(e3)":     `unknown symbol "e3" [K012]`,
		"fight(target)": "an argument here must be constant [K020]",
		"figth(e1)":     `nothing is called "figth" [K103]`,
		"look":          `"look" is an action, not a task or operator [K104]`,
		"yard":          `"yard" is a value of an enum, not a task or operator [K104]`,
		"fight(ammo)":   "expected enemy, found int 0..30 [K010]",
	} {
		var ds diag.List
		if _, ok := info.ResolveCall(call(t, text), &ds); ok || len(ds.All) != 1 || !strings.Contains(ds.All[0].Error(), want) {
			t.Errorf("%s:\n%swant %s", text, findings(ds), want)
		}
	}
}

func TestLookup(t *testing.T) {
	info := check(t, gatherer)
	if info.Goal("kill").Name != "kill" || info.Brain("idler").Name != "idler" || info.Sense("ears").Name != "ears" || info.Memory("long").Name != "long" {
		t.Error("each is found by its name")
	}
	if info.Goal("gatherer") != nil || info.Brain("kill") != nil || info.Sense("short") != nil || info.Memory("sight") != nil || info.Goal("brave") != nil {
		t.Error("nothing is found by the name of something else")
	}
}

func TestResolveAssign(t *testing.T) {
	info, _ := def.Check(parse(t, soldier))
	st := world.NewState(info.Schema)
	st.CopyFrom(info.Initial)
	if _, err := st.AddObject(info.Schema.ObjectType("enemy").ID, "late"); err != nil {
		t.Fatal(err)
	}
	set := func(text string) (diag.List, bool) {
		var ds diag.List
		effects := expr.ParseEffectString(diag.NewSource("--set", text), &ds)
		return ds, info.ResolveAssign(effects, st, &ds)
	}
	if ds, ok := set("ammo = 5, visible(late) = true, spot = yard"); !ok {
		t.Fatal(findings(ds))
	}
	if value(t, st, "ammo") != 5 || value(t, st, "visible", "late") != 1 || value(t, info.Initial, "ammo") != 2 {
		t.Error("the state is changed, and no other")
	}
	hash := st.Hash()
	for _, text := range []string{"near(e1, 3) = true", "alarm = clear(yard, e1)", "amo = 3", "ammo = true", "reach = 4", "e1 = none"} {
		if _, ok := set(text); ok || st.Hash() != hash {
			t.Errorf("%s is refused, and the state stays as it was", text)
		}
	}
}

func TestResolveCond(t *testing.T) {
	info := check(t, meal)
	var ds diag.List
	n := expr.ParseString(diag.NewSource("--until", "money >= price && !hungry"), &ds)
	if term := info.ResolveCond(n, info.Initial, &ds); term == nil || term.Type != expr.BoolType {
		t.Error(findings(ds))
	}
}

func TestScope(t *testing.T) {
	info, _ := def.Check(parse(t, soldier))
	m := info.Task("patrol_or_fight").Methods[0]
	sc := info.Scope(m.Each...)
	for name, kind := range map[string]expr.EntityKind{
		"e": expr.EntityVar, "p": expr.EntityVar, "e1": expr.EntityConst, "reach": expr.EntityConst, "yard": expr.EntityConst,
		"ammo": expr.EntitySymbol, "near": expr.EntityDerived, "clear": expr.EntityFunc,
	} {
		if found := sc.Lookup(name); len(found) != 1 || found[0].Kind != kind {
			t.Errorf("%s means %+v", name, found)
		}
	}
	for _, name := range []string{"fight", "shoot", "enemy", "soldier", "fire", "late", ""} {
		if found := sc.Lookup(name); len(found) != 0 {
			t.Errorf("%s means %+v in an expression", name, found)
		}
	}
	if _, ok := sc.Type("sniper"); !ok {
		t.Error("sniper is a type")
	}
	if _, ok := sc.Type("ammo"); ok {
		t.Error("ammo is no type")
	}
	names := strings.Join(sc.Names(), " ")
	if !strings.Contains(names, " e e1 ") || strings.Contains(names, "fight") {
		t.Errorf("names are %s", names)
	}
	if have := strings.Join(sc.TypeNames(), " "); have != "enemy place sniper" {
		t.Errorf("types are %s", have)
	}
	if len(info.Scope().Lookup("e")) != 0 {
		t.Error("without slots there are no variables")
	}
}

func TestLookups(t *testing.T) {
	info := check(t, meal)
	if info.Task("eat") != nil || info.Operator("dine") != nil || info.Agent("dine") != nil || info.Action("eat") != nil ||
		info.Const("money") != nil || info.Symbol("ready") != nil || info.DerivedSymbol("money") != nil || info.Function("eat") != nil {
		t.Error("a name is found as what it is, and as nothing else")
	}
	if info.Symbol("money") != info.Schema.Symbol("money") || info.Task("dine") != info.Tasks[0] {
		t.Error("a name is found")
	}
}
