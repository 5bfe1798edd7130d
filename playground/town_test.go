package playground_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/playground"
)

// A file is tried without a scene, and without a line of Go for its actions.
func ExampleNewTown() {
	program, err := karakuri.Load(os.DirFS("../examples"), "meal/meal.krk")
	if err != nil {
		fmt.Println(err)
		return
	}
	town, err := playground.NewTown(program, karakuri.Options{Seed: 1}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for town.Crowd().Seconds() < 20 {
		town.Step()
	}
	for _, id := range town.Agents() {
		fmt.Printf("%s is at %.1f, %.1f\n", town.NameOf(id), town.At(id).X, town.At(id).Y)
	}
	// Output:
	// villager#1 is at 32.4, 17.5
	// villager#2 is at 28.3, 22.7
}

// The town is that of the command line: its decisions have the recorded hash of "karakuri run".
func TestTownIsThatOfTheCommandLine(t *testing.T) {
	kept, err := os.ReadFile("../cmd/karakuri/testdata/hashes/golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	program, err := karakuri.Load(os.DirFS("../examples"), "meal/meal.krk")
	if err != nil {
		t.Fatal(err)
	}
	town, err := playground.NewTown(program, karakuri.Options{Seed: 1}, 20)
	if err != nil {
		t.Fatal(err)
	}
	for town.Crowd().Seconds() < 60 {
		town.Step()
	}
	if figures := town.Figures(nil); len(figures) != 20 || figures[0].X != town.At(town.Agents()[0]).X {
		t.Errorf("the figures are %v", figures)
	}
	if !slices.ContainsFunc(town.Land(), func(f ktrace.Feature) bool { return f.Kind == ktrace.Spot && f.Name != "" }) {
		t.Errorf("the land is %v", town.Land())
	}
	if line := fmt.Sprintf("%016x meal\n", town.Crowd().TraceHash()); !strings.Contains("\n"+string(kept), "\n"+line) {
		t.Errorf("%swas kept\n%s", line, kept)
	}
}

// What cannot be lived in is refused.
func TestTownRefuses(t *testing.T) {
	nobody, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte("state world { n: int = 0 }\n")}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := playground.NewTown(nobody, karakuri.Options{}, 0); err == nil {
		t.Error("nobody lives in a town")
	}
	one, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte("action wave\nagent man { idle wave }\n")}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{-1, playground.MaxCharacters + 1} {
		if _, err := playground.NewTown(one, karakuri.Options{}, n); err == nil {
			t.Errorf("%d agents live in a town", n)
		}
	}
	if _, err := playground.NewTown(one, karakuri.Options{TPS: -1}, 1); err == nil {
		t.Error("options of the crowd are not looked at")
	}
}
