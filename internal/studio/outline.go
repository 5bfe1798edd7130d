package studio

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Outline lists a program's declarations, for lists and graphs.
type Outline struct {
	Tasks     []OutlineTask     `json:"tasks"`
	Operators []OutlineOperator `json:"operators"`
	Trees     []string          `json:"trees"`
	Goals     []string          `json:"goals"`
	Symbols   []OutlineSymbol   `json:"symbols"`
	Agents    []string          `json:"agents"`
	// Personalities lists the personalities of the brains that kinds of agents have, by kind.
	Personalities map[string][]string `json:"personalities,omitempty"`
}

// OutlineTask is a task with its methods in order.
type OutlineTask struct {
	Name    string          `json:"name"`
	Call    string          `json:"call"` // with its parameters
	At      Spot            `json:"at"`
	Methods []OutlineMethod `json:"methods"`
}

// OutlineMethod is one way to achieve a task.
type OutlineMethod struct {
	Name  string   `json:"name"`
	When  string   `json:"when,omitempty"`
	Each  string   `json:"each,omitempty"` // free variables with where and order
	Calls []string `json:"calls"`          // names of the subtasks
	At    Spot     `json:"at"`
}

// OutlineOperator is an operator.
type OutlineOperator struct {
	Name   string `json:"name"`
	Call   string `json:"call"`
	When   string `json:"when,omitempty"`
	Do     string `json:"do,omitempty"`
	Effect string `json:"effect,omitempty"`
	At     Spot   `json:"at"`
}

// OutlineSymbol is a symbol without its values.
type OutlineSymbol struct {
	Name   string   `json:"name"`
	Type   string   `json:"type"`
	Scope  string   `json:"scope"`
	Params int      `json:"params"`
	Values []string `json:"values,omitempty"` // of an enum
}

// Spot is a place in a file; lines count from 1.
type Spot struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

func spotOf(s diag.Span) Spot {
	if s.Src == nil {
		return Spot{}
	}
	p := s.Position()
	return Spot{s.Src.Name, p.Line}
}

func outlineOf(info *def.Info) *Outline {
	o := &Outline{Tasks: []OutlineTask{}, Operators: []OutlineOperator{}, Trees: []string{}, Goals: []string{}, Symbols: []OutlineSymbol{}, Agents: []string{}}
	for _, t := range info.Tasks {
		o.Tasks = append(o.Tasks, outlineTask(info, t))
	}
	for _, op := range info.Operators {
		o.Operators = append(o.Operators, OutlineOperator{Name: op.Name, Call: callOf(info, op.Name, op.Params), When: termText(op.When),
			Do: written(op.Decl.DoHead.At, "do"), Effect: written(op.Decl.EffectHead.At, "effect"), At: spotOf(op.Decl.At)})
	}
	for _, t := range info.Trees {
		o.Trees = append(o.Trees, t.Name)
	}
	for _, g := range info.Goals {
		o.Goals = append(o.Goals, g.Name)
	}
	for _, a := range info.Agents {
		o.Agents = append(o.Agents, a.Name)
		if a.Mind != nil && len(a.Mind.Brain.Personalities) > 0 {
			if o.Personalities == nil {
				o.Personalities = map[string][]string{}
			}
			o.Personalities[a.Name] = namesOfPersonalities(a.Mind.Brain)
		}
	}
	for i := range info.Schema.Symbols {
		if sym := &info.Schema.Symbols[i]; sym.Says == "" {
			o.Symbols = append(o.Symbols, outlineSymbol(info, sym))
		}
	}
	return o
}

func namesOfPersonalities(b *def.BrainInfo) (names []string) {
	for i := range b.Personalities {
		names = append(names, b.Personalities[i].Name)
	}
	return names
}

func outlineTask(info *def.Info, t *def.TaskInfo) OutlineTask {
	out := OutlineTask{Name: t.Name, Call: callOf(info, t.Name, t.Params), At: spotOf(t.Decl.At), Methods: []OutlineMethod{}}
	for _, m := range t.Methods {
		out.Methods = append(out.Methods, OutlineMethod{Name: m.Name, When: termText(m.When), Each: eachText(info, m),
			Calls: callsOf(m.Body, []string{}), At: spotOf(m.Decl.At)})
	}
	return out
}

func outlineSymbol(info *def.Info, sym *world.Symbol) OutlineSymbol {
	out := OutlineSymbol{Name: sym.Name, Type: world.FormatType(info.Schema, sym.Type), Scope: scopeName(sym.Scope), Params: len(sym.Params)}
	if sym.Type.Kind == world.KindEnum {
		out.Values = info.Schema.Enums[sym.Type.ID].Values
	}
	return out
}

// callOf returns a declaration's name with its parameters: "fight(e: enemy)".
func callOf(info *def.Info, name string, params []def.Slot) string {
	if len(params) == 0 {
		return name
	}
	parts := make([]string, len(params))
	for i, p := range params {
		parts[i] = p.Name + ": " + world.FormatType(info.Schema, p.Type)
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}

func termText(t *expr.Term) string {
	if t == nil {
		return ""
	}
	return t.String()
}

func eachText(info *def.Info, m *def.MethodInfo) string {
	if len(m.Each) == 0 {
		return ""
	}
	parts := make([]string, len(m.Each))
	for i, v := range m.Each {
		parts[i] = v.Name + ": " + world.FormatType(info.Schema, v.Type)
	}
	text := "each " + strings.Join(parts, ", ")
	if m.Where != nil {
		text += " where " + m.Where.String()
	}
	if m.Order != nil {
		text += " order " + m.Order.String()
	}
	return text
}

// callsOf appends the names of the tasks and operators in a block.
func callsOf(b *def.BlockInfo, names []string) []string {
	if b == nil {
		return names
	}
	for i := range b.Items {
		switch it := &b.Items[i]; {
		case it.Block != nil:
			names = callsOf(it.Block, names)
		case it.Task != nil:
			names = append(names, it.Task.Name)
		case it.Operator != nil:
			names = append(names, it.Operator.Name)
		}
	}
	return names
}

// written returns the source text at a place, without its first word.
func written(at diag.Span, word string) string {
	if at.Src == nil {
		return ""
	}
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(at.Text()), word))
}
