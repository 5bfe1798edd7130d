package builder_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/builder"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// squadText is the file that equals squadBuilt: every declaration of squads, and the lines of agents and actions that
// concern them.
const squadText = `action shoot(e: enemy) uses hands needs shoot_at_player priority 2, radio priority 2, e grace 0.5s
action rounds composite
action unless decorator

goal hold(p: place) { wait }

operator attack(e: enemy) { do order flanker flank(e) }

operator assault(e: enemy) { do parallel { order pointman hold(here); order urgent flanker flank(e); shout } }

squad company { plan todo "win" }

squad fireteam {
    plan hold_area when quiet every 2s
    plan assault best once
    idle regroup
    role pointman 1..1 each m: soldier score courage(m) bonus 0.3
    role flanker  0..n + 1
    role rear     1
    token shoot_at_player 2 lease 3s
    token radio
    slot cover 1 lease 10s
    slot window
    squad company
}

brain gatherer { want wander { score 1 }; orders score 0.8 }

agent rifleman {
    brain gatherer
    reaction guard(4, reach: 1) on hp < 0.3 cooldown 1s say "down!", "cover!" gap 8s squad 3s
    reaction hit_reaction on damage
    layer voice chatter(0.5)
    layer eyes guard(4, reach: 1)
    squad fireteam
}
`

func squadBuilt(d *builder.Domain) {
	d.Action("shoot(e: enemy)").Uses("hands").NeedsAt(2, "shoot_at_player", "radio").Needs("e").Grace("0.5s")
	d.Action("rounds").Composite()
	d.Action("unless").Decorator()
	d.Goal("hold(p: place)").Do("wait")
	d.Operator("attack(e: enemy)").Do("order flanker flank(e)")
	d.Operator("assault(e: enemy)").Parallel("all", "order pointman hold(here)", "order urgent flanker flank(e)", "shout")
	d.Squad("company").Plan(`todo "win"`)
	d.Squad("fireteam").Idle("regroup").Squad("company").
		Plan("hold_area").When("quiet").Every(2*time.Second).
		Plan("assault").Best().Once().
		Role("pointman", 1, 1).Each("m: soldier").Score("courage(m)").Bonus(0.3).
		Role("flanker", 0, "n + 1").
		Role("rear", 1, nil).
		Token("shoot_at_player", 2).Lease("3s").
		Token("radio", nil).
		Slot("cover", 1).Lease(10*time.Second).
		Slot("window", nil)
	d.Brain("gatherer").Orders("0.8").Want("wander").Score("1")
	a := d.Agent("rifleman").Brain("gatherer").Squad("fireteam").Layer("voice", "chatter(0.5)").Layer("eyes", "guard(4, reach: 1)")
	a.Reaction("guard(4, reach: 1)", "hp < 0.3").Cooldown("1s").Say("down!", "cover!").SayGap("8s").SaySquad(3*time.Second).Reaction("hit_reaction", "damage")
}

func TestSquadsFromFileAndBuilderAreTheSame(t *testing.T) {
	parsed, ds := lang.Parse(diag.NewSource("squads.krk", squadText))
	if len(ds.All) > 0 {
		t.Fatal(ds.Err())
	}
	d := builder.New("squads.krk")
	squadBuilt(d)
	m, ds := modelOf(d)
	if len(ds.All) > 0 {
		t.Fatal(ds.Err())
	}
	built := m.Files[0]
	different(t, "model", reflect.ValueOf(parsed.Decls), reflect.ValueOf(built.Decls))
	fromText, err := lang.EncodeJSON(&def.File{Decls: parsed.Decls})
	if err != nil {
		t.Fatal(err)
	}
	decoded, ds := lang.DecodeJSON(diag.NewSource("squads.json", string(fromText)))
	if len(ds.All) > 0 {
		t.Fatal(ds.Err())
	}
	if fromText, fromGo, fromJSON := bare(parsed), bare(built), bare(decoded); fromText != fromGo || fromText != fromJSON {
		t.Errorf("the file says\n%s\nthe builder\n%s\nthe JSON form\n%s", fromText, fromGo, fromJSON)
	}
}

// Whatever a file can say of squads, the builder can say: no field of the model is left empty everywhere.
func TestBuilderSaysAllThereIsToSayOfSquads(t *testing.T) {
	d := builder.New("squads.krk")
	squadBuilt(d)
	m, _ := modelOf(d)
	said := map[string]bool{}
	collect(said, reflect.ValueOf(m.Files[0].Decls))
	for _, of := range []any{
		def.Squad{}, def.Role{}, def.Token{}, def.SlotLine{}, def.Need{}, def.Reaction{}, def.Layer{}, def.OrdersLine{}, def.Action{}, def.Call{}, def.UseLine{}, def.PlanLine{},
	} {
		typ := reflect.TypeOf(of)
		for i := range typ.NumField() {
			name := typ.Field(i).Name // End is for comments in files
			if name != "End" && !said[typ.Name()+"."+name] {
				t.Errorf("nothing says %s.%s", typ.Name(), name)
			}
		}
	}
	for _, name := range []string{"Agent.Squad", "Agent.Reactions", "Agent.Layers", "Brain.Orders", "ParallelCall.Do"} {
		if !said[name] {
			t.Errorf("nothing says %s", name)
		}
	}
}

func TestMistakesInSquads(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(d *builder.Domain)
		want  string // messages with codes, parted by " · "
	}{
		{"none", func(d *builder.Domain) {
			d.Operator("o").Do("order")
			d.Operator("p").Parallel("", "order", "order(a)", "order order order", "order `urgent` a")
		}, ""},
		{"names", func(d *builder.Domain) {
			d.Squad("a`").Role("b`", 1, 2).Token("c`", 1).Slot("d`", 1)
			d.Agent("e").Squad("f`").Layer("g`", "h")
			d.Action("i").Needs("j`")
		}, "\"a`\" is not a name [K223] · \"b`\" is not a name [K223] · \"c`\" is not a name [K223] · \"d`\" is not a name [K223] · " +
			"\"f`\" is not a name [K223] · \"g`\" is not a name [K223] · \"j`\" is not a name [K223]"},
		{"twice", func(d *builder.Domain) {
			s := d.Squad("s").Idle("a").Idle("a").Squad("b").Squad("b")
			s.Plan("p").When("x").When("x").Every("1s").Every("1s")
			s.Role("r", 1, 1).Each("m: t").Each("m: t").Score("x").Score("x").Bonus(1).Bonus(1).Token("k", 1).Lease("1s").Lease("1s").Slot("l", 1).Lease("1s").Lease("1s")
			d.Agent("a").Squad("s").Squad("s").Reaction("x", "y").Cooldown("1s").Cooldown("1s")
			d.Action("b").Grace("1s").Grace("1s")
			d.Brain("c").Orders("1").Orders("1")
		}, `Idle of s is given already [K221] · Squad of s is given already [K221] · When of plan p is given already [K221] · Every of plan p is given already [K221] · ` +
			`Each of role r is given already [K221] · Score of role r is given already [K221] · Bonus of role r is given already [K221] · ` +
			`Lease of token k is given already [K221] · Lease of slot l is given already [K221] · Squad of a is given already [K221] · ` +
			`Cooldown of reaction x is given already [K221] · Grace of b is given already [K221] · Orders of brain c is given already [K221]`},
		{"values", func(d *builder.Domain) {
			d.Squad("s").Role("r", true, nil).Role("q", 1, "2 x").Each("m").Bonus(nil).Role("p", nil, 1).Each("m: t, n: t").Token("k", "1 +").Lease(3)
			d.Squad("t").Plan("p").Every(2)
			d.Action("a").NeedsAt(nil, "b").Grace(1)
			d.Agent("b").Reaction("c", "d").Cooldown(1)
		}, `a bool is not a number [K220] · expected the end, found "x" [K001] · expected ":" and a type after "m" [K001] · a <nil> is not a number [K220] · a <nil> is not a number [K220] · ` +
			`a role has one variable [K223] · expected an expression after "+" [K001] · an int is not a time [K220] · an int is not an interval [K220] · a <nil> is not a number [K220] · ` +
			`an int is not a time [K220] · an int is not a time [K220]`},
		{"calls", func(d *builder.Domain) {
			d.Squad("s").Idle("a(").Plan("b c")
			d.Agent("e").Layer("f", "g(..)").Reaction("h i", "j >")
			d.Operator("o").Do("order flanker")
			d.Operator("p").Parallel("all", "order urgent a", "order a b c", "order urgent a(b)")
		}, `expected an expression after "(" [K001] · expected the end, found "c" [K001] · ".." is only allowed in calls within trees [K223] · expected an expression after ">" [K001] · ` +
			`expected the end, found "i" [K001] · expected the goal or task of the order after "flanker" [K001] · expected the goal or task of the order after "a" [K001] · ` +
			`expected the end, found "c" [K001] · expected the goal or task of the order, found "(" [K001]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := builder.New("test")
			c.build(d)
			_, found := modelOf(d)
			var got []string
			for i := range found.All {
				text := found.All[i].Error()
				if !strings.HasPrefix(text, "builder/squad_test.go:") {
					t.Errorf("%s is not at the Go file of the call", text)
				}
				got = append(got, strings.SplitN(text, ": ", 2)[1])
			}
			if text := strings.Join(got, " · "); text != c.want {
				t.Errorf("got  %s\nwant %s", text, c.want)
			}
		})
	}
}
