package hddl

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Limits of orders that a model must rearrange.
const (
	maxArranged = 1 << 10 // subtasks of a network with orderings: their pairs are gone through
	maxBodies   = 1 << 6  // methods that one method becomes
	maxTries    = 1 << 9  // orders that are tried for it
)

// bodies returns a method with the subtasks of a network as its body, and last behind all of them, unless it is nil.
// Blocks within blocks cannot say every order. If they cannot, there is a method for each way to order two subtasks
// more, and so on; these are numbered.
func (m *modeller) bodies(method def.Method, n *Network, v *vars, last *def.Item) []*def.Method {
	items := make([]*def.Item, len(n.Subtasks))
	for i := range n.Subtasks {
		c := &n.Subtasks[i].Call
		items[i] = item(c, m.names.calls[c.Name.Text], m.terms(c.Args, v))
	}
	blocks := m.blocks(n, items)
	var list []*def.Method
	for i, body := range blocks {
		next := method
		next.Body = body
		if body.Unordered { // a method's body is ordered
			next.Body = def.Block{At: body.At, Items: []*def.Item{{Head: def.Head{At: body.At}, Block: &body}}}
		}
		if last != nil {
			next.Body.Items = append(next.Body.Items, last)
		}
		if i > 0 {
			next.Name = fmt.Sprintf("%s %d", method.Name, i+1)
		}
		list = append(list, &next)
	}
	return list
}

// blocks returns the ways to do the subtasks of a network.
func (m *modeller) blocks(n *Network, items []*def.Item) []def.Block {
	at := subtasksSpan(n)
	switch {
	case n.Ordered || len(items) < 2:
		return []def.Block{{At: at, Items: items}}
	case len(n.Ordering) == 0:
		return []def.Block{{At: at, Unordered: true, Items: items}}
	case len(items) > maxArranged:
		m.ds.Errorf(diag.NotInModel, at, "%d partly ordered subtasks are more than %d", len(items), maxArranged)
		return nil
	}
	s := splitter{at: at, items: items}
	if s.split(orderOf(n)); s.tooMany {
		d := m.ds.Errorf(diag.NotInModel, at, "ordered and unordered blocks cannot express this order of subtasks")
		d.Hint = "group some of the subtasks in tasks of their own"
	} else if len(s.found) > 1 {
		m.ds.Warnf(diag.NotInModel, at, "blocks cannot express this order of subtasks: %d methods replace this one", len(s.found)).Hint =
			"in some of them, subtasks that may overlap run one after the other"
	}
	return s.found
}

func subtasksSpan(n *Network) diag.Span {
	if len(n.Subtasks) == 0 {
		return n.At
	}
	return n.Subtasks[0].At.To(n.Subtasks[len(n.Subtasks)-1].At)
}

// order says for pairs of subtasks whether the first ends before the second starts; it is transitively closed.
type order [][]bool

func orderOf(n *Network) order {
	labels := map[string]int{}
	before := make(order, len(n.Subtasks))
	for i := range n.Subtasks {
		labels[n.Subtasks[i].Label.Text] = i
		before[i] = make([]bool, len(n.Subtasks))
	}
	for _, o := range n.Ordering {
		before.put(labels[o.Before.Text], labels[o.After.Text])
	}
	return before
}

// put orders two subtasks, and what follows from that.
func (o order) put(a, b int) {
	for i := range o {
		for j := range o {
			if (i == a || o[i][a]) && (j == b || o[b][j]) {
				o[i][j] = true
			}
		}
	}
}

func (o order) with(a, b int) order {
	next := make(order, len(o))
	for i := range o {
		next[i] = slices.Clone(o[i])
	}
	next.put(a, b)
	return next
}

// splitter looks for blocks that define an order.
type splitter struct {
	at      diag.Span
	items   []*def.Item
	found   []def.Block
	tries   int
	tooMany bool
}

// split adds the blocks for an order; if there are none, it splits the order in two with one more pair each.
func (s *splitter) split(o order) {
	s.tries++
	if s.tooMany = s.tooMany || len(s.found) >= maxBodies || s.tries > maxTries; s.tooMany {
		return
	}
	all := make([]int, len(s.items))
	for i := range all {
		all[i] = i
	}
	body, stuck := s.block(o, all)
	if stuck == nil {
		s.found = append(s.found, body)
		return
	}
	a, b := o.openPair(stuck)
	s.split(o.with(a, b))
	s.split(o.with(b, a))
}

// block returns the blocks for some of the subtasks: side by side where no order leads from one to the other, one after
// the other if all is ordered between them. Subtasks of which neither is true are returned as stuck.
func (s *splitter) block(o order, list []int) (b def.Block, stuck []int) {
	b.At = s.at
	parts := components(list, func(i, j int) bool { return o[i][j] || o[j][i] })
	b.Unordered = len(parts) > 1
	if !b.Unordered {
		parts = components(list, func(i, j int) bool { return !o[i][j] && !o[j][i] })
		slices.SortFunc(parts, func(x, y []int) int {
			if o[x[0]][y[0]] {
				return -1
			}
			return 1
		})
	}
	if len(parts) == 1 {
		return b, list
	}
	for _, part := range parts {
		it := *s.items[part[0]]
		if len(part) > 1 {
			inner, stuck := s.block(o, part)
			if stuck != nil {
				return b, stuck
			}
			it = def.Item{Head: def.Head{At: s.at}, Block: &inner}
		}
		b.Items = append(b.Items, &it)
	}
	return b, nil
}

// openPair returns two subtasks that are in no order.
func (o order) openPair(list []int) (a, b int) {
	for _, a := range list {
		for _, b := range list {
			if a != b && !o[a][b] && !o[b][a] {
				return a, b
			}
		}
	}
	panic("hddl: a total order is a block")
}

// components splits a list into connected components, each in the order of the list.
func components(list []int, linked func(i, j int) bool) [][]int {
	var parts [][]int
	left := slices.Clone(list)
	for len(left) > 0 {
		part := []int{left[0]}
		left = left[1:]
		for k := 0; k < len(part); k++ {
			var rest []int
			for _, i := range left {
				if linked(part[k], i) {
					part = append(part, i)
				} else {
					rest = append(rest, i)
				}
			}
			left = rest
		}
		slices.Sort(part)
		parts = append(parts, part)
	}
	return parts
}
