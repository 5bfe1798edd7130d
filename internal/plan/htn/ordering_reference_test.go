package htn

import "github.com/karakuri-ai/karakuri/internal/model/expr"

// OrderByDefinition is [Plan.Order] as it is defined: all pairs of steps that the methods or their cells put in order,
// what follows from them, and of those the pairs with no step between.
func OrderByDefinition(pl *Plan, m *expr.Machine) [][2]int {
	n := len(pl.steps)
	touches := make([]footprint, n)
	for i := range touches {
		touches[i] = pl.footprint(i, m)
	}
	before := make([][]bool, n)
	for a := n - 1; a >= 0; a-- {
		before[a] = make([]bool, n)
		for b := a + 1; b < n; b++ {
			if !pl.Precedes(a, b) && !touches[a].conflicts(&touches[b]) {
				continue
			}
			before[a][b] = true
			for k := b + 1; k < n; k++ {
				before[a][k] = before[a][k] || before[b][k]
			}
		}
	}
	var out [][2]int
	for a := range n {
		for b := a + 1; b < n; b++ {
			between := false
			for k := a + 1; k < b; k++ {
				between = between || before[a][k] && before[k][b]
			}
			if before[a][b] && !between {
				out = append(out, [2]int{a, b})
			}
		}
	}
	return out
}

func (f *footprint) conflicts(g *footprint) bool {
	return meet(f.writes, g.writes) || meet(f.writes, g.reads) || meet(f.reads, g.writes)
}

func meet(a, b []expr.Access) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Sym == y.Sym && (x.Whole || y.Whole || x.Addr == y.Addr) {
				return true
			}
		}
	}
	return false
}

// OrderWork returns how many candidates and chains computing the order of a plan looks at, and how many pairs that
// gives.
func OrderWork(pl *Plan, m *expr.Machine) (work, pairs int) {
	var o ordering
	pairs = len(o.order(pl, m))
	return o.work, pairs
}
