package agent

import (
	"encoding/binary"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// came notes what the name of an agent is made of, except what the host calls it.
func (r *recording) came(a *agent) {
	for int64(len(r.arrivals)) < a.number {
		r.arrivals = append(r.arrivals, arrival{})
	}
	r.arrivals[a.number-1] = arrival{kind: a.kind + 1, ofKind: r.agents.ofKind(a)}
	r.unnamed = append(r.unnamed, a.id)
}

// snapshot writes all it takes to continue from here.
func (r *recording) snapshot() {
	b := r.snapshots.appendTraced(r.plain[:0], r.arrivals)
	r.plain = r.answers.append(b)
	r.out.Snapshot(r.core.tick, r.in.Started(), r.plain)
}

// appendTraced appends a crowd for a trace, as a part: running actions go by their numbers.
func (snap *snapshots) appendTraced(b []byte, came []arrival) []byte {
	in := snap.core.stage.Instances
	b, place := codec.BeginPart(b)
	var c codec.Coder
	s := savedTrace{came: came}
	s.code(c.Write(b), 0)
	b = c.Written()
	in.Numbered(true)
	b = snap.appendLife(b, func(b []byte) []byte { return b }, true)
	in.Numbered(false)
	binary.LittleEndian.PutUint64(b[place+4:], uint64(in.Started()))
	return codec.EndPart(b, place)
}

// append appends what functions of the host have answered, and whether that is all.
func (a *answers) append(b []byte) []byte {
	var c codec.Coder
	codeAnswers(c.Write(b), &a.dropped, &a.kept, 0)
	return c.Written()
}

// codeAnswers codes what so many functions of the host have answered, and whether some of it was dropped.
func codeAnswers(c *codec.Coder, dropped *bool, kept *[]given, functions int) {
	c.Bool(dropped)
	for g := range codec.Each(c, kept, codec.NoLimit) {
		codec.Below(c, &g.id, functions)
		codeWords(c, &g.args)
		codec.Ints(c, &g.result[0], &g.result[1])
		panicked := g.fault.Action != ""
		if c.Bool(&panicked); panicked {
			c.Text(&g.fault.Message)
		}
		if c.Reads() && panicked {
			g.fault.Action = "?" // which it was is known by its number
		}
	}
}
