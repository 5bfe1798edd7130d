package codec_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

type thing struct {
	small  int8
	count  uint16
	kind   uint8
	bits   uint8
	yes    bool
	x, y   float64
	name   string
	data   []byte
	parts  []int32
	fellow [2]int
}

func (e *thing) code(c *codec.Coder) {
	codec.Int(c, &e.small)
	codec.Uint(c, &e.count)
	codec.Below(c, &e.kind, 9)
	codec.Byte(c, &e.bits)
	c.Bools(&e.yes)
	c.Floats(&e.x, &e.y)
	c.Text(&e.name)
	c.Bytes(&e.data)
	c.Same(77, "it is of another program")
	codec.List(c, &e.parts, 3, func(p *int32, c *codec.Coder) {
		if codec.Int(c, p); c.Reads() && *p == 13 {
			c.Fail("13 brings bad luck")
		}
	})
	codec.Times(c, e.fellow[:], "there are two", func(p *int, c *codec.Coder) { codec.Int(c, p) })
	c.Either(func(b []byte) []byte { return append(b, 5) }, func(r *codec.Reader) {
		if r.Byte() != 5 {
			r.Fail("no five")
		}
	})
}

func TestACoderReadsWhatItHasWritten(t *testing.T) {
	was := thing{-128, 65535, 8, 255, true, 1.5, -2, "name", []byte{1}, []int32{1, -2, 3}, [2]int{4, -5}}
	c := codec.NewWriter([]byte("before"))
	was.code(c)
	b := c.Written()[len("before"):]
	var now thing
	r := codec.NewReader(b)
	now.code(r.Coder())
	if r.End(); r.Err() != nil {
		t.Fatal(r.Err())
	}
	if now.small != was.small || now.count != was.count || now.kind != was.kind || now.bits != was.bits || now.yes != was.yes || now.x != was.x || now.y != was.y ||
		now.name != was.name || !slices.Equal(now.data, was.data) || !slices.Equal(now.parts, was.parts) || now.fellow != was.fellow {
		t.Errorf("%+v, want %+v", now, was)
	}
	for n := range b {
		r := codec.NewReader(b[:n])
		if new(thing).code(r.Coder()); r.Err() == nil {
			t.Errorf("cut after %d of %d bytes it is taken", n, len(b))
		}
	}
}

func TestACoderRefusesWhatDoesNotFit(t *testing.T) {
	refused := func(want string, write func(w *codec.Coder), read func(r *codec.Coder)) {
		t.Helper()
		w := codec.NewWriter(nil)
		write(w)
		r := codec.NewReader(w.Written())
		c := r.Coder()
		if read(c); !c.Failed() || c.Reads() || !strings.Contains(r.Err().Error(), want) {
			t.Errorf("%v, want %s", r.Err(), want)
		}
	}
	num := func(n int64) func(*codec.Coder) { return func(w *codec.Coder) { codec.Int(w, &n) } }
	whole := func(n uint64) func(*codec.Coder) { return func(w *codec.Coder) { codec.Uint(w, &n) } }
	refused("out of range: 128", num(128), func(c *codec.Coder) { codec.Int(c, new(int8)) })
	refused("out of range: -1", num(-1), func(c *codec.Coder) { codec.Int(c, new(uint64)) })
	refused("out of range: 256", whole(256), func(c *codec.Coder) { codec.Uint(c, new(uint8)) })
	refused("out of range: 9223372036854775808", whole(1<<63), func(c *codec.Coder) { codec.Uint(c, new(int64)) })
	refused("must be less than 9", whole(9), func(c *codec.Coder) { codec.Below(c, new(int), 9) })
	list := func(w *codec.Coder) {
		codec.List(w, &[]int32{1, 13, 2}, 3, func(p *int32, c *codec.Coder) { codec.Int(c, p) })
	}
	refused("3 entries, where there are 2 at most", list, func(c *codec.Coder) {
		codec.List(c, new([]int32), 2, func(p *int32, c *codec.Coder) { codec.Int(c, p) })
	})
	refused("bad luck", list, func(c *codec.Coder) {
		var got []int32
		codec.List(c, &got, codec.NoLimit, func(p *int32, c *codec.Coder) {
			if codec.Int(c, p); c.Reads() && *p == 13 {
				c.Fail("bad luck")
			}
		})
		if !slices.Equal(got, []int32{1}) {
			t.Error(got)
		}
	})
	refused("there are two", list, func(c *codec.Coder) {
		codec.Times(c, make([]int32, 2), "there are two", func(p *int32, c *codec.Coder) { codec.Int(c, p) })
	})
	refused("another", func(w *codec.Coder) { w.Same(1, "") }, func(c *codec.Coder) { c.Same(2, "another") })
}
