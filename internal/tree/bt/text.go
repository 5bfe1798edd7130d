package bt

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Label returns the text for a node: its name, or that of its call, or its kind, with its condition if it has one.
func (p *Program) Label(n int32) string { return Label(p.nodes[n].info) }

// Label is [Program.Label] of a node of a model.
func Label(info *def.NodeInfo) string {
	switch {
	case isNamed(info):
		return info.Name
	case info.Cond != nil && isNameless(info), info.Kind == def.NodePlan || info.Kind == def.NodeGoal:
		return info.Kind.String() + " " + Detail(info)
	case info.Action != nil:
		return callText(info.Name, info.Action.Args)
	}
	return info.Name
}

// isNamed reports whether a node has a name of its own, besides its kind.
func isNamed(info *def.NodeInfo) bool {
	return info.Decl != nil && info.Decl.Name != "" && (info.Cond == nil || !isNameless(info))
}

// isNameless reports whether a node is called as its kind: the model gives that name to one without its own.
func isNameless(info *def.NodeInfo) bool { return info.Name == info.Kind.String() }

// Detail is [Label] without the kind of the node: empty if there is nothing else.
func Detail(info *def.NodeInfo) string {
	switch {
	case isNamed(info):
		return info.Name
	case info.Cond != nil && isNameless(info):
		return info.Cond.String()
	case info.Kind == def.NodePlan || info.Kind == def.NodeGoal:
		return callText(info.Name, info.Args)
	case info.Action != nil:
		return callText(info.Name, info.Action.Args)
	case isNameless(info):
		return ""
	}
	return info.Name
}

// callText returns a call as it is written.
func callText(name string, args []*expr.Term) string {
	if len(args) == 0 {
		return name
	}
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.String()
	}
	return name + "(" + strings.Join(texts, ", ") + ")"
}

// Text returns an event for people, without tick and agent: "attack started". St is the state of the agent, for the
// names of objects. For events that come while the sink is called only.
func (p *Program) Text(e Event, st *world.State) string {
	_, text := p.Describe(e, st)
	return text
}

// Describe is [Program.Text] with the subject of the event: a node, or the tree.
func (p *Program) Describe(e Event, st world.Names) (of fact.Subject, text string) {
	name := p.Info.Name
	if e.Node >= 0 {
		name = p.Label(e.Node)
	}
	of = fact.Named(name)
	switch e.Kind {
	case NodeAborted, NodeEnding:
		of.Cause = e.Reason.String()
	case AbortFired:
		of.Cause = p.causeText(e, st)
	}
	return of, p.text(e, of)
}

// text returns an event of a node that is called so.
func (p *Program) text(e Event, of fact.Subject) string {
	name := of.Name
	switch e.Kind {
	case NodeStarted:
		return name + " started"
	case NodeEnded:
		return name + " ended: " + e.Status.String()
	case NodeAborted:
		return name + " aborted: " + of.Cause
	case NodeEnding:
		return name + " is ending: " + of.Cause
	case NodeDecided:
		return name + " does not start: " + e.Status.String()
	case AbortFired:
		text := name + " fires abort " + e.Mode.String()
		if of.Cause != "" {
			text += ": " + of.Cause
		}
		return text
	case ServiceRan:
		text := "service " + p.serviceText(e) + " of " + name + ": "
		if e.Status == Inactive {
			return text + "aborted: " + e.Reason.String()
		}
		return text + e.Status.String()
	case Logged:
		return fmt.Sprintf("log %q", p.nodes[e.Node].info.Text)
	case TodoReached:
		return fmt.Sprintf("todo reached: %q", p.nodes[e.Node].info.Text)
	}
	return "fault in " + name + ": " + e.Fault.Message
}

// causeText describes the change behind an abort; empty: not known.
func (p *Program) causeText(e Event, st world.Names) string {
	sym := p.schema.SymbolAt(e.Addr)
	if !e.Caused || sym == nil {
		return ""
	}
	at := e.Addr
	if sym.Type.Kind == world.KindVec2 {
		return sym.Name + " changed"
	}
	show := func(format func(*world.Schema, world.Names, world.Type, []world.Word) string, w world.Word) string {
		return format(p.schema, st, sym.Type, []world.Word{w})
	}
	old, now := show(world.FormatRounded, e.Old), show(world.FormatRounded, e.New)
	if old == now {
		old, now = show(world.FormatWord, e.Old), show(world.FormatWord, e.New)
	}
	return fmt.Sprintf("%s was %s, is %s", world.FormatCell(st, sym, at), old, now)
}

func (p *Program) serviceText(e Event) string {
	s := &p.nodes[e.Node].info.Services[e.Service]
	if s.Action != nil {
		return s.Action.Action.Name
	}
	return def.NodeSet.String()
}
