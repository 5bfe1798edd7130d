package htn

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// AppendBans appends bans in a compact form for [DecodeBans], without their Why.
func AppendBans(b []byte, bans []Ban) []byte {
	var c codec.Coder
	codeBans(c.Write(append(b, savedForm)), nil, &bans)
	return c.Written()
}

// AppendBan appends what AppendBans appends of a single ban, and allocates nothing.
func AppendBan(b []byte, ban *Ban) []byte {
	var c codec.Coder
	c.Write(append(b, savedForm))
	c.Len(1, codec.NoLimit)
	codeBan(&c, nil, ban)
	return c.Written()
}

// DecodeBans returns the bans at the start of b, as written by AppendBans, and the rest. If b is recognizably
// something else, or of another domain, the error is a [*DecodeError].
func DecodeBans(d *Domain, b []byte) (bans []Ban, rest []byte, err error) {
	in := newReader("bans", b)
	codeBans(in.Coder(), d, &bans)
	if err := in.failure(); err != nil {
		return nil, nil, err
	}
	return bans, in.Rest(), nil
}

// codeBans saves bans, or reads those of a domain.
func codeBans(c *codec.Coder, d *Domain, list *[]Ban) {
	for ban := range codec.Each(c, list, codec.NoLimit) {
		codeBan(c, d, ban)
	}
}

func codeBan(c *codec.Coder, d *Domain, ban *Ban) {
	of := int32(ban.Task)
	if ban.IsOperator {
		of = int32(ban.Operator)
	}
	codec.Below(c, &of, math.MaxInt32)
	codec.Below(c, &ban.Method, math.MaxInt32)
	c.Flags(&ban.All, &ban.Free, &ban.IsOperator)
	if in := c.Reader(); in != nil {
		in := &reader{Reader: in}
		in.banOf(d, ban, int(of))
	} else {
		codec.Row(c, ban.Args)
		codec.Row(c, ban.Bound)
	}
}

// banOf reads what a ban is of: a method of a task, or an operator.
func (in *reader) banOf(d *Domain, ban *Ban, of int) {
	info := d.Info
	switch {
	case in.Failed():
	case ban.All && ban.Free:
		in.Fail("a ban covers both all arguments and free ones")
	case ban.IsOperator && of < len(info.Operators) && ban.Method == 0:
		if ban.Operator = OperatorID(of); !ban.All {
			ban.Args = in.words(nil, info.Operators[of].Params, info.Schema)
		}
	case !ban.IsOperator && of < len(info.Tasks) && ban.Method < len(info.Tasks[of].Methods):
		if ban.Task = TaskID(of); !ban.All {
			ban.Args = in.words(nil, info.Tasks[of].Params, info.Schema)
			ban.Bound = in.words(nil, info.Tasks[of].Methods[ban.Method].Each, info.Schema)
		}
	default:
		in.Fail("a ban refers to no operator or method of the domain")
	}
}
