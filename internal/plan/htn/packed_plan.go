package htn

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// What nobody looks at for a while is kept in few bytes, which only the program that packed it reads: nothing is checked.

// Pack appends the plan for [Plan.Unpack].
func (pl *Plan) Pack(b []byte) []byte {
	b = codec.AppendUint(codec.AppendUint(codec.AppendUint(b, len(pl.words)), len(pl.nodes)), len(pl.steps))
	for _, w := range pl.words {
		b = codec.AppendInt(b, w)
	}
	for i := range pl.nodes {
		n := &pl.nodes[i]
		b = codec.AppendUint(codec.AppendUint(codec.AppendUint(b, n.parent+1), n.ordinal), n.task)
		b = codec.AppendInt(codec.AppendUint(codec.AppendUint(codec.AppendUint(b, n.method), n.frame), n.depth), n.key)
	}
	for i := range pl.steps {
		s := &pl.steps[i]
		b = codec.AppendUint(codec.AppendUint(codec.AppendUint(codec.AppendUint(b, s.operator), s.args), s.parent+1), s.ordinal)
	}
	if unit := pl.cost == float64(len(pl.steps)); !unit {
		return codec.AppendFloat(append(b, 0), pl.cost)
	}
	return append(b, 1)
}

// Unpack makes pl the plan of a domain that was packed, in memory of a stock, which gets what pl had.
func (pl *Plan) Unpack(d *Domain, in *codec.Reader, s *PlanStock) {
	words, nodes, steps := int(in.Uint()), int(in.Uint()), int(in.Uint())
	pl.fit(s, words, nodes, steps)
	pl.d, pl.cost = d, float64(steps)
	for range words {
		pl.words = append(pl.words, world.Word(in.Int()))
	}
	small := func() int32 { return int32(in.Uint()) }
	for range nodes {
		n := node{parent: small() - 1, ordinal: small(), task: small()}
		n.method, n.frame, n.depth, n.key = small(), small(), small(), world.Word(in.Int())
		pl.nodes = append(pl.nodes, n)
	}
	for range steps {
		pl.steps = append(pl.steps, step{operator: small(), args: small(), parent: small() - 1, ordinal: small()})
	}
	if in.Byte() == 0 {
		pl.cost = in.Float()
	}
}

// Pack appends what a result depends on for [Reads.Unpack].
func (r *Reads) Pack(b []byte) []byte { return r.Cells.Pack(codec.AppendBool(b, r.everything)) }

// Unpack makes r what was packed, in memory of a stock, which gets what r had.
func (r *Reads) Unpack(in *codec.Reader, s *PlanStock) {
	r.everything = in.Bool()
	s.enter()
	r.Cells.Unpack((*world.Reader)(in), &s.reads)
	s.leave()
}

// Bytes returns memory for n bytes in exchange for memory that is no longer used, as [pool.Stock.Fit] does.
func (s *PlanStock) Bytes(old []byte, n int) []byte {
	s.enter()
	defer s.leave()
	return s.bytes.Fit(old, n)
}
