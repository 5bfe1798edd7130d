package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// players are the programs that play a game by the clients of other languages.
//
//go:embed players
var players embed.FS

// bench is a folder with the engine as other languages have it, and what plays it.
type bench struct {
	dir string // empties itself when the command ends
	c   string // the player in C; empty: there is no C compiler
	js  string // the player in JavaScript; empty: there is no node
	gd  string // Godot's folder of the player; empty: there is no Godot
}

// newBench builds the engine, and says what is missing.
func newBench(dir string, say func(format string, args ...any)) (*bench, error) {
	b := &bench{dir: dir}
	if err := os.CopyFS(dir, players); err != nil {
		return nil, err
	}
	player := func(name string) string { return filepath.Join(dir, "players", name) }
	if has(say, "gcc") {
		say("building the library")
		b.c = filepath.Join(dir, "player")
		for name, flags := range map[string][]string{"lib": nil, "libsmall": {"-small"}} {
			if err := run(slices.Concat([]string{"go", "run", "./internal/tools/lib", "-o", filepath.Join(dir, name)}, flags)...); err != nil {
				return nil, err
			}
		}
		lib := filepath.Join(dir, "lib")
		if err := run("gcc", "-O2", "-std=c11", "-I"+lib, player("player.c"), "-o", b.c, "-L"+lib, "-lkarakuri", "-Wl,-rpath,"+lib); err != nil {
			return nil, err
		}
	}
	say("building the WebAssembly modules")
	for name, flags := range map[string][]string{"wasm": {"-wasm"}, "small": {"-wasm", "-small"}} {
		if err := run(slices.Concat([]string{"go", "run", "./internal/tools/lib", "-o", filepath.Join(dir, name)}, flags)...); err != nil {
			return nil, err
		}
	}
	if has(say, "node") {
		b.js = player("player.mjs")
	}
	if has(say, "godot3-server") {
		b.gd = filepath.Join(dir, "godot")
		if err := os.CopyFS(b.gd, os.DirFS("clients/godot")); err != nil {
			return nil, err
		}
		text, err := os.ReadFile(player("player.gd"))
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(b.gd, "player.gd"), text, 0o644); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func has(say func(format string, args ...any), program string) bool {
	_, err := exec.LookPath(program)
	if err != nil {
		say("without %s: it is not on this machine", program)
	}
	return err == nil
}

func run(args ...string) error {
	out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// files writes a game for the players, and returns program, options and rounds.
func (b *bench) files(g *game) ([]string, error) {
	var rounds bytes.Buffer
	if err := g.record.Write(&rounds); err != nil {
		return nil, err
	}
	var files []string
	for _, f := range []struct {
		name string
		data []byte
	}{{".krk", []byte(g.record.Program)}, {".json", []byte(g.record.Setup)}, {".rounds", rounds.Bytes()}} {
		file := filepath.Join(b.dir, g.name+f.name)
		if err := os.WriteFile(file, f.data, 0o644); err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// inC plays a game by the C library.
func (b *bench) inC(g *game) (times, error) {
	files, err := b.files(g)
	if err != nil {
		return nil, err
	}
	return g.played(append([]string{b.c}, files...))
}

// inWasm plays a game by the WebAssembly module in node.
func (b *bench) inWasm(g *game) (times, error) {
	files, err := b.files(g)
	if err != nil {
		return nil, err
	}
	return g.played(append([]string{"node", b.js, filepath.Join(b.dir, "wasm")}, files...))
}

// played runs a player, and returns what the measured ticks took.
func (g *game) played(args []string) (times, error) {
	figures, err := numbers(args)
	if err != nil {
		return nil, err
	}
	if len(figures) != len(g.rounds) {
		return nil, fmt.Errorf("%s plays %d rounds of %d", args[0], len(figures), len(g.rounds))
	}
	var all times
	for _, f := range figures[g.warm:] {
		all = append(all, time.Duration(f))
	}
	return all, nil
}

// writesInC returns what a write in a batch and an empty exchange take.
func (b *bench) writesInC(g *game, symbol int) (write, call float64, err error) {
	files, err := b.files(g)
	if err != nil {
		return 0, 0, err
	}
	return two(numbers([]string{b.c, files[0], files[1], "-writes", strconv.Itoa(symbol)}))
}

// writesInWasm returns what a write in a batch and a call take.
func (b *bench) writesInWasm(g *game, symbol int) (write, call float64, err error) {
	files, err := b.files(g)
	if err != nil {
		return 0, 0, err
	}
	return two(numbers([]string{"node", b.js, filepath.Join(b.dir, "wasm"), files[0], files[1], "-writes", strconv.Itoa(symbol)}))
}

func two(figures []float64, err error) (a, b float64, _ error) {
	if err == nil && len(figures) != 2 {
		err = errors.New("a player says not two figures")
	}
	if err != nil {
		return 0, 0, err
	}
	return figures[0], figures[1], nil
}

// numbers runs a program that prints a number on each line.
func numbers(args []string) (list []float64, err error) {
	var wrong bytes.Buffer
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stderr = &wrong
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s%s", args[0], err, out, wrong.Bytes())
	}
	for line := range strings.FieldsSeq(string(out)) {
		f, err := strconv.ParseFloat(line, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %q is no figure", args[0], line)
		}
		list = append(list, f)
	}
	return list, nil
}
