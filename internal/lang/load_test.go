package lang

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

func files(pairs ...string) fstest.MapFS {
	m := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return m
}

func TestLoadReadsEachFileOnce(t *testing.T) {
	fsys := files(
		"game/main.krk", `import "a.krk"; import "common/b.krk"; import "../lib/c.krk"`+"\n",
		"game/a.krk", `import "common/b.krk"; type a`,
		"game/common/b.krk", `import "../../lib/c.krk"; type b`,
		"lib/c.krk", "type c",
	)
	m, ds := Load(fsys, "./game/main.krk")
	if len(ds.All) > 0 {
		t.Fatal(render(ds))
	}
	var names []string
	for _, f := range m.Files {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "game/main.krk game/a.krk game/common/b.krk lib/c.krk" {
		t.Errorf("files: %s", got)
	}
	for i, d := range m.Files[0].Decls {
		if imp := d.(*def.Import); imp.File != m.Files[i+1] {
			t.Errorf("import %q leads to %v", imp.Path, imp.File)
		}
	}
}

func TestLoadReadsBothForms(t *testing.T) {
	fsys := files(
		"main.krk", "import \"a.json\"\ntype c",
		"a.json", `{"karakuri": 1, "declarations": [{"kind": "import", "path": "b.krk"}, {"kind": "type", "name": "a"}]}`,
		"b.krk", "type b",
	)
	for _, name := range []string{"main.krk", "a.json"} {
		m, ds := Load(fsys, name)
		if len(ds.All) > 0 {
			t.Fatal(render(ds))
		}
		if last := m.Files[len(m.Files)-1]; last.Name != "b.krk" || len(last.Decls) != 1 {
			t.Errorf("%s does not lead to b.krk", name)
		}
	}
}

func TestMistakesInImports(t *testing.T) {
	tests := []struct {
		name  string
		files fstest.MapFS
		want  string
	}{
		{"missing", files("m.krk", "import \"placse.krk\"\ntype a", "places.krk", "type b"), `
m.krk:1:8: cannot import "placse.krk": there is no such file [K055]
    import "placse.krk"
           ^~~~~~~~~~~~ did you mean "places.krk"?
`},
		{"main missing", files("other.krk", ""), `
cannot read m.krk: there is no such file [K055]
`},
		{"main misspelt", files("mm.krk", ""), `
cannot read m.krk: there is no such file [K055]
    did you mean "mm.krk"?
`},
		{"cycle", files("m.krk", `import "a.krk"`, "a.krk", "\nimport \"b.krk\"", "b.krk", "import \"a.krk\"\ntype b"), `
b.krk:1:8: cyclic import: a.krk imports b.krk imports a.krk [K056]
    import "a.krk"
           ^~~~~~~
    a.krk:2:8: imported here
        import "b.krk"
               ^~~~~~~
`},
		{"self", files("m.krk", `import "m.krk"`), `
m.krk:1:8: cyclic import: m.krk imports m.krk [K056]
    import "m.krk"
           ^~~~~~~
`},
		{"paths", files("m.krk", "import \"../a.krk\"\nimport \"/etc/passwd\"\nimport \"a\\\\b.krk\"\nimport \".\"\nimport \"\"\ntype x"), `
m.krk:1:8: the path "../a.krk" leaves the folder of the files [K057]
    import "../a.krk"
           ^~~~~~~~~~ move the file into that folder, or give a folder that contains both: karakuri --root DIR
m.krk:2:8: the path "/etc/passwd" is absolute [K057]
    import "/etc/passwd"
           ^~~~~~~~~~~~~ paths are relative to the importing file
m.krk:3:8: backslash in the path "a\\b.krk" [K057]
    import "a\\b.krk"
           ^~~~~~~~~~ write "a/b.krk"
m.krk:4:8: the path "." leaves the folder of the files [K057]
    import "."
           ^~~ move the file into that folder, or give a folder that contains both: karakuri --root DIR
m.krk:5:8: the path is empty [K057]
    import ""
           ^~
`},
		{"cycle and mistakes in JSON", files("m.krk", "import \"a.json\"",
			"a.json", `{"karakuri": 1, "declarations": [{"kind": "import", "path": "m.krk"}, {"kind": "typ"}]}`), `
a.json:1:62: cyclic import: m.krk imports a.json imports m.krk [K056]
    {"karakuri": 1, "declarations": [{"kind": "import", "path": "m.krk"}, {"kind": "typ"}]}
                                                                 ^~~~~
    m.krk:1:8: imported here
        import "a.json"
               ^~~~~~~~
a.json:1:80: "typ" is not one of {declarations} [K207]
    {"karakuri": 1, "declarations": [{"kind": "import", "path": "m.krk"}, {"kind": "typ"}]}
                                                                                   ^~~~~ did you mean "type"?
`},
		{"mistakes in both", files("m.krk", "import \"a.krk\"\nconst", "a.krk", "typ a"), `
a.krk:1:1: unknown declaration "typ" [K007]
    typ a
    ^~~ did you mean "type"?
m.krk:2:6: expected the name of a constant after "const" [K001]
    const
         ^
`},
	}
	for _, tt := range tests {
		_, ds := Load(tt.files, "m.krk")
		if got := "\n" + render(ds); got != listed(tt.want) {
			t.Errorf("%s: got%s\nwant%s", tt.name, got, listed(tt.want))
		}
	}
}

func TestLoadIsBounded(t *testing.T) {
	many := files()
	for i := range MaxFiles + 10 {
		many[fmt.Sprintf("%d.krk", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "import \"%d.krk\"\nimport \"%d.krk\"\ntype t%d", i+1, i+2, i)}
	}
	if _, ds := Load(many, "0.krk"); len(ds.All) != 1 || ds.All[0].Message != "more than 256 files" {
		t.Errorf("many files: %s", render(ds))
	}
	big := files()
	text := "type a\n//" + strings.Repeat("x", expr.MaxSourceBytes-100)
	for i := range 6 {
		big[fmt.Sprintf("%d.krk", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "import \"%d.krk\"\n%s", (i+1)%6, text)}
	}
	if _, ds := Load(big, "0.krk"); len(ds.All) != 1 || !strings.Contains(ds.All[0].Message, "all files together") {
		t.Errorf("big files: %d findings", len(ds.All))
	}
	huge := files("m.krk", strings.Repeat(" ", expr.MaxSourceBytes+1))
	if _, ds := Load(huge, "m.krk"); len(ds.All) != 1 || !strings.Contains(ds.All[0].Message, "the limit is 4194304") {
		t.Errorf("huge file: %d findings", len(ds.All))
	}
}

func TestLoadNamesFilesAsTheUserDoes(t *testing.T) {
	_, ds := LoadAs(files("m.krk", "import \"x.krk\""), "m.krk", func(name string) string { return "game/" + name })
	if got := ds.All[0].Error(); !strings.HasPrefix(got, "game/m.krk:1:8: ") {
		t.Error(got)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("import \"b.krk\"\ntype a", "import \"a.krk\"")
	f.Add("import \"../b.krk\"", "import \"./b.krk\"; import \"sub/../a.krk\"")
	f.Add("import \"\x00\"", "import \"b.krk/\"")
	f.Fuzz(func(t *testing.T, a, b string) {
		m, ds := Load(fs.FS(files("a.krk", a, "b.krk", b)), "a.krk")
		if len(m.Files) > 2 {
			t.Errorf("%d files of two", len(m.Files))
		}
		render(ds)
	})
}
