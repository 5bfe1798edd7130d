package btexact

import (
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
)

// TestNode is a node that takes the place of another in a test: it returns a status, perhaps after some time, and runs
// scripts when it is done.
type TestNode struct {
	Status        Status        // that it returns; not Idle
	Delay         time.Duration // how long it is Running before; 0: it is done within a tick
	SuccessScript string        // run after Success; may be ""
	FailureScript string        // run after Failure
	PostScript    string        // run after either
	// Complete, when set, says the status instead.
	Complete func(c *Call) Status

	scripts [3]*script // success, failure, post: of a program
}

// testNode compiles the scripts of a test node for a node of the program.
func (c *compiler) testNode(test *TestNode, n NodeID) *TestNode {
	own := *test
	if own.Status == Idle && own.Complete == nil {
		c.ds.Errorf(diag.ExactSubstitution, c.p.nodes[n].element.At, "a test node cannot return IDLE")
	}
	for i, text := range [...]string{own.SuccessScript, own.FailureScript, own.PostScript} {
		if text != "" {
			own.scripts[i] = c.script(&btcpp.Attr{Name: "script of a test node", Value: text}, n)
		}
	}
	return &own
}

func (t *Tree) tickTest(n NodeID, nd *node) Status {
	f := &t.frames[n]
	switch t.status[n] {
	case Idle:
		if nd.test.Delay <= 0 {
			return t.completeTest(n, nd)
		}
		f.flag, f.until = true, t.now+nd.test.Delay
		return Running
	case Running:
		if t.now < f.until {
			return Running
		}
		f.flag = false
		return t.completeTest(n, nd)
	}
	return t.status[n]
}

func (t *Tree) completeTest(n NodeID, nd *node) Status {
	s := nd.test.Status
	if nd.test.Complete != nil {
		s = t.ask(n, nd.test.Complete)
	}
	which := nd.test.scripts[2:]
	switch s {
	case Success:
		which = []*script{nd.test.scripts[0], nd.test.scripts[2]}
	case Failure:
		which = []*script{nd.test.scripts[1], nd.test.scripts[2]}
	}
	for _, code := range which {
		if code != nil {
			t.run(code)
		}
	}
	return s
}
