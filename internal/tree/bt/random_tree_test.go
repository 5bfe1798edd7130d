package bt_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// tangle draws random trees as text, over all kinds of nodes.
type tangle struct {
	rt    *rapid.T
	vars  int
	extra string // clauses that the next node must have

	ghosts bool // places of children that never do anything are marked
	twins  bool // places of nodes are marked where another could stand
}

func (g *tangle) number(least, most int) int { return rapid.IntRange(least, most).Draw(g.rt, "n") }

func (g *tangle) pick(list ...string) string { return list[g.number(0, len(list)-1)] }

// tree draws a tree with a subtree.
func (g *tangle) tree() string {
	return "tree part(p: int) { " + g.service() + g.node(2, false) + " }\ntree side(p: int) { " + g.service() + g.node(2, false) + " }\ntree main { " + g.service() + g.node(4, true) + " }"
}

func (g *tangle) cond() string {
	switch g.number(0, 9) {
	case 0:
		return "n < " + fmt.Sprint(g.number(0, 6))
	case 1:
		return "exists(t: thing where hot(t))"
	case 2:
		return "a && " + g.pick("b", "c", "!d")
	case 3:
		return "likes(n)"
	}
	return g.pick("", "!") + g.pick("a", "b", "c", "d")
}

func (g *tangle) effect() string {
	return g.pick("a = !a", "b = !b", "c = true", "d = false", "n += 1", "n = 0", "k += 1", "w = side", "w = part", "a = b, b = a")
}

func (g *tangle) service() string {
	if g.number(0, 7) > 0 {
		return ""
	}
	return fmt.Sprintf("service every 0.%ds %s; ", g.number(1, 5), g.pick("look", "set "+g.effect()))
}

func (g *tangle) abort() string {
	if g.number(0, 1) == 0 {
		return ""
	}
	return " abort " + g.pick("self", "lower", "both")
}

func (g *tangle) clauses() string {
	extra := g.extra
	g.extra = ""
	switch g.number(0, 20) {
	case 0:
		return extra + " skip_if " + g.cond()
	case 1:
		return extra + " fail_if " + g.cond()
	case 2:
		return extra + " succeed_if " + g.cond()
	case 3, 4:
		return extra + " while " + g.cond()
	case 5:
		return extra + " on_success " + g.effect()
	case 6:
		return extra + " on_failure " + g.effect()
	case 7:
		return extra + " on_abort " + g.effect()
	}
	return extra
}

func (g *tangle) leaf(calls bool) string {
	switch g.number(0, 16) {
	case 0, 1, 2:
		return "if " + g.cond() + g.abort() + g.clauses()
	case 3:
		return "set " + g.effect() + g.clauses()
	case 4:
		return "wait " + g.pick("x", "0.1s", "0.2s", "0.3s") + g.clauses()
	case 5:
		return fmt.Sprintf("wait 0.1s..0.%ds", g.number(2, 9)) + g.clauses()
	case 6:
		return g.pick("succeed", "fail", `log "x"`) + g.clauses()
	case 7, 8:
		return g.pick("work", "play") + " uninterrupted" + g.clauses()
	case 9:
		if calls && g.number(0, 2) == 0 {
			return fmt.Sprintf("choose way(p: %s) by w", g.pick("n", "2")) + g.clauses()
		}
		if calls {
			return fmt.Sprintf("part(%s)", g.pick("n", "2")) + g.clauses()
		}
	}
	return g.pick("work", "play", "rest", "dig", "say(n)", "linger", "drag", "stroll") + g.pick("", "", "", " uninterrupted") + g.clauses()
}

func (g *tangle) children(depth int, calls bool, guard bool, suffix func() string) string {
	var list []string
	if guard {
		list = append(list, "if "+g.cond())
	}
	for range g.number(2, 4) {
		g.extra = suffix()
		list = append(list, g.twin(depth-1, calls))
	}
	return "{ " + g.service() + strings.Join(list, "; ") + " }"
}

// twin draws a node, and at times another that could replace it, or none.
func (g *tangle) twin(depth int, calls bool) string {
	if !g.twins || g.extra != "" || g.number(0, 3) > 0 {
		return g.node(depth, calls)
	}
	one := g.node(depth, calls)
	switch g.number(0, 4) {
	case 0:
		return "«" + one + "¦" + g.decorator(1, calls) + "»"
	case 1:
		return "«" + one + "¦" + one + "; " + g.leaf(calls) + "»"
	case 2:
		return "«" + g.leaf(calls) + "; " + one + "¦" + one + "»"
	case 3:
		return "«" + one + "¦" + g.pick("timeout 0.4s", "cooldown 0.3s", "sequence", "repeat 2") + " { " + one + " }»"
	}
	return "«" + one + "¦" + g.leaf(calls) + "»"
}

// written returns a text with its marks resolved: of each pair of twins the first or the second, and at each place of a
// ghost one or nothing.
func written(text string, second, ghost func(i int) bool) string {
	var b strings.Builder
	twins, ghosts := 0, 0
	var write func(text string)
	write = func(text string) {
		for text != "" {
			i := strings.IndexAny(text, "«§")
			if i < 0 {
				b.WriteString(text)
				return
			}
			b.WriteString(text[:i])
			if strings.HasPrefix(text[i:], "§") {
				rest := text[i+len("§"):]
				end := strings.Index(rest, "§")
				if ghost(ghosts) {
					b.WriteString(rest[:end])
				}
				ghosts, text = ghosts+1, rest[end+len("§"):]
				continue
			}
			depth, mid, k := 0, 0, i
			for ; k < len(text); k++ {
				switch {
				case strings.HasPrefix(text[k:], "«"):
					depth++
				case strings.HasPrefix(text[k:], "»"):
					depth--
				case depth == 1 && strings.HasPrefix(text[k:], "¦"):
					mid = k
				}
				if depth == 0 {
					break
				}
			}
			one, two := text[i+len("«"):mid], text[mid+len("¦"):k]
			text = text[k+len("»"):]
			twins++
			if second(twins - 1) {
				write(two)
			} else {
				write(one)
			}
		}
	}
	write(text)
	return b.String()
}

func none() string { return "" }

func (g *tangle) node(depth int, calls bool) string {
	if depth == 0 || g.number(0, 5) == 0 {
		return g.leaf(calls)
	}
	if g.number(0, 2) == 0 {
		return g.decorator(depth, calls)
	}
	switch g.number(0, 15) {
	case 0:
		return "random sequence" + g.clauses() + " " + g.children(depth, calls, false, func() string { return g.pick("", " weight 3") })
	case 1:
		return "random selector" + g.clauses() + " " + g.children(depth, calls, false, func() string { return g.pick("", " weight n") })
	case 2:
		rule := g.pick("", " select best", " select best inertia 0.5", " select best inertia 2 fade 0.5s", " select first over 0.5",
			" select weighted", " select weighted top 2", " select weighted within 0.5 inertia 1")
		return "utility selector" + rule + g.clauses() + " " + g.children(depth, calls, false, func() string { return g.pick(" score x", " score n", " score 0.5") })
	case 3:
		return "switch m" + g.clauses() + " {" + g.service() + "case calm { " + g.node(depth-1, calls) + " }; case cross { " + g.node(depth-1, calls) + " }" +
			g.pick("", "; else { "+g.node(depth-1, calls)+" }") + " }"
	case 4:
		return "if_then_else" + g.clauses() + " { " + g.node(depth-1, calls) + "; " + g.node(depth-1, calls) + g.pick("", "; "+g.node(depth-1, calls)) + " }"
	case 5, 6:
		return "while_do_else" + g.clauses() + " { if " + g.cond() + "; " + g.node(depth-1, calls) + "; " + g.node(depth-1, calls) + " }"
	case 7:
		return "while_do_else" + g.clauses() + " { " + g.node(depth-1, calls) + "; " + g.node(depth-1, calls) + " }"
	case 8:
		if g.number(0, 1) == 0 {
			return g.pick("in_order", "together", "rounds", "pick(n)", "pick(1)") + g.clauses() + " " + g.children(depth, calls, g.number(0, 3) == 0, none)
		}
		return "try" + g.clauses() + " { " + g.node(depth-1, calls) + "; " + g.node(depth-1, calls) + " } catch { " + g.node(depth-1, calls) + " }"
	}
	kind := g.pick("sequence", "sequence", "selector", "selector", "reactive sequence", "reactive selector", "resume sequence",
		"parallel", "parallel succeed 1", "parallel succeed -1 fail 2", "parallel all", "parallel all fail 2")
	text := ""
	if guard := g.number(0, 1) == 0; guard {
		text = kind + g.abort() + g.clauses() + " " + g.children(depth, calls, true, none)
	} else {
		text = kind + g.clauses() + " " + g.children(depth, calls, false, none)
	}
	if g.ghosts && !strings.HasPrefix(kind, "parallel") {
		at := strings.LastIndex(text, " }")
		text = text[:at] + "; succeed; §" + g.ghost(kind) + "; §fail }"
	}
	return text
}

// ghost returns a child that never does anything: its kind of composite continues past it.
func (g *tangle) ghost(kind string) string {
	if strings.Contains(kind, "selector") && g.number(0, 1) == 0 {
		return "if n < -7" + g.abort()
	}
	return "work skip_if n > -7"
}

func (g *tangle) decorator(depth int, calls bool) string {
	head := g.pick("invert", "succeed", "fail", "repeat", "repeat 2", "retry 3", "retry", "timeout 0.4s", "delay 0.2s", "cooldown 0.5s",
		"once", "until_failure", "limit 3", "chance 0.5", "flip", "often", "each", "when", "when", "when")
	switch head {
	case "when":
		head += " " + g.cond() + g.abort()
	case "each":
		g.vars++
		head += fmt.Sprintf(" e%d%s", g.vars, g.pick(" in 1, 2, n", ": mood", ": thing where hot(@)", ": thing order near(@)"))
		head = strings.ReplaceAll(head, "@", fmt.Sprint("e", g.vars))
	}
	return head + g.clauses() + " { " + g.service() + g.node(depth-1, calls) + " }"
}
