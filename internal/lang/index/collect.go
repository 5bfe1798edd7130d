package index

import (
	"cmp"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// collect enters every name that the whole model knows.
func (b *builder) collect(m *def.Model) {
	b.model = m
	b.names, b.values, b.levels = map[key]*Symbol{}, map[string][]*Symbol{}, map[string]bool{}
	b.said = ""
	b.declared, b.targets = map[*def.Param]*Symbol{}, map[*expr.Var]*Symbol{}
	b.types, b.tops = map[*Symbol]*typeName{}, map[any]*Symbol{}
	b.each(func(d def.Decl) { b.top(d) })
	b.each(func(d def.Decl) { // a want without a name of its own is called like its goal
		if d, ok := d.(*def.Brain); ok {
			for _, w := range d.Wants {
				if w != nil {
					b.want(w, b.tops[d])
				}
			}
		}
	})
}

// each calls visit for every declaration of the model.
func (b *builder) each(visit func(def.Decl)) {
	seen := map[*def.File]bool{}
	for _, f := range b.model.Files {
		if f == nil || f.Src == nil || seen[f] {
			continue
		}
		seen[f] = true
		for _, d := range f.Decls {
			if d != nil {
				visit(d)
			}
		}
	}
}

// top enters a declaration.
func (b *builder) top(d def.Decl) {
	h := d.Header()
	enter := func(k Kind, name string) {
		if s := b.declare(k, name, h.NameAt, d); s != nil {
			b.tops[d] = s
		}
	}
	switch d := d.(type) {
	case *def.TypeDecl:
		enter(Type, d.Name)
		b.enumValues(d)
	case *def.Objects:
		for _, n := range d.Names {
			b.typed(b.declare(Object, n.Name, n.At, d), d.Type.Name)
		}
	case *def.Const:
		enter(Const, d.Name)
		b.valued(b.tops[d], d.Type, d.Value)
	case *def.State:
		b.symbols(d)
	case *def.Function:
		enter(Function, d.Name)
		b.typed(b.tops[d], d.Result.Name)
	case *def.Action:
		enter(Action, d.Name)
	case *def.Operator:
		enter(Operator, d.Name)
	case *def.Task:
		enter(Task, d.Name)
	case *def.Tree:
		enter(Tree, d.Name)
	case *def.Goal:
		enter(Goal, d.Name)
	case *def.Brain:
		enter(Brain, d.Name)
	case *def.Personality:
		enter(Personality, d.Name)
	case *def.Sense:
		enter(Sense, d.Name)
		b.nameSaysKind(d, d.Kind)
	case *def.Memory:
		enter(Memory, d.Name)
		b.nameSaysKind(d, d.Kind)
	case *def.Squad:
		enter(Squad, d.Name)
		b.squadParts(d)
	case *def.Agent:
		enter(Agent, d.Name)
	}
}

// nameSaysKind notes that the name of a sense or memory is also its kind.
func (b *builder) nameSaysKind(d any, kind def.Name) {
	if s := b.tops[d]; s != nil && kind.Name == "" {
		s.Bound = true
	}
}

func (b *builder) enumValues(d *def.TypeDecl) {
	outer := b.in
	b.in = b.tops[d]
	for _, n := range d.Values {
		if n.Name == "" || n.At.Src == nil {
			continue
		}
		s := b.symbol(Value, n.Name, d)
		b.typed(s, d.Name)
		b.values[n.Name] = append(b.values[n.Name], s)
		b.add(n.At, s, Declares)
	}
	b.in = outer
}

func (b *builder) symbols(d *def.State) {
	for _, line := range d.Symbols {
		if line == nil {
			continue
		}
		k := State
		if line.Derived != nil {
			k = Derived
		}
		s := b.declare(k, line.Name, line.NameAt, line)
		b.tops[line] = s
		b.valued(s, line.Type, line.Derived)
		if line.Remembered && len(line.Params) == 0 {
			b.levels[nameOf(line.Type)] = true
		}
		if line.Remembered && line.Name == "said" {
			b.said = nameOf(line.Type)
		}
		if s != nil && line.Remembered && attribute(line.Name) {
			s.Bound = true // its name says which attribute it recalls
		}
	}
}

func (b *builder) squadParts(d *def.Squad) {
	outer := b.in
	b.in = b.tops[d]
	for _, r := range d.Roles {
		if r != nil {
			b.tops[r] = b.declare(RoleName, r.Name, r.NameAt, r)
		}
	}
	for _, t := range d.Tokens {
		if t != nil {
			b.tops[t] = b.declare(Token, t.Name, t.NameAt, t)
		}
	}
	b.in = outer
}

// want enters a want: under a name of its own, or as its goal.
func (b *builder) want(w *def.Want, brain *Symbol) {
	name := cmp.Or(w.As.Name, w.Goal.Name.Name)
	id := key{wants, name}
	if w.As.Name == "" {
		if goal := b.global(name, Goal); goal != nil {
			b.names[id] = goal
		}
		return
	}
	outer := b.in
	b.in = brain
	b.tops[w] = b.declare(Want, w.As.Name, w.As.At, w)
	b.in = outer
}

// typed notes the type of a symbol's value.
func (b *builder) typed(s *Symbol, name string) {
	if s != nil && b.types[s] == nil {
		b.types[s] = &typeName{name: name}
	}
}

// valued notes the type of a symbol that has one, or that of its value.
func (b *builder) valued(s *Symbol, t *expr.TypeName, value expr.Node) {
	switch {
	case s == nil || b.types[s] != nil:
	case t != nil:
		b.types[s] = &typeName{name: t.Name}
	case value != nil:
		b.types[s] = &typeName{node: value}
	}
}

// title declares a name that is a text in quotes, or a bare one.
func (b *builder) title(k Kind, name string, at diag.Span, decl any) *Symbol {
	if name == "" || at.Src == nil {
		return nil
	}
	s := b.symbol(k, name, decl)
	s.Title = len(at.Text()) > 0 && at.Text()[0] == '"'
	b.add(at, s, Declares)
	return s
}
