package tidy

import (
	"bytes"
	"flag"
	"go/ast"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var wrap = flag.Bool("wrap", false, "break comments that are wider than 120 columns")

// TestWrapComments shows what is broken anew, and what stays. With -wrap it does so in the repository's files.
func TestWrapComments(t *testing.T) {
	if *wrap {
		wrapRepository(t)
	}
	long := strings.TrimSpace(strings.Repeat("word ", 30))
	head, rest := long[:23*5-1], long[23*5:]
	for _, tc := range []struct{ name, src, want string }{
		{"a paragraph", "// " + long + "\nvar a int\n", "// " + head + "\n// " + rest + "\nvar a int\n"},
		{"narrow lines", "// One\n// two.\nvar a int\n", ""},
		{"one wide line of several", "// " + long + "\n// end.\nvar a int\n", "// " + head + "\n// " + rest + " end.\nvar a int\n"},
		{"the paragraph beside it", "// A\n// b.\n//\n// " + long + "\nvar a int\n", "// A\n// b.\n//\n// " + head + "\n// " + rest + "\nvar a int\n"},
		{"an item", "//   - " + long + "\nvar a int\n", "//   - " + head[:22*5-1] + "\n//     word " + rest + "\nvar a int\n"},
		{"two items", "//   - one\n//   - " + long + "\nvar a int\n", "//   - one\n//   - " + head[:22*5-1] + "\n//     word " + rest + "\nvar a int\n"},
		{"an indent", "func f() {\n\t// " + long + "\n}\n", "func f() {\n\t// " + head[:22*5-1] + "\n\t// word " + rest + "\n}\n"},
		{"preformatted", "//\t" + long + "\nvar a int\n", ""},
		{"a directive", "//go:generate " + long + "\nvar a int\n", ""},
		{"behind code", "var a int // " + long + "\n", ""},
		{"in a text", "var a = `\n// " + long + "\n`\n", ""},
		{"what an example prints", "func f() {\n\t// Output:\n\t// " + long + "\n}\n", ""},
		{"a word that is too long", "// " + strings.Repeat("x", 130) + "\nvar a int\n", ""},
	} {
		if tc.want == "" {
			tc.want = tc.src
		}
		got := string(WrapComments([]byte("package a\n\n" + tc.src)))
		if got = strings.TrimPrefix(got, "package a\n\n"); got != tc.want {
			t.Errorf("%s:\n%s\nwant\n%s", tc.name, got, tc.want)
		}
	}
}

func wrapRepository(t *testing.T) {
	m, err := Load(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range m.Go {
		if out := WrapComments(f.Src); !ast.IsGenerated(f.Syntax) && !bytes.Equal(out, f.Src) {
			t.Log(f.File)
			if err := os.WriteFile(filepath.Join("../../..", f.File), out, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}
