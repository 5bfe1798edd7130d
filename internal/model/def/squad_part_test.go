package def_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// TestMissingPartsOfSquads: what text cannot leave out, a program can. Models that are known to be faulty already get
// no such message.
func TestMissingPartsOfSquads(t *testing.T) {
	decl := func(m *def.Model, name string) def.Decl {
		for _, d := range m.Files[0].Decls {
			if d.Header().NameAt.Text() == name {
				return d
			}
		}
		t.Fatalf("the model has no %q", name)
		return nil
	}
	team := func(m *def.Model) *def.Squad { return decl(m, "fireteam").(*def.Squad) }
	rifleman := func(m *def.Model) *def.Agent { return decl(m, "rifleman").(*def.Agent) }
	for _, c := range []struct {
		what  string
		spoil func(m *def.Model)
		want  diag.Code // "": it is valid
	}{
		{"nothing", func(m *def.Model) {}, ""},
		{"how many have a role", func(m *def.Model) { team(m).Roles[0].Min = nil }, diag.PartMissing},
		{"how many have a role at most", func(m *def.Model) { team(m).Roles[0].Max = nil }, ""},
		{"the name of a role", func(m *def.Model) { team(m).Roles = append(team(m).Roles, &def.Role{Min: team(m).Roles[0].Min}) }, diag.NotAName},
		{"the name of a token", func(m *def.Model) { team(m).Tokens = append(team(m).Tokens, &def.Token{}) }, diag.NotAName},
		{"the type of slots", func(m *def.Model) { team(m).Slots = append(team(m).Slots, &def.SlotLine{}) }, diag.UnknownType},
		{"the squad of a squad", func(m *def.Model) { team(m).Superior = &def.UseLine{} }, diag.UnknownDecl},
		{"lines of a squad", func(m *def.Model) {
			s := team(m)
			s.Plans, s.Roles, s.Tokens, s.Slots = append(s.Plans, nil), append(s.Roles, nil), append(s.Tokens, nil), append(s.Slots, nil)
		}, ""},
		{"what is needed", func(m *def.Model) {
			a := decl(m, "signal").(*def.Action)
			a.Needs = append(a.Needs, nil, &def.Need{})
		}, diag.FaultyNeed},
		{"on what is reacted", func(m *def.Model) { rifleman(m).Reactions[1].On = nil }, diag.FaultyReaction},
		{"what a reaction does", func(m *def.Model) { rifleman(m).Reactions[1].Do = def.Call{} }, diag.UnknownDecl},
		{"the name of a layer", func(m *def.Model) { rifleman(m).Layers[0].Name = "" }, diag.NotAName},
		{"lines of an agent", func(m *def.Model) {
			a := rifleman(m)
			a.Reactions, a.Layers = append(a.Reactions, nil), append(a.Layers, nil)
		}, ""},
		{"what orders are worth", func(m *def.Model) { decl(m, "gatherer").(*def.Brain).Orders.Score = nil }, diag.PartMissing},
	} {
		m := parse(t, fireteam)
		c.spoil(m)
		_, ds := def.Check(m)
		var have diag.Code
		for _, d := range ds.All {
			if have == "" && d.Severity == diag.Error {
				have = d.Code
			}
		}
		if have != c.want {
			t.Errorf("without %s: %q, want %q\n%s", c.what, have, c.want, findings(ds))
		}
		if _, ds := def.CheckWith(m, def.Options{Partial: true}); len(ds.All) > 0 && c.want != diag.UnknownType {
			t.Errorf("without %s, where parts are known to be lost:\n%s", c.what, findings(ds))
		}
	}
}

// TestLimitsOfSquads: the maximum is valid, one more is a mistake.
func TestLimitsOfSquads(t *testing.T) {
	for _, c := range []struct {
		name string
		most int
		text func(n int) string
	}{
		{"squads", def.MaxSquads, func(n int) string { return repeat(n, "squad s%d { } // %d\n") }},
		{"roles", def.MaxRoles, func(n int) string { return "squad s {\n" + repeat(n, "role r%d 1..1 // %d\n") + "}" }},
		{"members", def.MaxMembers, func(n int) string { return fmt.Sprintf("squad s { role a %d; role b 1..64 }", n-1) }},
		{"tokens", def.MaxLeases, func(n int) string { return "type c\nsquad s {\nslot c\n" + repeat(n-1, "token t%d // %d\n") + "}" }},
		{"holders", def.MaxHolders, func(n int) string { return fmt.Sprintf("squad s { token t %d }", n) }},
		{"needs", def.MaxNeeds, func(n int) string {
			var names []string
			for i := range n {
				names = append(names, fmt.Sprintf("t%d", i))
			}
			return "squad s {\n" + repeat(n, "token t%d // %d\n") + "}\naction a needs " + strings.Join(names, ", ")
		}},
		{"reactions", def.MaxReactions, func(n int) string {
			return "state agent { x: int }\naction a\nagent b {\n" + repeat(n, "reaction a on x > %d // %d\n") + "}"
		}},
		{"layers", def.MaxLayers, func(n int) string { return "action a\nagent b {\n" + repeat(n, "layer l%d a // %d\n") + "}" }},
	} {
		if _, ds := def.Check(parse(t, c.text(c.most))); ds.HasErrors() {
			t.Errorf("%d %s:\n%s", c.most, c.name, findings(ds))
		}
		if _, ds := def.Check(parse(t, c.text(c.most+1))); !ds.HasErrors() || ds.All[0].Code != diag.TooManyParts && ds.All[0].Code != diag.FaultyNumber {
			t.Errorf("%d %s:\n%s", c.most+1, c.name, findings(ds))
		}
	}
}
