package codec_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// These benchmarks say what the two-way form costs compared with appending and reading.

// numbers are values as an agent might remember them: mostly small, some ticks.
type numbers struct {
	a, b, c, d, e, f, g, h, i, j int64
	k, l, m, n, o                int32
	p, q, r, s, t                bool
}

func (x *numbers) code(c *codec.Coder) {
	codec.Int(c, &x.a)
	codec.Int(c, &x.b)
	codec.Int(c, &x.c)
	codec.Int(c, &x.d)
	codec.Int(c, &x.e)
	codec.Int(c, &x.f)
	codec.Int(c, &x.g)
	codec.Int(c, &x.h)
	codec.Int(c, &x.i)
	codec.Int(c, &x.j)
	codec.Whole(c, &x.k)
	codec.Whole(c, &x.l)
	codec.Whole(c, &x.m)
	codec.Whole(c, &x.n)
	codec.Whole(c, &x.o)
	c.Bools(&x.p, &x.q, &x.r, &x.s, &x.t)
}

func (x *numbers) append(b []byte) []byte {
	b = codec.AppendInt(codec.AppendInt(codec.AppendInt(codec.AppendInt(codec.AppendInt(b, x.a), x.b), x.c), x.d), x.e)
	b = codec.AppendInt(codec.AppendInt(codec.AppendInt(codec.AppendInt(codec.AppendInt(b, x.f), x.g), x.h), x.i), x.j)
	b = codec.AppendUint(codec.AppendUint(codec.AppendUint(codec.AppendUint(codec.AppendUint(b, x.k), x.l), x.m), x.n), x.o)
	return codec.AppendBool(codec.AppendBool(codec.AppendBool(codec.AppendBool(codec.AppendBool(b, x.p), x.q), x.r), x.s), x.t)
}

func (x *numbers) read(r *codec.Reader) {
	x.a, x.b, x.c, x.d, x.e, x.f, x.g, x.h, x.i, x.j = r.Int(), r.Int(), r.Int(), r.Int(), r.Int(), r.Int(), r.Int(), r.Int(), r.Int(), r.Int()
	x.k, x.l, x.m, x.n, x.o = int32(r.Below(1<<31-1)), int32(r.Below(1<<31-1)), int32(r.Below(1<<31-1)), int32(r.Below(1<<31-1)), int32(r.Below(1<<31-1))
	x.p, x.q, x.r, x.s, x.t = r.Bool(), r.Bool(), r.Bool(), r.Bool(), r.Bool()
}

var sample = numbers{a: 1, b: 70, c: 1000, d: -5, e: 0, f: 7, g: 90000, h: 3, i: 2, j: 1, k: 3, l: 200, m: 0, n: 1, o: 90000, p: true, s: true}

func BenchmarkWrite(b *testing.B) {
	x := sample
	var buf []byte
	b.Run("appending", func(b *testing.B) {
		for b.Loop() {
			buf = x.append(buf[:0])
		}
	})
	b.Run("coder", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var c codec.Coder
			c.Write(buf[:0])
			x.code(&c)
			buf = c.Written()
		}
	})
}

func BenchmarkRead(b *testing.B) {
	x := sample
	buf := x.append(nil)
	b.Run("reading", func(b *testing.B) {
		for b.Loop() {
			x.read(codec.NewReader(buf))
		}
	})
	b.Run("coder", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			x.code(codec.NewReader(buf).Coder())
		}
	})
}
