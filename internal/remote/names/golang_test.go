package names_test

import (
	"encoding/json"
	"errors"
	"flag"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/remote/exchange"
	"github.com/karakuri-ai/karakuri/internal/remote/names"
	"github.com/karakuri-ai/karakuri/internal/remote/names/outpost"
	"github.com/karakuri-ai/karakuri/world"
)

func load(t *testing.T, text string) *karakuri.Program {
	t.Helper()
	p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func generated(t *testing.T, pkg, file string, p *karakuri.Program) string {
	t.Helper()
	text, err := names.Go(pkg, file, bridge.Program.In(p).Info)
	if err != nil {
		t.Fatal(err)
	}
	if clean, err := format.Source(text); err != nil || string(clean) != string(text) {
		t.Errorf("%s is not formatted: %v", file, err)
	}
	return string(text)
}

// TestGoIsUpToDate: the package outpost, which the next test uses, is what the generator writes now.
func TestGoIsUpToDate(t *testing.T) {
	const file = "outpost/outpost.go"
	got := generated(t, "", "dir/outpost.krk", load(t, exchange.Outpost))
	if update := flag.Lookup("update"); update.Value.String() == "true" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(file); err != nil || string(want) != got {
		t.Errorf("it differs from %s (%v): -update writes it anew\n%s", file, err, got)
	}
}

// TestGoIsUsed plays a game with the generated package: it binds all actions, reads and writes symbols, and gives an
// order.
func TestGoIsUsed(t *testing.T) {
	p := load(t, exchange.Outpost)
	s, err := outpost.LookUp(p)
	if err != nil {
		t.Fatal(err)
	}
	var went outpost.Place
	var visited karakuri.Vec2
	crowd, err := karakuri.New(p, karakuri.Options{},
		outpost.BindMoveTo(func(c *karakuri.Ctx, a *outpost.MoveToArgs, steps *int) karakuri.Status {
			if *steps++; *steps < 3 {
				return karakuri.Running
			}
			if a.P.Kind() == world.KindEnum {
				went = outpost.Place(a.P.Enum())
				if err := s.At.Put(c, went); err != nil {
					t.Error(err)
				}
			}
			return karakuri.Success
		}),
		outpost.BindPay(func(_ *karakuri.Ctx, a *outpost.PayArgs, _ *struct{}) karakuri.Status {
			if a.Coins != 5 {
				t.Errorf("pays %d", a.Coins)
			}
			return karakuri.Success
		}),
		outpost.BindWander(func(*karakuri.Ctx, *outpost.WanderArgs, *struct{}) karakuri.Status { return karakuri.Running }),
		outpost.BindLook(func(*karakuri.Ctx, *outpost.LookArgs, *struct{}) karakuri.Status { return karakuri.Success }),
		outpost.BindGoAt(func(_ *karakuri.Ctx, a *outpost.GoAtArgs, _ *struct{}) karakuri.Status {
			visited = a.P
			return karakuri.Success
		}),
		outpost.BindRest(func(*karakuri.Ctx, *outpost.RestArgs, *struct{}) karakuri.Status { return karakuri.Running },
			karakuri.OnAbort(func(*karakuri.Ctx, *outpost.RestArgs, *struct{}, karakuri.Reason) {})),
		outpost.BindShout(func(*karakuri.Ctx, *outpost.ShoutArgs, *struct{}) karakuri.Status { return karakuri.Success }))
	if err != nil {
		t.Fatal(err)
	}
	v, scout := crowd.Spawn(outpost.KindVillager), crowd.Spawn(outpost.KindScoutOfThePost)
	if err := s.Hungry.Set(v, true); err != nil {
		t.Fatal(err)
	}
	if err := s.Fares.Set(v, 7, outpost.PlaceHome, outpost.PlaceGate); err != nil {
		t.Fatal(err)
	}
	if _, err := scout.Order(outpost.OrderVisit(karakuri.Vec2{X: 3, Y: -4})); err != nil {
		t.Fatal(err)
	}
	for range 60 {
		crowd.Step()
	}
	if s.Hungry.Of(v) || s.At.Of(v) != outpost.PlaceHome || went != outpost.PlaceHome || s.Fares.Of(v, outpost.PlaceHome, outpost.PlaceGate) != 7 {
		t.Errorf("hungry %t, at %v, went to %v", s.Hungry.Of(v), s.At.Of(v), went)
	}
	if visited != (karakuri.Vec2{X: 3, Y: -4}) {
		t.Errorf("the scout went to %v", visited)
	}
	if text := outpost.PlaceOffice.String() + outpost.Place(9).String(); text != "officePlace(9)" {
		t.Error(text)
	}
}

// TestAnOldPackageIsTold: one that was made for other names or types.
func TestAnOldPackageIsTold(t *testing.T) {
	for what, text := range map[string]string{
		"values in another order": strings.Replace(exchange.Outpost, "{ home, shop, office, gate }", "{ shop, home, office, gate }", 1),
		"another range":           strings.Replace(exchange.Outpost, "money:    int 0..100", "money:    int 0..200", 1),
		"another parameter":       strings.Replace(exchange.Outpost, "action pay(coins: int 0..100)", "action pay(coins: int 0..200)", 1),
	} {
		if text == exchange.Outpost {
			t.Fatal(what, "changes nothing")
		}
		if _, err := outpost.LookUp(load(t, text)); err == nil || !strings.Contains(err.Error(), "karakuri generate go outpost.krk") {
			t.Errorf("%s: %v", what, err)
		}
	}
	same := strings.Replace(exchange.Outpost, "const price = 5", "const price = 6", 1)
	if _, err := outpost.LookUp(load(t, same)); err != nil || same == exchange.Outpost {
		t.Errorf("a price: %v", err)
	}
}

// strange has names that Go would not take, and every type.
const strange = `
type type max 9
type func: type
objects range, go: func
type var = { struct, map, ` + "`three words`, `3d`, `食`" + ` }
state agent { chan: bool; if_: var; select: int; defer: int 0..9; goto(x: type): vec2; fallthrough := chan && defer > 3 }
function price(kind: var, n: int): float
function world(p: vec2): set of func
function yes: bool
action interface(text: text, ints: list of int, floats: list of float, texts: list of text)
action continue(x: var | type | vec2 | bool)
operator switch(x: func) { do continue(x) }
task break { method "m" each x: func from world(vec2(1.0, 2.0)) where yes() && price(struct, 3) > 1.0 { switch(x) } }
goal case(karakuri: vec2, world: bool, f: float, package: var) { continue(karakuri) }
goal default(t: text) { interface(t, [1], [2.0], ["a"]) }
brain main { want case(vec2(1.0, 2.0), true, 2.5, map) { score 1 }; want default("a") { score 1 } }
agent const { plan break }
agent return { brain main }
`

// TestNamesOfFunctionsCount: parameters that change places give another hash, since the package names them.
func TestNamesOfFunctionsCount(t *testing.T) {
	const text = "function cost(from: vec2, to: vec2): float\naction walk\noperator go { when cost(vec2(1, 2), vec2(3, 4)) > 1.0; do walk }\ntask t { method \"m\" { go } }\nagent c { plan t }"
	a, b := load(t, text), load(t, strings.Replace(text, "from: vec2, to: vec2", "to: vec2, from: vec2", 1))
	if a.NamesHash() == b.NamesHash() {
		t.Error("both have the hash", a.NamesHash())
	}
}

// TestTheCommandIsNamed: with the package that was asked for, and a file whose name looks like a format.
func TestTheCommandIsNamed(t *testing.T) {
	text := generated(t, "foo", "a%d.krk", load(t, "action walk\nagent c { tree t }\ntree t { walk }"))
	if strings.Count(text, "karakuri generate go --package foo a%") != 2 || !strings.Contains(text, "run karakuri generate go --package foo a%%d.krk") {
		t.Error(text)
	}
}

// TestGoCompiles: the packages of all examples, and of a model with strange names.
func TestGoCompiles(t *testing.T) {
	programs := map[string]*karakuri.Program{"strange": load(t, strange)}
	files, err := filepath.Glob("../../../examples/*/*.krk")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, f := range files {
		p, err := karakuri.Load(os.DirFS(filepath.Dir(f)), filepath.Base(f))
		if err != nil {
			t.Fatal(err)
		}
		programs[strings.TrimSuffix(filepath.Base(f), ".krk")] = p
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	replaced, args := map[string]string{}, []string{"build", "-overlay", filepath.Join(t.TempDir(), "overlay.json")}
	for name, p := range programs {
		file := filepath.Join(t.TempDir(), name+".go")
		if err := os.WriteFile(file, []byte(generated(t, name+"names", name+".krk", p)), 0o644); err != nil {
			t.Fatal(err)
		}
		replaced[filepath.Join(root, "made", name, name+".go")] = file
		args = append(args, "./made/"+name)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(args[2], overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestGoRefuses names that would be written alike, and a package that Go does not take.
func TestGoRefuses(t *testing.T) {
	for _, tc := range []struct {
		pkg, file, text string
		want            error
		part            string
	}{
		{"", "a.krk", "action do_it\naction doIt\nagent c { tree t }\ntree t { do_it }", names.ErrAlike, "DoItArgs"},
		{"", "a.krk", "state agent { a_b: bool; aB: bool }\naction go1\nagent c { tree t }\ntree t { go1 }", names.ErrAlike, "AB of Symbols"},
		{"", "a.krk", "action walk(p_q: int, pQ: int)\nagent c { tree t }\ntree t { walk(1, 2) }", names.ErrAlike, "PQ of WalkArgs"},
		{"", "12.krk", "action walk\nagent c { tree t }\ntree t { walk }", names.ErrPackage, "--package"},
		{"two words", "a.krk", "action walk\nagent c { tree t }\ntree t { walk }", names.ErrPackage, "two words"},
		{"", "main.krk", "action walk\nagent c { tree t }\ntree t { walk }", names.ErrPackage, "main"},
		{"", "a.krk", "action walk\nagent c { tree t }\ntree t { walk }\ngoal g(a_b: int, aB: int) { walk }", names.ErrAlike, "a_b and aB of goal g"},
		{"", "a.krk", "action walk\nagent c { tree t }\ntree t { walk }\ngoal g(world: int, world_: int) { walk }", names.ErrAlike, "world and world_ of goal g"},
		{"func", "a.krk", "action walk\nagent c { tree t }\ntree t { walk }", names.ErrPackage, "func"},
	} {
		if _, err := names.Go(tc.pkg, tc.file, bridge.Program.In(load(t, tc.text)).Info); !errors.Is(err, tc.want) || !strings.Contains(err.Error(), tc.part) {
			t.Errorf("%s: %v", tc.text, err)
		}
	}
}
