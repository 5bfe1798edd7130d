package def_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// execution is a model with each clause that says how steps are carried out.
const execution = `
const rest = 1.5s
type enemy
state agent {
    ammo: int 0..30
    sensed visible(e: enemy): bool
    sensed distance(e: enemy): float
}
state world { alarm: bool }
action move_to(e: enemy) uses legs
action aim_at(e: enemy) uses arms
action burst(e: enemy) uses arms
operator approach(e: enemy) {
    do parallel any { move_to(e); aim_at(e) }
    until distance(e) < 10
    while visible(e)
    fail_after 8s
}
operator gatling(e: enemy) {
    when visible(e) && ammo > 0
    do burst(e)
    succeed_after 2 * rest
    effect ammo -= 1, alarm = true
    cooldown 20s
    commit 250ms
}
operator grenade { do parallel { }; cooldown 5s shared bang }
operator rocket { effect alarm = true; cooldown 2min shared bang }
operator cheer { when !alarm; cooldown rest }
task fight(e: enemy) { method "m" { approach(e); gatling(e); grenade; rocket; cheer } }
agent soldier { plan fight(none) }
`

func executed(t *testing.T) *def.Info {
	t.Helper()
	return check(t, strings.Replace(execution, "do parallel { }; ", "", 1))
}

func TestClausesOfExecution(t *testing.T) {
	info := executed(t)
	approach, gatling := info.Operator("approach"), info.Operator("gatling")
	if len(approach.Do) != 2 || approach.Join != def.JoinAny || approach.Do[1].Action.Name != "aim_at" || approach.Do[1].Args[0].Kind != expr.TermVar {
		t.Errorf("approach does %+v, join %s", approach.Do, approach.Join)
	}
	if approach.Until.String() != "distance(e) < 10" || approach.While.String() != "visible(e)" || approach.FailAfter != 8 || approach.SucceedAfter != 0 {
		t.Errorf("approach: %+v", approach)
	}
	if len(gatling.Do) != 1 || gatling.Join != def.JoinAll || gatling.SucceedAfter != 3 || gatling.Cooldown != 20 || gatling.Commit != 0.25 || gatling.FailAfter != 0 {
		t.Errorf("gatling: %+v", gatling)
	}
	if approach.Cooling != nil || approach.Cooldown != 0 || approach.When != nil || approach.Effect != nil {
		t.Errorf("approach cools down: %+v", approach)
	}
}

func TestCooldownsAreSymbolsOfTheAgentBehindAllOthers(t *testing.T) {
	info := executed(t)
	gatling, grenade, rocket, cheer := info.Operator("gatling"), info.Operator("grenade"), info.Operator("rocket"), info.Operator("cheer")
	if grenade.Cooling != rocket.Cooling || grenade.Cooldown != 5 || rocket.Cooldown != 120 || gatling.Cooling == grenade.Cooling {
		t.Error("grenade and rocket share a symbol, with times of their own, and nobody else does")
	}
	lo, hi := info.Schema.Segment(world.ScopeAgent)
	for i, op := range []*def.OperatorInfo{gatling, grenade, cheer} {
		sym := op.Cooling
		if sym.Scope != world.ScopeAgent || !sym.Sensed || sym.Type != expr.BoolType || sym.Base != hi-3+world.Addr(i) || sym.Base < lo {
			t.Errorf("%s: %+v", op.Name, sym)
		}
		if expr.CanName(sym.Name) || info.Symbol(sym.Name) != nil || slices.Contains(info.Scope().Names(), sym.Name) {
			t.Errorf("%q can be named", sym.Name)
		}
	}
	if says := []string{gatling.Cooling.Says, rocket.Cooling.Says}; says[0] != "gatling is cooling down" || says[1] != "bang is cooling down" {
		t.Error(says)
	}
}

// While its cooldown lasts the operator's condition is false, and planning it is expected to begin one.
func TestCooldownsArePartOfConditionsAndEffects(t *testing.T) {
	info := executed(t)
	st := info.Initial
	for _, op := range []*def.OperatorInfo{info.Operator("grenade"), info.Operator("rocket"), info.Operator("cheer")} {
		st := copyOf(st)
		m := &expr.Machine{State: st}
		holds := func() bool { return expr.CompileCond(op.When).Eval(m, nil) }
		if !holds() {
			t.Errorf("%s cannot begin", op.Name)
		}
		expr.CompileEffects(op.Effect).Apply(m, nil)
		if holds() || !st.Get(op.Cooling.Base).Bool() {
			t.Errorf("%s can be done twice", op.Name)
		}
		if why := expr.Explain(op.When, m, nil); op.Name != "cheer" && why.Format(st) != "bang is cooling down" {
			t.Errorf("%s: %s", op.Name, why.Format(st))
		}
	}
	gatling := info.Operator("gatling")
	if len(gatling.When.Args) != 3 || gatling.When.String() != "visible(e) && ammo > 0" || len(gatling.Effect.List) != 3 || len(gatling.Decl.Effect) != 2 {
		t.Errorf("gatling: %s, %d effects", gatling.When, len(gatling.Effect.List))
	}
	if text := info.Operator("rocket").When.String(); text != "not (bang is cooling down)" {
		t.Error(text)
	}
}

func copyOf(st *world.State) *world.State {
	c := world.NewState(st.Schema())
	c.CopyFrom(st)
	return c
}

// Additions of Check are not part of the written model.
func TestCooldownsAreNotWritten(t *testing.T) {
	m := parse(t, execution)
	before := lang.Format(m.Files[0])
	def.Check(m)
	if after := lang.Format(m.Files[0]); after != before {
		t.Errorf("%s\nbecame\n%s", before, after)
	}
}
