package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// large returns a program of 20 files and 5,000 lines: chains of tasks over symbols of their own, and a main file.
func large() map[string]string {
	files := map[string]string{}
	var main strings.Builder
	for f := range 19 {
		var b strings.Builder
		name := func(what string, i int) string { return fmt.Sprintf("%s_%d_%d", what, f, i) }
		fmt.Fprintf(&b, "import \"base.krk\"\n\nstate agent {\n")
		for i := range 40 {
			fmt.Fprintf(&b, "    %s: int 0..100 = %d\n", name("amount", i), i)
		}
		b.WriteString("}\n\n")
		for i := range 32 {
			fmt.Fprintf(&b, "// Raises %s.\noperator %s(p: place) {\n    when %s < 90 && at != p\n    do move_to(p)\n    effect %s += 1, at = p\n}\n", name("amount", i), name("raise", i), name("amount", i), name("amount", i))
			fmt.Fprintf(&b, "task %s {\n", name("job", i))
			fmt.Fprintf(&b, "    method \"done\" when %s >= %d { }\n    method \"go\" { %s(shop)", name("amount", i), i, name("raise", i))
			if i > 0 {
				fmt.Fprintf(&b, "; %s", name("job", i-1))
			}
			b.WriteString(" }\n}\n")
		}
		files[fmt.Sprintf("part%d.krk", f)] = b.String()
		fmt.Fprintf(&main, "import \"part%d.krk\"\n", f)
		defer func() { files["main.krk"] += fmt.Sprintf("agent worker_%d { plan job_%d_31 }\n", f, f) }()
	}
	files["base.krk"] = "type place = { home, shop }\nstate agent { at: place }\naction move_to(p: place)\n"
	files["main.krk"] = main.String()
	return files
}

// linesOf counts lines.
func linesOf(files map[string]string) int {
	n := 0
	for _, text := range files {
		n += strings.Count(text, "\n")
	}
	return n
}

// quiet is a server without a client, called directly, so that its work can be counted.
type quiet struct {
	*server
	t   testing.TB
	out strings.Builder
}

func newQuiet(t testing.TB, files map[string]string) *quiet {
	q := &quiet{t: t}
	q.server = newServer(&q.out, Options{Log: &q.out})
	q.must("initialize", map[string]any{})
	for _, name := range slices.Sorted(maps.Keys(files)) {
		q.told("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "file:///none/" + name, "version": 1, "text": files[name]}})
	}
	return q
}

// idle does what the loop does while no message waits.
func (q *quiet) idle() {
	q.space.epoch++
	for p := q.unchecked(); p != nil; p = q.unchecked() {
		p.check()
	}
	q.show()
}

func (q *quiet) message(m map[string]any) {
	body, err := json.Marshal(m)
	if err != nil {
		q.t.Fatal(err)
	}
	q.handle(parseMessage(body), false)
}

func (q *quiet) told(method string, params any) {
	q.message(map[string]any{"method": method, "params": params})
}

// must sends a request, which must succeed.
func (q *quiet) must(method string, params any) {
	q.t.Helper()
	q.out.Reset()
	q.message(map[string]any{"id": 1, "method": method, "params": params})
	if strings.Contains(q.out.String(), `"error":`) {
		q.t.Fatalf("%s: %s", method, q.out.String())
	}
}

// key types a character into a file and completes there, as an editor does.
func (q *quiet) key(name string, version int, p position, text string) {
	doc := map[string]any{"uri": "file:///none/" + name, "version": version}
	q.told("textDocument/didChange", map[string]any{"textDocument": doc, "contentChanges": []any{map[string]any{"range": lspRange{p, p}, "text": text}}})
	q.must("textDocument/completion", map[string]any{"textDocument": doc, "position": position{p.Line, p.Character + len(text)}})
}

// TestWorkOfAKey counts: a key parses one file, and checks and indexes one program once.
func TestWorkOfAKey(t *testing.T) {
	files := large()
	if n := linesOf(files); n < 5000 || len(files) < 20 {
		t.Fatalf("%d lines in %d files", n, len(files))
	}
	q := newQuiet(t, files)
	q.idle()
	parsed := func() int {
		n := 0
		for _, c := range q.space.caches {
			n += c.Parsed
		}
		return n
	}
	if got := parsed(); got != len(files) {
		t.Errorf("the first look parses %d files of %d", got, len(files))
	}
	before, work := parsed(), q.space.work
	if work.loads != 1 || work.checks != 1 {
		t.Errorf("the first look costs %+v", work)
	}
	for i := range 5 {
		q.key("part3.krk", i+2, position{60, 0}, " ")
		q.must("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": "file:///none/part3.krk"}, "position": position{50, 12}})
		q.idle()
	}
	got := q.space.work
	if n := parsed() - before; n != 5 {
		t.Errorf("5 keys parse %d files", n)
	}
	if got.loads-work.loads != 5 || got.checks-work.checks > 5 || got.indexes-work.indexes > 5 {
		t.Errorf("5 keys cost %+v after %+v", got, work)
	}
	q.must("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": "file:///none/part5.krk"}, "position": position{50, 12}})
	q.idle()
	if q.space.work != got || parsed()-before != 5 {
		t.Errorf("a look without a change costs %+v after %+v", q.space.work, got)
	}
}

// BenchmarkKey types into a program of 5,000 lines in 20 files: the time from the key to the completion.
func BenchmarkKey(b *testing.B) {
	q := newQuiet(b, large())
	q.idle()
	var times []time.Duration
	version := 2
	for b.Loop() {
		start := time.Now()
		q.key("part3.krk", version, position{60, 0}, "m")
		times = append(times, time.Since(start))
		b.StopTimer()
		q.idle()
		b.StartTimer()
		version++
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkKeyWithDiagnostics is the same until the diagnostics are sent.
func BenchmarkKeyWithDiagnostics(b *testing.B) {
	q := newQuiet(b, large())
	q.idle()
	var times []time.Duration
	version := 2
	for b.Loop() {
		start := time.Now()
		q.key("part3.krk", version, position{60, 0}, " ")
		q.idle()
		times = append(times, time.Since(start))
		version++
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkFirstDiagnostics opens the program.
func BenchmarkFirstDiagnostics(b *testing.B) {
	files := large()
	for b.Loop() {
		q := newQuiet(b, files)
		q.idle()
	}
}

// TestNoise sends requests of all kinds about texts that are cut and shuffled. Nothing may panic: that is an internal
// error.
func TestNoise(t *testing.T) { noise(t, 1, 300) }

func FuzzNoise(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { noise(t, seed, 20) })
}

func noise(t *testing.T, seed uint64, rounds int) {
	r := rand.New(rand.NewPCG(seed, 0))
	q := newQuiet(t, map[string]string{"meal.krk": meal, "places.krk": places})
	methods := []string{}
	for m := range requests {
		if m != "initialize" && m != "shutdown" {
			methods = append(methods, m)
		}
	}
	slices.Sort(methods)
	for i := range rounds {
		uri := "file:///none/" + []string{"meal.krk", "places.krk", "other.krk"}[r.IntN(3)]
		pos := position{r.IntN(30) - 1, r.IntN(60) - 1}
		to := position{pos.Line + r.IntN(3) - 1, r.IntN(40)}
		params := map[string]any{
			"textDocument": map[string]any{"uri": uri, "version": i + 2, "text": garbled(r)}, "position": pos, "range": lspRange{pos, to}, "positions": []position{pos, to},
			"newName": []string{"x", "", "a b", "`", "task", "home"}[r.IntN(6)], "query": "a", "ch": []string{"}", "\n"}[r.IntN(2)],
			"item":           map[string]any{"uri": uri, "selectionRange": lspRange{pos, to}},
			"contentChanges": []any{map[string]any{"range": lspRange{pos, to}, "text": garbled(r)}},
		}
		switch r.IntN(6) {
		case 0:
			q.told("textDocument/didOpen", params)
		case 1:
			q.told("textDocument/didClose", params)
		case 2, 3:
			q.told("textDocument/didChange", params)
		}
		q.out.Reset()
		m := methods[r.IntN(len(methods))]
		q.message(map[string]any{"id": i, "method": m, "params": params})
		q.idle()
		if strings.Contains(q.out.String(), fmt.Sprint(codeInternal)) || strings.Contains(q.out.String(), "panicked") {
			t.Fatalf("seed %d, round %d, %s: %s", seed, i, m, q.out.String())
		}
	}
}

// garbled returns a piece of a program, perhaps with pieces swapped or doubled.
func garbled(r *rand.Rand) string {
	words := strings.SplitAfter(meal, " ")
	from := r.IntN(len(words))
	piece := slices.Clone(words[from:min(len(words), from+r.IntN(120))])
	for range r.IntN(4) {
		if len(piece) > 1 {
			i, j := r.IntN(len(piece)), r.IntN(len(piece))
			piece[i], piece[j] = piece[j], piece[i]
		}
	}
	text := strings.Join(piece, "")
	if n := len(text); n > 0 && r.IntN(3) == 0 {
		text = text[:r.IntN(n)]
	}
	return text
}
