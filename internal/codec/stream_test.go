package codec_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// streamed writes a stream of two pieces, the second longer than a piece may be.
func streamed(w io.Writer) ([]byte, error) {
	long := bytes.Repeat([]byte("long"), codec.MaxPieceBytes/4+1)
	s := codec.NewStream(w, magic, 3)
	s.Write([]byte("short"))
	s.Write(nil)
	s.Write(long)
	return append([]byte("short"), long...), s.Close()
}

func TestWhatWasStreamedIsRead(t *testing.T) {
	var b bytes.Buffer
	want, err := streamed(&b)
	if err != nil {
		t.Fatal(err)
	}
	b.WriteString("after")
	got, err := codec.ReadStream(&b, magic, 3, 1<<30)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("read %d of %d bytes: %v", len(got), len(want), err)
	}
	if b.String() != "after" {
		t.Errorf("%d bytes are left", b.Len())
	}
}

func TestDamagedStreamsAreRefused(t *testing.T) {
	var b bytes.Buffer
	if _, err := streamed(&b); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	for _, c := range []struct {
		what, want string
		limit      int64
		damage     func([]byte) []byte
	}{
		{"nothing", "truncated", 1 << 30, func([]byte) []byte { return nil }},
		{"half of it", "truncated", 1 << 30, func(b []byte) []byte { return b[:len(b)/2] }},
		{"all but its end", "truncated", 1 << 30, func(b []byte) []byte { return b[:len(b)-1] }},
		{"something else", "not the expected kind of file", 1 << 30, func(b []byte) []byte { b[0]++; return b }},
		{"another version", "version 4", 1 << 30, func(b []byte) []byte { b[len(magic)]++; return b }},
		{"a byte changed", "checksum", 1 << 30, func(b []byte) []byte { b[len(b)/2]++; return b }},
		{"a piece of any length", "too long", 1 << 30, func(b []byte) []byte { b[len(magic)+7] = 0xff; return b }},
		{"more than may be", "size limit", 100, func(b []byte) []byte { return b }},
	} {
		_, err := codec.ReadStream(bytes.NewReader(c.damage(bytes.Clone(whole))), magic, 3, c.limit)
		if e := new(codec.Error); !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}

// full is a disk with room for some bytes.
type full int

var errFull = errors.New("the disk is full")

func (f *full) Write(b []byte) (int, error) {
	if *f -= full(len(b)); *f < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestStreamsTellTheirWritersError(t *testing.T) {
	room := full(1000)
	if _, err := streamed(&room); !errors.Is(err, errFull) {
		t.Errorf("%v, want %v", err, errFull)
	}
}
