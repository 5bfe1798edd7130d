package def_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
)

// TestInitialValuesAreBounded: a line that takes too long to compute is a finding, whether the estimate refuses it or
// the machine that counts.
func TestInitialValuesAreBounded(t *testing.T) {
	for _, c := range []struct {
		name, line string
		objects    int
		refused    bool
	}{
		{"within the limit", "n = min(9, count(a: thing, b: thing where a != b))", 40, false},
		{"a condition", "n = min(9, count(a: thing, b: thing, c: thing, d: thing, e: thing where a == e))", 40, true},
		{"no condition", "n = min(9, count(a: thing, b: thing, c: thing, d: thing, e: thing))", 40, true},
		{"members of the outer variable count, too", "n = min(9, count(a: thing, b: thing))", 1448, true},
		{"effects on all", "forall a: thing, b: thing, c: thing, d: thing, e: thing { n = 1 }", 40, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var names []string
			for i := range c.objects {
				names = append(names, fmt.Sprint("o", i))
			}
			_, ds := checkText(t, "type thing\nobjects "+strings.Join(names, ", ")+": thing\nstate agent { n: int 0..9 }\noperator o { when n > 0 }\n"+
				"task go { method m { o } }\ntest \"t\" { given "+c.line+"; task go; expect none }\nagent a { plan go }\n")
			found := false
			for _, d := range ds.All {
				found = found || d.Code == diag.InitialTooLarge && d.Span.Start > 0
			}
			if found != c.refused {
				t.Errorf("refused: %v\n%v", found, ds.Err())
			}
		})
	}
}
