package index

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// key identifies a name that the whole model knows.
type key struct {
	space space
	name  string
}

// space is a table of names: the same name in two of them means two things.
type space uint8

const (
	general space = iota
	actions
	personalities
	senses
	memories
	wants
	roles
	tokens
	resources
	cooldowns
	files
)

var spaces = [lastKind + 1]space{Action: actions, Personality: personalities, Sense: senses, Memory: memories, Want: wants, RoleName: roles, Token: tokens, Resource: resources, Cooldown: cooldowns, File: files}

// builder collects the declarations of a model, and then resolves what mentions them.
type builder struct {
	ix     *Index
	model  *def.Model
	names  map[key]*Symbol
	values map[string][]*Symbol  // of enums
	said   string                // name of the type that what is heard has
	levels map[string]bool       // names of the types that remembered symbols without parameters have
	types  map[*Symbol]*typeName // of what has a value
	tops   map[any]*Symbol       // symbols of declarations and of lines with names

	locals []*Symbol // parameters, variables and objects of tests, the innermost last
	in     *Symbol   // where the walk is

	declared map[*def.Param]*Symbol // parameters
	targets  map[*expr.Var]*Symbol  // of wants
	subject  string                 // type of what the switch around a case compares
}

// typeName is the type of a symbol's value, as far as it is written or can be inferred.
type typeName struct {
	name string
	node expr.Node
}

// declare adds a symbol and the place of its declaration. A name that is taken leads to the first symbol of that name.
func (b *builder) declare(k Kind, name string, at diag.Span, decl any) *Symbol {
	if name == "" || at.Src == nil {
		return nil
	}
	id := key{spaces[k], name}
	s := b.names[id]
	if s == nil {
		s = b.symbol(k, name, decl)
		b.names[id] = s
	}
	b.add(at, s, Declares)
	return s
}

// symbol adds a symbol that belongs to the present declaration.
func (b *builder) symbol(k Kind, name string, decl any) *Symbol {
	s := &Symbol{Kind: k, Name: name, Decl: decl, In: b.in}
	b.ix.Symbols = append(b.ix.Symbols, s)
	return s
}

// local declares a parameter or a variable until the scope ends.
func (b *builder) local(k Kind, name string, at diag.Span, decl any, t *expr.TypeName) *Symbol {
	if name == "" || at.Src == nil {
		return nil
	}
	s := b.symbol(k, name, decl)
	if t != nil {
		b.types[s] = &typeName{name: t.Name}
	}
	b.add(nameIn(at, name), s, Declares)
	b.locals = append(b.locals, s)
	return s
}

// scope calls inside, and forgets the locals that it has declared.
func (b *builder) scope(inside func()) {
	outer := len(b.locals)
	inside()
	b.locals = b.locals[:outer]
}

// within calls inside with a symbol as the declaration that occurrences belong to.
func (b *builder) within(s *Symbol, inside func()) {
	outer := b.in
	if s != nil {
		b.in = s
	}
	b.scope(inside)
	b.in = outer
}

func (b *builder) add(at diag.Span, s *Symbol, r Role) {
	if at.Src == nil || at.Start >= at.End {
		return
	}
	o := Occurrence{At: at, Sym: s, Role: r, In: b.in}
	b.ix.all = append(b.ix.all, o)
	b.ix.files[at.Src] = append(b.ix.files[at.Src], o)
}

// global returns the symbol of a name of one of some kinds, the first kind first.
func (b *builder) global(name string, kinds ...Kind) *Symbol {
	for _, k := range kinds {
		if s := b.names[key{spaces[k], name}]; s != nil && s.Kind == k {
			return s
		}
	}
	return nil
}

// mention adds an occurrence of a global name of one of some kinds.
func (b *builder) mention(n def.Name, r Role, kinds ...Kind) *Symbol {
	if n.Name == "" {
		return nil
	}
	s := b.global(n.Name, kinds...)
	b.add(n.At, s, r)
	return s
}

// implied adds an occurrence of a name that needs no declaration.
func (b *builder) implied(n def.Name, k Kind) {
	if n.Name == "" {
		return
	}
	id := key{spaces[k], n.Name}
	if b.names[id] == nil {
		b.names[id] = &Symbol{Kind: k, Name: n.Name}
		b.ix.Symbols = append(b.ix.Symbols, b.names[id])
	}
	b.add(n.At, b.names[id], Reads)
}

// localNamed returns the innermost parameter or variable of a name; nil: none.
func (b *builder) localNamed(name string) *Symbol {
	for i := len(b.locals) - 1; i >= 0; i-- {
		if b.locals[i].Name == name {
			return b.locals[i]
		}
	}
	return nil
}

// nameIn returns the place of a name within a longer place: the first token that is it.
func nameIn(at diag.Span, name string) diag.Span {
	if at.Src == nil || at.Start < 0 || int(at.End) > len(at.Src.Text) {
		return diag.Span{}
	}
	var ds diag.List
	piece := diag.NewSource("", at.Text())
	for s := expr.NewScanner(piece, &ds); ; {
		t := s.Scan()
		if t.Kind == expr.TokEOF {
			return diag.Span{}
		}
		text := piece.Text[t.Start:t.End]
		if t.Kind == expr.TokName && (text == name || text == "`"+name+"`") {
			return diag.Span{Src: at.Src, Start: at.Start + t.Start, End: at.Start + t.End}
		}
	}
}
