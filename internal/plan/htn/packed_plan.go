package htn

import (
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Data that is not used for a while is packed into few bytes, which only the program that packed it reads: nothing is
// checked.

// Pack appends the plan for [Plan.Unpack].
func (pl *Plan) Pack(b []byte) []byte {
	var c codec.Coder
	pl.pack(c.Write(b), nil)
	return c.Written()
}

// Unpack makes pl the plan of a domain that was packed, in memory of a pool, which gets what pl had.
func (pl *Plan) Unpack(d *Domain, in *codec.Reader, s *PlanPool) {
	var c codec.Coder
	pl.d = d
	pl.pack(c.Read(in), s)
}

// pack is the list of packed fields.
func (pl *Plan) pack(c *codec.Coder, s *PlanPool) {
	words, nodes, steps := len(pl.words), len(pl.nodes), len(pl.steps)
	codec.Whole(c, &words)
	codec.Whole(c, &nodes)
	codec.Whole(c, &steps)
	if c.Reader() != nil {
		pl.fit(s, words, nodes, steps)
		pl.words, pl.nodes, pl.steps = pl.words[:words], pl.nodes[:nodes], pl.steps[:steps]
		clear(pl.nodes)
		clear(pl.steps)
		pl.cost = float64(steps)
	}
	codec.Row(c, pl.words)
	for i := range pl.nodes {
		n := &pl.nodes[i]
		codec.Ints(c, &n.parent, &n.ordinal, &n.task, &n.method, &n.frame, &n.depth)
		codec.Int(c, &n.key)
	}
	for i := range pl.steps {
		s := &pl.steps[i]
		codec.Ints(c, &s.operator, &s.args, &s.parent, &s.ordinal)
	}
	unit := pl.cost == float64(steps)
	if c.Bool(&unit); !unit {
		c.Float(&pl.cost)
	}
}

// Pack appends what a result depends on for [Reads.Unpack].
func (r *Reads) Pack(b []byte) []byte {
	var c codec.Coder
	r.pack(c.Write(b), nil)
	return c.Written()
}

// Unpack reads packed reads into memory of a pool, which gets the former memory of r.
func (r *Reads) Unpack(in *codec.Reader, s *PlanPool) {
	var c codec.Coder
	r.pack(c.Read(in), s)
}

func (r *Reads) pack(c *codec.Coder, s *PlanPool) {
	c.Bool(&r.everything)
	in := c.Reader()
	if in == nil {
		c.Write(r.Cells.Pack(c.Written()))
		return
	}
	s.enter()
	r.Cells.Unpack((*world.Reader)(in), &s.reads)
	s.leave()
}

// Bytes returns memory for n bytes in exchange for memory that is no longer used, as [pool.Slices.Fit] does.
func (s *PlanPool) Bytes(old []byte, n int) []byte {
	s.enter()
	defer s.leave()
	return s.bytes.Fit(old, n)
}
