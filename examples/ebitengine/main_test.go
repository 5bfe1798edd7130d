package main

import (
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/karakuri-ai/karakuri/arena"
)

func fight(t *testing.T) *game {
	t.Helper()
	g, err := open("../fireteam", "fireteam", 1)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestFight: the teams meet and shoot, and the chosen soldier says why.
func TestFight(t *testing.T) {
	g := fight(t)
	for !g.play.Over() && len(g.flashes) == 0 {
		g.tick()
	}
	if len(g.flashes) == 0 || len(g.why) < 40 {
		t.Errorf("%d flashes; why: %q", len(g.flashes), g.why)
	}
}

// TestClick takes the soldier under the pointer, wherever the field lies in the window.
func TestClick(t *testing.T) {
	g := fight(t)
	for place, c := range g.now {
		x, y := g.pixel(c.At)
		g.choose(int(x), int(y))
		if g.chosen != place {
			t.Errorf("a click on %s takes %s", g.play.NameOf(place), g.play.NameOf(g.chosen))
		}
	}
	chosen := g.chosen
	if x, y := g.pixel(arena.Point{X: 40, Y: 2}); true {
		g.choose(int(x), int(y))
	}
	if g.chosen != chosen {
		t.Error("a click on open ground takes somebody")
	}
}

// TestPicture draws a fight in a real window.
func TestPicture(t *testing.T) {
	dir := t.TempDir()
	program, file := filepath.Join(dir, "fight"), filepath.Join(dir, "fight.png")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command(program, "-for", "60s", "-picture", file)
	cmd.Env = append(os.Environ(), "LIBGL_ALWAYS_SOFTWARE=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[color.Color]int{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			seen[picture.At(x, y)]++
		}
	}
	for what, shade := range map[string]color.RGBA{"the ground": ground, "walls": walls, "team 1": teams[1], "team 2": teams[2], "the panel": backing} {
		if seen[shade] < 50 {
			t.Errorf("%s: %d pixels", what, seen[shade])
		}
	}
}
