package verify_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/verify"
)

// mutation changes one thing in the lines of a plan; false: there is nothing of the kind.
type mutation func(w world, rng *rand.Rand, lines [][]string) ([][]string, bool)

var mutations = map[string]mutation{
	"swap actions": func(_ world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		n := root(lines)
		if n < 2 {
			return nil, false
		}
		a, b := rng.IntN(n), rng.IntN(n)
		lines[a], lines[b] = lines[b], lines[a]
		return lines, a != b
	},
	"drop a subtask": func(_ world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		i := pick(rng, lines, refs)
		if i < 0 {
			return nil, false
		}
		at := refs(lines[i]) + rng.IntN(len(lines[i])-refs(lines[i]))
		lines[i] = slices.Delete(lines[i], at, at+1)
		return lines, true
	},
	"drop a subtask and what is below it": func(_ world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		i := pick(rng, lines, refs)
		if i < 0 {
			return nil, false
		}
		at := refs(lines[i]) + rng.IntN(len(lines[i])-refs(lines[i]))
		gone := []string{lines[i][at]}
		lines[i] = slices.Delete(lines[i], at, at+1)
		for k := 0; k < len(gone); k++ {
			for _, l := range lines {
				if from := refs(l); l[0] == gone[k] && from > 0 {
					gone = append(gone, l[from:]...)
				}
			}
		}
		return slices.DeleteFunc(lines, func(l []string) bool { return slices.Contains(gone, l[0]) }), true
	},
	"other method": func(w world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		i := pick(rng, lines, func(l []string) int { return slices.Index(l, "->") })
		if i < 0 {
			return nil, false
		}
		at := slices.Index(lines[i], "->") + 1
		was := lines[i][at]
		lines[i][at] = w.d.Methods[rng.IntN(len(w.d.Methods))].Name.Text
		return lines, was != lines[i][at]
	},
	"other argument": func(w world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		i := pick(rng, lines, args)
		if i < 0 {
			return nil, false
		}
		end := slices.Index(lines[i], "->")
		if end < 0 {
			end = len(lines[i])
		}
		at := 2 + rng.IntN(end-2)
		was := lines[i][at]
		lines[i][at] = anObject(w, rng)
		return lines, was != lines[i][at]
	},
	"other object everywhere": func(w world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		i := pick(rng, lines, args)
		if i < 0 {
			return nil, false
		}
		was, now := lines[i][2], anObject(w, rng)
		for _, l := range lines {
			for k := range l {
				if l[k] == was {
					l[k] = now
				}
			}
		}
		return lines, was != now
	},
	"missing line": func(_ world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		i := rng.IntN(len(lines))
		if lines[i][0] == "root" {
			return nil, false
		}
		return slices.Delete(lines, i, i+1), true
	},
	"line twice": func(_ world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		i := rng.IntN(len(lines))
		return slices.Insert(lines, i, slices.Clone(lines[i])), lines[i][0] != "root"
	},
	"duplicate id": func(_ world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		i, k := rng.IntN(len(lines)), rng.IntN(len(lines))
		if i == k || lines[i][0] == "root" || lines[k][0] == "root" {
			return nil, false
		}
		lines[i][0] = lines[k][0]
		return lines, true
	},
	"other id below": func(_ world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		i := pick(rng, lines, refs)
		if i < 0 {
			return nil, false
		}
		at := refs(lines[i]) + rng.IntN(len(lines[i])-refs(lines[i]))
		was := lines[i][at]
		if lines[i][at] = lines[rng.IntN(len(lines))][0]; lines[i][at] == "root" {
			lines[i][at] = "999"
		}
		return lines, was != lines[i][at]
	},
	"exchange ids": func(_ world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		i, k := pick(rng, lines, refs), pick(rng, lines, refs)
		if i < 0 {
			return nil, false
		}
		a := refs(lines[i]) + rng.IntN(len(lines[i])-refs(lines[i]))
		b := refs(lines[k]) + rng.IntN(len(lines[k])-refs(lines[k]))
		lines[i][a], lines[k][b] = lines[k][b], lines[i][a]
		return lines, lines[i][a] != lines[k][b]
	},
	"wrong root": func(_ world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		r := root(lines)
		id := lines[rng.IntN(len(lines))][0]
		if id == "root" {
			return nil, false
		}
		if rng.IntN(2) == 0 {
			lines[r] = append(lines[r], id)
		} else {
			lines[r] = []string{"root", id}
		}
		return lines, true
	},
	"action elsewhere": func(_ world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		n := root(lines)
		if n < 2 {
			return nil, false
		}
		a, b := rng.IntN(n), rng.IntN(n)
		l := lines[a]
		return slices.Insert(slices.Delete(lines, a, a+1), b, l), a != b
	},
	"extra action": func(w world, rng *rand.Rand, lines [][]string) ([][]string, bool) {
		a := w.d.Actions[rng.IntN(len(w.d.Actions))]
		l := []string{"900", a.Name.Text}
		for range a.Params {
			l = append(l, anObject(w, rng))
		}
		return slices.Insert(lines, rng.IntN(root(lines)+1), l), true
	},
}

func root(lines [][]string) int {
	return slices.IndexFunc(lines, func(l []string) bool { return l[0] == "root" })
}

// refs returns where in a line its subtasks begin; 0: it has none.
func refs(l []string) int {
	at := 1
	if l[0] != "root" {
		at = slices.Index(l, "->") + 2
	}
	if at == 1 && l[0] != "root" || at >= len(l) {
		return 0
	}
	return at
}

// args returns where in a line its arguments begin; 0: it has none.
func args(l []string) int {
	if l[0] == "root" || len(l) < 3 || l[2] == "->" {
		return 0
	}
	return 2
}

// pick returns a random line that is not empty, or -1.
func pick(rng *rand.Rand, lines [][]string, has func([]string) int) int {
	for _, i := range rng.Perm(len(lines)) {
		if has(lines[i]) > 0 {
			return i
		}
	}
	return -1
}

func anObject(w world, rng *rand.Rand) string {
	i := rng.IntN(len(w.p.Objects) + len(w.d.Constants))
	if i < len(w.p.Objects) {
		return w.p.Objects[i].Name.Text
	}
	return w.d.Constants[i-len(w.p.Objects)].Name.Text
}

func mutate(w world, rng *rand.Rand, kind, plan string) (string, bool) {
	var lines [][]string
	for line := range strings.Lines(plan) {
		if words := strings.Fields(line); words[0] != "==>" && words[0] != "<==" {
			lines = append(lines, words)
		}
	}
	lines, ok := mutations[kind](w, rng, lines)
	if !ok {
		return "", false
	}
	out := "==>\n"
	for _, l := range lines {
		out += strings.Join(l, " ") + "\n"
	}
	return out + "<==\n", true
}

// TestMutatedPlans judges over a thousand changed plans as trying everything judges them, by both rules.
func TestMutatedPlans(t *testing.T) {
	const seed, plans, each = 20, 14, 2
	rng := rand.New(rand.NewPCG(seed, 0))
	kinds := []string{}
	for kind := range mutations {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	seen, count := map[string]bool{}, map[string]int{}
	for _, name := range worldNames {
		w := loadWorld(t, name)
		for _, plan := range w.plans(t, rng, plans) {
			compare(t, w, plan, count)
			if v := verify.Plan(w.d, w.p, read(t, plan)); !v.Valid() {
				t.Errorf("%s: what the planner found is not valid: %s\n%s", name, v.Found.Error(), plan)
			}
			for _, kind := range kinds {
				for range each {
					if changed, ok := mutate(w, rng, kind, plan); ok && !seen[name+changed] {
						seen[name+changed] = true
						compare(t, w, changed, count)
					}
				}
			}
		}
	}
	t.Log(len(seen), "mutations:", count)
	if len(seen) < 1000 {
		t.Errorf("%d different mutations, want at least 1000", len(seen))
	}
}

func read(t testing.TB, plan string) *verify.File {
	t.Helper()
	f, ds := verify.ReadPlan("test.plan", plan)
	if err := ds.Err(); err != nil {
		t.Fatalf("%v\n%s", err, plan)
	}
	return f
}

// compare judges a plan in both ways by both rules, and counts the reasons.
func compare(t *testing.T, w world, plan string, count map[string]int) {
	t.Helper()
	f := read(t, plan)
	for _, strict := range []bool{false, true} {
		v := verify.Rules{AtFirstAction: strict}.Plan(w.d, w.p, f)
		if want := judgeExhaustively(w.d, w.p, f, strict); v.Valid() != want {
			t.Fatalf("%s, strict %v: valid %v (%s), but trying everything says %v\n%s", w.name, strict, v.Valid(), v.Found.Error(), want, plan)
		}
		if v.Valid() != (v.Found.Message == "") || !v.Valid() && v.Found.Span.Src == nil {
			t.Fatalf("%s: a verdict without message or place: %+v\n%s", w.name, v, plan)
		}
		count[fmt.Sprint(v.Reason)]++
	}
}
