package clients

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/remote/exchange"
)

var asked = flag.Bool("clients", false, "build the library, and test it and its clients")

// ticks is how long the recorded exchange is.
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

// run runs a program and fails with what it printed.
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

// built is a folder with the library, made once.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "libkarakuri")
	if err != nil {
		return "", err
	}
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
	if *asked {
		if dir, err := built(); err == nil {
			os.RemoveAll(dir)
		}
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

// TestC plays the exchange by the C ABI, and misuses it: linked with the library and with the archive, and watched by the address sanitizer.
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
