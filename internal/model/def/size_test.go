package def_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// repeat writes lines 0..n-1, each with its number and the next.
func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i, i+1)
	}
	return b.String()
}

// large has models of n declarations in which everything mentions something else, or unknown names.
var large = []struct {
	name string
	text func(n int) string
	code diag.Code // of the first finding; "": none
}{
	{"unknown calls", func(n int) string { return repeat(n, "task t%d { method \"a\" { u%d } }\n") }, diag.UnknownDecl},
	{"unknown names", func(n int) string { return "state agent { " + repeat(n, "a%d := b%d\n") + "}" }, diag.UnknownSymbol},
	{"constants", func(n int) string { return repeat(n, "const c%d = c%d + 1\n") + fmt.Sprintf("const c%d = 1", n) }, ""},
	{"circle of constants", func(n int) string { return repeat(n, "const c%d = c%d + 1\n") + fmt.Sprintf("const c%d = c0", n) }, diag.ConstCycle},
	{"circle of tasks", func(n int) string {
		return repeat(n, "task t%d { method \"a\" { t%d } }\n") + fmt.Sprintf("task t%d { method \"b\" { t0 } }", n)
	}, diag.NeverFinishes},
	{"values", func(n int) string { return "type e = { " + repeat(n, "v%d, w%d, ") + "last }" }, ""},
	{"circle of goals", func(n int) string {
		n = min(n, def.MaxGoals-1)
		return repeat(n, "goal g%d { g%d }\n") + fmt.Sprintf("goal g%d { g0 }", n)
	}, diag.GoalRecursion},
	{"too many goals", func(n int) string { return "action a\n" + repeat(n, "goal g%d { a } // %d\n") }, diag.TooManyParts},
	{"unknown wants", func(n int) string {
		return "action a\ngoal g { a }\nbrain b {\n" + repeat(200, "want g as w%d { score 1 } // %d\n") + "}\n" + repeat(n, "personality p%d { u%d * 2 }\n")
	}, diag.FaultyTrait},
	{"circle of squads", func(n int) string {
		n = min(n, def.MaxSquads-1)
		return repeat(n, "squad s%d { squad s%d }\n") + fmt.Sprintf("squad s%d { squad s0 }", n)
	}, diag.SquadCycle},
	{"unknown roles", func(n int) string {
		return "action a\ngoal g { a }\n" + repeat(32, "squad s%d { role q%d 1..1 }\n") + repeat(n, "operator o%d { do order r%d g }\n")
	}, diag.UnknownRole},
	{"unknown tokens", func(n int) string {
		return "squad s {\n" + repeat(64, "token k%d // %d\n") + "}\n" + repeat(n, "action a%d needs t%d\n")
	}, diag.FaultyNeed},
	{"orders of who leads nothing", func(n int) string {
		return "action a\nagent m { squad s }\nsquad s { role r 1..1; plan t0 }\n" + repeat(n, "agent a%d { plan t%d }\n") + repeat(n, "task t%d { method \"m\" { t%d } }\n") +
			fmt.Sprintf("task t%d { method \"m\" { o } }\ngoal g { a }\noperator o { do order r g }", n)
	}, diag.OrderGiver},
	{"unknown senses", func(n int) string { return repeat(n, "agent a%d { sense s%d }\n") }, diag.UnknownDecl},
	{"same name", func(n int) string { return repeat(n, "const c = %d // %d\n") }, diag.DeclaredTwice},
	{"too many types", func(n int) string { return repeat(n, "type t%d : t%d\n") + fmt.Sprintf("type t%d", n) }, diag.StateTooLarge},
}

func TestLargeModels(t *testing.T) {
	for _, c := range large {
		t.Run(c.name, func(t *testing.T) {
			_, ds := def.Check(parse(t, c.text(5000)))
			switch {
			case c.code == "" && len(ds.All) > 0:
				t.Errorf("unexpected: %v", ds.All[0].Error())
			case c.code != "" && (len(ds.All) == 0 || ds.All[0].Code != c.code):
				t.Errorf("%d findings, want %s first", len(ds.All), c.code)
			case len(ds.All) > diag.MaxDiagnostics:
				t.Errorf("%d findings", len(ds.All))
			}
		})
	}
}

// BenchmarkLargeModels checks a megabyte or so: nothing may grow with the square of the size.
func BenchmarkLargeModels(b *testing.B) {
	for _, c := range large {
		m := parse(b, c.text(30_000))
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				def.Check(m)
			}
		})
	}
}
