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

// TestSources are as expected in each language, for a program with a name of each kind and for the examples of the
// clients. The tests of the clients compile and run them.
func TestSources(t *testing.T) {
	const root = "../../.."
	sources := map[string][2]string{
		"clients/cpp/meal.hpp":                     {"cpp", "examples/meal/meal.krk"},
		"clients/csharp/Samples~/Villager/Meal.cs": {"cs", "examples/meal/meal.krk"},
		"clients/godot/meal.gd":                    {"gd", "examples/meal/meal.krk"},
		"clients/python/meal.py":                   {"py", "examples/meal/meal.krk"},
		"clients/csharp/Samples~/Village/Names.cs": {"cs", "examples/village/village.krk"},
		"clients/godot/village_names.gd":           {"gd", "examples/village/village.krk"},
		"clients/js/village/names.ts":              {"ts", "examples/village/village.krk"},
		"clients/python/village.py":                {"py", "examples/village/village.krk"},
	}
	for _, lang := range Languages() {
		sources["internal/remote/names/testdata/every."+lang+".txt"] = [2]string{lang, "internal/remote/names/testdata/every.krk"}
	}
	for file, from := range sources {
		p, err := karakuri.Load(os.DirFS(root), from[1])
		if err != nil {
			t.Fatal(err)
		}
		m := remote.ManifestOf(p)
		got, err := Source(from[0], from[1], m)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(got, m.Hash) || strings.Contains(got, "%!") {
			t.Errorf("%s: %s", file, got)
		}
		file = filepath.Join(root, file)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || string(want) != got {
			t.Errorf("%s is not what the names of %s are (%v): -update writes it anew\n%s", file, from[1], err, got)
		}
	}
}

// TestNamesThatAreWrittenAlike are refused, with both.
func TestNamesThatAreWrittenAlike(t *testing.T) {
	for lang, clash := range map[string][2]string{
		"c":  {"type a = { b_c }\ntype a_b = { c }\nstate agent { w: a = b_c; v: a_b = c }\naction go\nagent x { tree t }\ntree t { go }", "as a_a_b_c: the value b_c and the value c"},
		"cs": {"action do_it\naction doIt\nagent c { tree t }\ntree t { do_it }", "as DoIt of Actions: the action do_it and the action doIt"},
		"py": {"type way = { up, Up }\nstate agent { w: way = up }\naction go\nagent c { tree t }\ntree t { go }", "as UP of way: the value up and the value Up"},
	} {
		if _, err := Source(lang, "a.krk", manifest(t, clash[0])); !errors.Is(err, ErrAlike) || !strings.Contains(err.Error(), clash[1]) {
			t.Errorf("%s: %v", lang, err)
		}
	}
}
