package hddl

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// typed is one name of a list with types.
type typed struct {
	name Name
	typ  Type
}

// typed reads the rest of a list as names with types: "a b - t c - (either t u) d".
func (it *items) typed(read func(n int32) Name) []typed {
	p := it.p
	var list []typed
	first := 0 // the names from here on wait for their type
	for it.more() {
		n := it.take()
		w := p.word(n)
		if !strings.HasPrefix(w, "-") {
			if name := read(n); name.Text != "" {
				list = append(list, typed{name: name})
			}
			continue
		}
		if first == len(list) {
			p.ds.Errorf(diag.HDDLTyping, p.at(n), "no names precede the type").Hint = "write the names, then their type: a b - t"
		}
		typ, ok := it.typeAfter(n, w)
		if !ok {
			continue
		}
		for ; first < len(list); first++ {
			list[first].typ = typ
		}
	}
	return list
}

// typeAfter reads the type after a dash, which is the word w of node n.
func (it *items) typeAfter(n int32, w string) (Type, bool) {
	p := it.p
	if w != "-" {
		p.ds.Warnf(diag.HDDLSpelling, p.at(n), "a space is missing after the minus sign of %s", quote(w)).Hint = fmt.Sprintf(`write "- %s"`, w[1:])
		at := p.at(n)
		at.Start++
		if !isName(w[1:]) {
			p.ds.Errorf(diag.HDDLTyping, at, "%s is not the name of a type", quote(w[1:]))
			return Type{}, false
		}
		return Type{At: at, Names: []Name{{Text: w[1:], At: at}}}, true
	}
	if !it.more() || p.word(it.next) == "-" {
		p.ds.Errorf(diag.HDDLTyping, p.at(n), "no type follows the minus sign")
		return Type{}, false
	}
	return p.typ(it.take())
}

// typ reads a node as a type.
func (p *parser) typ(n int32) (Type, bool) {
	if !p.nodes[n].list {
		name := p.name(n, "a type")
		return Type{At: name.At, Names: []Name{name}}, name.Text != ""
	}
	if p.headWord(n) != "either" {
		p.expected("a type or (either ...)", n)
		return Type{}, false
	}
	it := p.items(n)
	it.take()
	if !it.more() {
		p.ds.Errorf(diag.HDDLTyping, p.at(n), "(either) names no type")
		return Type{}, false
	}
	t, ok := Type{At: p.at(n)}, true
	for it.more() {
		name := p.name(it.take(), "a type")
		ok = ok && name.Text != ""
		t.Names = append(t.Names, name)
	}
	if len(t.Names) > MaxEither {
		p.ds.Errorf(diag.HDDLTooMany, t.Names[MaxEither].At, "more than %d alternatives", MaxEither)
		t.Names = t.Names[:MaxEither]
	}
	return t, ok
}

// params reads the rest of a list as typed variables.
func (it *items) params() []Param {
	var list []Param
	for _, t := range it.typed(it.p.variable) {
		list = append(list, Param{At: t.name.At, Name: t.name, Type: t.typ})
	}
	if len(list) > MaxParams {
		it.p.ds.Errorf(diag.HDDLTooMany, list[MaxParams].At, "more than %d variables", MaxParams)
		list = list[:MaxParams]
	}
	return list
}

// readParams makes the reader of ":parameters (...)".
func readParams(to *[]Param) func(items) {
	return func(it items) {
		if list, ok := it.takeList("a list of parameters"); ok {
			*to = list.params()
		}
	}
}

// objects reads the rest of a list as typed objects.
func (it *items) objects() []Object {
	var list []Object
	read := func(n int32) Name { return it.p.name(n, "an object") }
	for _, t := range it.typed(read) {
		list = append(list, Object{At: t.name.At, Name: t.name, Type: t.typ})
	}
	return list
}
