package clients

import (
	"bytes"
	"flag"
	"math"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/exchange"
	"github.com/karakuri-ai/karakuri/internal/remote/names"
	"github.com/karakuri-ai/karakuri/internal/remote/serve"
)

var asked = flag.Bool("clients", false, "build the library, and test it and its clients")

// ticks is the length of the recorded exchange.
const ticks = 2000

const root = "../../.."

// need skips a test where programs are missing, by name.
func need(t *testing.T, programs ...string) {
	t.Helper()
	if !*asked {
		t.Skip("it builds the library: -clients asks for it")
	}
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("there is no %s", p)
		}
	}
}

// run runs a program and fails with its output.
func run(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// builtIn is the folder of built, once it is made.
var builtIn string

// built is a folder with the library, made once.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "libkarakuri")
	if err != nil {
		return "", err
	}
	builtIn = dir
	cmd := exec.Command("go", "run", "./internal/tools/lib", "-o", dir)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", &exec.Error{Name: string(out), Err: err}
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if builtIn != "" {
		os.RemoveAll(builtIn)
	}
	os.Exit(code)
}

// stage returns the library's folder, and the program, the options and the rounds of the exchange as files.
func stage(t *testing.T) (lib string, files []string) {
	t.Helper()
	lib, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return lib, exchangeFiles(t)
}

func exchangeFiles(t *testing.T) (files []string) {
	t.Helper()
	r, err := exchange.Record(ticks)
	if err != nil {
		t.Fatal(err)
	}
	var rounds bytes.Buffer
	if err := r.Write(&rounds); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{"outpost.krk": []byte(r.Program), "options.json": []byte(r.Setup), "rounds.bin": rounds.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"outpost.krk", "options.json", "rounds.bin"} {
		files = append(files, filepath.Join(dir, name))
	}
	return files
}

// well fails unless a program has said at the end that all is well.
func well(t *testing.T, out string) {
	t.Helper()
	if !strings.HasSuffix(strings.TrimSpace(out), "all is well") {
		t.Error(out)
	}
	t.Log(out)
}

// measured compares the size of a file with what the guide says after a text, which it may exceed or fall short of by a
// twentieth.
func measured(t *testing.T, file, after string) {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return
	}
	page, err := os.ReadFile(filepath.Join(root, "docs/engines.md"))
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(regexp.QuoteMeta(after) + ` \| ([\d.]+) MB`).FindSubmatch(page)
	if said == nil {
		t.Fatalf("docs/engines.md has no row %q with a size", after)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	mega, _ := strconv.ParseFloat(string(said[1]), 64)
	if size := float64(info.Size()) / 1e6; math.Abs(size-mega) > mega/20 {
		t.Errorf("%s has %.1f MB, and docs/engines.md says %s", filepath.Base(file), size, said[1])
	}
}

// TestSize compares the size of the library with that in the guide.
func TestSize(t *testing.T) {
	need(t, "gcc")
	lib, _ := stage(t)
	measured(t, filepath.Join(lib, "libkarakuri.so"), "`libkarakuri.so` on linux/amd64, stripped")
}

// TestC plays the exchange by the C ABI, and misuses it: linked with the library and with the archive, and watched by
// the address sanitizer.
func TestC(t *testing.T) {
	need(t, "gcc")
	lib, files := stage(t)
	source := filepath.Join(root, "cmd/libkarakuri/testdata/abi_test.c")
	for name, flags := range map[string][]string{
		"shared":    {"-O2", "-L" + lib, "-lkarakuri", "-Wl,-rpath," + lib},
		"archive":   {"-O2", filepath.Join(lib, "libkarakuri.a"), "-lpthread"},
		"sanitized": {"-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-L" + lib, "-lkarakuri", "-Wl,-rpath," + lib},
	} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "abi")
			run(t, ".", nil, append([]string{"gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I" + lib, source, "-o", program}, append(flags, "-lpthread")...)...)
			well(t, run(t, ".", nil, append([]string{program}, files...)...))
		})
	}
}

// TestCWithValgrind looks for memory of C that is used wrongly or never freed.
func TestCWithValgrind(t *testing.T) {
	need(t, "gcc", "valgrind")
	lib, files := stage(t)
	program := filepath.Join(t.TempDir(), "leaks")
	run(t, ".", nil, "gcc", "-g", "-I"+lib, filepath.Join(root, "cmd/libkarakuri/testdata/leaks.c"), "-o", program, "-L"+lib, "-lkarakuri", "-Wl,-rpath,"+lib)
	well(t, run(t, ".", []string{"GODEBUG=asyncpreemptoff=1"}, append([]string{"valgrind", "-q", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite",
		"--undef-value-errors=no", "--suppressions=" + filepath.Join(root, "cmd/libkarakuri/testdata/go.supp"), program}, files...)...))
}

// TestFiguresOfC measures what a write in a batch and a call take; it asserts nothing, since machines differ.
func TestFiguresOfC(t *testing.T) {
	need(t, "gcc")
	lib, files := stage(t)
	program := filepath.Join(t.TempDir(), "abi")
	run(t, ".", nil, "gcc", "-O2", "-I"+lib, filepath.Join(root, "cmd/libkarakuri/testdata/abi_test.c"), "-o", program, "-L"+lib, "-lkarakuri", "-Wl,-rpath,"+lib, "-lpthread")
	t.Log(run(t, ".", nil, append(append([]string{program}, files...), "-bench")...))
}

// TestPython plays the exchange by the Python client, and runs its own tests and its example.
func TestPython(t *testing.T) {
	need(t, "gcc", "python3")
	lib, files := stage(t)
	dir := filepath.Join(root, "clients/python")
	env := []string{"KARAKURI_LIBRARY=" + filepath.Join(lib, "libkarakuri.so"), "PYTHONDONTWRITEBYTECODE=1"}
	well(t, run(t, dir, env, append([]string{"python3", "test.py"}, files...)...))
	if out := run(t, dir, env, "python3", "example.py"); !strings.Contains(out, "start move_to office") {
		t.Error(out)
	}
}

// TestCPlusPlus does the same by the C++ header.
func TestCPlusPlus(t *testing.T) {
	need(t, "g++")
	lib, files := stage(t)
	dir := filepath.Join(root, "clients/cpp")
	for _, source := range []string{"test.cpp", "example.cpp"} {
		program := filepath.Join(t.TempDir(), "program")
		run(t, dir, nil, "g++", "-std=c++17", "-g", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-I.", "-I"+lib, source, "-o", program, "-L"+lib,
			"-lkarakuri", "-Wl,-rpath,"+lib)
		out := run(t, dir, nil, append([]string{program}, files...)...)
		if source == "test.cpp" {
			well(t, out)
		} else if !strings.Contains(out, "start move_to office") {
			t.Error(out)
		}
	}
}

// TestWasm plays the exchange by the WebAssembly module in node, and runs the example with the package as npm has it.
func TestWasm(t *testing.T) {
	need(t, "node")
	lib, err := filepath.Abs(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	run(t, root, nil, "go", "run", "./internal/tools/lib", "-wasm", "-o", lib)
	measured(t, filepath.Join(lib, "karakuri.wasm"), "`karakuri.wasm`")
	dir := filepath.Join(root, "clients/js")
	well(t, run(t, dir, nil, append([]string{"node", "test.mjs", lib}, exchangeFiles(t)...)...))
	if out := run(t, dir, nil, "node", "example.mjs", lib); !strings.Contains(out, "start move_to office") {
		t.Error(out)
	}
	t.Run("package", func(t *testing.T) {
		need(t, "npm")
		files := run(t, lib, nil, "npm", "pack", "--dry-run", "--json")
		for _, name := range []string{"karakuri.mjs", "karakuri.d.mts", "ops.mjs", "ops.d.mts", "karakuri.wasm", "wasm_exec.js", "README.md", "package.json"} {
			if !strings.Contains(files, `"path": "`+name+`"`) {
				t.Errorf("the package has no %s", name)
			}
		}
	})
}

// TestTypesOfJavaScript checks the example by the declarations of types.
func TestTypesOfJavaScript(t *testing.T) {
	need(t, "node")
	tsc, err := filepath.Abs(filepath.Join(root, "internal/studio/web/node_modules/.bin/tsc"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(tsc); err != nil {
		t.Skip("there is no tsc: npm ci in internal/studio/web")
	}
	run(t, filepath.Join(root, "clients/js"), nil, tsc, "--noEmit", "--allowJs", "--checkJs", "--strict", "--skipLibCheck", "false", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom",
		"--types", "", "types.mts")
}

// served runs a server for games, with the exchange's program and the one of the examples, and returns its address.
func served(t *testing.T) string {
	t.Helper()
	programs := map[string]*karakuri.Program{}
	for name, file := range map[string]string{"outpost": "internal/remote/exchange/outpost.krk", "meal": "examples/meal/meal.krk"} {
		p, err := karakuri.Load(os.DirFS(root), file)
		if err != nil {
			t.Fatal(err)
		}
		programs[name] = p
	}
	s, err := serve.New(serve.Options{Programs: programs, Token: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s.Handler())
	t.Cleanup(func() { s.Stop(); h.Close() })
	return "ws" + strings.TrimPrefix(h.URL, "http")
}

// drops is how often clients break off a connection while they play the exchange.
const drops = "20"

// TestCSharp plays the exchange by the C# package: by the library, over WebSocket, and over connections that break off.
func TestCSharp(t *testing.T) {
	need(t, "gcc", "mcs", "mono")
	lib, files := stage(t)
	dir := filepath.Join(root, "clients/csharp")
	runtime, err := filepath.Glob(filepath.Join(dir, "Runtime/*.cs"))
	if err != nil || len(runtime) == 0 {
		t.Fatal("there are no sources: ", err)
	}
	env, address := []string{"LD_LIBRARY_PATH=" + lib}, served(t)
	build := func(source string) string {
		program := filepath.Join(t.TempDir(), "program.exe")
		run(t, ".", nil, append([]string{"mcs", "-langversion:7.2", "-warnaserror", "-r:System.dll", "-out:" + program, filepath.Join(dir, source)}, runtime...)...) // newer words of C# are not known to mcs
		return program
	}
	well(t, run(t, ".", env, append([]string{"mono", build("Tests~/Test.cs")}, append(files, address, drops)...)...))
	villager := build("Samples~/Villager/Villager.cs")
	for _, from := range [][]string{{filepath.Join(root, "examples/meal/meal.krk")}, {address, "secret"}} {
		if out := run(t, ".", env, append([]string{"mono", villager}, from...)...); !strings.Contains(out, "start move_to office") {
			t.Error(out)
		}
	}
}

// TestGodot plays the exchange by the Godot add-on, over connections that break off, and runs its example.
func TestGodot(t *testing.T) {
	need(t, "godot3-server")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "clients/godot"))); err != nil { // it writes to where it runs
		t.Fatal(err)
	}
	files, address, env := exchangeFiles(t), served(t), []string{"HOME=" + t.TempDir()}
	well(t, run(t, dir, env, "godot3-server", "--path", dir, "-s", "test.gd", address, files[1], files[2], drops))
	if out := run(t, dir, env, "godot3-server", "--path", dir, address, "secret"); !strings.Contains(out, "start move_to office") {
		t.Error(out)
	}
}

// TestNames has each language read the names of the exchange's program, and print one of them.
func TestNames(t *testing.T) {
	p, err := karakuri.Load(os.DirFS(root), "internal/remote/exchange/outpost.krk")
	if err != nil {
		t.Fatal(err)
	}
	m := remote.ManifestOf(p)
	for lang, use := range map[string]struct {
		file, main, program string
		build, run          []string
	}{
		"cs": {"Outpost.cs", "Main.cs", "static class P { static void Main() { System.Console.WriteLine(Karakuri.Names.Outpost.ManifestHash); } }",
			[]string{"mcs", "-langversion:7.2", "-warnaserror", "-out:p.exe", "Outpost.cs", "Main.cs"}, []string{"mono", "p.exe"}},
		"cpp": {"outpost.hpp", "main.cpp", "#include <cstdio>\n#include \"outpost.hpp\"\nint main() { std::puts(karakuri::names::outpost::MANIFEST_HASH); }\n",
			[]string{"g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "main.cpp", "-o", "p"}, []string{"./p"}},
		"py": {"outpost.py", "main.py", "import outpost\nprint(outpost.MANIFEST_HASH)\n", nil, []string{"python3", "main.py"}},
		"ts": {"outpost.mjs", "main.mjs", "import * as names from './outpost.mjs';\nconsole.log(names.MANIFEST_HASH);\n", nil, []string{"node", "main.mjs"}}, // it has no types
		"gd": {"outpost.gd", "main.gd", "extends SceneTree\nconst Names = preload(\"outpost.gd\")\nfunc _init():\n\tprint(Names.MANIFEST_HASH)\n\tquit()\n",
			nil, []string{"godot3-server", "--path", ".", "-s", "main.gd"}},
	} {
		t.Run(lang, func(t *testing.T) {
			for _, args := range [][]string{use.build, use.run} {
				if len(args) > 0 && args[0] != "./p" {
					need(t, args[0])
				}
			}
			dir := t.TempDir()
			text, err := names.Source(lang, "outpost.krk", m)
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{use.file: text, use.main: use.program, "project.godot": "config_version=4\n"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			env := []string{"HOME=" + t.TempDir()}
			if use.build != nil {
				run(t, dir, env, use.build...)
			}
			if out := run(t, dir, env, use.run...); !strings.Contains(out, m.Hash) {
				t.Error(out)
			}
		})
	}
}
