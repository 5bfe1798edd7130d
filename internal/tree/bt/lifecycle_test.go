package bt_test

import "github.com/karakuri-ai/karakuri/internal/tree/bt"

// lifecycle checks that each start of a node is followed by one end or abort, after those of the nodes below it.
type lifecycle struct {
	t       tb
	p       *bt.Program
	running map[int32]bool
}

func (l *lifecycle) event(e bt.Event) {
	switch e.Kind {
	case bt.NodeStarted:
		if l.running[e.Node] {
			l.t.Errorf("tick %d: node %d (%s) starts while it runs", e.Tick, e.Node, l.p.Label(e.Node))
		}
		if _, parent := l.p.Node(e.Node); parent >= 0 && !l.running[parent] {
			l.t.Errorf("tick %d: node %d (%s) starts without its parent", e.Tick, e.Node, l.p.Label(e.Node))
		}
		l.running[e.Node] = true
	case bt.NodeEnded, bt.NodeAborted:
		if !l.running[e.Node] {
			l.t.Errorf("tick %d: node %d (%s) ends and did not run", e.Tick, e.Node, l.p.Label(e.Node))
		}
		delete(l.running, e.Node)
		for n := range l.running {
			if _, parent := l.p.Node(n); parent == e.Node {
				l.t.Errorf("tick %d: node %d (%s) ends before its child %d", e.Tick, e.Node, l.p.Label(e.Node), n)
			}
		}
	}
}

func (l *lifecycle) tickOver(s bt.Status) {
	if s != bt.Running && len(l.running) > 0 {
		l.t.Errorf("the tree has ended, but %d of its nodes run", len(l.running))
	}
}
