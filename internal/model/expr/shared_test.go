package expr

import (
	"sync"
	"testing"
)

// Programs are compiled and evaluated by any number of goroutines at once, each with a machine of its own.
func TestSharedPrograms(t *testing.T) {
	f, m, fr := scene(t)
	term := f.check(t, "big(money) || danger(target) && exists(x: enemy where danger(x))", BoolType)
	c, want := CompileCond(term), EvalTerm(term, m, fr)[0].Bool()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			m, own := &Machine{State: m.State, Funcs: f.funcs}, CompileCond(term)
			for range 100 {
				if c.Eval(m, fr) != want || own.Eval(m, fr) != want {
					t.Error("wrong")
				}
			}
		})
	}
	wg.Wait()
}
