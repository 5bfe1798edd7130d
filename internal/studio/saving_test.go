package studio

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A save never overwrites what another program has written since the page read the file: nothing is written, the
// simulation continues as it was, and the page gets what there is now. With the hash of that it can be overwritten all
// the same.
func TestSavesOverwriteNobody(t *testing.T) {
	address, folder := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 0)
	var mine SourceText
	c.ask(Request{Op: "source", File: "camp.krk"}, &mine)
	theirs := mine.Text + "// written elsewhere\n"
	if err := os.WriteFile(folder+"/camp.krk", []byte(theirs), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder+"/camp.krk", 0o600); err != nil {
		t.Fatal(err)
	}
	var s Saved
	c.ask(Request{Op: "save", File: "camp.krk", Text: mine.Text + "// mine\n", Was: mine.Hash}, &s)
	if s.Saved || s.Conflict == nil || s.Conflict.Text != theirs || s.Opened != nil {
		t.Fatalf("%+v", s)
	}
	if got := read(t, folder+"/camp.krk"); got != theirs {
		t.Fatalf("what was written elsewhere is gone: %s", got)
	}
	conflict := *s.Conflict
	s = Saved{}
	c.ask(Request{Op: "save", File: "camp.krk", Text: mine.Text + "// mine\n", Was: conflict.Hash}, &s)
	if got := read(t, folder+"/camp.krk"); !s.Saved || got != mine.Text+"// mine\n" {
		t.Fatalf("%+v: %s", s, got)
	}
	again := s.Hash
	s = Saved{}
	c.ask(Request{Op: "save", File: "camp.krk", Text: mine.Text, Was: again}, &s)
	if info, err := os.Stat(folder + "/camp.krk"); err != nil || !s.Saved || info.Mode().Perm() != 0o600 {
		t.Errorf("%+v; %v, %v: saving on, or the permissions", s, info, err)
	}
	if left, _ := filepath.Glob(folder + "/.camp*"); left != nil {
		t.Errorf("%v is left", left)
	}
	if _, wrong := c.try(Request{Op: "save", File: "camp.krk", Text: mine.Text, Was: "none"}); wrong != "" {
		t.Errorf("a hash of nothing is a conflict, not %s", wrong)
	}
}

// Programs read and write the files of their folder, wherever links lead; a wider folder can be given.
func TestProgramsStayInTheirFolder(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, name string) {
		if err := os.Symlink(filepath.Join(dir, to), filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	const tail = "action a\noperator o { do a }\ntask go { method m { o } }\nagent x { plan go }\n"
	write("lib/common.krk", "const c = 1\n")
	write("other/else.krk", tail)
	write("game/up.krk", "import \"../lib/common.krk\"\n"+tail)
	write("game/linked.krk", "import \"link.krk\"\n"+tail)
	write("game/fine.krk", "import \"inner.krk\"\n"+tail)
	write("game/sub/inner.krk", "const c = 1\n")
	link("lib/common.krk", "game/link.krk")
	link("game/sub/inner.krk", "game/inner.krk")
	link("other/else.krk", "game/named.krk")
	for _, tc := range []struct{ name, root, want string }{
		{"game/up.krk", "", "leaves the folder of the files"},
		{"game/linked.krk", "", "outside the folder"},
		{"game/fine.krk", "", ""},
		{"game/named.krk", "", ""},
		{"game/up.krk", ".", ""},
		{"game/linked.krk", ".", ""},
		{"game/named.krk", "game", "outside the folder"},
		{"other/else.krk", "game", "outside the folder"},
	} {
		l, err := NewLibrary([]string{filepath.Join(dir, tc.name)})
		if err == nil && tc.root != "" {
			err = l.Confine(filepath.Join(dir, tc.root))
		}
		if err == nil {
			_, ds := l.load(l.Names()[0], nil)
			err = ds.Err()
		}
		if said := wordsOf(err); tc.want == "" && err != nil || !strings.Contains(said, tc.want) {
			t.Errorf("%s in %q: %s, want %q", tc.name, tc.root, said, tc.want)
		}
	}
	l, err := NewLibrary([]string{filepath.Join(dir, "game/named.krk")})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.write("named.krk", &Request{File: "named.krk", Text: "x"}); err == nil || !strings.Contains(err.Error(), "outside the folder") {
		t.Errorf("written through a link: %v", err)
	}
}

func wordsOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
