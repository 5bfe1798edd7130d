package btcpp

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// typeVar is a type that is being found out: of an entry, a parameter or a part of a script. Those that must be the
// same are joined.
type typeVar struct {
	up   *typeVar // nil: this one represents all that it is joined with
	at   diag.Span
	what string // for messages
	base string // base of the name of a type that is declared for it

	isBool, isInt, isFloat bool     // a port has that type
	likeBool               bool     // true, false, or a condition
	likeInt, likeFloat     bool     // numbers
	texts                  []string // literals, in the order of their places
	isText                 bool
	unknown                diag.Span // a port through which the host writes texts, of which any may come
	host                   string    // a type of the host
	list                   Type      // the elements, where ports have a vector of them that karakuri has; Kind 0: none
	stored                 bool      // a symbol has it, not only parameters that are given literals

	typ  convertType
	name string // of an enum or object type
}

// textType is the host's type of texts of which it may write any: each is an object.
const textType = "text"

type convertType uint8

const (
	typeUnknown convertType = iota
	typeBool
	typeInt
	typeFloat
	typeEnum
	typeObject
	typeText // a parameter alone
	typeList // likewise
)

func (c *converter) newType(at diag.Span, what, base string) *typeVar {
	v := &typeVar{at: at, what: what, base: base}
	c.allTypes = append(c.allTypes, v)
	return v
}

func (v *typeVar) find() *typeVar {
	for v.up != nil {
		if v.up.up != nil {
			v.up = v.up.up
		}
		v = v.up
	}
	return v
}

// unify makes two types the same.
func (c *converter) unify(a, b *typeVar) {
	a, b = a.find(), b.find()
	if a == b {
		return
	}
	b.up = a
	a.isBool, a.isInt, a.isFloat = a.isBool || b.isBool, a.isInt || b.isInt, a.isFloat || b.isFloat
	a.likeBool, a.likeInt, a.likeFloat = a.likeBool || b.likeBool, a.likeInt || b.likeInt, a.likeFloat || b.likeFloat
	a.isText = a.isText || b.isText
	for _, text := range b.texts {
		a.addText(text)
	}
	if a.unknown.Src == nil {
		a.unknown = b.unknown
	}
	if b.host != "" {
		if a.host == "" {
			a.list = b.list
		}
		c.setHost(a, b.host, b.at)
	}
}

func (v *typeVar) addText(text string) {
	if v.host == "" {
		v.isText = true
	}
	if !slices.Contains(v.texts, text) {
		v.texts = append(v.texts, text)
	}
}

func (c *converter) setHost(v *typeVar, host string, at diag.Span) {
	if v.host != "" && v.host != host {
		c.cannot(at, "%s is both %s and %s", v.what, v.host, host)
	}
	v.host = host
}

// typed notes that something has the type of a port.
func (c *converter) typed(v *typeVar, p *Port, at diag.Span) {
	v = v.find()
	switch t := TypeOf(p.Type); t.Kind {
	case KindBool:
		v.isBool = true
	case KindInt, KindUint:
		v.isInt = true
	case KindDouble:
		v.isFloat = true
	case KindString, KindStatus:
		v.isText = true
		if p.Direction != In {
			v.unknown = at
		}
	case KindHost, KindVector:
		if t.Of != nil {
			v.list = *t.Of
		}
		c.setHost(v, p.Type, at)
	}
}

// literal is a value of a port that is not a key, and its type.
type literal struct {
	attr *Attr
	typ  *typeVar
}

// resolveTypes decides on all types. The type of a literal such as 42 depends on what else has its type.
func (c *converter) resolveTypes() {
	for _, l := range c.literals {
		if v := l.typ.find(); likeness(l.attr.Value) == typeEnum && v.host == "" {
			v.isText = true
		}
	}
	for _, l := range c.literals {
		v := l.typ.find()
		like := likeness(l.attr.Value)
		switch {
		case v.isText || v.host != "":
			v.addText(l.attr.Value)
		case like == typeInt:
			v.likeInt = true
		case like == typeFloat:
			v.likeFloat = true
		default:
			v.likeBool = true
		}
	}
	c.markStored()
	for _, v := range c.allTypes {
		if v.up == nil {
			c.resolve(v)
		}
	}
}

// markStored notes the types of entries that become symbols: all but those that every use of a tree gives a literal.
func (c *converter) markStored() {
	for _, k := range c.rootOrder {
		k.typ.find().stored = true
	}
	for _, t := range c.order {
		for _, k := range t.keys {
			if !k.literal {
				k.typ.find().stored = true
			}
		}
	}
}

// likeness returns what a literal is by its looks.
func likeness(text string) convertType {
	switch {
	case Type{Kind: KindInt, Bits: 64}.Accepts(text) && !strings.HasPrefix(text, "json:"):
		return typeInt
	case isDouble(text) && !strings.ContainsAny(text, "iInN"): // neither inf nor nan
		return typeFloat
	case text == "true" || text == "false":
		return typeBool
	}
	return typeEnum
}

func (c *converter) resolve(v *typeVar) {
	number := v.isInt || v.isFloat || v.likeFloat
	text := v.isText || v.host != ""
	switch {
	case text && (v.isBool || number || v.likeInt || v.likeBool), v.isBool && (v.isInt || v.isFloat || v.likeFloat), v.isInt && v.isFloat:
		c.cannot(v.at, "%s has different types in different places", v.what)
	case v.host != "" && !v.stored && v.isList():
		v.typ = typeList
		return
	case v.host != "":
		v.typ = typeObject
	case text && !v.stored && v.unknown.Src == nil && len(v.texts) > 0:
		v.typ = typeText
	case text && (v.unknown.Src != nil || len(v.texts) == 0):
		v.typ, v.host = typeObject, textType
		d := c.differs(v.at, "%s is text, and not all its values are known: each text is an object", v.what)
		d.Hint = "the host adds an object with the text as its name for each other text that it writes"
		if v.unknown.Src != nil {
			d.Related = []diag.Related{{Span: v.unknown, Message: "written here"}}
		}
	case text:
		v.typ = typeEnum
	case v.isBool, !number && !v.likeInt && v.likeBool:
		v.typ = typeBool
	case v.isInt, v.likeInt && !v.isFloat && !v.likeFloat:
		v.typ = typeInt
	case number:
		v.typ = typeFloat
	}
	for _, text := range v.texts {
		if (v.typ == typeEnum || v.typ == typeObject) && !expr.CanName(text) {
			c.cannot(v.at, "%s can be %q, which cannot be a name", v.what, text)
		}
	}
}
