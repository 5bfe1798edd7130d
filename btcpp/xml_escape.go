package btcpp

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/diag"
)

var entities = [...]struct{ name, text string }{{"lt", "<"}, {"gt", ">"}, {"amp", "&"}, {"quot", `"`}, {"apos", "'"}}

// maxEntity bounds how far a ";" is looked for: the longest is &#x10FFFF; with some zeros.
const maxEntity = 16

// decode replaces escapes in text that starts at an offset, and reports characters that do not exist.
func (p *xmlParser) decode(start int, raw string) string {
	text, bad := unescape(raw, nil)
	if bad >= 0 {
		p.ds.Errorf(diag.BTXML, p.span(start+bad, start+bad+1+strings.IndexByte(raw[bad:], ';')), "there is no such character")
	}
	return text
}

// unescape replaces escapes and changes all line ends to "\n". It leaves text that only resembles an escape. It calls
// at, if not nil, with the offset in raw of each byte of the result. bad is the offset of the first escape that denotes
// no character, or -1.
func unescape(raw string, at func(int32)) (text string, bad int) {
	bad = -1
	if at == nil && strings.IndexByte(raw, '&') < 0 && strings.IndexByte(raw, '\r') < 0 {
		return raw, bad
	}
	var b strings.Builder
	for i := 0; i < len(raw); {
		piece, n := raw[i:i+1], 1
		switch raw[i] {
		case '\r':
			piece = "\n"
			if strings.HasPrefix(raw[i:], "\r\n") {
				n = 2
			}
		case '&':
			if p, m := entity(raw[i:]); m > 0 {
				piece, n = p, m
				if p == "" && bad < 0 {
					bad = i
				}
			}
		}
		if at != nil {
			for range len(piece) {
				at(int32(i))
			}
		}
		b.WriteString(piece)
		i += n
	}
	return b.String(), bad
}

// entity reads an escape at the beginning of raw; n is 0 if there is none, text is "" if the character does not exist.
func entity(raw string) (text string, n int) {
	end := strings.IndexByte(raw[:min(len(raw), maxEntity)], ';')
	if end < 0 {
		return "", 0
	}
	name := raw[1:end]
	for _, e := range entities {
		if e.name == name {
			return e.text, end + 1
		}
	}
	digits, numeric := strings.CutPrefix(name, "#")
	if !numeric {
		return "", 0
	}
	base := 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	v, err := strconv.ParseUint(digits, base, 32)
	if err != nil || !utf8.ValidRune(rune(v)) || v < ' ' && v != '\t' && v != '\n' && v != '\r' {
		return "", end + 1
	}
	return string(rune(v)), end + 1
}

// Source returns the value as a separate text, such as a script, whose places are those in the file.
func (a *Attr) Source() *diag.Source {
	if a.At.Src == nil {
		return diag.NewSource("", a.Value)
	}
	raw := a.At.Text()
	if raw == a.Value {
		return a.At.Src.Excerpt(a.At.Start, a.Value, nil)
	}
	var at []int32
	text, _ := unescape(raw, func(i int32) { at = append(at, a.At.Start+i) })
	if text != a.Value { // a host has changed it
		return diag.NewSource(a.At.Src.Name, a.Value)
	}
	return a.At.Src.Excerpt(a.At.Start, a.Value, append(at, a.At.End))
}

var textEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#13;")

var valueEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;")
