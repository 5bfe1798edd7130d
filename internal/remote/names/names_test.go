package names

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/exchange"
)

var update = flag.Bool("update", false, "write the expected sources anew")

func manifest(t *testing.T, text string) *remote.Manifest {
	t.Helper()
	p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(text)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	return remote.ManifestOf(p)
}

// TestSources are as expected in each language, and have the hash of the manifest.
func TestSources(t *testing.T) {
	m := manifest(t, exchange.Outpost)
	for _, lang := range Languages() {
		got, err := Source(lang, "dir/out_post.krk", m)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(got, m.Hash) || strings.Contains(got, "%!") {
			t.Errorf("%s: %s", lang, got)
		}
		file := filepath.Join("testdata", "outpost."+lang+".txt")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || string(want) != got {
			t.Errorf("%s differs from %s (%v): -update writes it anew\n%s", lang, file, err, got)
		}
	}
}

// TestNamesThatAreWrittenAlike are refused, with both.
func TestNamesThatAreWrittenAlike(t *testing.T) {
	m := manifest(t, "action do_it\naction doIt\naction DO_IT\nagent c { tree t }\ntree t { do_it }")
	for _, lang := range []string{"cs", "py"} {
		if _, err := Source(lang, "a.krk", m); !errors.Is(err, ErrAlike) || !strings.Contains(err.Error(), "action do_it") {
			t.Errorf("%s: %v", lang, err)
		}
	}
}
