package tidy

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// TestRepository runs every check on the repository itself.
func TestRepository(t *testing.T) {
	m, err := Load(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Checks() {
		t.Run(c.Name, func(t *testing.T) {
			for _, f := range c.sorted(m) {
				t.Errorf("%v\n\trule: %s", f, c.Doc)
			}
		})
	}
}

// TestChecksFail shows for each rule files that break it, and neighbours that do not.
func TestChecksFail(t *testing.T) {
	long := strings.Repeat("\t_ = 0\n", maxFuncLines)
	tests := []struct {
		check, name string
		file, src   string
		want        string // part of the one finding; empty: none
	}{
		{"floors", "upward", "world/a.go", `package world; import "m/internal/model/expr"`, "world (floor 1) imports internal/model/expr (floor 2)"},
		{"floors", "sideways", "internal/plan/htn/a.go", `package htn; import "m/internal/lang"`, "internal/plan/htn (floor 4) imports internal/lang (floor 4)"},
		{"floors", "to the root", "internal/run/agent/a.go", `package agent; import "m"`, "imports . (floor 9)"},
		{"floors", "core to internal", "internal/plan/htn/a.go", `package htn; import "m/internal/tools/x"`, "imports internal/tools/x (floor 16)"},
		{"floors", "downward", "internal/plan/htn/a.go", `package htn; import "m/internal/model/def"`, ""},
		{"floors", "test upward", "world/a_test.go", `package world_test; import "m/internal/model/expr"`, ""},
		{"floors", "command", "cmd/karakuri/a.go", `package main; import "m"`, ""},
		{"floors", "example", "examples/embed/a.go", `package main; import "m"`, ""},
		{"floors", "unknown package", "helper/a.go", `package helper`, `package "helper" has no floor`},
		{"floors", "unknown package with tests only", "helper/a_test.go", `package helper`, `package "helper" has no floor`},

		{"doors", "new", "helper/a.go", `package helper`, `package "helper" is public`},
		{"doors", "below one", "world/deep/a.go", `package deep`, `package "world/deep" is public`},
		{"doors", "meant", "world/a.go", `package world`, ""},
		{"doors", "internal", "internal/helper/a.go", `package helper`, ""},
		{"doors", "example", "examples/embed/a.go", `package main`, ""},

		{"core", "library", "internal/model/expr/a.go", `package expr; import "github.com/a/b"`, `"github.com/a/b"`},
		{"core", "cgo", "internal/model/expr/a.go", `package expr; import "C"`, `"C"`},
		{"core", "library in a test", "internal/model/expr/a_test.go", `package expr; import "github.com/a/b"`, ""},
		{"core", "library in a command", "cmd/karakuri/a.go", `package main; import "github.com/a/b"`, ""},
		{"core", "standard library", "internal/model/expr/a.go", `package expr; import "go/ast"`, ""},

		{"deterministic", "power", "internal/model/expr/a.go", `package expr; import "math"; var x = math.Pow(2, 3)`, "math.Pow"},
		{"deterministic", "renamed", "internal/model/expr/a.go", `package expr; import f "math"; var x = f.Sin(2)`, "math.Sin"},
		{"deterministic", "hypotenuse", "internal/model/expr/a.go", `package expr; import "math"; var x = math.Hypot(2, 3)`, "math.Hypot"},
		{"deterministic", "exact", "internal/model/expr/a.go", `package expr; import "math"; var x = math.Sqrt(math.MaxInt32)`, ""},
		{"deterministic", "clock", "internal/plan/htn/a.go", `package htn; import "time"; var x = time.Now()`, "time.Now"},
		{"deterministic", "duration", "internal/plan/htn/a.go", `package htn; import "time"; var x = time.Second`, ""},
		{"deterministic", "chance", "internal/town/a.go", `package town; import "math/rand/v2"; var x = rand.Int()`, "math/rand/v2"},
		{"deterministic", "clock in a command", "cmd/karakuri/a.go", `package main; import "time"; var x = time.Now()`, ""},
		{"deterministic", "clock in a test", "internal/plan/htn/a_test.go", `package htn; import "time"; var x = time.Now()`, ""},

		{"gofmt", "spaces", "internal/model/def/a.go", "package def\nvar  x = 1\n", "not formatted"},
		{"gofmt", "formatted", "internal/model/def/a.go", "package def\n\nvar x = 1\n", ""},

		{"size", "long function", "internal/model/def/a.go", "package def\n\nfunc f() {\n" + long + "}\n", "f has 102 lines"},
		{"size", "long test", "internal/model/def/a_test.go", "package def\n\nfunc f() {\n" + long + "}\n", ""},
		{"size", "long file", "internal/model/def/a.go", "package def\n" + strings.Repeat("\n", maxFileLines), "801 lines"},
		{"size", "long enough", "internal/model/def/a.go", "package def\n" + strings.Repeat("\n", maxFileLines-1), ""},

		{"types", "many methods", "internal/model/def/a.go", "package def\n\ntype t int\n" + methods(maxMethods+1, "m"), "t has 121 methods, the ceiling is 120"},
		{"types", "as many as may be", "internal/model/def/a.go", "package def\n\ntype t[X any] struct{}\n" + methods(maxMethods, "m"), ""},
		{"types", "methods of tests", "internal/model/def/a_test.go", "package def\n\ntype t int\n" + methods(maxMethods+1, "m"), ""},
		{"types", "crowd", "internal/run/agent/a.go", "package agent\n\ntype Crowd struct{ " + strings.Repeat("a, b, ", 10) + "c int }\n", "Crowd has 21 fields, the ceiling is 20"},
		{"types", "crowd of parts", "internal/run/agent/a.go", "package agent\n\ntype Crowd struct{ " + strings.Repeat("a, b, ", 9) + "c int; d }\n", ""},
		{"types", "door of the crowd", "internal/run/agent/a.go", "package agent\n\ntype Crowd int\n" + strings.ReplaceAll(methods(61, "M"), "t)", "Crowd)"), "Crowd has 61 exported methods, the ceiling is 60"},

		{"packages", "silent", "internal/model/def/a.go", "package def\n", "package def has no comment"},
		{"packages", "said", "internal/model/def/a.go", "// Package def is.\npackage def\n", ""},
		{"packages", "command", "cmd/karakuri/a.go", "package main\n", ""},
		{"packages", "tests only", "examples/a_test.go", "package examples_test\n", ""},
		{"documented", "function", "internal/model/def/a.go", "package def\n\nfunc F() {}\n", "func F"},
		{"documented", "type", "internal/model/def/a.go", "package def\n\ntype T int\n", "type T"},
		{"documented", "method", "internal/model/def/a.go", "package def\n\n// T is.\ntype T int\n\nfunc (*T) M() {}\n", "method T.M"},
		{"documented", "generic method", "internal/model/def/a.go", "package def\n\n// T is.\ntype T[X any] int\n\nfunc (*T[X]) M() {}\n", "method T.M"},
		{"documented", "variable", "internal/model/def/a.go", "package def\n\nvar V int\n", "var V"},
		{"documented", "constant", "internal/model/def/a.go", "package def\n\nconst C = 1\n", "const C"},
		{"documented", "constants of a type", "internal/model/def/a.go", "package def\n\n// T is.\ntype T int\n\nconst (\n\tA T = iota\n\tB\n)\n", ""},
		{"documented", "method of an interface", "internal/model/def/a.go", "package def\n\n// I is.\ntype I interface{ M() }\n\n// T is.\ntype T int\n\nfunc (*T) M() {}\n", ""},
		{"documented", "private", "internal/model/def/a.go", "package def\n\nfunc f() {}\n\ntype t int\n\nfunc (t) M() {}\n", ""},
		{"documented", "command", "cmd/karakuri/a.go", "package main\n\nfunc F() {}\n", ""},
		{"documented", "internal", "internal/tools/x/a.go", "package x\n\nfunc F() {}\n", ""},

		{"links", "to nowhere", "docs/a.md", "see [it](../gone.md)", "gone.md"},
		{"links", "to nowhere with a place", "docs/a.md", "see [it](b.md#there)", "docs/b.md"},
		{"links", "to a file", "docs/a.md", "see [it](../go.mod)", ""},
		{"links", "to a folder", "docs/a.md", "see [it](../docs)", ""},
		{"links", "within the page", "docs/a.md", "see [it](#here)", ""},
		{"links", "to the web", "docs/a.md", "see [it](https://go.dev)", ""},
		{"links", "in code", "docs/a.md", "```\n[it](gone.md)\n```", ""},

		{"anchors", "of no page", "docs/a.md", "see [it](../docs/a.md#there)", "docs/a.md#there"},
		{"anchors", "of no heading", "docs/a.md", "# Here\n\nsee [it](#there)", "docs/a.md#there"},
		{"anchors", "in code", "docs/a.md", "```\n# there\n```\nsee [it](#there)", "docs/a.md#there"},
		{"anchors", "of a heading", "docs/a.md", "## It's `here`, twice-told\n\nsee [it](#its-here-twice-told)", ""},
		{"anchors", "of another kind of file", "docs/a.md", "see [it](../a.go#L3)", ""},
		{"anchors", "of the web", "docs/a.md", "see [it](https://go.dev/doc#there)", ""},

		{"pages", "guide", "docs/a.md", strings.Repeat("word ", maxPageWords+1), "1501 words, the ceiling is 1500"},
		{"pages", "guide of the ceiling's length", "docs/a.md", strings.Repeat("word ", maxPageWords), ""},
		{"pages", "lab notes", "docs/lab/a.md", strings.Repeat("word ", maxPageWords+1), ""},
		{"pages", "generated", "docs/cli.md", strings.Repeat("word ", maxPageWords+1), ""},
		{"pages", "exception that is none", "docs/cli.md", "word", "take it off the list"},
		{"pages", "README", "README.md", strings.Repeat("line\n", maxReadmeLines+1), "151 lines, the ceiling is 150"},
		{"pages", "README of the ceiling's length", "README.md", strings.Repeat("line\n", maxReadmeLines), ""},

		{"listed", "page", "docs/a.md", "# A page", "is not in docs/README.md"},
		{"listed", "the list itself", "docs/README.md", "# The pages", ""},
		{"listed", "data", "docs/a.json", "{}", ""},

		{"paths", "of a user", "docs/a.md", "look at /" + "home/me/x", "home/me/x"},
		{"paths", "of a machine", "internal/model/def/a.go", "package def\n\nconst p = \"/" + "work/x\"\n", "work/x"},
		{"paths", "of Windows", "docs/a.md", "look at C" + ":\\Games", "Games"},
		{"paths", "within the repository", "docs/a.md", "look at examples/home/a.krk", ""},

		{"waits", "sleep", "internal/studio/a_test.go", `package studio; import "time"; func f() { time.Sleep(1) }`, "time.Sleep"},
		{"waits", "deadline", "internal/run/agent/a_test.go", `package agent; import "context"; var x, y = context.WithTimeout(nil, 1)`, "context.WithTimeout"},
		{"waits", "renamed", "internal/run/agent/a_test.go", `package agent; import c "time"; var x = c.After(1)`, "c.After"},
		{"waits", "duration", "internal/run/agent/a_test.go", `package agent; import "time"; var x = time.Second`, ""},
		{"waits", "cancelled", "internal/run/agent/a_test.go", `package agent; import "context"; var x, y = context.WithCancel(nil)`, ""},
		{"waits", "outside of tests", "internal/studio/a.go", `package studio; import "time"; func f() { time.Sleep(1) }`, ""},
		{"waits", "page", "internal/studio/web/test/cases/a.mjs", "await page.waitForTimeout(300);", "waitForTimeout("},
		{"waits", "deadline of a page", "internal/studio/web/test/cases/a.mjs", "await page.waitForSelector(a, { timeout: 300 });", "timeout: 3"},
		{"waits", "no deadline of a page", "internal/studio/web/test/cases/a.mjs", "await page.waitForSelector(a, { timeout: 0 });", ""},
		{"waits", "event of a page", "internal/studio/web/test/cases/a.mjs", "await page.waitForSelector(a);", ""},
		{"waits", "script", "cmd/karakuri/testdata/a.txtar", "exec karakuri help\nsleep 2\n", "sleep 2"},
		{"waits", "operator of that name", "cmd/karakuri/testdata/a.txtar", "operator sleep { do nap }\n", ""},

		{"finished", "note", "internal/model/def/a.go", "package def\n\n// TO" + "DO: more\n", "TO" + "DO"},
		{"finished", "word", "internal/model/def/a.go", "package def\n\n// todo lists are fine\n", ""},
	}
	for _, test := range tests {
		t.Run(test.check+"/"+test.name, func(t *testing.T) {
			expectFinding(t, find(t, test.check), test.file, test.src, test.want)
		})
	}
}

// TestCircles: pages may import each other, but not in circles, however long and of whatever kind.
func TestCircles(t *testing.T) {
	load := func(files map[string]string) []Finding {
		all := fstest.MapFS{"go.mod": {Data: []byte("module m\n")}}
		for name, src := range files {
			all[pages+name] = &fstest.MapFile{Data: []byte(src)}
		}
		m, err := Load(all)
		if err != nil {
			t.Fatal(err)
		}
		return find(t, "circles").sorted(m)
	}
	a, b := "import { useState } from \"react\";\nimport { b } from \"./net/b\";\n", "import type {\n  C,\n} from \"../c\";\n"
	if found := load(map[string]string{"a.ts": a, "net/b.tsx": b, "c.ts": "export * from \"./net/d\";\n", "net/d.ts": "const of = \"./a\";\n"}); len(found) > 0 {
		t.Errorf("found %v where there is no circle", found)
	}
	for _, c := range []string{"export { a } from \"./a\";\n", "const later = () => import(\"./a\");\n", "import \"./a\";\n"} {
		if found := load(map[string]string{"a.ts": a, "net/b.tsx": b, "c.ts": c}); len(found) != 1 || found[0].Text != "imports itself: a.ts → net/b.tsx → c.ts → a.ts" {
			t.Errorf("%q: found %v", c, found)
		}
	}
}

// methods returns so many methods of a type t.
func methods(n int, name string) (src string) {
	for i := range n {
		src += "\nfunc (t) " + name + strconv.Itoa(i) + "() {}\n"
	}
	return src
}

// TestCeilingsStand keeps the table of ceilings free of types that are gone, and of those that need no ceiling of their own.
func TestCeilingsStand(t *testing.T) {
	m, err := Load(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	list := countTypes(m)
	for _, c := range ceilings {
		i := slices.IndexFunc(list, func(g *grown) bool { return g.dir == c.dir && g.typ == c.typ })
		if i < 0 || list[i].file == nil {
			t.Errorf("%s.%s is in the table, and declared nowhere", c.dir, c.typ)
		} else if c.methods > maxMethods && list[i].methods <= maxMethods {
			t.Errorf("%s.%s has %d methods and needs no ceiling of %d any more", c.dir, c.typ, list[i].methods, c.methods)
		}
	}
}

func find(t *testing.T, name string) Check {
	for _, c := range Checks() {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no check %q", name)
	return Check{}
}

func expectFinding(t *testing.T, c Check, file, src, want string) {
	t.Helper()
	m, err := Load(fstest.MapFS{
		"go.mod": {Data: []byte("module m\n")},
		file:     {Data: []byte(src)},
	})
	if err != nil {
		t.Fatal(err)
	}
	found := c.sorted(m)
	switch {
	case want == "" && len(found) > 0:
		t.Errorf("found %v, want nothing", found)
	case want != "" && len(found) != 1:
		t.Errorf("found %v, want one with %q", found, want)
	case want != "" && !strings.Contains(found[0].Text, want):
		t.Errorf("found %v, want %q", found, want)
	}
}

// TestRooms keeps the table free of lines without a package and of packages that are named twice.
func TestRooms(t *testing.T) {
	seen := map[string]bool{}
	for i, r := range rooms {
		if seen[r.dir] {
			t.Errorf("%s stands twice in the table", r.dir)
		}
		seen[r.dir] = true
		if i > 0 && r.floor < rooms[i-1].floor {
			t.Errorf("%s: the table goes from the ground floor up", r.dir)
		}
	}
}

var roomLine = regexp.MustCompile("(?m)^\\| (\\d+) \\| (?:`([^`]+)`|`karakuri` \\((root)\\)) \\|")

// TestRoomsAreDocumented compares the table of floors with the one that people read.
func TestRoomsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]int{}
	for _, m := range roomLine.FindAllStringSubmatch(string(text), -1) {
		dir := strings.ReplaceAll(m[2]+m[3], "root", ".")
		said[dir], _ = strconv.Atoi(m[1])
	}
	for _, r := range rooms {
		if _, listed := said[r.dir]; listed && said[r.dir] != r.floor || !listed && !strings.HasPrefix(r.dir, "examples") && !strings.HasSuffix(r.dir, "/...") {
			t.Errorf("ARCHITECTURE.md has %s on floor %d, the table here on %d", r.dir, said[r.dir], r.floor)
		}
	}
	for dir, floor := range said {
		if r, known := roomOf(dir); !known || r.floor != floor {
			t.Errorf("ARCHITECTURE.md has %s on floor %d, the table here on %d", dir, floor, r.floor)
		}
		if _, err := os.Stat("../../../" + dir); err != nil {
			t.Errorf("ARCHITECTURE.md lists %s: %v", dir, err)
		}
	}
	if len(said) < 10 {
		t.Errorf("read %d rooms of ARCHITECTURE.md", len(said))
	}
}

func TestLoadSkipsNestedModules(t *testing.T) {
	m, err := Load(fstest.MapFS{
		"go.mod":            {Data: []byte("module m\n")},
		"peers/go.mod":      {Data: []byte("module m/peers\n")},
		"peers/a.go":        {Data: []byte("package peers\n")},
		"def/testdata/a.go": {Data: []byte("not Go at all")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Go) != 0 {
		t.Errorf("looked at %v, want nothing", m.Go[0].File)
	}
}

func TestLoadNeedsModule(t *testing.T) {
	if _, err := Load(fstest.MapFS{"a.go": {Data: []byte("package a\n")}}); err == nil {
		t.Error("no error without go.mod")
	}
	if _, err := Load(fstest.MapFS{"go.mod": {Data: []byte("go 1.26\n")}}); err == nil {
		t.Error("no error without a module line")
	}
}
