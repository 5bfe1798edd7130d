package answer

import (
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// nodeLabel is the name of a node in answers; for a node without a name, its kind and its first child.
func nodeLabel(p *bt.Program, n int32) string {
	info, _ := p.Node(n)
	if info.Kind.Info().Shape == def.ShapeLeaf || info.Decl != nil && info.Decl.Name != "" {
		return p.Label(n)
	}
	for i := n + 1; i < int32(p.Len()) && isBelow(p, i, n); i++ {
		if leaf, _ := p.Node(i); leaf.Kind.Info().Shape == def.ShapeLeaf {
			return p.Label(n) + " of " + p.Label(i)
		}
	}
	return p.Label(n)
}

// isBelow reports whether a node is below another.
func isBelow(p *bt.Program, n, above int32) bool {
	for n >= 0 {
		if n == above {
			return true
		}
		_, n = p.Node(n)
	}
	return false
}

func path(p *bt.Program, n int32) (names []string) {
	for _, at := p.Node(n); at >= 0; _, at = p.Node(at) {
		names = append([]string{nodeLabel(p, at)}, names...)
	}
	return append([]string{"tree " + p.Info.Name}, names...)
}

// whyNode answers about a node of a tree.
func (k *asker) whyNode(s *subject) (out []explain.Finding) {
	running := false
	for _, t := range k.view.Trees(k.id) {
		if t.Program() != s.program {
			continue
		}
		running = true
		f := k.nodeFinding(t, s.node)
		if f.Verdict.IsDone() {
			return []explain.Finding{f}
		}
		out = append(out, foreseen(k, s, f))
	}
	if !running {
		return k.whyTree(&subject{kind: subjectTree, tree: s.tree})
	}
	return out
}

// foreseen lets a copy of the crowd continue, if a tree that nothing else runs in would choose a node in its next turn:
// what is chosen before it, or ends the tree, shows only then.
func foreseen(k *asker, s *subject, f explain.Finding) explain.Finding {
	if k.ahead || f.Verdict != explain.WouldBeChosen || f.By != "" {
		return f
	}
	c, _ := k.twin(nil)
	if c == nil {
		return f
	}
	for range max(1, k.view.NextTurn(k.id)-k.crowd.Tick()) {
		c.Step()
	}
	as := newAsker(c, k.id)
	if as.kind == nil {
		return f
	}
	as.ahead = true
	switch g := as.whyNode(s)[0]; {
	case g.Verdict.IsDone():
	case g.Verdict == explain.WouldBeChosen && g.By == "":
		f.Verdict, f.Note = explain.NotReached, f.Note+", which ends without it"
	case g.Verdict == explain.ConditionFalse:
		f.Verdict, f.Note = explain.NotReached, f.Note+"; then this does not hold: "+g.Condition
	default:
		g.Note = join(f.Note, join("then", g.Note))
		return g
	}
	return f
}

// nodeFinding reports whether a node of a running tree runs, or what prevents it.
func (k *asker) nodeFinding(t *bt.Tree, n int32) explain.Finding {
	p := t.Program()
	f := explain.Finding{Subject: "node " + nodeLabel(p, n), Within: path(p, n)}
	info, _ := p.Node(n)
	if info.Decl != nil {
		f.Place = info.Decl.At
	}
	if t.Status(n) == bt.Running {
		if f.Verdict = explain.RunsNow; t.Ending(n) {
			f.Verdict, f.Note = explain.WaitsFor, "it was asked to end, and its grace period runs"
		}
		return f
	}
	child, parent := n, int32(-1)
	for _, parent = p.Node(child); parent >= 0 && t.Status(parent) != bt.Running; _, parent = p.Node(parent) {
		child = parent
	}
	if parent < 0 {
		f.Verdict, f.Note = explain.WouldBeChosen, "the tree starts anew in its next turn"
		if g, is := k.firstFalse(t, n); is {
			g.Subject, g.Within, g.Place = f.Subject, f.Within, f.Place
			return g
		}
		return f
	}
	return k.besides(f, t, n, child, parent)
}

// besides reports why a running node does not run one of its children, which the node asked about is in.
func (k *asker) besides(f explain.Finding, t *bt.Tree, n, child, parent int32) explain.Finding {
	p := t.Program()
	info, _ := p.Node(parent)
	other := runningChild(t, parent)
	if other < 0 {
		if left := t.Left(parent, k.crowd.Tick()); left > 0 {
			f.Verdict, f.By, f.Until = explain.WaitsFor, nodeLabel(p, parent), k.seconds(left)
			if info.Kind == def.NodeCooldown {
				f.Verdict = explain.CoolingDown
			}
			return f
		}
		f.Verdict, f.Note = explain.WouldBeChosen, nodeLabel(p, parent)+" continues in the next turn"
		return f
	}
	by := nodeLabel(p, other)
	switch kindOf(info.Kind) {
	case oneOf:
		return k.passedOver(f, t, n, child, parent, other)
	case oneAfterOther:
		if !t.IsPast(child) {
			f.Verdict, f.By, f.Note = explain.NotReached, by, "it comes first and runs"
			return f
		}
		return endedBefore(f, p, n, child, by+", which comes later, runs")
	case allAtOnce:
		switch t.Result(child) {
		case bt.Success:
			return endedBefore(f, p, n, child, "its sibling still runs: "+by)
		case bt.Failure:
			f.Verdict, f.By, f.Note = explain.TriedFailed, nodeLabel(p, child), nodeLabel(p, child)+" has failed; its sibling still runs: "+by
			return f
		}
		if list, is := k.firstFalse(t, n); is {
			list.Subject, list.Within, list.Place = f.Subject, f.Within, f.Place
			return list
		}
		f.Verdict, f.Note = explain.NotReached, "it was skipped; its sibling still runs: "+by
		return f
	}
	return k.otherBranch(f, t, child, parent, other)
}

// endedBefore reports a node in a child that has ended, though its parent runs: it is done if the child cannot end so
// without it. Trees do not keep which nodes ran.
func endedBefore(f explain.Finding, p *bt.Program, n, child int32, others string) explain.Finding {
	f.Verdict, f.Note = explain.DoneAlready, "it has ended; "+others
	for at := n; ; {
		info, above := p.Node(at)
		if info.SkipIf != nil || info.SucceedIf != nil || info.While != nil {
			break
		}
		if at == child {
			return f
		}
		up, _ := p.Node(above)
		if o := kindOf(up.Kind); o != oneAfterOther && up.Kind != def.NodeWhen && up.Kind != def.NodeTimeout && up.Kind != def.NodeDelay {
			break
		}
		at = above
	}
	f.Verdict, f.By, f.Note = explain.NotReached, "", nodeLabel(p, child)+", which it is in, has ended; "+others
	if n == child {
		f.Note = "it has ended or was skipped; " + others
	}
	return f
}

// runningChild returns the child of a node that runs; -1: none does.
func runningChild(t *bt.Tree, parent int32) int32 {
	p := t.Program()
	for i := parent + 1; i < int32(p.Len()); i++ {
		if _, above := p.Node(i); above == parent && t.Status(i) == bt.Running {
			return i
		}
	}
	return -1
}

// order is how a kind of node takes its children.
type order uint8

const (
	other order = iota
	oneOf
	oneAfterOther
	allAtOnce
)

func kindOf(kind def.NodeKind) order {
	switch kind {
	case def.NodeSelector, def.NodeReactiveSelector, def.NodeRandomSelector, def.NodeUtilitySelector:
		return oneOf
	case def.NodeSequence, def.NodeReactiveSequence, def.NodeResumeSequence, def.NodeRandomSequence:
		return oneAfterOther
	case def.NodeParallel, def.NodeParallelAll:
		return allAtOnce
	}
	return other
}

// passedOver reports why a selector runs another child.
func (k *asker) passedOver(f explain.Finding, t *bt.Tree, n, child, parent, other int32) explain.Finding {
	p := t.Program()
	info, _ := p.Node(parent)
	f.By = nodeLabel(p, other)
	if info.Kind == def.NodeUtilitySelector || info.Kind == def.NodeRandomSelector {
		if t.IsPast(child) {
			f.Verdict, f.Note = explain.TriedFailed, f.By+" runs since "+nodeLabel(p, child)+" has failed or was skipped"
			f.By = nodeLabel(p, child)
			return f
		}
		k.machine.State = k.state
		mine, ok := t.Score(&k.machine, child)
		best, also := t.Score(&k.machine, other)
		if f.Verdict = explain.NotReached; ok && also {
			f.Score, f.Best, f.Scored = mine, best, true
			if mine > best {
				f.Verdict, f.Note = explain.Kept, "it scores more now, but the running child continues"
			}
		} else if info.Kind == def.NodeRandomSelector {
			f.Verdict = explain.Chance
		}
		return f
	}
	g, is := k.firstFalse(t, n)
	if is && (other > child || len(g.Failing) > 0 && other < child) {
		g.Subject, g.Within, g.Place = f.Subject, f.Within, f.Place
		if other < child {
			f.Verdict, f.Note = explain.NotReached, "it comes first and runs"
			return f
		}
		g.Note = f.By + " runs instead"
		return g
	}
	if other < child {
		f.Verdict, f.Note = explain.NotReached, "it comes first and runs"
		return f
	}
	for at := n; at >= 0 && at >= child; _, at = p.Node(at) {
		if node, _ := p.Node(at); node.Kind == def.NodeCooldown && t.Left(at, k.crowd.Tick()) > 0 {
			f.Verdict, f.By, f.Until, f.Note = explain.CoolingDown, nodeLabel(p, at), k.seconds(t.Left(at, k.crowd.Tick())), f.By+" runs instead"
			return f
		}
	}
	f.Verdict, f.Note = explain.WouldBeChosen, "its conditions hold now; the node is tried again when "+f.By+" has ended"
	if (info.Kind == def.NodeSelector || info.Kind == def.NodeReactiveSelector) && !hasConditions(p, child) {
		f.Verdict, f.Note = explain.TriedFailed, f.By+" runs since "+nodeLabel(p, child)+" has failed"
		f.By = nodeLabel(p, child)
	}
	return f
}

// hasConditions reports whether conditions can have kept a node from starting, or what is in it.
func hasConditions(p *bt.Program, n int32) bool {
	for i := n; i < int32(p.Len()) && isBelow(p, i, n); i++ {
		if info, _ := p.Node(i); info.Cond != nil || info.While != nil || info.SkipIf != nil || info.FailIf != nil || info.SucceedIf != nil {
			return true
		}
	}
	return false
}

// disabled is the finding for a node that is switched off; the model that trees are compiled from does not have it.
func disabled(k *asker, about string) (f explain.Finding, is bool) {
	if k.crowd.Program().Trees == nil {
		return f, false
	}
	for id := range int32(k.crowd.Program().Trees.Len()) {
		p := k.crowd.Program().Trees.Program(id)
		if p.Info.Decl == nil || p.Info.Decl.Root == nil || !k.canRun(p.Info) {
			continue
		}
		if n := switchedOff(p.Info.Decl.Root, fold(about), false); n != nil {
			return explain.Finding{Verdict: explain.Disabled, Subject: "node " + declared(n), Within: []string{"tree " + p.Info.Name}, Place: n.At}, true
		}
	}
	return f, false
}

// switchedOff returns the first node of a name that is disabled, or in a node that is; nil: none is.
func switchedOff(n *def.Node, name string, off bool) *def.Node {
	if n == nil {
		return nil
	}
	if off = off || n.Disabled; off && (fold(declared(n)) == name || n.Call != nil && fold(n.Call.Name.Name) == name) {
		return n
	}
	for _, c := range n.Children {
		if found := switchedOff(c, name, off); found != nil {
			return found
		}
	}
	return nil
}

// declared is the name that a node has in its file.
func declared(n *def.Node) string {
	switch {
	case n.Name != "":
		return n.Name
	case n.Call != nil:
		return n.Call.Name.Name
	}
	return n.Kind.String()
}

// otherBranch reports a node that runs one of its children by a condition or value.
func (k *asker) otherBranch(f explain.Finding, t *bt.Tree, child, parent, other int32) explain.Finding {
	p := t.Program()
	info, _ := p.Node(parent)
	f.Verdict, f.By = explain.NotReached, nodeLabel(p, other)
	f.Note = info.Kind.String() + " runs that"
	for i := parent + 1; i < child; i++ {
		if _, above := p.Node(i); above != parent {
			continue
		}
		if g, is := k.firstFalse(t, i); is {
			g.Subject, g.Within, g.Place, g.Note = f.Subject, f.Within, f.Place, f.By+" runs instead"
			return g
		}
	}
	return f
}

// firstFalse returns the first condition that does not hold of those which a node, and those around it up to the one
// that runs, begin with.
func (k *asker) firstFalse(t *bt.Tree, n int32) (f explain.Finding, is bool) {
	p := t.Program()
	var way []int32
	for at := n; at >= 0 && t.Status(at) != bt.Running; _, at = p.Node(at) {
		way = append([]int32{at}, way...)
	}
	for i, at := range way {
		if f, is = k.clauseFalse(t, at); is {
			return f, true
		}
		next := int32(-1)
		if i+1 < len(way) {
			next = way[i+1]
		}
		if f, is = k.leadingFalse(t, at, next); is {
			return f, true
		}
	}
	return f, false
}

// leadingFalse looks at what a sequence asks before one of its children; next -1: at the conditions that it begins
// with.
func (k *asker) leadingFalse(t *bt.Tree, at, next int32) (f explain.Finding, is bool) {
	p := t.Program()
	info, _ := p.Node(at)
	if info.Kind == def.NodeIf && next < 0 {
		return k.nodeCondition(t, at, info.Cond)
	}
	if o := kindOf(info.Kind); o != oneAfterOther && !(next < 0 && info.Kind.Info().Shape == def.ShapeDecorator) {
		return f, false
	}
	for i := at + 1; i < int32(p.Len()) && isBelow(p, i, at) && i != next; i++ {
		child, above := p.Node(i)
		if above != at {
			continue
		}
		if child.Kind != def.NodeIf {
			if next < 0 {
				if f, is = k.clauseFalse(t, i); is {
					return f, true
				}
				return k.leadingFalse(t, i, -1)
			}
			continue
		}
		if f, is = k.nodeCondition(t, i, child.Cond); is {
			return f, true
		}
	}
	return f, false
}

// clauseFalse looks at the clauses of a node that keep it from starting.
func (k *asker) clauseFalse(t *bt.Tree, n int32) (f explain.Finding, is bool) {
	info, _ := t.Program().Node(n)
	if info.Kind == def.NodeWhen {
		if f, is = k.nodeCondition(t, n, info.Cond); is {
			return f, true
		}
	}
	if f, is = k.nodeCondition(t, n, info.While); is {
		return f, true
	}
	for _, c := range []struct {
		term *expr.Term
		word string
	}{{info.SkipIf, "skip_if"}, {info.FailIf, "fail_if"}, {info.SucceedIf, "succeed_if"}} {
		if c.term == nil {
			continue
		}
		if holds, ok := k.holds(c.term, k.frame(t)); ok && holds {
			return explain.Finding{Verdict: explain.ConditionFalse, Condition: c.word + " " + c.term.String(),
				Failing: []explain.Failing{{Text: c.word + " " + c.term.String() + " holds"}}}, true
		}
	}
	return f, false
}

// nodeCondition judges a condition over the frame of a tree.
func (k *asker) nodeCondition(t *bt.Tree, n int32, c *expr.Term) (f explain.Finding, is bool) {
	if c == nil {
		return f, false
	}
	return k.conditionFalse("node "+nodeLabel(t.Program(), n), c, k.frame(t))
}

// blameTree notes the conditions of a tree's nodes, each as one that would have to be otherwise.
func blameTree(k *asker, t *bt.Tree) {
	for n := range int32(t.Program().Len()) {
		info, _ := t.Program().Node(n)
		for _, c := range []*expr.Term{info.Cond, info.While, info.SkipIf, info.FailIf, info.SucceedIf} {
			blame(k, c, k.frame(t))
		}
	}
}

// frame returns the words of a tree's parameters and variables.
func (k *looker) frame(t *bt.Tree) []world.Word { return t.Frame() }

// whyTree answers about a tree that does not run, or says that it does.
func (k *asker) whyTree(s *subject) (out []explain.Finding) {
	for _, t := range k.view.Trees(k.id) {
		if t.Program().Info == s.tree || t.Program().Info.Decl == s.tree.Decl {
			return []explain.Finding{{Verdict: explain.RunsNow, Subject: "tree " + t.Program().Info.Name}}
		}
	}
	key := k.title(s)
	if k.asked[key] || len(k.asked) > maxWay {
		return nil
	}
	k.asked[key] = true
	r := k.view.Runner(k.id)
	if u := k.kind.Tree; u != nil && u.Tree == s.tree {
		f := explain.Finding{Subject: "tree " + s.tree.Name}
		switch {
		case r.IsQuarantined():
			f.Verdict, f.By, f.Until = explain.Quarantined, r.Fault().Message, k.seconds(max(0, r.RestsUntil()-k.crowd.Tick()))
		case u.Once && k.crowd.Tick() > 0:
			f.Verdict, f.Note = explain.UsedUp, "it runs once, and has ended"
		default:
			f.Verdict, f.Note = explain.WouldBeChosen, "it starts in the agent's next turn"
		}
		return []explain.Finding{f}
	}
	for _, o := range k.info.Operators {
		for _, c := range o.Do {
			if c.Tree != nil && (c.Tree == s.tree || c.Tree.Decl == s.tree.Decl) && len(out) < maxUnder {
				out = append(out, k.gateway(s, k.whyPlanned(&subject{kind: subjectOperator, operator: o}))...)
			}
		}
	}
	for i := range k.kind.Reactions {
		if k.kind.Reactions[i].Do.Tree == s.tree {
			out = append(out, k.whyReaction(i)...)
		}
	}
	for i := range k.kind.Layers {
		if k.kind.Layers[i].Do.Tree == s.tree {
			out = append(out, k.whyLayer(i)...)
		}
	}
	out = k.nearest(append(out, k.holders(s)...))
	if len(out) == 0 {
		out = []explain.Finding{{Verdict: explain.LineInactive, Subject: "tree " + s.tree.Name, Note: "nothing that " + k.kind.Name + " does leads to it"}}
	}
	return out
}
