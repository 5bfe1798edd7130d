package builder_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/builder"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// mealText is the file that equals mealBuilt.
const mealText = `// a character that always finds a way to eat

type place = { home, shop, office }
const price = 5

state agent {
    hungry: bool = true
    has_meal: bool
    has_job: bool = true
    money: int 0..100 = 0
    at: place = home
    ready := has_meal && at == home
}

action move_to(p: place) uses legs
action wander uses legs

operator eat { when has_meal; do move_to(home); effect has_meal = false, hungry = false }
operator buy { when money >= price; do move_to(shop); effect money -= price, has_meal = true }
operator work { when has_job; do move_to(office); effect money += price }

task dine {
    method "eat what we have" when has_meal { eat }
    method "buy first" when money >= price { buy; dine }
    method "earn first" { work; dine }
}

agent villager { plan dine when hungry every 1s; idle wander }

test "no money" { given money = 0; expect work, buy, eat }
test "nothing helps" { given money = 0, has_job = false; expect none }
test "a day's work" {
    agent villager 2
    given money = 0
    when wander lasts after 1s
    at 2s set hungry = true, has_meal = false
    run 20s
    expect buy within 19s
    expect no wander
    expect always money >= 0
    expect never money > 50
    expect eventually money > 4 within 10s
    expect finally !hungry
}
`

func mealBuilt(t *testing.T) *def.File {
	d := builder.New("meal.krk")
	d.Enum("place", "home", "shop", "office")
	d.Const("price", 5)
	d.AgentState().
		Bool("hungry").Default("true").
		Bool("has_meal").
		Bool("has_job").Default("true").
		Int("money", 0, 100).Default("0").
		Enum("at", "place").Default("home").
		Derived("ready", "has_meal && at == home")
	d.Action("move_to(p: place)").Uses("legs")
	d.Action("wander").Uses("legs")
	d.Operator("eat").When("has_meal").Do("move_to(home)").Effect("has_meal = false, hungry = false")
	d.Operator("buy").When("money >= price").Do("move_to(shop)").Effect("money -= price", "has_meal = true")
	d.Operator("work").When("has_job").Do("move_to(office)").Effect("money += price")
	d.Task("dine").
		Method("eat what we have").When("has_meal").Do("eat").
		Method("buy first").When("money >= price").Do("buy", "dine").
		Method("earn first").Do("work", "dine")
	d.Agent("villager").Plan("dine").When("hungry").Every("1s").Idle("wander")
	d.Test("no money").Given("money = 0").Expect("work", "buy", "eat")
	d.Test("nothing helps").Given("money = 0, has_job = false").ExpectNone()
	d.Test("a day's work").Agent("villager", 2).Given("money = 0").When("wander", "lasts", "1s").At("2s", "hungry = true, has_meal = false").Run("20s").
		ExpectWithin("buy", "19s").ExpectNo("wander").ExpectAlways("money >= 0").ExpectNever("money > 50").
		ExpectEventually("money > 4", "10s").ExpectFinally("!hungry")
	m, found := modelOf(d)
	if len(found.All) > 0 {
		t.Fatal(found.Err())
	}
	return m.Files[0]
}

// bare returns the formatted text of a file without its comments and its own layout.
func bare(f *def.File) string {
	f.Src = nil
	for _, d := range f.Decls {
		h := d.Header()
		h.Before, h.After, h.Gap = nil, "", false
	}
	return lang.Format(f)
}

func TestBuilderFileAndJSONAreTheSameModel(t *testing.T) {
	parsed, mistakes := lang.Parse(diag.NewSource("meal.krk", mealText))
	if len(mistakes.All) > 0 {
		t.Fatal(mistakes.Err())
	}
	encoded, err := lang.EncodeJSON(parsed)
	if err != nil {
		t.Fatal(err)
	}
	decoded, mistakes := lang.DecodeJSON(diag.NewSource("meal.json", string(encoded)))
	if len(mistakes.All) > 0 {
		t.Fatal(mistakes.Err())
	}
	built := mealBuilt(t)
	fromText, fromJSON, fromGo := bare(parsed), bare(decoded), bare(built)
	if fromText != fromGo {
		t.Errorf("the file says\n%s\nthe builder\n%s", fromText, fromGo)
	}
	if fromText != fromJSON {
		t.Errorf("the file says\n%s\nits JSON form\n%s", fromText, fromJSON)
	}
	for name, f := range map[string]*def.File{"file": parsed, "JSON": decoded, "builder": built} {
		info, mistakes := def.Check(&def.Model{Files: []*def.File{f}})
		if info == nil || len(info.Operators) != 3 || len(info.Tests) != 3 {
			t.Errorf("%s: %v", name, mistakes.All)
		}
	}
}
