package def_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// guardian is a file with trees that use each other.
const guardian = `
type foe
objects player: foe
state agent {
    sensed visible(e: foe): bool
    sensed distance(e: foe): float
    target: foe
    calls: int 0..9
    shouts: int
    marked(e: foe): bool
}
action look_for(e: foe, range: float)
action attack(e: foe) uses arms
action chase(e: foe) uses legs
action keep_range(e: foe) uses legs
action back uses legs

tree guard(sight: float, reach: float = 1) {
    service every 0.25s look_for(player, sight)
    selector {
        sequence abort both {
            if visible(player)
            selector {
                sequence abort lower { if distance(player) < reach; attack(player) uninterrupted }
                chase(player)
            }
        }
        back
    }
}
tree count(inout n: int, out flag: bool) { set n += 1, flag = n > 3 }
tree twice(inout n: int) { each e: foe { sequence { count(n, marked(e)); count(n, marked(player)) } } }
tree flee(e: foe) { sequence { chase(e); chase(player) } }
tree strolls(reach: float) { sequence { guard(reach * 2 + distance(player), ..); guard(3); twice(n: calls); wait reach } }
`

// tree returns a checked tree, of a file with more declarations, as text.
func tree(t *testing.T, more, name string) string {
	t.Helper()
	info, ds := def.Check(parse(t, guardian+more))
	if info == nil {
		t.Fatal(findings(ds))
	}
	for i, tr := range info.Trees {
		if int(tr.ID) != i {
			t.Errorf("tree %d has the ID %d", i, tr.ID)
		}
		if tr.Name == name {
			return treeText(tr)
		}
	}
	var names []string
	for _, tr := range info.Trees {
		names = append(names, tr.Name)
	}
	t.Fatalf("no tree %q among %q", name, names)
	return ""
}

// treeText writes a tree with the values of its terms.
func treeText(t *def.TreeInfo) string {
	var b strings.Builder
	fmt.Fprintf(&b, "frame %d, %d nodes\n", t.Frame, t.Nodes)
	nodeText(&b, t.Root, 0)
	return strings.TrimSuffix(b.String(), "\n")
}

func nodeText(b *strings.Builder, n *def.NodeInfo, depth int) {
	fmt.Fprintf(b, "%s%s", strings.Repeat("  ", depth), n.Name)
	if n.Kind == def.NodeTree {
		b.WriteString(" tree")
	}
	for _, bind := range n.Enter {
		fmt.Fprintf(b, " [%d]=%s", bind.Slot.Index, termText(bind.Value))
	}
	if n.Action != nil {
		fmt.Fprintf(b, " does %s(%s)", n.Action.Action.Name, termTexts(n.Action.Args))
	}
	if n.Abort != def.AbortNone {
		fmt.Fprintf(b, " abort %s", n.Abort)
	}
	for _, t := range []*expr.Term{n.Cond, n.Value, n.Limit} {
		if t != nil {
			b.WriteString(" " + termText(t))
		}
	}
	if n.Kind == def.NodeEach {
		fmt.Fprintf(b, " [%d]", n.Each.Index)
	}
	n.Effect.Writes(func(e *expr.EffectTerm) {
		fmt.Fprintf(b, " %s(%s) %s %s", e.Symbol.Name, termTexts(e.Args), e.Op, termText(e.Value))
	})
	for _, s := range n.Services {
		fmt.Fprintf(b, " every %v %s(%s)", s.Every, s.Action.Action.Name, termTexts(s.Action.Args))
	}
	b.WriteString("\n")
	for _, child := range n.Children {
		nodeText(b, child, depth+1)
	}
}

func termTexts(list []*expr.Term) string {
	texts := make([]string, len(list))
	for i, t := range list {
		texts[i] = termText(t)
	}
	return strings.Join(texts, ", ")
}

// termText shows constants as values and variables as places in the frame.
func termText(t *expr.Term) string {
	if v, ok := t.Const(); ok {
		if t.Type == expr.FloatType {
			return fmt.Sprint(v[0].Float())
		}
		return fmt.Sprint(v[0] & 0xffff) // of an object its number
	}
	switch t.Kind {
	case expr.TermVar:
		return fmt.Sprintf("[%d]", t.Slot)
	case expr.TermCell:
		if len(t.Args) == 0 {
			return t.Symbol.Name
		}
		return fmt.Sprintf("%s(%s)", t.Symbol.Name, termTexts(t.Args))
	}
	op := ""
	if t.Kind == expr.TermCompare || t.Kind == expr.TermArith {
		op = t.Op.String()
	}
	return fmt.Sprintf("%s(%s)", op, termTexts(t.Args))
}

// TestTreesAreExpanded: the trees that a tree calls become part of it, with one frame for all of them.
func TestTreesAreExpanded(t *testing.T) {
	for _, c := range []struct{ name, more, tree, want string }{
		{"as declared", "", "guard", `
frame 2, 9 nodes
selector every 0.25 look_for(1, [0])
  sequence abort both
    if visible(1)
    selector
      sequence abort lower
        if <(distance(1), [1])
        attack does attack(1)
      chase does chase(1)
  back does back()`},
		{"values of ports", "agent a { tree strolls(2) }", "strolls", `
frame 3, 29 nodes
sequence
  guard tree [1]=+(*([0], 2), distance(1))
    selector every 0.25 look_for(1, [1])
      sequence abort both
        if visible(1)
        selector
          sequence abort lower
            if <(distance(1), [0])
            attack does attack(1)
          chase does chase(1)
      back does back()
  guard tree
    selector every 0.25 look_for(1, 3)
      sequence abort both
        if visible(1)
        selector
          sequence abort lower
            if <(distance(1), 1)
            attack does attack(1)
          chase does chase(1)
      back does back()
  twice tree
    each [2]
      sequence
        count tree
          set calls() += 1 marked([2]) = >(calls, 3)
        count tree
          set calls() += 1 marked(1) = >(calls, 3)
  wait [0]`},
		{"symbols of an agent", "agent a { tree count(shouts, marked(player)) }", "count(n = shouts, flag = marked(player))", `
frame 0, 1 nodes
set shouts() += 1 marked(1) = >(shouts, 3)`},
		{"symbols of an operator", "operator o { do count(calls, flag: marked(player)) }", "count(n = calls, flag = marked(player))", `
frame 0, 1 nodes
set calls() += 1 marked(1) = >(calls, 3)`},
		{"an override", "agent a { tree guard(7, 4) { override chase = keep_range } }", "guard { chase = keep_range }", `
frame 2, 9 nodes
selector every 0.25 look_for(1, [0])
  sequence abort both
    if visible(1)
    selector
      sequence abort lower
        if <(distance(1), [1])
        attack does attack(1)
      keep_range does keep_range(1)
  back does back()`},
		{"an override that calls what it replaces", "tree t { chase(player) }\nagent a { tree t { override chase = flee } }", "t { chase = flee }", `
frame 0, 4 nodes
flee tree
  sequence
    chase does chase(1)
    chase does chase(1)`},
		{"an override deep within", "tree t { sequence { flee(target); back } }\nagent a { tree t { override back = stay; override chase = attack } }\naction stay", "t { back = stay; chase = attack }", `
frame 1, 6 nodes
sequence
  flee tree [0]=target
    sequence
      attack does attack([0])
      attack does attack(1)
  stay does stay()`},
		{"an override of an override", "tree t { flee(player) { override chase = attack } }\nagent a { tree t { override attack = keep_range } }", "t { attack = keep_range }", `
frame 0, 4 nodes
flee tree
  sequence
    keep_range does keep_range(1)
    keep_range does keep_range(1)`},
		{"disabled branches", "tree t { selector { chase(player) disabled; sequence disabled { back }; back } }", "t", `
frame 0, 2 nodes
selector
  back does back()`},
		{"loops share no place", "tree t { sequence { each e: foe { chase(e) }; each i in 1, 2.5 { wait i } } }", "t", `
frame 2, 5 nodes
sequence
  each [0]
    chase does chase([0])
  each [1]
    wait [1]`},
		{"services of a callee", "tree s { service every 1s back; back }\ntree t { s }", "t", `
frame 0, 2 nodes
s tree
  back does back() every 1 back()`},
		{"names", "tree t { sequence as \"all of it\" { back as \"home\"; back } }", "t", `
frame 0, 3 nodes
all of it
  home does back()
  back does back()`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := tree(t, c.more, c.tree); "\n"+got != c.want {
				t.Errorf("have:\n%s\nwant:%s", got, c.want)
			}
		})
	}
}

// TestLargeTreesAreRefused: trees that hold each other twice grow without bounds, and are answered at once.
func TestLargeTreesAreRefused(t *testing.T) {
	doubled := func(n int) string {
		var b strings.Builder
		b.WriteString("action a\ntree t0 { a }\n")
		for i := range n {
			fmt.Fprintf(&b, "tree t%d { sequence { t%d; t%d } }\n", i+1, i, i)
		}
		return b.String()
	}
	chained := func(n int) string {
		var b strings.Builder
		b.WriteString("action a\ntree t0 { a }\n")
		for i := range n {
			fmt.Fprintf(&b, "tree t%d { invert { t%d } }\n", i+1, i)
		}
		return b.String()
	}
	many := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "tree u%d { t13 }\n", i)
		}
		return doubled(13) + b.String()
	}
	for _, c := range []struct{ name, text, want string }{
		{"small enough", doubled(13), ""},
		{"nodes", doubled(40), `tree "t15" has more than 65536 nodes, including the trees it calls [K369]`},
		{"depth", chained(200), "nodes nest deeper than 256 [K369]"},
		{"all together", many(30), "all trees together have more than 262144 nodes, with the trees in them [K369]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			info, ds := def.Check(parse(t, c.text))
			if (info == nil) != (c.want != "") || c.want != "" && !strings.Contains(findings(ds), c.want) {
				t.Errorf("%s", findings(ds))
			}
		})
	}
}
