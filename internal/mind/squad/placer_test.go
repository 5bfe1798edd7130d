package squad

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/det"
)

// spots reads positions, separated by commas.
func spots(t *testing.T, text string) (list []Spot) {
	for _, pair := range strings.Split(text, ",") {
		var s Spot
		if pair = strings.TrimSpace(pair); pair == "" {
			continue
		}
		if _, err := fmt.Sscan(pair, &s.X, &s.Y); err != nil {
			t.Fatalf("%q is no position: %v", pair, err)
		}
		list = append(list, s)
	}
	return list
}

// numbers reads places from 1; - is none.
func numbers(t *testing.T, text string) (list []int) {
	for _, w := range strings.Fields(text) {
		n, err := strconv.Atoi(w)
		if w == "-" {
			n, err = 0, nil
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, n-1)
	}
	return list
}

func TestPlaces(t *testing.T) {
	text, err := os.ReadFile("testdata/places.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := strings.Split(string(text), "\ncase ")[1:]
	if len(cases) < 10 {
		t.Fatalf("%d cases", len(cases))
	}
	var p Placer
	for _, c := range cases {
		lines := strings.Split(strings.TrimSpace(c), "\n")
		t.Run(lines[0], func(t *testing.T) {
			said := map[string]string{}
			for _, line := range lines[1:] {
				word, rest, _ := strings.Cut(line, " ")
				said[word] = rest
			}
			stay, _ := strconv.ParseFloat(said["stay"], 64)
			_, p.Square = said["square"]
			var was []int
			if text, ok := said["was"]; ok {
				was = numbers(t, text)
			}
			got := p.Assign(spots(t, said["members"]), spots(t, said["places"]), was, stay, nil)
			if want := numbers(t, said["want"]); !slices.Equal(got, want) {
				t.Errorf("members have the places %v, want %v", got, want)
			}
		})
	}
}

// walked is the length of all ways, in millimetres.
func walked(at, places []Spot, of []int) (sum int64) {
	for i, k := range of {
		sum += millimetres(at[i], places[k])
	}
	return sum
}

// shortest tries all assignments of the members from i on.
func shortest(at, places []Spot, of []int, taken []bool) int64 {
	if len(of) == len(at) {
		return walked(at, places, of)
	}
	best := int64(1) << 62
	for k := range places {
		if !taken[k] {
			taken[k] = true
			best = min(best, shortest(at, places, append(of, k), taken))
			taken[k] = false
		}
	}
	return best
}

func TestPlacesAreTheShortest(t *testing.T) {
	r := det.NewRand(1, 0, 0)
	var p Placer
	for range 300 {
		var at, places []Spot
		for range 1 + r.Intn(6) {
			at = append(at, Spot{r.Between(0, 20), r.Between(0, 20)})
		}
		for range len(at) + r.Intn(2) {
			places = append(places, Spot{r.Between(0, 20), r.Between(0, 20)})
		}
		of := p.Assign(at, places, nil, 0, nil)
		if got, want := walked(at, places, of), shortest(at, places, nil, make([]bool, len(places))); got != want {
			t.Fatalf("%v to %v by %v: %d mm, the shortest is %d", at, places, of, got, want)
		}
		if again := p.Assign(at, places, of, 1, nil); !slices.Equal(again, of) {
			t.Fatalf("assigning again gives %v after %v", again, of)
		}
	}
}

func TestPlacesAllocateNothing(t *testing.T) {
	var p Placer
	at, places := make([]Spot, 12), make([]Spot, 12)
	for i := range at {
		at[i], places[i] = Spot{float64(i), 0}, Spot{float64(12 - i), 5}
	}
	var buf []int
	if n := testing.AllocsPerRun(10, func() { buf = p.Assign(at, places, nil, 0, buf[:0]) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkPlaces(b *testing.B) {
	for _, n := range []int{4, 12, 64} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := det.NewRand(1, 0, 0)
			var at, places []Spot
			for range n {
				at, places = append(at, Spot{r.Between(0, 50), r.Between(0, 50)}), append(places, Spot{r.Between(0, 50), r.Between(0, 50)})
			}
			var p Placer
			var buf []int
			b.ReportAllocs()
			for b.Loop() {
				buf = p.Assign(at, places, nil, 0, buf[:0])
			}
		})
	}
}
