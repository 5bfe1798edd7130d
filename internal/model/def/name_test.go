package def_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

func checkText(t *testing.T, text string) (*def.Info, diag.List) {
	t.Helper()
	f, ds := lang.Parse(diag.NewSource("f.krk", text))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return def.Check(&def.Model{Files: []*def.File{f}})
}

func TestAnOperatorMayBeCalledLikeItsAction(t *testing.T) {
	info, ds := checkText(t, `
action eat
operator eat { do eat }
task dine { method "m" { eat } }
agent someone { plan dine; idle eat }
test "t" { task eat; expect eat }
`)
	if info == nil {
		t.Fatal(ds.Err())
	}
	if info.Action("eat") == nil || info.Operator("eat") == nil || info.Tasks[0].Methods[0].Body.Items[0].Operator != info.Operator("eat") {
		t.Error("one of the two is not found")
	}
	for _, text := range []string{"action eat\naction eat", "operator eat { }\noperator eat { }", "action eat\ntask eat { }", "task eat { }\naction eat",
		"const eat = 1\naction eat", "action eat\nstate world { eat: bool }"} {
		if _, ds := checkText(t, text); len(ds.All) == 0 || ds.All[0].Code != diag.DeclaredTwice {
			t.Errorf("%s: %v", text, ds.All)
		}
	}
}

func TestNamesInBackquotesAreChecked(t *testing.T) {
	info, ds := checkText(t, "type `a-b` = { `true`, x }\n"+
		"state world { `?v`: `a-b` = `true`; `if`(p: `a-b`): bool }\n"+
		"operator `1 2`(`in`: `a-b`) { when `?v` == `in` && !`if`(`true`) && `a-b`.`x` != `in`; effect `?v` = x }\n"+
		"task t { method \"m\" each e: `a-b` where e != `tru` { `1 2`(e) } }\nagent a { plan t }")
	if info != nil || len(ds.All) != 1 || !strings.Contains(ds.All[0].Error(), `unknown symbol "tru"`) || ds.All[0].Hint != `did you mean "true"?` {
		t.Errorf("%v", ds.All)
	}
}

func TestMethodsHaveManyFreeVariables(t *testing.T) {
	text := func(n int) string {
		vars := make([]string, n)
		for i := range vars {
			vars[i] = fmt.Sprintf("v%d: place", i)
		}
		return "type place = { a, b }\nstate world { p(x: place): bool = true }\noperator o { when p(a) }\ntask t { method \"m\" each " +
			strings.Join(vars, ", ") + fmt.Sprintf(" where p(v%d) { o } }\nagent x { plan t }", n-1)
	}
	if _, ds := checkText(t, text(def.MaxFree)); ds.HasErrors() {
		t.Error(ds.Err())
	}
	_, ds := checkText(t, text(def.MaxFree+1))
	if err := ds.Err(); err == nil || !strings.Contains(err.Error(), "257 free variables are more than 256") {
		t.Error(err)
	}
}
