package hddl_test

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
)

// dataDir finds the competition's files, which are not part of the repository. If they are missing, it skips the test
// and says so.
func dataDir(t *testing.T) string {
	t.Helper()
	dir := cmp.Or(os.Getenv("KARAKURI_HDDL"), filepath.Join("..", "..", "shared", "data", "hddl"))
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the competition's files are not here (%v); set KARAKURI_HDDL to the folder that holds them", err)
	}
	return dir
}

func read(t *testing.T, path string) *diag.Source {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return diag.NewSource(filepath.Base(path), string(text))
}

// domainFor returns the path of the domain of a problem: one for the folder, or one for each problem.
func domainFor(problem string) string {
	own := strings.TrimSuffix(problem, ".hddl") + "-domain.hddl"
	if _, err := os.Stat(own); err == nil {
		return own
	}
	return filepath.Join(filepath.Dir(problem), "domain.hddl")
}

func TestCompetitionFilesAreReadCheckedAndWritten(t *testing.T) {
	dir := dataDir(t)
	problems := 0
	domains := map[string]*hddl.Domain{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".hddl" || strings.HasSuffix(path, "domain.hddl") {
			return err
		}
		domainPath := domainFor(path)
		d := domains[domainPath]
		if d == nil {
			src := read(t, domainPath)
			var ds diag.List
			d, ds = hddl.ParseDomain(src)
			report(t, domainPath, ds)
			domains[domainPath] = d
			report(t, domainPath, hddl.Check(d, nil))
			domainAgain(t, d)
		}
		p, ds := hddl.ParseProblem(read(t, path))
		report(t, path, ds)
		report(t, path, hddl.Check(d, p))
		problemAgain(t, p)
		problems++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d domains, %d problems", len(domains), problems)
	if problems == 0 {
		t.Error("there are no problems below", dir)
	}
}

// report fails a test for any finding, warnings included.
func report(t *testing.T, path string, ds diag.List) {
	t.Helper()
	for i := range ds.All {
		t.Errorf("%s: %v", path, ds.All[i].Error())
	}
}

// failer is the common part of a test, a fuzz target and a property.
type failer interface {
	Helper()
	Errorf(format string, args ...any)
}

// domainAgain checks that a domain, written and read again, is the same except for places.
func domainAgain(t failer, d *hddl.Domain) {
	t.Helper()
	text := d.String()
	again, ds := hddl.ParseDomain(diag.NewSource("written.hddl", text))
	same(t, placeless(d), placeless(again), ds, text, again.String())
}

func problemAgain(t failer, p *hddl.Problem) {
	t.Helper()
	text := p.String()
	again, ds := hddl.ParseProblem(diag.NewSource("written.hddl", text))
	same(t, placeless(p), placeless(again), ds, text, again.String())
}

func same(t failer, before, after any, ds diag.List, text, second string) {
	t.Helper()
	if err := ds.Err(); err != nil {
		t.Errorf("what was written is refused: %v\n%s", err, text)
		return
	}
	if second != text {
		t.Errorf("written again it differs:\n%s\n---\n%s", text, second)
	}
	if !reflect.DeepEqual(before, after) {
		t.Errorf("read again it differs:\n%s", text)
	}
}

// placeless returns a deep copy of a tree without its places.
func placeless[T any](x T) T {
	return copyOf(reflect.ValueOf(x)).Interface().(T)
}

var spanType = reflect.TypeFor[diag.Span]()

func copyOf(v reflect.Value) reflect.Value {
	if v.Type() == spanType {
		return reflect.Zero(spanType)
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(copyOf(v.Elem()))
		return to
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		return copyOf(v.Elem())
	case reflect.Slice:
		if v.Len() == 0 {
			return reflect.Zero(v.Type())
		}
		to := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			to.Index(i).Set(copyOf(v.Index(i)))
		}
		return to
	case reflect.Struct:
		to := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			to.Field(i).Set(copyOf(v.Field(i)))
		}
		return to
	}
	return v
}
