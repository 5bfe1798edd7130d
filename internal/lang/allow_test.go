package lang_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// allowed is a file whose warnings are all silenced, each in another place.
const allowed = `// karakuri: allow K190, for the mod
const unused = 3
state agent {
    a: bool // karakuri: allow K183
    // why not

    // karakuri: allow K183
    b: bool
}
action walk
action jump // karakuri: allow K192
operator go {
    do walk
    fail_after 500 // karakuri: allow K193 it is a long way
}
operator never { when 1 > 2 } // karakuri: allow K180 K181
tree t { // karakuri: allow K183
    selector {
        // karakuri: allow K383
        when true abort both { walk }
        plan go
    }
}
agent z { tree t }
// karakuri: allow K183
`

// TestAllowsAreKept: the same warnings are silenced in a file, in its canonical layout and in its JSON form, and the
// same comment is in vain in each.
func TestAllowsAreKept(t *testing.T) {
	file, ds := lang.Parse(diag.NewSource("a.krk", allowed))
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	form, err := lang.EncodeJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	decoded, _ := lang.DecodeJSON(diag.NewSource("a.json", string(form)))
	text := lang.Format(decoded)
	if text != lang.Format(file) {
		t.Errorf("through the JSON form it is\n%s", text)
	}
	formatted, _ := lang.Parse(diag.NewSource("a.krk", text))
	for name, f := range map[string]*def.File{"text": file, "json": decoded, "layout": formatted} {
		_, ds := def.Check(&def.Model{Files: []*def.File{f}})
		if len(ds.All) != 2 || ds.All[0].Code != diag.AllowsNothing || ds.All[1].Code != diag.AllowsNothing {
			t.Errorf("%s: %v", name, ds.All)
		}
	}
	for i := range file.Allows {
		file.Allows[i].Codes = nil
	}
	if _, ds := def.Check(&def.Model{Files: []*def.File{file}}); len(ds.All) < 17 {
		t.Errorf("without what is allowed there are only %d findings", len(ds.All))
	}
}
