package clients

import (
	"bytes"
	"encoding/hex"
	"flag"
	"image/color"
	"image/png"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
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

var long = flag.Int("ticks", 200_000, "ticks of the session whose memory must stay")

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

// TestMemoryOfCIsFlat shows that neither memory nor threads nor files grow with the ticks of a session, and with
// sessions that come and go.
func TestMemoryOfCIsFlat(t *testing.T) {
	need(t, "gcc")
	if runtime.GOOS != "linux" {
		t.Skip("it reads /proc")
	}
	lib, _ := stage(t)
	program := filepath.Join(t.TempDir(), "flat")
	run(t, ".", nil, "gcc", "-O2", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I"+lib, filepath.Join(root, "cmd/libkarakuri/testdata/flat.c"), "-o", program, "-L"+lib, "-lkarakuri", "-Wl,-rpath,"+lib)
	well(t, run(t, ".", nil, program, strconv.Itoa(*long)))
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
	plot := filepath.Join(t.TempDir(), "needs.svg")
	run(t, dir, env, "python3", "needs.py", plot)
	got, err := os.ReadFile(plot)
	if err != nil {
		t.Fatal(err)
	}
	if want, err := os.ReadFile(filepath.Join(dir, "needs.svg")); err != nil || !bytes.Equal(got, want) {
		t.Errorf("needs.svg is not what needs.py plots (%v): run it anew", err)
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
		for _, name := range []string{"karakuri.mjs", "karakuri.d.mts", "ops.mjs", "ops.d.mts", "node.mjs", "node.d.mts", "zone.mjs", "zone.d.mts", "karakuri.wasm", "wasm_exec.js", "README.md", "package.json"} {
			if !strings.Contains(files, `"path": "`+name+`"`) {
				t.Errorf("the package has no %s", name)
			}
		}
	})
}

// compilerOfTypes returns the compiler of TypeScript, which the studio's page brings; without it the test is skipped.
func compilerOfTypes(t *testing.T) string {
	t.Helper()
	tsc, err := filepath.Abs(filepath.Join(root, "internal/studio/web/node_modules/.bin/tsc"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(tsc); err != nil {
		t.Skip("there is no tsc: npm ci in internal/studio/web")
	}
	return tsc
}

// TestChromium plays the exchange in Chromium, and the game that is a page: built by its own recipe, played by mouse.
func TestChromium(t *testing.T) {
	need(t, "node", "npm", "chromium")
	compilerOfTypes(t)
	modules, err := filepath.Abs(filepath.Join(root, "internal/studio/web/node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	top := t.TempDir()
	for name, from := range map[string]string{"build": "clients/js", "clients/js/village": "clients/js/village", "examples/village": "examples/village"} {
		if err := os.CopyFS(filepath.Join(top, name), os.DirFS(filepath.Join(root, from))); err != nil {
			t.Fatal(err)
		}
	}
	build, game := filepath.Join(top, "build"), filepath.Join(top, "clients/js/village")
	run(t, root, nil, "go", "run", "./internal/tools/lib", "-wasm", "-o", build)
	if err := os.Mkdir(filepath.Join(game, "node_modules"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"karakuri": build, "pixi.js": "", "vite": "", "typescript": "", "playwright-core": ""} {
		if to == "" {
			to = filepath.Join(modules, name)
		}
		if err := os.Symlink(to, filepath.Join(game, "node_modules", name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range exchangeFiles(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(build, filepath.Base(file)), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run(t, game, []string{"PATH=" + filepath.Join(modules, ".bin") + string(os.PathListSeparator) + os.Getenv("PATH")}, "npm", "run", "build")
	server := httptest.NewServer(http.FileServer(http.Dir(top)))
	defer server.Close()
	if err := os.Symlink(filepath.Join(game, "node_modules"), filepath.Join(top, "node_modules")); err != nil { // for browser.mjs
		t.Fatal(err)
	}
	well(t, run(t, build, nil, "node", "browser.mjs", server.URL+"/build"))
	well(t, run(t, game, nil, "node", "test.mjs", server.URL+"/clients/js/village/dist/"))
}

// TestTypesOfJavaScript checks the example by the declarations of types.
func TestTypesOfJavaScript(t *testing.T) {
	need(t, "node")
	tsc := compilerOfTypes(t)
	run(t, filepath.Join(root, "clients/js"), nil, tsc, "--noEmit", "--allowJs", "--checkJs", "--strict", "--skipLibCheck", "false", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom",
		"--types", "", "types.mts")
}

// served runs a server for games, with the exchange's program and the one of the examples, and returns its address.
func served(t *testing.T) string {
	t.Helper()
	programs := map[string]*karakuri.Program{}
	for name, file := range map[string]string{"outpost": "internal/remote/exchange/outpost.krk", "meal": "examples/meal/meal.krk", "village": "examples/village/village.krk"} {
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
		sources, err := filepath.Glob(filepath.Join(dir, source))
		if err != nil || len(sources) == 0 {
			t.Fatal("there are no sources: ", err)
		}
		run(t, ".", nil, slices.Concat([]string{"mcs", "-langversion:7.2", "-warnaserror", "-r:System.dll", "-out:" + program}, sources, runtime)...) // newer words of C# are not known to mcs
		return program
	}
	well(t, run(t, ".", env, append([]string{"mono", build("Tests~/Test.cs")}, append(files, address, drops)...)...))
	day := run(t, ".", env, "mono", build("Samples~/Village/*.cs"), filepath.Join(root, "examples/village/village.krk"), "fast")
	for _, what := range []string{"eats", "drinks", "sleeps", "works", "talks", "walks to the square", "22:00 night"} {
		if !strings.Contains(day, what) {
			t.Errorf("nobody %s in a day:\n%s", what, day)
		}
	}
	villager := build("Samples~/Villager/*.cs")
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
	out := run(t, dir, env, "godot3-server", "--path", dir, "village.tscn", address, "secret", "until=14")
	if did := regexp.MustCompile(`(?m)^Ada: eat [1-9].*, drink [1-9].*, work [1-9]`); !did.MatchString(out) {
		t.Errorf("nobody lives in the village: %s", out)
	}
	t.Run("picture", func(t *testing.T) {
		need(t, "godot3", "xvfb-run")
		file := filepath.Join(t.TempDir(), "village.png")
		run(t, dir, append(env, "LIBGL_ALWAYS_SOFTWARE=1"), "xvfb-run", "-a", "-s", "-screen 0 1100x700x24", "godot3", "--video-driver", "GLES2", "--audio-driver", "Dummy", "--path", dir, "village.tscn", address, "secret", "until=7", "picture="+file)
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		picture, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		colours := map[color.Color]bool{}
		for y := range picture.Bounds().Dy() {
			for x := range picture.Bounds().Dx() {
				colours[picture.At(x, y)] = true
			}
		}
		if len(colours) < 20 {
			t.Errorf("the picture has %d colours", len(colours))
		}
	})
}

// every is a program with a name of each kind.
const every = "internal/remote/names/testdata/every.krk"

// said is what the programs of testdata/names say by the names of every.krk.
const said = `[
	{"op": "spawn", "kind": "king", "ref": 7}, {"op": "object", "type": "crate", "ref": 8, "name": "new one"},
	{"op": "write", "symbol": "hungry", "agent": 9, "value": true}, {"op": "write", "symbol": "money", "agent": 9, "value": 42},
	{"op": "write", "symbol": "debt", "agent": 9, "value": -3}, {"op": "write", "symbol": "at", "agent": 9, "value": "new"},
	{"op": "write", "symbol": "pos", "agent": 9, "value": [1.5, -2]}, {"op": "write", "symbol": "tired", "agent": 9, "value": 1},
	{"op": "write", "symbol": "fares", "agent": 9, "args": ["shop", "box"], "value": 4},
	{"op": "write", "symbol": "position", "agent": 9, "args": ["Box2"], "value": [0.25, 3]},
	{"op": "write", "symbol": "wind", "agent": 0, "value": [3, 4]}, {"op": "write", "symbol": "class", "agent": 0, "value": "shop"},
	{"op": "write", "symbol": "red-alarm", "agent": 11, "value": true}, {"op": "read", "symbol": "rich", "ref": 9, "agent": 9},
	{"op": "order", "goal": "visit", "ref": 10, "agent": 9, "args": [[5, 6], "shop", true, 0.5], "urgent": true},
	{"op": "order", "goal": "idle", "ref": 12, "agent": 9},
	{"op": "personality", "personality": "merry", "agent": 9}, {"op": "personality", "personality": "", "agent": 9}]`

// heard is what they are given to read.
func heard(m *remote.Manifest) []byte {
	var b remote.Batch
	box, float := m.Objects[0].Object, remote.FloatWord
	action := func(name string) uint32 {
		return uint32(slices.IndexFunc(m.Actions, func(a remote.ManifestAction) bool { return a.Name == name }))
	}
	symbol := func(name string) uint32 {
		return uint32(slices.IndexFunc(m.Symbols, func(s remote.ManifestSymbol) bool { return s.Name == name }))
	}
	text := func(text string) int64 { return int64(slices.Index(m.Texts, text)) }
	b.Add(remote.OpAbort, 0, action("go"), 1, 9) // of another op: nothing reads it
	b.Add(remote.OpStart, 0, action("go"), 1, 9, 0, 0, 1)
	b.Add(remote.OpStart, 0, action("go"), 2, 9, 1, float(1.5), float(-2), 0)
	b.Add(remote.OpRestored, 0, action("go"), 3, 9, 2, box, 1)
	b.Add(remote.OpStart, 0, action("say"), 4, 9, text("All \"quiet\".\n"), 0, text("loud"))
	ints := func(list ...int64) int64 {
		return int64(slices.IndexFunc(m.Lists.Int, func(l []int64) bool { return slices.Equal(l, list) }))
	}
	b.Add(remote.OpStart, 0, action("say"), 5, 9, text("loud"), 1, ints(3, 1))
	b.Add(remote.OpStart, 0, action("patrol"), 6, 9, ints(3, -1), 0, 0, 2)
	b.Add(remote.OpStart, 0, action("double"), 7, 9, float(0.5), box)
	b.Add(remote.OpValue, 0, symbol("rich"), 9, 1)
	b.Add(remote.OpValue, 0, symbol("pos"), 9, float(1.5), float(-2))
	return b.Bytes()
}

// TestNames has each language say and read something by the names of a program.
func TestNames(t *testing.T) {
	p, err := karakuri.Load(os.DirFS(root), every)
	if err != nil {
		t.Fatal(err)
	}
	m := remote.ManifestOf(p)
	batch, err := m.ReadJSON(nil, []byte(said))
	if err != nil {
		t.Fatal(err)
	}
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	clients := filepath.Join(top, "clients")
	want := hex.EncodeToString(batch) + strings.ReplaceAll(`
go 1 9 0 0 1
go 2 9 1 6 -8 0
go 3 9 2 BOX 1
say 4 All "quiet". loud
say 5 loud 3 1
patrol 3 -1 2 4 a b 2
double 2 BOX
rich 1
pos 6 -8
`, "BOX", strconv.FormatInt(m.Objects[0].Object, 10))
	for lang, use := range map[string]struct {
		file, main string
		tools      []string
		play       func(t *testing.T, dir, answer string) string
	}{
		"cs": {"Every.cs", "Main.cs", []string{"mcs", "mono"}, func(t *testing.T, dir, answer string) string {
			sources, _ := filepath.Glob(filepath.Join(clients, "csharp/Runtime/*.cs"))
			run(t, dir, nil, append([]string{"mcs", "-langversion:7.2", "-warnaserror", "-r:System.dll,System.Core.dll", "-out:p.exe", "Every.cs", "Main.cs"}, sources...)...)
			return run(t, dir, nil, "mono", "p.exe", answer)
		}},
		"cpp": {"every.hpp", "main.cpp", []string{"g++"}, func(t *testing.T, dir, answer string) string {
			run(t, dir, nil, "g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I"+filepath.Join(clients, "cpp"), "-I"+filepath.Join(top, "cmd/libkarakuri"), "main.cpp", "-o", "p")
			return run(t, dir, nil, "./p", answer)
		}},
		"c": {"every.h", "main.c", []string{"gcc"}, func(t *testing.T, dir, answer string) string {
			run(t, dir, nil, "gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I"+filepath.Join(top, "cmd/libkarakuri"), "main.c", "-o", "p")
			return run(t, dir, nil, "./p", answer)
		}},
		"py": {"every.py", "main.py", []string{"gcc", "python3"}, func(t *testing.T, dir, answer string) string {
			lib, err := built()
			if err != nil {
				t.Fatal(err)
			}
			env := []string{"KARAKURI_LIBRARY=" + filepath.Join(lib, "libkarakuri.so"), "PYTHONPATH=" + filepath.Join(clients, "python"), "PYTHONDONTWRITEBYTECODE=1"}
			return run(t, dir, env, "python3", "main.py", answer)
		}},
		"ts": {"every.mts", "main.mts", []string{"node"}, func(t *testing.T, dir, answer string) string {
			tsc := compilerOfTypes(t)
			if err := os.CopyFS(filepath.Join(dir, "node_modules/karakuri"), os.DirFS(filepath.Join(clients, "js"))); err != nil {
				t.Fatal(err)
			}
			run(t, dir, nil, tsc, "--strict", "--noUncheckedIndexedAccess", "--noUnusedLocals", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "--types", "", "main.mts")
			return run(t, dir, nil, "node", "main.mjs", answer)
		}},
		"gd": {"every.gd", "main.gd", []string{"godot3-server"}, func(t *testing.T, dir, answer string) string {
			if err := os.CopyFS(filepath.Join(dir, "addons"), os.DirFS(filepath.Join(clients, "godot/addons"))); err != nil {
				t.Fatal(err)
			}
			out := run(t, dir, []string{"HOME=" + t.TempDir()}, "godot3-server", "--path", ".", "-s", "main.gd", answer)
			return out[max(0, strings.Index(out, want[:16])):] // behind the greeting of the engine
		}},
	} {
		t.Run(lang, func(t *testing.T) {
			need(t, use.tools...)
			dir := t.TempDir()
			text, err := names.Source(lang, every, m)
			if err != nil {
				t.Fatal(err)
			}
			main, err := os.ReadFile(filepath.Join("testdata/names", use.main))
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{use.file: text, use.main: string(main), "project.godot": "config_version=4\n"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got := use.play(t, dir, hex.EncodeToString(heard(m))); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
