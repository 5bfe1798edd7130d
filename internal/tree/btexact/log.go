package btexact

import (
	"strconv"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
)

// LogWriter is an observer that keeps every transition of a tree as BehaviorTree.CPP's log has it.
type LogWriter struct {
	log     *btcpp.Log
	start   time.Duration // time of the first record
	begun   bool
	dropped int
}

// NewLogWriter returns an observer for trees of a program. First is the time at which the log begins, in microseconds
// since 1970; what happens in the first tick has that time.
func NewLogWriter(p *Program, first int64) *LogWriter {
	return &LogWriter{log: &btcpp.Log{XML: p.logXML(), First: first}}
}

// Transition appends a record.
func (w *LogWriter) Transition(at time.Duration, n NodeID, _, next Status) {
	if !w.begun {
		w.start, w.begun = at, true
	}
	offset := (at - w.start).Microseconds()
	if len(w.log.Records) == btcpp.MaxLogRecords || offset > btcpp.MaxLogOffset {
		w.dropped++
		return
	}
	w.log.Records = append(w.log.Records, btcpp.LogRecord{Offset: uint64(offset), UID: uint16(n + 1), Status: btcpp.LogStatus(next)})
}

// Log returns the log so far. It keeps growing with the tree's ticks.
func (w *LogWriter) Log() *btcpp.Log { return w.log }

// Dropped returns how many transitions came after the log was full.
func (w *LogWriter) Dropped() int { return w.dropped }

// logXML returns the trees as they are instantiated, one for each subtree, with the numbers and paths that the records
// go by, and the models of all kinds of nodes.
func (p *Program) logXML() string {
	doc := &btcpp.Document{Version: 4, Models: p.doc.Models}
	for _, m := range btcpp.Builtins() {
		if p.doc.Model(m.ID) == nil {
			doc.Models = append(doc.Models[:len(doc.Models):len(doc.Models)], m)
		}
	}
	for i := range p.scopes {
		sc := &p.scopes[i]
		doc.Trees = append(doc.Trees, &btcpp.Tree{
			ID: sc.tree, Root: p.logElement(p.rootOf(int32(i))), Other: []btcpp.Attr{{Name: "_fullpath", Value: sc.path}},
		})
	}
	var b strings.Builder
	if err := btcpp.Write(&b, doc); err != nil {
		panic(err) // a strings.Builder takes everything
	}
	return b.String()
}

// rootOf returns the first node of a scope.
func (p *Program) rootOf(s int32) NodeID {
	for i := range p.nodes {
		if p.nodes[i].sub == s {
			return p.nodes[i].kids[0]
		}
	}
	return 0
}

// logElement copies the element of a node with its number.
func (p *Program) logElement(n NodeID) *btcpp.Element {
	nd := &p.nodes[n]
	e := *nd.element
	e.Name = nd.name
	e.Other = []btcpp.Attr{{Name: "_uid", Value: strconv.Itoa(int(n) + 1)}}
	e.Children = nil
	if nd.kind == kindSubTree {
		e.Name = nd.element.Name
		e.Other = append(e.Other, btcpp.Attr{Name: "_fullpath", Value: nd.path})
		return &e
	}
	for _, kid := range nd.kids {
		e.Children = append(e.Children, p.logElement(kid))
	}
	return &e
}
