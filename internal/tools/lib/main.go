// Command lib builds the engine as a library for other languages: go run ./internal/tools/lib -o build. It writes
// libkarakuri.so (or .dylib, .dll), libkarakuri.a and karakuri.h, which needs a C compiler; with -wasm it writes a
// package of npm with karakuri.wasm instead, which needs none. With -header it only writes anew what is generated in
// the repository.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/tools/compact"
)

func main() {
	dir := flag.String("o", "build", "folder to write to")
	wasm := flag.Bool("wasm", false, "build the WebAssembly module instead")
	small := flag.Bool("small", false, "inline only where ticks spend most of their time: a sixth smaller, and slower; a library for Linux then needs glibc 2.36")
	system := flag.String("os", runtime.GOOS, "operating system to build for, as in GOOS")
	arch := flag.String("arch", runtime.GOARCH, "processor to build for, as in GOARCH")
	compiler := flag.String("cc", "", "C compiler for that platform; default: as in CC")
	header := flag.Bool("header", false, "only write the generated files of the repository anew")
	flag.Parse()
	var err error
	switch {
	case *header:
		err = writeGenerated(".")
	case *wasm:
		err = BuildWasm(*dir, *small)
	default:
		env := []string{"GOOS=" + *system, "GOARCH=" + *arch, "CGO_ENABLED=1"}
		if *compiler != "" {
			env = append(env, "CC="+*compiler)
		}
		err = Build(*dir, *system, *small, env)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Build builds the C library for an operating system, with variables of the environment that say the rest. A small one
// inlines only where ticks spend most of their time, and for Linux packs its relocations, which takes a MB less.
func Build(dir, system string, small bool, env []string) error {
	ending := map[string]string{"darwin": ".dylib", "windows": ".dll"}[system]
	if ending == "" {
		ending = ".so"
	}
	for file, mode := range map[string]string{"libkarakuri" + ending: "c-shared", "libkarakuri.a": "c-archive"} {
		flags := []string{"-buildmode=" + mode}
		if small {
			flags = append(flags, compact.Flags()...)
		}
		if small && system == "linux" {
			flags = append(flags, "-ldflags=-s -w -extldflags=-Wl,-z,pack-relative-relocs")
		}
		if err := goBuild(filepath.Join(dir, file), env, flags...); err != nil {
			return err
		}
	}
	for _, extra := range []string{"libkarakuri.h"} { // what the go command also writes: karakuri.h says it better
		os.Remove(filepath.Join(dir, extra))
	}
	return copyFile("cmd/libkarakuri/karakuri.h", filepath.Join(dir, "karakuri.h"))
}

// BuildWasm builds the WebAssembly module, and next to it what makes the folder an npm package. A small one inlines
// only where ticks spend most of their time.
func BuildWasm(dir string, small bool) error {
	var flags []string
	if small {
		flags = compact.Flags()
	}
	if err := goBuild(filepath.Join(dir, "karakuri.wasm"), []string{"GOOS=js", "GOARCH=wasm"}, flags...); err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	files := map[string]string{"wasm_exec.js": filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js")}
	for _, name := range []string{"package.json", "README.md", "karakuri.mjs", "karakuri.d.mts", "ops.mjs", "ops.d.mts", "node.mjs", "node.d.mts", "zone.mjs", "zone.d.mts"} {
		files[name] = filepath.Join("clients/js", name)
	}
	for name, from := range files {
		if err := copyFile(from, filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

func goBuild(file string, env []string, flags ...string) error {
	args := slices.Concat([]string{"build", "-tags", "libkarakuri", "-trimpath", "-ldflags", "-s -w", "-o", file}, flags, []string{"./cmd/libkarakuri"})
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return nil
}

func copyFile(from, to string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o644)
}
