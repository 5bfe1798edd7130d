package action

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
)

// TestSavedLayoutsAreBounded: structs and arrays in each other are read back as deep as they may be, and refused one
// deeper, however few bytes say it.
func TestSavedLayoutsAreBounded(t *testing.T) {
	for name, around := range map[string]func(l *layout) *layout{
		"structs": func(l *layout) *layout {
			return &layout{kind: layStruct, fields: []layoutField{{name: "In", layout: l}}}
		},
		"arrays": func(l *layout) *layout { return &layout{kind: layArray, elem: l, count: 1} },
	} {
		l := &layout{kind: layBool}
		for range maxLayoutDepth {
			l = around(l)
		}
		written := func(l *layout) *codec.Reader {
			c := codec.NewWriter(nil)
			l.code(c, 0)
			return codec.NewReader(c.Written())
		}
		r := written(l)
		if (&layout{}).code(r.Coder(), 0); r.Failed() || len(r.Rest()) > 0 {
			t.Errorf("%d %s in each other: %v", maxLayoutDepth, name, r.Err())
		}
		r = written(around(l))
		if (&layout{}).code(r.Coder(), 0); !r.Failed() || !strings.Contains(r.Err().Error(), "unknown form") {
			t.Errorf("one more of %s: %v", name, r.Err())
		}
	}
}
