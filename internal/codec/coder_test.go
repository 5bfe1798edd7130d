package codec_test

import (
	"errors"
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
	ticks  [3]int64
	row    [3]int16
	fixed  uint64
	pairs  []pair
	flags  [3]bool
	many   [9]bool
	low    [2]uint32
	texts  [2]string
	more   bool
}

type pair struct{ a, b uint32 }

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
	codec.Ints(c, &e.ticks[0], &e.ticks[1], &e.ticks[2])
	codec.Row(c, e.row[:])
	c.Fixed(&e.fixed)
	c.Flags(&e.flags[0], &e.flags[1], &e.flags[2])
	c.Flags(&e.many[0], &e.many[1], &e.many[2], &e.many[3], &e.many[4], &e.many[5], &e.many[6], &e.many[7], &e.many[8])
	codec.AllBelow(c, 300, &e.low[0], &e.low[1])
	c.Texts(&e.texts[0], &e.texts[1])
	none := c.BeginPart()
	if c.More(false) {
		c.Fail("there is something in it")
	}
	c.EndPart(none)
	some := c.BeginPart()
	if c.More(e.more) {
		e.more = true
		c.Bool(new(bool))
	}
	c.EndPart(some)
	part := c.BeginPart()
	for p := range codec.Each(c, &e.pairs, 4) {
		codec.Uint(c, &p.a)
		inner := c.BeginPart()
		codec.Uint(c, &p.b)
		c.EndPart(inner)
	}
	c.EndPart(part)
}

func TestACoderReadsWhatItHasWritten(t *testing.T) {
	was := thing{-128, 65535, 8, 255, true, 1.5, -2, "name", []byte{1}, []int32{1, -2, 3}, [2]int{4, -5},
		[3]int64{1 << 60, -1 << 63, 63}, [3]int16{-64, -65, 64}, 1 << 63, []pair{{1, 127}, {128, 1 << 31}}, [3]bool{true, false, true},
		[9]bool{0: true, 7: true, 8: true}, [2]uint32{299, 7}, [2]string{"", "told"}, true}
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
		now.name != was.name || !slices.Equal(now.data, was.data) || !slices.Equal(now.parts, was.parts) || now.fellow != was.fellow ||
		now.ticks != was.ticks || now.row != was.row || now.fixed != was.fixed || !slices.Equal(now.pairs, was.pairs) || now.flags != was.flags ||
		now.many != was.many || now.low != was.low || now.texts != was.texts || !now.more {
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
	refused("the number 128 is out of range", num(128), func(c *codec.Coder) { codec.Int(c, new(int8)) })
	refused("the number -32769 is out of range", num(-32769), func(c *codec.Coder) { codec.Int(c, new(int16)) })
	refused("the number 256 is out of range", whole(256), func(c *codec.Coder) { codec.Uint(c, new(uint8)) })
	refused("the number 9223372036854775808 is out of range", whole(1<<63), func(c *codec.Coder) { codec.Whole(c, new(int64)) })
	refused("must be less than 9", whole(9), func(c *codec.Coder) { codec.Below(c, new(int), 9) })
	refused("must be less than 9", whole(9), func(c *codec.Coder) { codec.AllBelow(c, 9, new(int)) })
	refused("must be less than 4", whole(4), func(c *codec.Coder) { c.Flags(new(bool), new(bool)) })
	list := func(w *codec.Coder) {
		codec.List(w, &[]int32{1, 13, 2}, 3, func(p *int32, c *codec.Coder) { codec.Int(c, p) })
	}
	refused("3 entries; at most 2 are allowed", list, func(c *codec.Coder) {
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

// readPairs reads a list of pairs of which none may have 13 in it.
func readPairs(c *codec.Coder, list *[]pair, limit int) {
	for p := range codec.Each(c, list, limit) {
		codec.Uint(c, &p.a)
		if codec.Uint(c, &p.b); c.Reads() && p.b == 13 {
			c.Fail("13 brings bad luck")
		}
	}
}

// TestEachEndsWithTheFirstMistake: the faulty element is not in the list, nor are former elements.
func TestEachEndsWithTheFirstMistake(t *testing.T) {
	w := codec.NewWriter(nil)
	readPairs(w, &[]pair{{1, 2}, {3, 13}, {5, 6}}, 3)
	b := w.Written()
	for _, c := range []struct {
		b     []byte
		limit int
		want  []pair
		text  string
	}{
		{b, 3, []pair{{1, 2}}, "bad luck"},
		{b, 2, nil, "3 entries; at most 2 are allowed"},
		{b[:4], 3, []pair{{1, 2}}, "the data is truncated"},
		{b[:2], 3, nil, "the number 3 is out of range: it must be less than 3"},
		{nil, 3, nil, "the data is truncated"},
	} {
		r := codec.NewReader(c.b)
		got := []pair{{8, 8}, {9, 9}}
		if readPairs(r.Coder(), &got, c.limit); r.Err() == nil || !strings.Contains(r.Err().Error(), c.text) || !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, %v, want %v, %s", c.b, got, r.Err(), c.want, c.text)
		}
	}
}

// TestPartsAreReadWhereTheyStand: reading a part stops at its end, and a mistake has its place in the whole.
func TestPartsAreReadWhereTheyStand(t *testing.T) {
	one, two, after := int64(1), int64(2), int64(3)
	w := codec.NewWriter(nil)
	part := w.BeginPart()
	codec.Ints(w, &one, &two)
	w.EndPart(part)
	codec.Int(w, &after)
	b := w.Written()
	for _, c := range []struct {
		name  string
		count int
		text  string
		at    int
	}{
		{"all of it", 2, "", 0},
		{"less", 1, "there are extra bytes after the end", 5},
		{"more", 3, "the data is truncated", 6},
	} {
		r := codec.NewReader(b)
		c2 := r.Coder()
		part := c2.BeginPart()
		var got [4]int64
		for i := range c.count {
			codec.Int(c2, &got[i])
		}
		c2.EndPart(part)
		codec.Int(c2, &got[3])
		r.End()
		var e *codec.Error
		if errors.As(r.Err(), &e) != (c.text != "") || e != nil && (e.Why != c.text || e.At != c.at) {
			t.Errorf("%s: %v, want %s at %d", c.name, r.Err(), c.text, c.at)
		}
		if e == nil && got != [4]int64{1, 2, 0, 3} {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	r := codec.NewReader(b[:5])
	if r.Coder().BeginPart(); r.Err() == nil {
		t.Error("a part that is cut short is taken")
	}
}

// TestACoderAllocatesNothing while it writes into memory that there is, and reads into lists that are long enough.
func TestACoderAllocatesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("the short tests are those with the race detector, which allocates")
	}
	list := []pair{{1, 2}, {3, 4}}
	buf := make([]byte, 0, 64)
	var r *codec.Reader
	code := func(c *codec.Coder) {
		part := c.BeginPart()
		readPairs(c, &list, 9)
		c.EndPart(part)
	}
	if n := testing.AllocsPerRun(100, func() {
		var c codec.Coder
		code(c.Write(buf[:0]))
		buf = c.Written()
	}); n != 0 {
		t.Errorf("writing allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() {
		r = codec.NewReader(buf)
		code(r.Coder())
	}); n > 1 { // the reader itself
		t.Errorf("reading allocates %v times", n)
	}
}
