package diag

import "testing"

func TestExcerptPositionsAreThoseOfTheOuterSource(t *testing.T) {
	outer := NewSource("a.json", "{\n  \"é\": \"a \\u003c b\"\n}")
	plain := outer.Excerpt(11, "a", nil)
	if p := plain.Position(0); p.Line != 2 || p.Col != 9 {
		t.Errorf("plain excerpt at %v, want 2:9", p)
	}
	escaped := outer.Excerpt(11, "a < b", []int32{11, 12, 13, 19, 20, 21})
	if p := escaped.Position(4); p.Line != 2 || p.Col != 18 {
		t.Errorf("byte after an escape at %v, want 2:18", p)
	}
	text, start := escaped.line(4)
	if got := text[4-start:]; got != "b\"" {
		t.Errorf("line shows %q under the caret, want b", got)
	}
	if got := (Span{Src: escaped, Start: 2, End: 3}).Text(); got != "<" {
		t.Errorf("span text %q, want <", got)
	}
}
