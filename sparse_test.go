package karakuri_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
)

// Conditions of trees on a cell of a symbol over many objects, which has no dense cells, hold and fail like others.
func TestTreesReadSparseCells(t *testing.T) {
	const decls = `
type sheep max 5000
type man max 70
objects dolly: sheep
objects bob, eve: man
state agent { lost(s: sheep): bool; likes(a: man, b: man): bool; n: int 0..9 }
action rest
action walk
`
	for what, tree := range map[string]string{
		"a sequence":          `selector { sequence { if lost(dolly); rest }; walk }`,
		"several conditions":  `selector { sequence { if n < 5; if lost(dolly); if likes(bob, eve); rest }; walk }`,
		"a reactive selector": `reactive selector { reactive sequence { if lost(dolly); if n < 5; rest }; sequence { if n > 7; rest }; walk }`,
		"a reactive sequence": `selector { reactive sequence { if likes(bob, eve); if lost(dolly); rest }; walk }`,
		"an abort":            `selector { sequence abort both { if lost(dolly); rest }; walk }`,
		"a watch":             `selector { when lost(dolly) abort both { rest }; walk }`,
	} {
		t.Run(what, func(t *testing.T) {
			p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(decls + "agent c { tree t }\ntree t { " + tree + " }")}}, "a.krk")
			if err != nil {
				t.Fatal(err)
			}
			last, status := "", karakuri.Success
			if strings.Contains(tree, "abort") || strings.Contains(tree, "reactive selector") {
				status = karakuri.Running // the condition has to end what runs
			}
			act := func(name string) karakuri.Binding {
				return karakuri.Bind(name, func(*karakuri.Ctx, *none, *none) karakuri.Status { last = name; return status })
			}
			crowd, err := karakuri.New(p, karakuri.Options{}, act("rest"), act("walk"))
			if err != nil {
				t.Fatal(err)
			}
			lost, likes := karakuri.Lookup[bool](p, "lost"), karakuri.Lookup[bool](p, "likes")
			c := crowd.Spawn("c")
			for i, is := range []bool{false, true, false, true} {
				if err := lost.Set(c, is, "dolly"); err != nil {
					t.Fatal(err)
				}
				if err := likes.Set(c, is, "bob", "eve"); err != nil {
					t.Fatal(err)
				}
				for range 3 {
					crowd.Step()
				}
				if want := map[bool]string{true: "rest", false: "walk"}[is]; last != want {
					t.Fatalf("%d: it does %s, want %s\n%s", i, last, want, c.Explain())
				}
			}
		})
	}
}
