package def_test

import (
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

const fireteam = `
type enemy
type soldier
type medic: soldier
type cover
type wall: cover
type window

state agent { hp: float; ammo: int 0..9; alarm: bool }
state squad { sensed courage(m: soldier): float; quiet: bool; spotted(e: enemy): bool }
state world { rain: bool }

action move_to(x: cover | enemy | vec2) uses legs needs x
action lean(x: wall) uses legs needs x
action peek(x: window) uses eyes needs x
action shoot(e: enemy) uses hands needs shoot_at_player priority 2, lead grace 0.5s
action signal uses mouth
action talk(loud: float) uses mouth
action hit uses legs, hands
action duck(low: int) uses legs

tree chatter(loud: float) { sequence { talk(loud); wait 3s } }
goal take_cover(x: cover) { move_to(x) }
goal attack(e: enemy) { move_to(e); shoot(e) }
goal panic { duck(0); peek(none); lean(none) }

operator push(e: enemy) { do order flanker attack(e); effect spotted(e) = true }
operator press(e: enemy) { do parallel any { order pointman attack(e); order urgent flanker attack(e); order pointman clear(e); signal } }
operator again(e: enemy) { do order flanker attack(e); effect quiet = true }
operator send(e: enemy) { do order reserve sweep(e) }
operator fire(e: enemy) { do shoot(e); effect ammo -= 1 }
task clear(e: enemy) { method "fire" when ammo > 0 { fire(e) } }
task sweep(e: enemy) { method "both" { push(e); press(e) }; method "quiet" when !quiet { again(e) } }
task assault { method "any" each e: enemy where !spotted(e) { sweep(e) } }
task command { method "any" each e: enemy { send(e) } }

squad company { plan command every 5s; role reserve 0..4 }
squad fireteam {
    plan assault when !rain
    plan assault once
    idle signal
    role pointman 1 each m: soldier score courage(m) - hp bonus 0.3
    role flanker 0..1 + 1
    token shoot_at_player 2 lease 3s
    token lead
    slot cover 1 lease 10s
    slot window 2
    squad company
}

sense damage { }
memory short { span 8s }
brain gatherer { want panic { score 0.1 }; orders score if alarm then 0.8 else hp }
brain brave { want take_cover(none) { score 0.2 } }

agent rifleman {
    brain gatherer; squad fireteam; body medic; sense damage; memory short
    reaction hit on damage cooldown 1s
    reaction duck(1 + 1) on hp < 0.3
    reaction panic on alarm && damage_taken
    layer voice chatter(0.5)
    layer eyes peek(none)
}
agent grunt { plan clear(none); squad fireteam; sense damage; memory short; reaction hit on damage }
agent loner { brain brave; body soldier }
state agent { damage_taken: bool }
`

func TestSquads(t *testing.T) {
	info := check(t, fireteam)
	company, team := info.Squad("company"), info.Squad("fireteam")
	if !slices.Equal(info.Squads, []*def.SquadInfo{company, team}) || company.ID != 0 || team.ID != 1 {
		t.Fatalf("squads are %v", info.Squads)
	}
	var names []string
	for i, a := range info.Agents {
		if names = append(names, a.Name); a.ID != int32(i) || a.Decl == nil {
			t.Errorf("agent %d is %+v", i, a)
		}
	}
	if want := []string{"rifleman", "grunt", "loner", "company", "fireteam"}; !slices.Equal(names, want) {
		t.Errorf("agents are %v, want %v: squads behind the agents", names, want)
	}
	rifleman, leader := info.Agent("rifleman"), info.Agent("fireteam")
	if leader != team.Agent || leader.Leads != team || leader.Squad != company || team.Superior != company || company.Superior != nil || company.Agent.Squad != nil {
		t.Errorf("the squad as an agent is %+v", leader)
	}
	if rifleman.Squad != team || rifleman.Leads != nil || info.Agent("loner").Squad != nil || info.Squad("rifleman") != nil {
		t.Error("agents lead no squads, and are members of those that they name")
	}
	if p := leader.Plans; len(p) != 2 || p[0].Every != def.DefaultSquadReplan || p[0].When == nil || !p[1].Once || leader.Idle.Action != info.Action("signal") {
		t.Errorf("it plans %+v", p)
	}
	if p := company.Agent.Plans[0]; p.Every != 5 || p.Call.Task != info.Task("command") || info.Agent("grunt").Plans[0].Every != def.DefaultReplan {
		t.Errorf("a squad that says how often plans so: %+v", p)
	}
}

func TestRoles(t *testing.T) {
	info := check(t, fireteam)
	team := info.Squad("fireteam")
	point, flank := team.Roles[0], team.Roles[1]
	if point.Name != "pointman" || point.Min != 1 || point.Max != 1 || point.Bonus != 0.3 || point.Score == nil || point.Each.Index != 0 ||
		point.Each.Type != (world.Type{Kind: world.KindObject, ID: info.Schema.ObjectType("soldier").ID}) {
		t.Errorf("pointman is %+v", point)
	}
	if flank.Min != 0 || flank.Max != 2 || flank.Bonus != def.DefaultRoleBonus || flank.Score != nil || flank.Each != nil {
		t.Errorf("flanker is %+v", flank)
	}
	if team.Role("flanker") != 1 || team.Role("reserve") != -1 {
		t.Error("roles are found by name in their own squad")
	}
}

func TestLeases(t *testing.T) {
	info := check(t, fireteam)
	team, company := info.Squad("fireteam"), info.Squad("company")
	typ := func(name string) world.Type {
		return world.Type{Kind: world.KindObject, ID: info.Schema.ObjectType(name).ID}
	}
	want := []def.LeaseInfo{
		{0, "shoot_at_player", team, world.Type{}, 2, 3}, {1, "lead", team, world.Type{}, 1, 0},
		{2, "cover", team, typ("cover"), 1, 10}, {3, "window", team, typ("window"), 2, 0},
	}
	for i, l := range info.Leases {
		if *l != want[i] {
			t.Errorf("lease %d is %+v, want %+v", i, *l, want[i])
		}
	}
	if info.Token(team, "lead") != info.Leases[1] || info.Token(company, "lead") != nil || info.Token(team, "cover") != nil {
		t.Error("tokens are found by name in their squad; slots are none")
	}
	if info.SlotsOf(team, typ("wall")) != info.Leases[2] || info.SlotsOf(team, typ("enemy")) != nil || info.SlotsOf(company, typ("wall")) != nil {
		t.Error("an object is a slot by its type or one above it")
	}
}

func TestNeeds(t *testing.T) {
	info := check(t, fireteam)
	for _, c := range []struct {
		action string
		want   []def.NeedInfo
		grace  float64
	}{
		{"shoot", []def.NeedInfo{{Token: "shoot_at_player", Param: -1, Priority: 2}, {Token: "lead", Param: -1}}, 0.5},
		{"move_to", []def.NeedInfo{{Param: 0}}, 0},
		{"signal", nil, 0},
	} {
		if a := info.Action(c.action); !slices.Equal(a.Needs, c.want) || a.Grace != c.grace {
			t.Errorf("%s needs %+v with grace %v", c.action, a.Needs, a.Grace)
		}
	}
}

// TestOrders: the same order is one, whichever agent or squad gives it; to another role, of something else, or urgent
// it is another.
func TestOrders(t *testing.T) {
	info := check(t, fireteam)
	attack, clear, sweep := info.Goal("attack"), info.Task("clear"), info.Task("sweep")
	enemy := []world.Type{{Kind: world.KindObject, ID: info.Schema.ObjectType("enemy").ID}}
	want := []def.OrderInfo{
		{ID: 0, Role: "flanker", Goal: attack}, {ID: 1, Role: "pointman", Goal: attack}, {ID: 2, Role: "flanker", Goal: attack, Urgent: true},
		{ID: 3, Role: "pointman", Task: clear}, {ID: 4, Role: "reserve", Task: sweep},
	}
	if len(info.Orders) != len(want) {
		t.Fatalf("%d orders, want %d", len(info.Orders), len(want))
	}
	for i, o := range info.Orders {
		w := want[i]
		if o.ID != w.ID || o.Role != w.Role || o.Goal != w.Goal || o.Task != w.Task || o.Urgent != w.Urgent || !slices.Equal(o.Params, enemy) {
			t.Errorf("order %d is %+v", i, o)
		}
	}
	if o := info.Operator("push").Do[0]; o.Order != info.Orders[0] || info.Operator("again").Do[0].Order != o.Order || len(o.Args) != 1 || len(o.Which) != 1 || o.Args[0].Kind != expr.TermVar {
		t.Errorf("push does %+v", o)
	}
	press := info.Operator("press")
	if len(press.Do) != 4 || press.Join != def.JoinAny || press.Do[3].Action != info.Action("signal") {
		t.Errorf("press does %+v", press.Do)
	}
	if uses := info.Operator("push").Do[0].Uses(); len(uses) != 0 {
		t.Errorf("an order occupies %v: others carry it out", uses)
	}
	if info.Orders[1].Name() != "attack" || info.Orders[3].Name() != "clear" {
		t.Error("an order is called as what is ordered")
	}
}

func TestReactionsAndLayers(t *testing.T) {
	info := check(t, fireteam)
	a := info.Agent("rifleman")
	hit, duck, panics := a.Reactions[0], a.Reactions[1], a.Reactions[2]
	if p := hit.Percept; hit.On != nil || p == nil || p.Type != expr.IntType || p.Scope != world.ScopeAgent || !p.Sensed || p.Says == "" || hit.Cooldown != 1 || hit.Do.Action != info.Action("hit") {
		t.Errorf("on a percept it is %+v", hit)
	}
	if info.Agent("grunt").Reactions[0].Percept != hit.Percept {
		t.Error("percepts of a kind are counted by one symbol")
	}
	if duck.On == nil || duck.Percept != nil || duck.Cooldown != 0 {
		t.Errorf("on a condition it is %+v", duck)
	}
	if value, ok := duck.Do.Args[0].Const(); !ok || value[0] != 2 {
		t.Errorf("its argument is %v", value)
	}
	if panics.Do.Goal != info.Goal("panic") || panics.On == nil {
		t.Errorf("a goal is %+v", panics.Do)
	}
	voice, eyes := a.Layers[0], a.Layers[1]
	if voice.Name != "voice" || voice.Do.Tree != info.Tree("chatter") || len(voice.Do.Args) != 1 || eyes.Do.Action != info.Action("peek") {
		t.Errorf("the layers are %+v and %+v", voice, eyes)
	}
	if b := info.Brain("gatherer"); b.Orders == nil || info.Brain("brave").Orders != nil {
		t.Errorf("what orders are worth is %v", b.Orders)
	}
}

// TestPerceptsHaveNoNameOfAFile: a symbol that is declared under the name of a kind of sense is a condition.
func TestPerceptsHaveNoNameOfAFile(t *testing.T) {
	info := check(t, `
state agent { damage: bool }
action hit
agent a { reaction hit on damage }
`)
	if r := info.Agent("a").Reactions[0]; r.Percept != nil || r.On == nil {
		t.Errorf("the reaction is %+v", r)
	}
	if n := len(info.Schema.Symbols); n != 1 {
		t.Errorf("%d symbols: none is made that nothing counts", n)
	}
}

// TestSquadActivityNumbers: orders, and actions that wait for leases, have numbers behind all others; actions that need
// none have their own.
func TestSquadActivityNumbers(t *testing.T) {
	info := check(t, fireteam)
	next := info.MindActivity(info.Minds[len(info.Minds)-1]) + 1
	for _, o := range info.Orders {
		if n := info.OrderActivity(o); n != next {
			t.Errorf("order %d has number %d, want %d", o.ID, n, next)
		}
		next++
	}
	for _, a := range info.Actions {
		want := a.ID
		if len(a.Needs) > 0 {
			want = next
			next++
		}
		if n := info.Activity(a); n != want {
			t.Errorf("%s has number %d, want %d", a.Name, n, want)
		}
	}
}
