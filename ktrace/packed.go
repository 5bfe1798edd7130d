package ktrace

import (
	"bytes"
	"compress/flate"
	"io"
)

// packedBlock is set in the length of a block whose payload is deflated. A block that begins with a snapshot is never
// deflated, so that walk finds it.
const packedBlock = 1 << 31

// packer compresses blocks.
type packer struct {
	w   *flate.Writer
	out bytes.Buffer
}

// pack returns b deflated, valid until the next call.
func (p *packer) pack(b []byte) []byte {
	p.out.Reset()
	if p.w == nil {
		p.w, _ = flate.NewWriter(&p.out, flate.BestSpeed) // the level is valid
	} else {
		p.w.Reset(&p.out)
	}
	p.w.Write(b) // a buffer does not fail
	p.w.Close()
	return p.out.Bytes()
}

// unpacker decompresses blocks.
type unpacker struct {
	source bytes.Reader
	r      io.ReadCloser
	plain  bytes.Buffer
}

// unpack returns the decompressed bytes, valid until the next call. why gives the mistake: invalid data, or more bytes
// than the limit.
func (u *unpacker) unpack(b []byte, most int64) (plain []byte, why string) {
	u.source.Reset(b)
	if u.r == nil {
		u.r = flate.NewReader(&u.source)
	} else if err := u.r.(flate.Resetter).Reset(&u.source, nil); err != nil {
		return nil, err.Error()
	}
	u.plain.Reset()
	switch n, err := u.plain.ReadFrom(io.LimitReader(u.r, most+1)); {
	case err != nil:
		return nil, "it cannot be decompressed: " + err.Error()
	case n > most:
		return nil, "it is too large"
	}
	return u.plain.Bytes(), ""
}
