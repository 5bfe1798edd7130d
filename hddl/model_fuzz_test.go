package hddl_test

import (
	"os"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// modelLimits are the codes of domains that are sound in HDDL, and too large for a model.
var modelLimits = []diag.Code{diag.TooManyParts, diag.StateTooLarge, diag.TooComplex, diag.TooManyObjects, diag.InitialTooLarge}

func FuzzModel(f *testing.F) {
	for _, domain := range []string{"testdata/domain.hddl", "testdata/names.domain.hddl", "../internal/plan/verify/testdata/garden.domain.hddl", "../internal/plan/verify/testdata/kitchen.domain.hddl"} {
		d, err := os.ReadFile(domain)
		if err != nil {
			f.Fatal(err)
		}
		p, err := os.ReadFile(problemFor(domain))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(d), string(p))
	}
	f.Fuzz(func(t *testing.T, domain, problem string) {
		d, ds := hddl.ParseDomain(diag.NewSource("d", domain))
		p, more := hddl.ParseProblem(diag.NewSource("p", problem))
		if ds.HasErrors() || more.HasErrors() {
			return
		}
		m, _ := modelOfHDDL(d, p)
		if m == nil {
			return
		}
		info, found := def.Check(m)
		for _, x := range found.All {
			if x.Severity == diag.Error && !slices.Contains(modelLimits, x.Code) {
				t.Fatalf("%s\n%s", x.Error(), lang.Format(m.Files[0]))
			}
		}
		if info == nil {
			return
		}
		text := lang.Format(m.Files[0])
		file, ds := lang.Parse(diag.NewSource("written.krk", text))
		if ds.HasErrors() && len(text) < 1<<20 {
			t.Fatalf("%v\n%s", ds.Err(), text)
		}
		if again := lang.Format(file); again != text && !ds.HasErrors() {
			t.Fatalf("written again it differs:\n%s\n---\n%s", text, again)
		}
		if d, p, _ := fromModel(m, ""); d != nil {
			for _, x := range hddl.Check(d, p).All {
				t.Fatalf("exported: %s\n%s%s", x.Error(), d, p)
			}
		}
	})
}

func FuzzFromModel(f *testing.F) {
	for _, name := range []string{"testdata/post.krk", "testdata/names.krk", "../examples/errands/errands.krk", "../internal/lang/testdata/good/everything.krk"} {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, ds := lang.Parse(diag.NewSource("x.krk", text))
		if ds.HasErrors() {
			return
		}
		d, p, ds := fromModel(&def.Model{Files: []*def.File{file}}, "")
		if d == nil {
			if !ds.HasErrors() {
				t.Fatal("neither a domain nor an error")
			}
			return
		}
		d, ds = hddl.ParseDomain(diag.NewSource("domain", d.String()))
		p, more := hddl.ParseProblem(diag.NewSource("problem", p.String()))
		ds.Append(more)
		if !ds.HasErrors() {
			ds.Append(hddl.Check(d, p))
		}
		for i := range ds.All {
			t.Fatalf("%s\n%s%s", ds.All[i].Error(), d, p)
		}
	})
}
