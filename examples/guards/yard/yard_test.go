package yard

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// seeds returns from how many seeds runs are judged.
func seeds() uint64 {
	if testing.Short() {
		return 3
	}
	return 20
}

// Over many ways of the player, guards attack in range only, finish each swing, keep the distance that they are to
// keep, and are back in their places in time.
func TestGuardsKeepTheirRules(t *testing.T) {
	var unseen, pressed, recovered int
	for seed := range seeds() {
		j := follow(t, loaded(files), Options{Seed: seed})
		j.run()
		for _, fault := range j.faults {
			t.Error(fault)
		}
		unseen, pressed, recovered = unseen+j.unseen, pressed+j.pressed, recovered+j.recovered
	}
	t.Logf("%d swings at the end of which the player was out of sight, %d times the player came up to a guard that could go back, %d returns",
		unseen, pressed, recovered)
	if n := int(seeds()); unseen < n/5 || pressed < 25*n || recovered < 5*n {
		t.Error("the rules were hardly put to the test")
	}
}

// Each rule rests on something in the file: other guards break it.
func TestWhatTheRulesRestOn(t *testing.T) {
	original, err := fs.ReadFile(files, "guards.krk")
	if err != nil {
		t.Fatal(err)
	}
	const giveWay = "selector {\n sequence abort lower { if visible(player) && distance(player) < 3.3; keep_range(player) }\n"
	for _, tc := range []struct {
		name   string
		change []string // from, to
		want   string   // in some fault; or, after a !, in none
	}{
		{"no look at the distance", []string{" && distance(player) < reach", ""}, "an attack starts at"},
		{"far guards that chase", []string{" { override chase = keep_range }", ""}, "from the player"},
		{"no way home", []string{"return_to(start_pos); ", ""}, "not back after"},
		{"something comes before a blow", []string{"selector {\n", giveWay}, "!is aborted"},
		{"and may interrupt it", []string{"selector {\n", giveWay, " uninterrupted", ""}, "is aborted"},
		{"a blow for as long as the foe is in sight", []string{"abort lower {", "abort both {"}, "is aborted"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := strings.NewReplacer(tc.change...).Replace(string(original))
			var faults []string
			for seed := range min(5, seeds()) {
				j := follow(t, changed(text), Options{Seed: seed})
				j.run()
				faults = append(faults, j.faults...)
			}
			want, none := strings.CutPrefix(tc.want, "!")
			if text == string(original) || none == strings.Contains(strings.Join(faults, "\n"), want) {
				t.Errorf("want %q in the faults: %.1000q", tc.want, faults)
			}
		})
	}
}

// The same seed gives the same run, and its trace gives it once more.
func TestRunsAreReproducible(t *testing.T) {
	hashes := map[uint64]bool{}
	for seed := range seeds() {
		var trace bytes.Buffer
		rec := ktrace.NewRecorder(&trace, ktrace.Options{})
		first, again := follow(t, loaded(files), Options{Seed: seed, Host: karakuri.Options{Recorder: rec}}), follow(t, loaded(files), Options{Seed: seed})
		first.run()
		again.run()
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
		hash := first.crowd.TraceHash()
		if again.crowd.TraceHash() != hash || again.arena.Hash() != first.arena.Hash() {
			t.Errorf("seed %d: two runs differ", seed)
		}
		if r := replayed(t, &trace, karakuri.ReplayOptions{}, func(*karakuri.Replay) {}); r.Crowd().TraceHash() != hash {
			t.Errorf("seed %d: the replay differs", seed)
		}
		hashes[hash] = true
	}
	if n := int(seeds()); len(hashes) < n {
		t.Errorf("%d seeds give %d different runs", n, len(hashes))
	}
}

// The picture is drawn over the one before, and fits the terminal that it asks for.
func TestPicture(t *testing.T) {
	var out bytes.Buffer
	y, err := Open(loaded(files), Options{Seed: 1, Picture: true, Out: &out})
	if err != nil {
		t.Fatal(err)
	}
	if err := y.Run(context.Background(), time.Second/10, 0); err != nil {
		t.Fatal(err)
	}
	first, second, ok := strings.Cut(out.String(), "\x1b[22A")
	if !ok || strings.Count(first, "\n") != 22 || PictureRows != 23 || strings.Contains(second, "\x1b[22A") {
		t.Errorf("not two pictures of 22 lines, one over the other:\n%s", out.String())
	}
	for line := range strings.Lines(first) {
		if n := len([]rune(strings.TrimSuffix(line, "\x1b[K\n"))); n > PictureCols {
			t.Errorf("a line of %d characters: %s", n, line)
		}
	}
}

// The guide to trees shows lines of a run as they are.
func TestTheGuideShowsWhatIsPrinted(t *testing.T) {
	guide, err := os.ReadFile("../../../docs/trees.md")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	y, err := Open(loaded(files), Options{Seed: 9, Out: &out})
	if err != nil {
		t.Fatal(err)
	}
	if err := y.Run(context.Background(), 20*time.Second, 0); err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(guide), "## See it move")
	_, part, _ = strings.Cut(part, "```text\n")
	shown, _, ok := strings.Cut(part, "```")
	if !ok || len(shown) < 100 || !strings.Contains(out.String(), shown) {
		t.Errorf("the guide shows\n%s\nand the program prints\n%s", shown, out.String())
	}
}

func Example() {
	y, err := Open(loaded(files), Options{Seed: 9, Out: os.Stdout})
	if err != nil {
		panic(err)
	}
	if err := y.Run(context.Background(), 21*time.Second, 0); err != nil {
		panic(err)
	}
	// Output:
	//   0.05s  1 near_guard: return_to started
	//   0.05s  1 near_guard: return_to ended: success
	//   0.05s  1 near_guard: keep_watch started
	//   0.05s  2 near_guard: return_to started
	//   0.05s  2 near_guard: return_to ended: success
	//   0.05s  2 near_guard: keep_watch started
	//   0.05s  3 far_guard: return_to started
	//   0.05s  3 far_guard: return_to ended: success
	//   0.05s  3 far_guard: keep_watch started
	//   0.05s  4 far_guard: return_to started
	//   0.05s  4 far_guard: return_to ended: success
	//   0.05s  4 far_guard: keep_watch started
	//   9.10s  2 near_guard: sequence fires abort lower: visible(player) was false, is true
	//   9.10s  2 near_guard: chase started
	//   9.80s  2 near_guard: sequence fires abort lower: distance(player) was 1.11, is 0.95
	//   9.80s  2 near_guard: attack started
	//  10.05s  2 near_guard: attack ended: success
	//  10.10s  2 near_guard: chase started
	//  12.10s  2 near_guard: sequence fires abort lower: ready was false, is true
	//  12.10s  2 near_guard: attack started
	//  12.35s  2 near_guard: attack ended: success
	//  12.40s  2 near_guard: chase started
	//  14.10s  3 far_guard: sequence fires abort lower: visible(player) was false, is true
	//  14.10s  3 far_guard: attack started
	//  14.35s  3 far_guard: attack ended: success
	//  14.40s  2 near_guard: sequence fires abort lower: ready was false, is true
	//  14.40s  2 near_guard: attack started
	//  14.40s  3 far_guard: keep_range started
	//  14.65s  2 near_guard: attack ended: success
	//  14.70s  2 near_guard: chase started
	//  16.40s  3 far_guard: sequence fires abort lower: ready was false, is true
	//  16.40s  3 far_guard: attack started
	//  16.65s  3 far_guard: attack ended: success
	//  16.70s  2 near_guard: sequence fires abort lower: ready was false, is true
	//  16.70s  2 near_guard: attack started
	//  16.70s  3 far_guard: keep_range started
	//  16.95s  2 near_guard: attack ended: success
	//  17.00s  2 near_guard: return_to started
	//  17.00s  3 far_guard: sequence fires abort self: visible(player) was true, is false
	//  17.00s  3 far_guard: return_to started
	//  18.65s  3 far_guard: return_to ended: success
	//  18.65s  3 far_guard: keep_watch started
	//  20.20s  2 near_guard: return_to ended: success
	//  20.20s  2 near_guard: keep_watch started
	//
	// after 21 s the player has fallen 1 times
	// 1 near_guard    0 attacks,   0 hits,   0 times back in its place
	// 2 near_guard    4 attacks,   4 hits,   1 times back in its place
	// 3 far_guard     2 attacks,   2 hits,   1 times back in its place
	// 4 far_guard     0 attacks,   0 hits,   0 times back in its place
}
