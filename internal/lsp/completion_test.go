package lsp

import (
	"slices"
	"strings"
	"testing"
)

// TestCompletion completes at places of all kinds. A list names what must be offered, and with "!" what must not.
func TestCompletion(t *testing.T) {
	c := session(t, map[string]string{"meal.krk": meal, "places.krk": places})
	c.open("meal.krk", meal)
	for _, k := range []struct{ old, by, want string }{
		{"when at != p;", "when at == ^;", "home shop p !price !hungry !eat"},
		{"effect at = p }", "effect at = ^ }", "home shop p !money"},
		{"effect at = p }", "effect at = place.^ }", "home shop !p !at"},
		{"do move_to(p, 1.5)", "do ^", "move_to !eat !dine"},
		{"do move_to(p, 1.5)", "do move_to(^, 1.5)", "home shop p !money !hungry"},
		{"do move_to(p, 1.5)", "do move_to(p, ^)", "price money !hungry !home"},
		{"go(shop); buy; eat }", "go(shop); ^ }", "buy eat go dine !move_to !hungry"},
		{"plan dine", "plan ^", "dine buy !move_to !money"},
		{"when hungry;", "when ^;", "hungry rich !home"},
		{"when hungry;", "^", "when do effect cost !hungry !operator"},
		{"(p: place, speed", "(p: ^, speed", "place int float bool !home"},
		{"const price = 5", "^", "operator task action state agent !hungry"},
		{"// what a meal costs", "// what ^", "!hungry !operator"},
		{"given money = 60;", "given at = ^;", "home shop !money"},
	} {
		c.edit("meal.krk", k.old, strings.Replace(k.by, "^", "", 1))
		before, _, _ := strings.Cut(k.by, "^")
		start := strings.Index(meal, k.old) + len(before)
		var list completionList
		c.into(c.request("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": c.uri("meal.krk")}, "position": c.docs["meal.krk"].position(start)}), &list)
		var labels []string
		for _, item := range list.Items {
			labels = append(labels, item.Label)
			if item.Documentation == nil || item.TextEdit == nil || item.SortText == "" {
				t.Errorf("%s: %q has no documentation, edit or order", k.by, item.Label)
			}
		}
		for _, want := range strings.Fields(k.want) {
			name, not := strings.CutPrefix(want, "!")
			if slices.Contains(labels, name) == not {
				t.Errorf("%s: offered is %v; want %s", k.by, labels, want)
			}
		}
		c.edit("meal.krk", c.docs["meal.krk"].src, meal)
	}
	c.close()
}

// TestCompletionOfAlertLevels offers the levels that a line can raise to: not the lowest, and no other enum's values.
func TestCompletionOfAlertLevels(t *testing.T) {
	const text = "type food = { egg }\ntype mood = { calm, suspicious, alarmed }\nstate agent { remembered alertness: mood; hungry: bool }\nagent guard {\n    alert suspicious on hearing\n}\n"
	c := session(t, nil)
	c.open("a.krk", text)
	for _, piece := range []string{"    alert ^suspicious", "    alert susp^icious"} {
		var list completionList
		c.into(c.request("textDocument/completion", c.at("a.krk", piece)), &list)
		var labels []string
		for _, item := range list.Items {
			labels = append(labels, item.Label)
		}
		for name, want := range map[string]bool{"suspicious": true, "alarmed": true, "calm": false, "egg": false, "hungry": false} {
			if slices.Contains(labels, name) != want {
				t.Errorf("%s: offered is %v", piece, labels)
			}
		}
	}
	c.edit("a.krk", "alert suspicious on hearing", "alert ")
	var list completionList
	c.into(c.request("textDocument/completion", c.at("a.krk", "    alert ^")), &list)
	if !slices.ContainsFunc(list.Items, func(i completionItem) bool { return i.Label == "alarmed" }) {
		t.Errorf("nothing behind alert: %+v", list.Items)
	}
	c.close()
}

// TestFixes makes mistakes and takes the quick fixes, until nothing is wrong.
func TestFixes(t *testing.T) {
	for _, k := range []struct{ old, by string }{
		{"operator eat", "oprator eat"},
		{"when hungry;", "when hungri;"},
		{"at: place", "at: plaec"},
		{"plan dine", "plan diene"},
		{"do move_to(p, 1.5)", "do mov_to(p, 1.5)"},
		{"money >= price && at", "money >= price and at"},
		{"when !hungry", "when not hungry"},
		{"effect at = p }", "effect at == p }"},
		{"at == shop;", "at == shp;"},
		{"fail_after 20", "fail_aftr 20"},
		{`"places.krk"`, `"place.krk"`},
		{"given money", "givn money"},
		{`"a rich man"`, `'a rich man'`},
	} {
		c := session(t, map[string]string{"meal.krk": meal, "places.krk": places})
		c.open("meal.krk", strings.Replace(meal, k.old, k.by, 1))
		fixed := 0
		for range 3 {
			found := c.diagnostics["meal.krk"]
			if len(found) == 0 {
				break
			}
			p := c.doc("meal.krk")
			p["range"], p["context"] = found[0].Range, map[string]any{"diagnostics": found[:1]}
			var list []codeAction
			c.into(c.request("textDocument/codeAction", p), &list)
			if len(list) == 0 {
				t.Errorf("%s: no fix for %q", k.by, found[0].Message)
				break
			}
			e := list[0].Edit.Changes[c.uri("meal.krk")][0]
			d := c.docs["meal.krk"]
			old := d.src[d.offset(e.Range.Start):d.offset(e.Range.End)]
			c.docs["meal.krk"] = d.apply(change{&e.Range, e.NewText})
			c.next++
			c.notify("textDocument/didChange", map[string]any{
				"textDocument": map[string]any{"uri": c.uri("meal.krk"), "version": c.next + 1}, "contentChanges": []any{map[string]any{"range": e.Range, "text": e.NewText}},
			})
			c.published("meal.krk")
			t.Logf("%s: %s -> %s", k.by, old, e.NewText)
			fixed++
		}
		if left := c.diagnostics["meal.krk"]; len(left) > 0 || fixed == 0 {
			t.Errorf("%s: %d fixes, and %d findings are left: %v", k.by, fixed, len(left), left)
		}
		c.close()
	}
}
