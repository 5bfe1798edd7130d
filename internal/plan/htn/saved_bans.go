package htn

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// What a ban is of, as a bit set.
const (
	savedAll = 1 << iota
	savedFree
	savedOperator
)

// AppendBans appends bans in a compact form for [DecodeBans], without their Why.
func AppendBans(b []byte, bans []Ban) []byte {
	b = append(b, savedForm)
	b = codec.AppendUint(b, len(bans))
	for i := range bans {
		if of := int(bans[i].Task); bans[i].IsOperator {
			b = codec.AppendUint(b, int(bans[i].Operator))
		} else {
			b = codec.AppendUint(b, of)
		}
		b = codec.AppendUint(b, bans[i].Method)
		b = append(b, bans[i].saved())
		b = appendWords(appendWords(b, bans[i].Args), bans[i].Bound)
	}
	return b
}

func (b *Ban) saved() (bits byte) {
	if b.All {
		bits |= savedAll
	}
	if b.Free {
		bits |= savedFree
	}
	if b.IsOperator {
		bits |= savedOperator
	}
	return bits
}

// DecodeBans returns the bans that b starts with, as AppendBans has written them, and what follows. Where b is something
// else, or they are of another domain as far as that shows, the error is a [*DecodeError].
func DecodeBans(d *Domain, b []byte) (bans []Ban, rest []byte, err error) {
	in := newReader("bans", b)
	for n := in.Count(); n > 0 && !in.Failed(); n-- {
		of, method, bits := in.Below(max(len(d.tasks), len(d.operators))), in.Below(math.MaxInt32), in.Below(savedOperator<<1)
		if bits&(savedAll|savedFree) == savedAll|savedFree {
			in.Fail("a ban in it is of all and of none")
		}
		if in.Failed() {
			break
		}
		ban := Ban{All: bits&savedAll != 0, Free: bits&savedFree != 0, IsOperator: bits&savedOperator != 0}
		if in.banOf(d, &ban, of, method); !in.Failed() {
			bans = append(bans, ban)
		}
	}
	if err := in.failure(); err != nil {
		return nil, nil, err
	}
	return bans, in.Rest(), nil
}

// banOf reads what a ban is of: a method of a task, or an operator.
func (in *reader) banOf(d *Domain, ban *Ban, of, method int) {
	info := d.Info
	switch {
	case ban.IsOperator && of < len(info.Operators) && method == 0:
		if ban.Operator = OperatorID(of); !ban.All {
			ban.Args = in.words(nil, info.Operators[of].Params, info.Schema)
		}
	case !ban.IsOperator && of < len(info.Tasks) && method < len(info.Tasks[of].Methods):
		if ban.Task, ban.Method = TaskID(of), method; !ban.All {
			ban.Args = in.words(nil, info.Tasks[of].Params, info.Schema)
			ban.Bound = in.words(nil, info.Tasks[of].Methods[method].Each, info.Schema)
		}
	default:
		in.Fail("a ban in it is of nothing in the domain")
	}
}
