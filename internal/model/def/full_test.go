package def_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// A model with more warnings than are kept is refused for the error behind them.
func TestErrorBehindManyWarnings(t *testing.T) {
	var text strings.Builder
	text.WriteString("state agent { x: bool }\n")
	for i := range diag.MaxDiagnostics + 1 {
		fmt.Fprintf(&text, "operator o%d(x: bool) { when x }\n", i)
	}
	text.WriteString("operator last { when y }\n")
	info, ds := def.Check(parse(t, text.String()))
	if info != nil || !ds.HasErrors() {
		t.Fatal("the model was accepted")
	}
	if err := ds.Err().Error(); !strings.Contains(err, `unknown symbol "y" [K012]`) {
		t.Error(err)
	}
}

// The index of an object that an expression names is not used again; those of the others are.
func TestNamedObjectsAreKept(t *testing.T) {
	info, ds := def.Check(parse(t, `
type enemy max 3
objects boss, pawn: enemy
state agent { hurt(e: enemy): bool }
operator hit { when !hurt(boss); effect hurt(boss) = true }
task live { method "m" { hit } }
agent a { plan live }
`))
	if info == nil {
		t.Fatal(findings(ds))
	}
	st := info.Initial
	boss, _, _ := st.ObjectNamed("boss")
	pawn, _, _ := st.ObjectNamed("pawn")
	st.RemoveObject(boss)
	st.RemoveObject(pawn)
	sym := info.Symbol("hurt")
	at := func(name string) any {
		o, err := st.AddObject(0, name)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := sym.Addr(o)
		return a
	}
	ofBoss, _ := sym.Addr(boss)
	ofPawn, _ := sym.Addr(pawn)
	if first, second := at("first"), at("second"); first != ofPawn || second == ofBoss {
		t.Errorf("the cells of boss and pawn, %v and %v, are followed by %v and %v", ofBoss, ofPawn, first, second)
	}
}
