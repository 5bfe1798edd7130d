package world

import "github.com/karakuri-ai/karakuri/internal/codec"

func (l *Literals) code(c *codec.Coder) {
	for i, t := range literalTypes {
		list := l.tables[i].list
		for v := range codec.Each(c, &list, MaxLiterals) {
			v.code(c, t)
		}
		if !c.Reads() {
			continue
		}
		for _, v := range list {
			l.Add(t, v)
		}
		if l.Len(t) != len(list) && !c.Failed() {
			c.Fail("a literal occurs twice")
		}
	}
}

func (v *Literal) code(c *codec.Coder, t Type) {
	switch t {
	case TextType:
		c.Text(&v.Text)
	case IntsType:
		for n := range codec.Each(c, &v.Ints, codec.NoLimit) {
			codec.Int(c, n)
		}
	case FloatsType:
		for f := range codec.Each(c, &v.Floats, codec.NoLimit) {
			c.Float(f)
		}
	default:
		for s := range codec.Each(c, &v.Texts, codec.NoLimit) {
			c.Text(s)
		}
	}
}
