package program_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// report runs the one test that is added to a domain.
func report(t *testing.T, domain, test string, o program.TestOptions) program.TestReport {
	t.Helper()
	reports := loaded(t, domain+test).RunTests(o)
	if len(reports) != 1 {
		t.Fatalf("%d reports", len(reports))
	}
	return reports[0]
}

func TestRunTests(t *testing.T) {
	const gifts = `
type item = { book, lamp }
state agent { has(i: item): bool; n: int 0..9 }
operator take(i: item) { when !has(i); effect has(i) = true }
operator count { when n < 9; effect n += 1 }
task get(i: item) { method "there" when has(i) { }; method "take" { take(i) } }
task both { method m { get(book); get(lamp) } }
task to_nine { method there when n == 9 { }; method on { count; to_nine } }
agent a { plan both }
`
	tests := []struct {
		name   string
		test   string
		limits htn.Limits
		passed bool
		want   string
		got    string
		reason []string // parts of it; may be nil
	}{
		{"the plan", "expect take(book), take(lamp)", htn.Limits{}, true, "take(book), take(lamp)", "take(book), take(lamp)", nil},
		{"arguments left open", "expect take, take", htn.Limits{}, true, "take, take", "take(book), take(lamp)", nil},
		{"a task of its own", "task get(lamp); expect take(lamp)", htn.Limits{}, true, "take(lamp)", "take(lamp)", nil},
		{"an operator alone", "task count; expect count", htn.Limits{}, true, "count", "count", nil},
		{"nothing to do", "given has(book) = true; task get(book); expect { }", htn.Limits{}, true, "nothing to do", "nothing to do", nil},
		{"none", "given n = 9; task count; expect none", htn.Limits{}, true, "none", "none", nil},
		{"other arguments", "expect take(lamp), take(book)", htn.Limits{}, false, "take(lamp), take(book)", "take(book), take(lamp)", nil},
		{"another operator", "expect take(book), count", htn.Limits{}, false, "take(book), count", "take(book), take(lamp)", nil},
		{"too short", "expect take(book)", htn.Limits{}, false, "take(book)", "take(book), take(lamp)", nil},
		{"nothing expected", "expect { }", htn.Limits{}, false, "nothing to do", "take(book), take(lamp)", nil},
		{"none expected", "expect none", htn.Limits{}, false, "none", "take(book), take(lamp)", nil},
		{"none found", "given n = 9; task count; expect count", htn.Limits{}, false, "count", "none",
			[]string{"no plan for count", "n < 9", "n was 9"}},
		{"a limit", "expect take, take", htn.Limits{Nodes: 2}, false, "take, take", "limit: nodes",
			[]string{"no plan for both within the limit of nodes"}},
		{"none expected, and a limit hit", "task to_nine; expect none", htn.Limits{Depth: 3}, false, "none", "limit: depth", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := report(t, gifts, "test \"it\" { "+test.test+" }\n", program.TestOptions{Limits: test.limits})
			if r.Passed != test.passed || r.Want != test.want || r.Got != test.got || r.Name != "it" {
				t.Errorf("%+v", r)
			}
			if (r.Reason != "") != (test.reason != nil) {
				t.Errorf("reason %q", r.Reason)
			}
			for _, part := range test.reason {
				if !strings.Contains(r.Reason, part) {
					t.Errorf("no %q in the reason\n%s", part, r.Reason)
				}
			}
			if at := r.At.Position(); at.File != "main.krk" || at.Line != 10 {
				t.Errorf("at %v", at)
			}
		})
	}
}

func TestRunTestsInOrderAndWithoutTraces(t *testing.T) {
	p := loaded(t, meal+`
test "c" { expect work, buy, eat }
test "a" { given money = 9, has_job = false; expect buy, eat }
test "b" { expect work, buy, eat }
`)
	before := p.Info.Initial.Hash()
	for range 2 {
		var names []string
		for _, r := range p.RunTests(program.TestOptions{}) {
			names = append(names, r.Name)
			if !r.Passed {
				t.Errorf("%+v", r)
			}
		}
		if !slices.Equal(names, []string{"c", "a", "b"}) {
			t.Errorf("got %v", names)
		}
	}
	if p.Info.Initial.Hash() != before {
		t.Error("the initial state has changed")
	}
	if got := loaded(t, meal).RunTests(program.TestOptions{}); len(got) != 0 {
		t.Errorf("a file without tests: %v", got)
	}
}

func TestRunTestsCallsTheHost(t *testing.T) {
	const domain = `
function wants(n: int): bool
operator eat { when wants(3) }
task dine { method m { eat } }
`
	hungry := expr.Func(func(args []world.Word) [2]world.Word { return [2]world.Word{world.Bool(args[0] == 3)} })
	for _, c := range []struct {
		expect string
		funcs  []expr.Func
	}{{"eat", []expr.Func{hungry}}, {"none", nil}} {
		r := report(t, domain, "test \"it\" { task dine; expect "+c.expect+" }\n", program.TestOptions{Funcs: c.funcs})
		if !r.Passed {
			t.Errorf("%+v", r)
		}
	}
}

func TestCoverage(t *testing.T) {
	const extra = `
state agent { unread: bool; only_tested: bool; asked: bool; watched: bool; counted := asked }
action doze
operator nap { when counted; do doze; until watched; cooldown 1s }
task spare { method "nap" { nap }; method "nap twice" { nap; nap } }
`
	tests := []struct {
		name, tests                 string
		methods, operators, symbols []string // those that are missing
	}{
		{"no tests", "", []string{"dine/at hand", "dine/buy first", "dine/earn first", "spare/nap", "spare/nap twice"},
			[]string{"eat", "buy", "work", "nap"}, []string{"unread", "only_tested"}},
		{"one method", `test "a" { given has_meal = true; expect eat }`,
			[]string{"dine/buy first", "dine/earn first", "spare/nap", "spare/nap twice"}, []string{"buy", "work", "nap"}, []string{"unread", "only_tested"}},
		{"all of dine", `test "a" { given only_tested = true; expect work, buy, eat }`,
			[]string{"spare/nap", "spare/nap twice"}, []string{"nap"}, []string{"unread", "only_tested"}},
		{"a failed test counts", `test "a" { given asked = true; task spare; expect none }`,
			[]string{"dine/at hand", "dine/buy first", "dine/earn first", "spare/nap twice"}, []string{"eat", "buy", "work"}, []string{"unread", "only_tested"}},
		{"no plan counts for nothing", `test "a" { task spare; expect none }`,
			[]string{"dine/at hand", "dine/buy first", "dine/earn first", "spare/nap", "spare/nap twice"}, []string{"eat", "buy", "work", "nap"},
			[]string{"unread", "only_tested"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := loaded(t, meal+extra+test.tests+"\n")
			c := p.Coverage(p.RunTests(program.TestOptions{}))
			for _, list := range []struct {
				what string
				got  []program.Covered
				want []string
			}{{"methods", c.Methods, test.methods}, {"operators", c.Operators, test.operators}, {"symbols", c.Symbols, test.symbols}} {
				if got := program.Missing(list.got); !slices.Equal(got, list.want) {
					t.Errorf("%s: got %q, want %q", list.what, got, list.want)
				}
			}
		})
	}
}

func TestCoverageCounts(t *testing.T) {
	p := loaded(t, meal+"test \"a\" { expect work, buy, eat }\ntest \"b\" { given money = 5; expect buy, eat }\n")
	c := p.Coverage(p.RunTests(program.TestOptions{}))
	want := []program.Covered{{Name: "dine/at hand", Count: 2}, {Name: "dine/buy first", Count: 2}, {Name: "dine/earn first", Count: 1}}
	if !slices.Equal(c.Methods, want) {
		t.Errorf("methods: %v", c.Methods)
	}
	want = []program.Covered{{Name: "eat", Count: 2}, {Name: "buy", Count: 2}, {Name: "work", Count: 1}}
	if !slices.Equal(c.Operators, want) {
		t.Errorf("operators: %v", c.Operators)
	}
	// money: the condition of buy and that of a method; effects that only add to it do not ask for it
	i := slices.IndexFunc(c.Symbols, func(s program.Covered) bool { return s.Name == "money" })
	if c.Symbols[i].Count != 2 {
		t.Errorf("symbols: %v", c.Symbols)
	}
}
