package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// write makes files of that size below a new folder, with the folders that they are in.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestNamesAreInNaturalOrder(t *testing.T) {
	want := []string{"00--p01", "01--p01", "a", "a-2", "a2", "a10", "p1", "p01x", "p2", "p3-b", "p10", "q"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, naturally)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	for _, a := range want {
		for _, b := range want {
			if naturally(a, b) != -naturally(b, a) {
				t.Errorf("%s and %s are in both orders", a, b)
			}
		}
	}
	if naturally("p2-x", "p002-x") != 0 {
		t.Error("p2 and p002 are not the same")
	}
}

func TestSamplesAreEvenlySpread(t *testing.T) {
	for _, test := range []struct {
		count, n int
		want     string
	}{
		{10, 0, "[0 1 2 3 4 5 6 7 8 9]"}, {10, 10, "[0 1 2 3 4 5 6 7 8 9]"}, {3, 5, "[0 1 2]"},
		{10, 1, "[0]"}, {10, 2, "[0 9]"}, {10, 3, "[0 5 9]"}, {10, 4, "[0 3 6 9]"}, {20, 4, "[0 6 13 19]"}, {0, 4, "[]"},
	} {
		var list []problem
		for i := range test.count {
			list = append(list, problem{name: fmt.Sprint(i)})
		}
		if got := names(sampled(list, test.n)); got != test.want {
			t.Errorf("%d of %d: %s, want %s", test.n, test.count, got, test.want)
		}
	}
}

func names(list []problem) string {
	var out []string
	for _, p := range list {
		out = append(out, p.name)
	}
	return fmt.Sprint(out)
}

func TestProblemsGoWithTheirDomains(t *testing.T) {
	dir := write(t, map[string]string{
		"total-order/Post/domain.hddl": "", "total-order/Post/p10.hddl": "", "total-order/Post/p9.hddl": "", "total-order/Post/README.md": "",
		"total-order/Show/x-domain.hddl": "", "total-order/Show/x.hddl": "", "total-order/Show/y.hddl": "", "total-order/Show/domain.hddl": "",
		"partial-order/deep/Post/domain.hddl": "", "partial-order/deep/Post/p1.hddl": "", "empty/a.txt": "",
	})
	for _, test := range []struct{ mode, domains, want string }{
		{"all", "", "partial-order/deep/Post:p1:domain total-order/Post:p9:domain total-order/Post:p10:domain total-order/Show:x:x-domain total-order/Show:y:domain"},
		{"partial-order", "", "partial-order/deep/Post:p1:domain"},
		{"total-order", "Sh", "total-order/Show:x:x-domain total-order/Show:y:domain"},
		{"total-order", "deep", ""},
	} {
		o := options{data: dir, mode: test.mode, domains: regexp.MustCompile(test.domains)}
		list, err := o.problems()
		if (err != nil) != (test.want == "") {
			t.Errorf("%v: %v", test, err)
		}
		var got []string
		for _, p := range list {
			got = append(got, p.domain+":"+p.name+":"+strings.TrimSuffix(filepath.Base(p.domainFile), ".hddl"))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s %s:\ngot  %s\nwant %s", test.mode, test.domains, strings.Join(got, " "), test.want)
		}
	}
}

func TestProblemWithoutDomainIsAnError(t *testing.T) {
	o := options{data: write(t, map[string]string{"a/p.hddl": ""}), mode: "all", domains: regexp.MustCompile("")}
	if _, err := o.problems(); err == nil || !strings.Contains(err.Error(), "neither p-domain.hddl nor domain.hddl") {
		t.Error(err)
	}
}
