package bt_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// trace writes what matters of events in short: 3 +work means that work starts in tick 3, =work that it ends, with its
// status, -work that it is aborted, ! that an abort fires.
type trace struct {
	th   *theatre
	out  strings.Builder
	tick int64
}

func (r *trace) event(e bt.Event) {
	of := r.th.program
	mark := ""
	switch e.Kind {
	case bt.AbortFired:
		mark = fmt.Sprintf("!%v:%s", e.Mode, of.Label(e.Node))
	case bt.NodeDecided:
		mark = "?" + of.Label(e.Node)
	case bt.NodeStarted, bt.NodeEnded, bt.NodeAborted:
		info, _ := of.Node(e.Node)
		if info.Action == nil {
			return
		}
		mark = map[bt.EventKind]string{bt.NodeStarted: "+", bt.NodeEnded: "=", bt.NodeAborted: "-"}[e.Kind] + info.Name
		if e.Kind == bt.NodeEnded {
			mark += ":" + e.Status.String()[:1]
		}
	default:
		return
	}
	if e.Tick != r.tick {
		r.tick = e.Tick
		fmt.Fprintf(&r.out, " %d", e.Tick)
	}
	r.out.WriteString(" " + mark)
}

// TestGuardsOfAllComposites crosses composites, kinds of guards, abort modes and places, and lets the condition come
// and go: starts, ends and aborts have not changed.
func TestGuardsOfAllComposites(t *testing.T) {
	hosts := []string{"sequence", "selector", "resume sequence", "random sequence", "random selector", "utility selector", "utility selector select best inertia 0.5", "if_then_else", "try", "parallel succeed 3 fail 3", "parallel all"}
	guards := []string{"sequence abort %s { if %s; play }", "if %[2]s abort %[1]s", "when %[2]s abort %[1]s { succeed }"}
	var out strings.Builder
	for _, host := range hosts {
		for _, form := range guards {
			for _, mode := range []string{"self", "lower", "both"} {
				for _, places := range []string{"%s; work; rest", "work; %s; rest", "fail; %s; work; rest", "repeat 1 { %s }; rest; dig"} {
					was := ""
					for _, cond := range []string{"a", "a && n < 50", "a || n > 90"} {
						inner := fmt.Sprintf(places, fmt.Sprintf(form, mode, cond))
						switch parts := strings.Split(inner, "; "); {
						case strings.HasPrefix(host, "utility"):
							inner = scored(inner)
						case host == "try":
							last := parts[len(parts)-1]
							inner = strings.TrimSuffix(inner, "; "+last) + " } catch { " + last
						}
						text := host + " { " + inner + " }"
						info, wrong := check(prelude + "tree main { repeat { " + text + " } }")
						if wrong != "" {
							continue // not each guard may stand everywhere
						}
						got := crossed(t, info, "true") + crossed(t, info, "false")
						switch got = strings.ReplaceAll(got, cond, "a"); {
						case was == "":
							was = got
							fmt.Fprintf(&out, "%s\n%s", text, got)
						case got != was:
							t.Errorf("%s: it is\n%swith a alone\n%s", text, got, was)
						}
					}
				}
			}
		}
	}
	const file = "testdata/crossed.golden"
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != string(want) {
		t.Errorf("%s differs:\n%s", file, difference(got, string(want)))
	}
}

// crossed lets the condition come and go, and returns what comes of it.
func crossed(t *testing.T, info *def.Info, first string) string {
	th := newTheatreOf(t, info)
	r := &trace{th: th}
	th.env.Sink = bt.SinkFunc(r.event)
	for _, name := range []string{"work", "play", "rest", "dig"} {
		th.results[name] = []result{{3, "success"}, {2, "failure"}, {4, "success"}, {3, "failure"}}
	}
	th.assign("a = " + first)
	for _, line := range []string{"run 2", "set a = !a", "run 1", "set n += 1", "run 1", "set a = !a", "run 2", "set n += 1, k += 1", "run 1", "set a = !a", "run 2"} {
		th.follow(line)
	}
	return fmt.Sprintf("\t%s:%s\n", first, r.out.String())
}

// scored gives each child of a list a score, the first the greatest; children without one of their own lose theirs.
func scored(children string) string {
	depth, n, start := 0, 9, 0
	var out []string
	for i := range len(children) + 1 {
		if i < len(children) {
			switch children[i] {
			case '{':
				depth++
			case '}':
				depth--
			}
		}
		if i == len(children) || children[i] == ';' && depth == 0 {
			head, body, braced := strings.Cut(strings.TrimSpace(children[start:i]), "{")
			if head = fmt.Sprintf("%s score %d", strings.TrimSpace(head), n); braced {
				head += " {" + body
			}
			out = append(out, head)
			n--
			start = i + 1
		}
	}
	return strings.Join(out, "; ")
}

// TestOutcomesOfParallels: a parallel ends well when enough of its children have, fails when enough have or too few are
// left; those that are skipped do not count, negative numbers count from the end. One of the kind all waits for the
// last child, and fails if enough have failed.
func TestOutcomesOfParallels(t *testing.T) {
	children := []string{"work", "play", "rest"}
	for _, all := range []bool{false, true} {
		for _, need := range []int{0, 1, 2, 3, -1, -2} {
			for _, limit := range []int{0, 1, 2, 3, -1} {
				head := "parallel"
				if all {
					head += " all"
				} else if need != 0 {
					head += fmt.Sprintf(" succeed %d", need)
				}
				if limit != 0 {
					head += fmt.Sprintf(" fail %d", limit)
				}
				if all && need != 0 {
					continue
				}
				info, wrong := check(prelude + "tree main { " + head + " { work skip_if a; play skip_if b; rest skip_if c } }")
				if wrong != "" {
					t.Fatal(head, wrong)
				}
				for outcomes := range 4 * 4 * 4 {
					th := newTheatreOf(t, info)
					th.silent = true
					succeeded, failed, skipped, open := 0, 0, 0, 0
					want := bt.Running
					for i, o := 0, outcomes; i < 3; i, o = i+1, o/4 {
						switch o % 4 {
						case 0:
							succeeded++
							th.results[children[i]] = []result{{1, "success"}}
						case 1:
							failed++
							th.results[children[i]] = []result{{1, "failure"}}
						case 2:
							open++
							th.results[children[i]] = []result{{9, "success"}}
						default:
							skipped++
							th.assign([]string{"a", "b", "c"}[i] + " = true")
						}
						counted := 3 - skipped
						from := func(n, standard int) int {
							if n == 0 {
								n = standard
							}
							if n < 0 {
								n += counted + 1
							}
							return max(n, 1)
						}
						enough, many := from(need, -1), from(limit, 1)
						switch last := i == 2; {
						case want != bt.Running: // those before have decided
						case counted == 0:
							want = bt.Failure // the tree had nothing to do
						case all && (open > 0 || !last):
						case all && failed >= many:
							want = bt.Failure
						case all:
							want = bt.Success
						case succeeded >= enough:
							want = bt.Success
						case failed >= many || counted-failed < enough:
							want = bt.Failure
						}
					}
					if got := th.step(); got != want {
						t.Errorf("%s with %d that succeed, %d that fail, %d that run on: %v, want %v", head, succeeded, failed, open, got, want)
					}
				}
			}
		}
	}
}

// TestArgumentsOfSeveralTypes reach the action with their types, the first as well as the last.
func TestArgumentsOfSeveralTypes(t *testing.T) {
	info, wrong := check("type mood = { calm, cross }\ntype thing max 4\nstate agent { pet: thing }\naction greet(v: mood | thing)\naction say(n: int)\naction look(v: thing | mood)\ntree main { sequence { service every 9s look(cross); greet(cross); greet(pet); say(7) } }")
	if wrong != "" {
		t.Fatal(wrong)
	}
	th := newTheatreOf(t, info)
	th.env.Sink = nil
	for _, line := range []string{"add thing egg", "set pet = egg"} {
		th.follow(line)
	}
	var got []string
	th.step()
	for _, l := range strings.Split(th.log.String(), "\n") {
		if l = strings.TrimSpace(l); strings.HasSuffix(l, ")") {
			got = append(got, l)
		}
	}
	if text := strings.Join(got, " "); text != "look(cross) greet(cross) greet(egg) say(7)" {
		t.Errorf("%s", text)
	}
}

// TestParametersOfAnotherModel: the values in the frame of a tree are translated by the names of enum values and
// objects; values that are gone become none, or the first value.
func TestParametersOfAnotherModel(t *testing.T) {
	model := func(moods, types string) string {
		return types + "type mood = { " + moods + " }\naction greet(v: mood | thing)\naction work\naction hop(p: vec2)\nstate agent { pet: thing; other: thing; at: vec2; face: mood }\n" +
			"tree part(p: thing, o: thing, q: mood, at: vec2) { sequence { work; greet(p); greet(o); greet(q); hop(at) } }\ntree main { part(pet, other, face, at) }"
	}
	before, wrong := check(model("calm, cross, glad", "type thing max 4\ntype odd max 4\n"))
	if wrong != "" {
		t.Fatal(wrong)
	}
	from := newTheatreOf(t, before)
	from.silent = true
	from.results["work"] = []result{{9, "success"}}
	for _, line := range []string{"add thing egg", "add thing orc", "set pet = egg, other = orc, at = vec2(1, 2), face = glad", "run 1"} {
		from.follow(line)
	}
	for moods, mood := range map[string]string{"calm, cross, glad": "glad", "glad, calm": "glad", "cross, calm": "cross"} {
		after, wrong := check(model(moods, "type odd max 4\ntype thing max 4\n"))
		if wrong != "" {
			t.Fatal(wrong)
		}
		to := newTheatreOf(t, after)
		to.follow("add thing egg")
		to.state.Forget()
		m, err := world.NewMigration(before.Schema, after.Schema)
		if err != nil {
			t.Fatal(err)
		}
		m.Match(to.state, from.state, func(o world.Object) world.Object { return o })
		r := codec.NewReader(append(from.forest.AppendNames(nil), from.saved()...))
		names := bt.ReadNames(r, before.Schema)
		rs := to.env.Instances.Restorer((*world.Reader)(r), before.Schema, m)
		_, lost := to.tree.Read(r, &bt.Saved{Instances: to.env.Instances, Restorer: rs, Names: names, Migration: m}, from.program.ID())
		if r.End(); r.Err() != nil || lost != "" {
			t.Fatal(r.Err(), lost)
		}
		if names.Len() != 2 || names.Name(from.program.ID()) != "main" {
			t.Errorf("there were %d trees", names.Len())
		}
		to.env.Sink, to.starts, to.tick = nil, 1, from.tick
		for range 9 {
			to.step()
		}
		var got []string
		for _, l := range strings.Split(to.log.String(), "\n") {
			if l = strings.TrimSpace(l); strings.HasSuffix(l, ")") {
				got = append(got, l)
			}
		}
		if text := strings.Join(got[:min(4, len(got))], " "); text != "greet(egg) greet(none) greet("+mood+") hop((1, 2))" {
			t.Errorf("%s: %s", moods, text)
		}
	}
}

// TestCausesOfNothingAreRefused: a recorded change must be of a symbol, or of an object that came or went.
func TestCausesOfNothingAreRefused(t *testing.T) {
	for at, fits := range map[world.Addr]bool{0: true, 1 << 40: false} {
		th := newTheatre(t, prelude+"tree main { selector { sequence abort lower { if a; work }; wait 5s } }")
		th.silent = true
		th.step()
		th.tree.KeepChange(world.Change{Addr: at})
		other := newTheatreOf(t, th.info)
		if _, err := other.reads(th.saved(), 0); (err == nil) != fits || other.tree.Running() != fits {
			t.Errorf("a change at %d: %v, it runs: %t", at, err, other.tree.Running())
		}
	}
}
