package bt_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestWhatGoesOnInAnotherTree reloads trees while they run: aborts, and the events in the reload and the ticks after
// it.
func TestWhatGoesOnInAnotherTree(t *testing.T) {
	for _, c := range []struct {
		name          string
		before, after string
		script        string // before the reload; actions take 9 ticks where it does not say otherwise
		cuts          string
		ticks         int // after it; 0: one
		then          string
	}{
		{"a number", "sequence { wait 0.2s; work }", "sequence { wait 0.9s; work }", "run 1", "", 2, "3 wait ended: success; 3 work started"},
		{"a node before the one that runs", "selector { if b; work }", "selector { if a; if b; work }", "run 2", "", 5, ""},
		{"a node before it that has its turn", "selector { sequence abort lower { if b; play }; work }",
			"selector { sequence abort lower { if !b; dig }; sequence abort lower { if b; play }; work }", "run 2", "", 0,
			"3 sequence fires abort lower; 3 work aborted: a branch of higher priority takes over; 3 sequence started; 3 if !b started; 3 if !b ended: success; 3 dig started"},
		{"a node before it that has its turn, without an abort", "selector { work }", "selector { sequence { if !b; dig }; work }", "run 2", "", 5, ""},
		{"a node behind", "sequence { work; rest }", "sequence { work; play; rest }", "run 2", "", 5, ""},
		{"a node is moved", "sequence { cooldown 9s { succeed }; work; play }", "sequence { work; cooldown 9s { succeed }; play }", "run 2", "", 5, ""},
		{"the one that runs is moved", "sequence { work; rest; play }", "sequence { rest; work; play }", "run 2", "", 5, ""},
		{"the first of two equal ones is gone", "sequence { work; work; dig }", "sequence { work; dig }", "act work 2 success\nact work 9 success\nrun 3", "work: it is gone", 0,
			"3 work aborted: the program was changed; 4 dig started"},
		{"the second of two equal ones is gone", "sequence { work; work; dig }", "sequence { work; dig }", "run 2", "", 5, ""},
		{"a child of a sequence", "sequence { rest; work; dig }", "sequence { rest; dig }", "act rest 1 success\nrun 2", "work: it is gone", 0, "2 work aborted: the program was changed; 3 dig started"},
		{"a child that is another one", "sequence { rest; work; dig }", "sequence { rest; play; dig }", "act rest 1 success\nrun 2", "work: it is gone", 0, "2 work aborted: the program was changed; 3 play started"},
		{"the last child of a sequence", "selector { sequence { rest; work }; play }", "selector { sequence { rest }; play }", "act rest 1 success\nrun 2", "work: it is gone", 0,
			"2 work aborted: the program was changed; 3 sequence ended: success; 3 selector ended: success; 3 tree success"},
		{"a child of a resume sequence", "resume sequence { rest; work; dig }", "resume sequence { rest; dig }", "act rest 1 success\nrun 2", "work: it is gone", 0, "2 work aborted: the program was changed; 3 dig started"},
		{"a child of a selector", "selector { dig; work; play }", "selector { dig; play }", "act dig 1 failure\nact dig 9 success\nrun 2", "work: it is gone", 0, "2 work aborted: the program was changed; 3 dig started"},
		{"a child of a reactive selector", "reactive selector { sequence { if a; dig }; work; play }", "reactive selector { sequence { if a; dig }; play }", "run 2", "work: it is gone", 0,
			"2 work aborted: the program was changed; 3 sequence started; 3 if a started; 3 if a ended: failure; 3 sequence ended: failure; 3 play started"},
		{"another argument", "sequence { rest; say(3) }", "sequence { rest; say(4) }", "act rest 1 success\nrun 2", "say(3): it is gone", 0, "2 say(3) aborted: the program was changed; 3 say(4) started;   say(4)"},
		{"a cooldown in a branch that is moved", "selector { sequence { cooldown 9s { work }; dig }; play }", "selector { timeout 9s { sequence { cooldown 9s { work }; dig } }; play }",
			"run 2", "sequence: it is at another place", 0,
			"2 work aborted: the program was changed; 2 cooldown aborted: the program was changed; 2 sequence aborted: the program was changed; 3 timeout started; 3 sequence started; " +
				"3 cooldown started; 3 cooldown ended: failure; 3 sequence ended: failure; 3 timeout ended: failure; 3 play started"},
		{"a cooldown whose child is another", "selector { cooldown 9s { work }; play }", "selector { cooldown 9s { dig }; play }", "run 2", "work: it is gone", 0, "2 work aborted: the program was changed; 3 dig started"},
		{"a cooldown with something before its child", "selector { cooldown 0.5s { work }; play }", "selector { cooldown 0.5s { sequence { rest; work } }; play }", "act work 1 failure\nrun 2", "", 5,
			""},
		{"what on_abort says", "selector { work on_abort a = true; play }", "selector { if !a; dig; play }", "run 1", "work: it is gone", 0,
			"1 work aborted: the program was changed; 2 if !a started; 2 if !a ended: failure; 2 dig started"},
		{"a decorator whose condition is another", "selector { when !a { work }; play }", "selector { when !b { work }; play }", "run 1", "", 5, ""},
		{"and whose child is gone", "selector { when !a { work }; play }", "selector { when b { dig }; play }", "run 1", "when: it has changed", 0,
			"1 work aborted: the program was changed; 1 when !a aborted: the program was changed; 2 when b started; 2 when b ended: failure; 2 play started"},
		{"a loop goes on counting", "repeat 2 { sequence { work; wait 0.1s } }", "repeat 2 { sequence { dig; wait 0.1s } }", "act work 2 success\nact work 9 success\nact dig 1 success\nrun 4", "work: it is gone", 4,
			"4 work aborted: the program was changed; 5 dig started; 5 dig ended: success; 5 wait started; 6 wait ended: success; 6 sequence ended: success; 6 repeat ended: success; 6 tree success; " +
				"7 repeat started; 7 sequence started; 7 dig started; 7 dig ended: success; 7 wait started; 7 tree running; 8 wait ended: success; 8 sequence ended: success"},
		{"a limit", "repeat { selector { limit 1 { fail }; work } }", "repeat { selector { limit 1 { fail }; dig; work } }", "act work 2 success\nrun 4", "", 0,
			"5 selector started; 5 limit started; 5 limit ended: failure; 5 dig started"},
		{"once", "repeat { sequence { once { succeed }; work } }", "repeat { sequence { if !a; once { succeed }; work } }", "act work 2 success\nact work 9 success\nrun 2", "", 0,
			"3 sequence started; 3 if !a started; 3 if !a ended: success; 3 once started; 3 once ended: success; 3 work started"},
		{"a random selector whose child goes", "random selector { work; play; dig }", "random selector { work; dig }", "act work 1 failure\nact work 9 success\nact dig 1 failure\nact dig 9 success\nrun 2", "play: it is gone", 0,
			"2 play aborted: the program was changed; 3 dig started"},
		{"a random sequence whose child goes", "random sequence { work; play; dig }", "random sequence { work; dig }", "act work 1 success\nact dig 1 success\nrun 1", "play: it is gone", 0,
			"1 play aborted: the program was changed; 2 random sequence ended: success; 2 tree success"},
		{"a utility selector with one more", "utility selector { work score 2; play score 1 }", "utility selector { dig score 9; work score 2; play score 1 }", "run 2", "", 5, ""},
		{"one more than those that are left", "utility selector { work score 3; play score 2; rest score 1 }", "utility selector { work score 3; play score 2; rest score 1; dig score 1.5 }",
			"act work 3 failure\nact play 1 failure\nact dig 1 failure\nrun 2", "", 2,
			"3 work ended: failure; 3 play started; 3 play ended: failure; 3 dig started; 3 dig ended: failure; 3 rest started"},
		{"one more that is better than those that are left", "utility selector { work score 3; play score 2; rest score 1 }", "utility selector { dig score 9; work score 3; play score 2; rest score 1 }",
			"act work 3 failure\nact dig 1 failure\nrun 2", "", 2, "3 work ended: failure; 3 dig started; 3 dig ended: failure; 3 play started"},
		{"one more, with a score that is another by then", "utility selector { work score 3; play score 2; rest score n }", "utility selector { work score 3; dig score 1; play score 2; rest score n }",
			"act work 3 failure\nact rest 1 failure\nrun 2\nset n = 5", "", 2, "3 work ended: failure; 3 rest started; 3 rest ended: failure; 3 play started"},
		{"one more beside a rule", "utility selector select best { work score 3; play score 2 }", "utility selector select best { dig score 2.5; work score 3; play score 2 }",
			"act work 3 failure\nact dig 1 failure\nrun 2", "", 2, "3 work ended: failure; 3 dig started; 3 dig ended: failure; 3 play started"},
		{"one more, and the one that runs is gone", "utility selector { work score 3; play score 2 }", "utility selector { play score 2; dig score 2.5 }", "run 2", "work: it is gone", 0,
			"2 work aborted: the program was changed; 3 dig started"},
		{"a rule that is gone, and one more", "utility selector select best { work score 3; play score 2 }", "utility selector { work score 3; play score 2; dig score 2.5 }",
			"act work 3 failure\nrun 2", "", 2, "3 work ended: failure; 3 dig started"},
		{"a rule that is new", "utility selector { work score 3; play score 2; dig score 2.5 }", "utility selector select best { work score 3; play score 2; dig score 2.5 }",
			"act work 3 failure\nrun 2", "", 2, "3 work ended: failure; 3 dig started"},
		{"a utility selector that has a rule now", "utility selector { work score 2; play score 1 }", "utility selector select best inertia 0.5 { work score 2; play score 1 }", "run 2", "", 5, ""},
		{"a utility selector whose child goes", "utility selector select best { work score 2; play score 1; dig score 0.5 }", "utility selector select best { play score 1; dig score 0.5 }", "run 2", "work: it is gone", 0,
			"2 work aborted: the program was changed; 3 play started"},
		{"a parallel with a branch gone", "parallel { work; play; wait 0.3s }", "parallel { work; wait 0.3s }", "run 2", "play: it is gone", 2, "2 play aborted: the program was changed; 4 wait ended: success"},
		{"a parallel with one more", "parallel { work; wait 0.9s }", "parallel { work; dig; wait 0.9s }", "run 2", "", 2, "3 dig started"},
		{"a parallel whose open branch is gone", "parallel { succeed; work }", "parallel { succeed }", "run 2", "work: it is gone", 0, "2 work aborted: the program was changed; 3 parallel ended: success; 3 tree success"},
		{"a service in the middle of its action", "sequence { service every 1s look; work; dig }", "sequence { service every 2s look; if a; work; dig }", "act look 9 success\nrun 2", "", 5, ""},
		{"a service that is gone", "sequence { service every 1s look; work }", "sequence { service every 1s set n = 1; work }", "act look 9 success\nrun 2", "service look: it is gone", 2, "3 service set of sequence: success"},
		{"when a service is due", "sequence { service every 0.3s look; work }", "sequence { service every 0.3s look; if !a; work }", "act look 1 success\nrun 2", "", 2, "4 service look of sequence: success"},
		{"the end of an action that takes time", "selector { sequence abort lower { if b; play }; linger }", "selector { if c; sequence abort lower { if b; play }; linger }",
			"act linger 9 success\nrun 1\nset b = true\nrun 1", "", 3,
			"3   linger leads to its end; 4   linger leads to its end; 5   linger leads to its end; 5 linger aborted: a branch of higher priority takes over; 5 sequence started; 5 if b started; 5 if b ended: success; 5 play started"},
		{"an action that takes time to end, and is gone", "selector { sequence abort lower { if b; play }; linger }", "selector { sequence abort lower { if b; play }; dig }",
			"act linger 9 success\nrun 1\nset b = true\nrun 1", "linger: it is gone", 0, "2 linger aborted: the program was changed; 3 sequence started; 3 if b started; 3 if b ended: success; 3 play started"},
		{"a switch whose case is gone", "switch m { case calm { work }; case cross { dig } }", "switch m { case cross { dig }; else { play } }", "run 1", "case: it is gone", 0,
			"1 work aborted: the program was changed; 1 case aborted: the program was changed; 2 case started; 2 play started"},
		{"values of a loop", "each i in 1, 2 { say(i) }", "each i in 1, 2, 7 { say(i) }", "act say 2 success\nrun 2", "", 0, "3 say(i) ended: success; 3 say(i) started;   say(7)"},
		{"fewer values", "each i in 1, 2 { work }", "each i in 1 { work }", "act work 2 success\nact work 9 success\nrun 2", "each: it has changed", 0,
			"2 work aborted: the program was changed; 2 each aborted: the program was changed; 3 each started; 3 work started; 3 tree running"},
		{"a try that has caught", "try { fail; dig } catch { work }", "try { fail; dig } catch { play }", "run 1", "work: it is gone", 0, "1 work aborted: the program was changed; 2 play started"},
		{"children of a composite of the host", "in_order { work; dig }", "in_order { rest; work; dig }", "run 2", "in_order: it has changed", 0,
			"2 work aborted: the program was changed;   in_order was aborted; 2 in_order aborted: the program was changed; 3 in_order started; 3 rest started; 3 tree running"},
		{"what is below one", "in_order { sequence { if a; work }; dig }", "in_order { sequence { if a; work }; dig }", "set a = true\nrun 2", "", 5, ""},
		{"the root is of another kind", "sequence { work }", "selector { work }", "run 2", "sequence: it is gone", 0,
			"2 work aborted: the program was changed; 2 sequence aborted: the program was changed; 3 selector started; 3 work started; 3 tree running"},
	} {
		t.Run(c.name, func(t *testing.T) {
			th := newTheatre(t, prelude+"tree main { "+c.before+" }")
			th.silent = true
			for _, name := range []string{"work", "dig", "play", "rest", "say", "look"} {
				if !strings.Contains(c.script, "act "+name) {
					th.follow("act " + name + " 9 success")
				}
			}
			for line := range strings.SplitSeq(c.script, "\n") {
				th.follow(line)
			}
			th.silent = false
			next, cuts, lost := th.reloaded(t, prelude+"tree other { fail }\ntree main { "+c.after+" }")
			var reported []string
			for _, cut := range cuts {
				reported = append(reported, fmt.Sprintf("%s: %s", cut.Label, cut.Why))
			}
			if got := strings.Join(reported, "; "); got != c.cuts || lost != "" {
				t.Errorf("cut short: %q, want %q; lost %q", got, c.cuts, lost)
			}
			next = next.again(t)
			for range max(c.ticks, 1) {
				next.step()
			}
			if got := strings.TrimSuffix(strings.ReplaceAll(next.log.String(), "\n", "; "), "; "); got != c.then {
				t.Errorf("happened:\n%s\nwant\n%s", got, c.then)
			}
			next.finish()
		})
	}
}

// TestASubtreeOfAnotherNameKeepsWhatItRemembers: what ran in it ends, but its cooldown still holds.
func TestASubtreeOfAnotherNameKeepsWhatItRemembers(t *testing.T) {
	text := prelude + "tree hunt { sequence { cooldown 9s { succeed }; work } }\ntree main { sequence { rest; hunt } }"
	th := newTheatre(t, text)
	th.silent = true
	th.results["work"] = []result{{9, "success"}}
	th.follow("run 2")
	th.silent = false
	next, cuts, lost := th.reloaded(t, strings.ReplaceAll(text, "hunt", "prowl"))
	if len(cuts) != 1 || cuts[0].Label != "hunt" || cuts[0].Text("main") != "what ran at hunt of tree main ends: it is gone" || lost != "" {
		t.Errorf("%+v %s", cuts, lost)
	}
	next.step()
	if got := next.log.String(); !strings.HasSuffix(got, "3 cooldown ended: failure\n3 sequence ended: failure\n3 prowl ended: failure\n3 sequence ended: failure\n3 tree failure\n") {
		t.Error(got)
	}
}

// TestANodeThatComesBackBeginsAnew: a node that was gone for one program remembers nothing in the next.
func TestANodeThatComesBackBeginsAnew(t *testing.T) {
	with := prelude + "tree main { repeat { sequence { succeed { cooldown 9s { succeed } }; work } } }"
	without := strings.Replace(with, "succeed { cooldown 9s { succeed } }; ", "", 1)
	th := newTheatre(t, with)
	th.results["work"] = []result{{2, "success"}}
	th.silent = true
	th.follow("run 2")
	th, _, _ = th.reloaded(t, without)
	th.follow("run 1")
	th, _, _ = th.reloaded(t, with)
	th.log.Reset()
	if th.follow("run 2"); !strings.Contains(th.log.String(), "cooldown ended: success") {
		t.Error(th.log.String())
	}
}
