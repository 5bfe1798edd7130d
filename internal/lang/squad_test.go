package lang

import (
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func TestParseReadsSquads(t *testing.T) {
	f, ds := parseText(`squad fireteam {
    plan hold_area when quiet every 2s
    idle regroup
    role pointman 1..2 each m: soldier score courage(m) bonus 0.3 // brave
    role rear 1
    token shoot_at_player 2 lease 3s
    token lead
    slot cover 1 lease 10s
    squad company
    // end
}
agent rifleman { reaction guard(4, reach: 1) on hp < 0.3 cooldown 1s; reaction hit on damage; layer voice chatter(0.5); squad fireteam }
action shoot(e: enemy) uses hands needs shoot_at_player priority 2, e grace 0.5s
operator flank(e: enemy) { do order flanker attack(e) }
operator all(e: enemy) { do parallel { order pointman hold(here); order urgent flanker flank(e); signal } }
brain b { orders score 0.8 }
`)
	if len(ds.All) > 0 {
		t.Fatal(render(ds))
	}
	s := f.Decls[0].(*def.Squad)
	if s.Name != "fireteam" || s.NameAt.Text() != "fireteam" || len(s.Plans) != 1 || expr.Print(s.Plans[0].Every) != "2s" || s.Idle.Do.Name.Name != "regroup" ||
		s.Superior.What.Name != "company" || len(s.End) != 1 {
		t.Errorf("squad: %+v", s)
	}
	r := s.Roles[0]
	if r.Name != "pointman" || expr.Print(r.Min) != "1" || expr.Print(r.Max) != "2" || r.Each.Type.Name != "soldier" || expr.Print(r.Score) != "courage(m)" ||
		expr.Print(r.Bonus) != "0.3" || r.After != "brave" || r.NameAt.Text() != "pointman" || r.At.Text() != "role pointman 1..2 each m: soldier score courage(m) bonus 0.3" {
		t.Errorf("role: %+v", r)
	}
	if rear := s.Roles[1]; expr.Print(rear.Min) != "1" || rear.Max != nil || rear.Each != nil || rear.Score != nil || rear.Bonus != nil {
		t.Errorf("role: %+v", rear)
	}
	if k := s.Tokens[0]; k.Name != "shoot_at_player" || expr.Print(k.Count) != "2" || expr.Print(k.Lease) != "3s" || s.Tokens[1].Count != nil || s.Tokens[1].Lease != nil {
		t.Errorf("tokens: %+v %+v", k, s.Tokens[1])
	}
	if l := s.Slots[0]; l.Type.Name != "cover" || l.Type.At.Text() != "cover" || expr.Print(l.Count) != "1" || expr.Print(l.Lease) != "10s" {
		t.Errorf("slots: %+v", l)
	}
	a := f.Decls[1].(*def.Agent)
	if c := a.Reactions[0]; c.Do.Name.Name != "guard" || len(c.Do.ArgNames) != 2 || expr.Print(c.On) != "hp < 0.3" || expr.Print(c.Cooldown) != "1s" || c.NameAt.Text() != "guard" {
		t.Errorf("reaction: %+v", c)
	}
	if on, ok := a.Reactions[1].On.(*expr.Ref); !ok || on.Name != "damage" || a.Reactions[1].Cooldown != nil {
		t.Errorf("reaction: %+v", a.Reactions[1])
	}
	if l := a.Layers[0]; l.Name != "voice" || l.Do.Name.Name != "chatter" || len(l.Do.Args) != 1 || a.Squad.What.Name != "fireteam" || a.Squad.At.Text() != "squad fireteam" {
		t.Errorf("layer: %+v", l)
	}
	shoot := f.Decls[2].(*def.Action)
	if n := shoot.Needs; len(n) != 2 || n[0].What.Name != "shoot_at_player" || n[0].What.At.Text() != "shoot_at_player" || expr.Print(n[0].Priority) != "2" || n[1].What.Name != "e" || n[1].Priority != nil {
		t.Errorf("needs: %+v", n)
	}
	if len(shoot.Uses) != 1 || expr.Print(shoot.Grace) != "0.5s" {
		t.Errorf("action: %+v", shoot)
	}
	if o := f.Decls[3].(*def.Operator).Do; o.Role.Name != "flanker" || o.Role.At.Text() != "flanker" || o.Urgent || o.Name.Name != "attack" || o.Name.At.Text() != "attack" ||
		len(o.Args) != 1 || o.At.Text() != "order flanker attack(e)" {
		t.Errorf("order: %+v", o)
	}
	calls := f.Decls[4].(*def.Operator).Parallel.Calls
	if a, b, c := calls[0].Do, calls[1].Do, calls[2].Do; a.Role.Name != "pointman" || a.Urgent || b.Role.Name != "flanker" || !b.Urgent || c.Role.Name != "" {
		t.Errorf("orders: %+v %+v %+v", a, b, c)
	}
	if o := f.Decls[5].(*def.Brain).Orders; expr.Print(o.Score) != "0.8" || o.At.Text() != "orders score 0.8" {
		t.Errorf("orders of a brain: %+v", o)
	}
}

// TestWordsOfSquadsAreNamesElsewhere reads what only looks like an order or a clause.
func TestWordsOfSquadsAreNamesElsewhere(t *testing.T) {
	f, ds := parseText("operator a { do order }\noperator b { do order(c) }\noperator c { do parallel { order; urgent } }\noperator d { do order `urgent` order }\nsquad e { role role 1; token slot (lease) lease lease }\nstate agent { role: bool; token: bool; on: bool }\n")
	if len(ds.All) > 0 {
		t.Fatal(render(ds))
	}
	for i, args := range []int{0, 1} {
		if c := f.Decls[i].(*def.Operator).Do; c.Name.Name != "order" || c.Role.Name != "" || len(c.Args) != args {
			t.Errorf("an action called order: %+v", c)
		}
	}
	if p := f.Decls[2].(*def.Operator).Parallel; len(p.Calls) != 2 || p.Calls[0].Do.Role.Name != "" {
		t.Errorf("actions: %+v", p)
	}
	if c := f.Decls[3].(*def.Operator).Do; c.Role.Name != "urgent" || c.Urgent || c.Name.Name != "order" {
		t.Errorf("a role called urgent: %+v", c)
	}
	if s := f.Decls[4].(*def.Squad); s.Roles[0].Name != "role" || s.Tokens[0].Name != "slot" || expr.Print(s.Tokens[0].Count) != "lease" || expr.Print(s.Tokens[0].Lease) != "lease" {
		t.Errorf("squad: %+v", s)
	}
}

// TestWordsCanBeReserved reads a file with words of the language that a version does not carry out: the rest of the
// file is read.
func TestWordsCanBeReserved(t *testing.T) {
	var ds diag.List
	p := newParser(diag.NewSource("t.krk", "later a { b; c { d } }\nconst e = 1\n"), &ds)
	p.decls = append([]declRule{{"later", nil}}, declRules...)
	var f def.File
	p.file(&f)
	if len(ds.All) != 1 || ds.All[0].Code != diag.NotAvailable || ds.All[0].Span.Text() != "later" || len(f.Decls) != 1 {
		t.Errorf("%d declarations, %s", len(f.Decls), render(ds))
	}
}
