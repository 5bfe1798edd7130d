package codec_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

const magic = "PACKTEST"

func sealed(text string) []byte {
	b := append([]byte("before"), codec.Begin(nil, magic, 3)...)
	b = codec.AppendText(b, text)
	b = codec.AppendInt(b, int64(-5))
	b = codec.AppendUint(b, 7)
	b = codec.AppendFloat(b, math.Pi)
	b = codec.AppendBool(b, true)
	b = codec.AppendBytes(b, []byte{1, 2})
	b, place := codec.BeginPart(b)
	b = codec.EndPart(codec.AppendText(b, "part"), place)
	return codec.Seal(b, len("before"))[len("before"):]
}

func TestWhatWasWrittenIsRead(t *testing.T) {
	payload, err := codec.Open(sealed("hello"), magic, 3)
	if err != nil {
		t.Fatal(err)
	}
	r := codec.NewReader(payload)
	if s, n, u, f, v, b := r.Text(), r.Int(), r.Below(8), r.Float(), r.Bool(), r.Bytes(); s != "hello" || n != -5 || u != 7 || f != math.Pi || !v || len(b) != 2 {
		t.Fatal(s, n, u, f, v, b)
	}
	if part := codec.NewReader(r.Part()); part.Text() != "part" || len(part.Rest()) > 0 {
		t.Fatal(part.Err())
	}
	if r.End(); r.Err() != nil {
		t.Fatal(r.Err())
	}
}

func TestDamageIsRefused(t *testing.T) {
	b := sealed("hello")
	var wrong *codec.Error
	for n := range len(b) {
		if _, err := codec.Open(b[:n], magic, 3); !errors.As(err, &wrong) {
			t.Errorf("cut after %d bytes: %v", n, err)
		}
		bad := append([]byte(nil), b...)
		bad[n] ^= 0x10
		if _, err := codec.Open(bad, magic, 3); !errors.As(err, &wrong) {
			t.Errorf("byte %d changed: %v", n, err)
		}
	}
	if _, err := codec.Open(append(b, 0), magic, 3); err == nil || !strings.Contains(err.Error(), "after the end") {
		t.Error(err)
	}
	if _, err := codec.Open(b, magic, 4); err == nil || !strings.Contains(err.Error(), "version 3; this program reads version 4") {
		t.Error(err)
	}
}

func TestAReaderKeepsItsFirstMistake(t *testing.T) {
	for name, read := range map[string]func(r *codec.Reader){
		"byte":    func(r *codec.Reader) { r.Byte() },
		"uint":    func(r *codec.Reader) { r.Uint() },
		"int":     func(r *codec.Reader) { r.Int() },
		"fixed":   func(r *codec.Reader) { r.Fixed() },
		"below":   func(r *codec.Reader) { r.Below(4) },
		"text":    func(r *codec.Reader) { r.Text() },
		"part":    func(r *codec.Reader) { r.Part() },
		"boolean": func(r *codec.Reader) { r.Bool() },
	} {
		r := codec.NewReader(nil)
		read(r)
		first := r.Err()
		read(r)
		if first == nil || r.Err() != first || !r.Failed() {
			t.Errorf("%s: %v, then %v", name, first, r.Err())
		}
	}
	for _, b := range [][]byte{{9}, {2}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}} {
		r := codec.NewReader(b)
		if r.Below(2); r.Err() == nil {
			t.Errorf("%v is below 2", b)
		}
		r = codec.NewReader(b)
		if r.Bytes(); r.Err() == nil {
			t.Errorf("%v are bytes", b)
		}
	}
	r := codec.NewReader([]byte{2})
	if r.Bool(); r.Err() == nil {
		t.Error("2 is a truth value")
	}
}

func TestAPartLongerThanThereIsIsRefused(t *testing.T) {
	for _, length := range [][]byte{{0xff, 0xff, 0xff, 0xff}, {0, 0, 0, 0x80}, {2, 0, 0, 0}} { // the first two are below 0 in an int of 32 bits
		r := codec.NewReader(append(length, 'x'))
		if b := r.Part(); b != nil || r.Err() == nil {
			t.Errorf("length %v: read %v, %v", length, b, r.Err())
		}
	}
}
