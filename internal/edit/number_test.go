package edit_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/lang"
)

const numbered = `state agent { money: int 0..100 = -3 }

// 12 is no number of the program
action go
operator   buy { when money-2 > -1 && "9" == "9"; do go; fail_after 700ms; effect money -= 5 // five
}
`

// Numbers are found with their signs and units, each by the statement that it stands in.
func TestNumbers(t *testing.T) {
	var got []string
	for _, n := range edit.Numbers("x.krk", numbered) {
		if numbered[n.Start:n.End] != n.Text {
			t.Errorf("%+v stands at %q", n, numbered[n.Start:n.End])
		}
		got = append(got, strings.TrimSpace(n.Path+" "+strings.Repeat("'", n.Index)+n.Text))
	}
	want := []string{"state agent / money 0", "state agent / money '100", "state agent / money ''-3", "operator buy / when 2", "operator buy / when '-1", "operator buy / fail_after 700ms"}
	if len(got) < len(want)+1 || !slices.Equal(got[:len(want)], want) || !strings.HasSuffix(got[len(want)], " 5") {
		t.Errorf("found %q, want %q and 5", got, want)
	}
}

// A number is replaced byte for byte, whatever the layout around it.
func TestNumberOp(t *testing.T) {
	one := 1
	do := func(op edit.Op) (string, string) {
		r, ds := edit.Apply(edit.Input{FS: lang.Texts{"x.krk": numbered}, Main: "x.krk", Ops: []edit.Op{op}})
		if r == nil {
			return "", ds.All[0].Message + "; " + ds.All[0].Hint
		}
		return r.Files[0].New, ""
	}
	if got, why := do(edit.Op{Op: "number", At: "operator buy / when", Index: &one, Value: "12"}); got != strings.Replace(numbered, "> -1", "> 12", 1) {
		t.Errorf("%s: %s", why, got)
	}
	if got, why := do(edit.Op{Op: "number", At: "operator buy / fail_after", Value: "1.5s"}); got != strings.Replace(numbered, "700ms", "1.5s", 1) {
		t.Errorf("%s: %s", why, got)
	}
	nine := 9
	for op, want := range map[*edit.Op]string{
		{Op: "number", At: "operator buy / when", Value: "money"}:           "is not a number",
		{Op: "number", At: "operator buy / when", Value: "1 + 1"}:           "is not a number",
		{Op: "number", At: "operator buy / when"}:                           "is not a number",
		{Op: "number", At: "operator buy / when", Index: &nine, Value: 1}:   "is not a number",
		{Op: "number", At: "operator buy / when", Index: &nine, Value: 1.0}: "has no number 9; it has 2",
		{Op: "number", At: "operator sell / when", Value: "1"}:              "",
	} {
		if got, why := do(*op); got != "" || !strings.Contains(why, want) {
			t.Errorf("%+v: %q, %q", *op, got, why)
		}
	}
}
