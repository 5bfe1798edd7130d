package htn

import "github.com/karakuri-ai/karakuri/internal/codec"

// What a ban is of, as a bit set.
const (
	savedAll = 1 << iota
	savedFree
)

// AppendBans appends bans in a compact form for [DecodeBans], without their Why.
func AppendBans(b []byte, bans []Ban) []byte {
	b = append(b, savedForm)
	b = codec.AppendUint(b, len(bans))
	for i := range bans {
		b = codec.AppendUint(b, bans[i].Task)
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
	return bits
}

// DecodeBans returns the bans that b starts with, as AppendBans has written them, and what follows. Where b is something
// else, or they are of another domain as far as that shows, the error is a [*DecodeError].
func DecodeBans(d *Domain, b []byte) (bans []Ban, rest []byte, err error) {
	in := newReader("bans", b)
	for n := in.Count(); n > 0 && !in.Failed(); n-- {
		ban := Ban{Task: TaskID(in.Below(len(d.tasks)))}
		if in.Failed() {
			break
		}
		info := d.Info.Tasks[ban.Task]
		ban.Method = in.Below(len(info.Methods))
		if in.Failed() {
			break
		}
		bits := in.Below(savedAll | savedFree) // not both
		if ban.All, ban.Free = bits&savedAll != 0, bits&savedFree != 0; !ban.All {
			ban.Args = in.words(nil, info.Params, d.Info.Schema)
			ban.Bound = in.words(nil, info.Methods[ban.Method].Each, d.Info.Schema)
		}
		bans = append(bans, ban)
	}
	if err := in.failure(); err != nil {
		return nil, nil, err
	}
	return bans, in.Rest(), nil
}
