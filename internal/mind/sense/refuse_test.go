package sense

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// lying is a host with an object that has NaNs for numbers.
type lying struct {
	object Object
	spot   Point // of the same, as Near says
}

func (h *lying) Object(id ObjectID) (Object, bool) {
	switch id {
	case 1:
		return Object{Facing: Point{X: 1}}, true
	case 2:
		return h.object, true
	}
	return Object{At: Point{X: 3}}, id == 3
}

func (h *lying) Near(p Point, radius float64, buf []Spot) []Spot {
	return append(buf, Spot{Object: 1, At: Point{}}, Spot{Object: 2, At: h.spot}, Spot{Object: 3, At: Point{X: 3}})
}

func (h *lying) Visible(from, to Point) bool  { return true }
func (h *lying) Walls(from, to Point) (n int) { return 0 }

// TestNumbersThatAreNoneAreRefused: an object of the host with an invalid number is not perceived, and that is
// reported, by number and range; others are perceived as before.
func TestNumbersThatAreNoneAreRefused(t *testing.T) {
	nan, at := math.NaN(), Point{X: 2}
	values := [MaxValues]float64{}
	values[1] = nan
	for _, tc := range []struct {
		object Object
		spot   Point
		want   string
	}{
		{Object{At: at}, at, ""},
		{Object{At: Point{X: nan, Y: 0}}, at, "object 2 is not perceived: its At is (NaN, 0); both must be from -1e+09 to 1e+09"},
		{Object{At: Point{X: 0, Y: math.Inf(1)}}, at, "its At is (0, +Inf)"},
		{Object{At: at}, Point{X: nan, Y: nan}, "its At is (NaN, NaN)"},
		{Object{At: at, Velocity: Point{X: nan, Y: 0}}, at, "its Velocity is (NaN, 0)"},
		{Object{At: at, Facing: Point{X: nan, Y: 0}}, at, "its Facing is (NaN, 0)"},
		{Object{At: at, Importance: -1}, at, "its Importance is -1; it must be from 0 to 1e+09"},
		{Object{At: at, Kind: 1 << 60}, at, "its Kind is 1152921504606846976"},
		{Object{At: at, Values: values}, at, "its Values[1] is NaN; it must be from -1e+09 to 1e+09"},
	} {
		t.Run(fmt.Sprint(tc.want), func(t *testing.T) {
			senses, err := Compile(Spec{Sensors: []Sensor{{Kind: Sight, Range: 10}}, Memory: Memory{Short: Store{Capacity: 4}}})
			if err != nil {
				t.Fatal(err)
			}
			f, err := NewField(Options{Host: &lying{tc.object, tc.spot}, Senses: []*Senses{senses}})
			if err != nil {
				t.Fatal(err)
			}
			o, err := f.Add(1, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			for tick := range int64(3) {
				f.Step(tick+1, nil)
				faults := f.TakeFaults()
				switch {
				case tc.want == "" && len(faults) > 0:
					t.Fatal(faults)
				case tc.want != "" && (len(faults) != 1 || faults[0].Observer != o || !strings.Contains(faults[0].Message, tc.want)):
					t.Fatalf("faults %+v, want %q", faults, tc.want)
				}
			}
			if _, known := f.Mind(o).Find(2); known != (tc.want == "") {
				t.Errorf("the object is perceived: %v", known)
			}
			if _, known := f.Mind(o).Find(3); !known {
				t.Error("another object is not perceived")
			}
		})
	}
}
