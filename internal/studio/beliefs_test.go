package studio

import "testing"

// Where a soldier believes an enemy to be is drawn at the place.
func TestBeliefsAboutPlaces(t *testing.T) {
	address, _ := serve(t, Options{}, "../../examples/soldier/soldier.krk", "../../examples/soldier/weapons.krk", "../../examples/soldier/places.krk")
	c := dial(t, address)
	c.openAt("soldier.krk", 3)
	c.ask(Request{Op: "set", Agent: "sentry#1", Sets: []Setting{{"seen_at(kane)", "yard"}}}, nil)
	for _, f := range c.mind("sentry#1", nil).Eyes.Facts {
		if f.Name == "seen_at(kane)" && f.Belief {
			return
		}
	}
	t.Errorf("%+v", c.mind("sentry#1", nil).Eyes.Facts)
}
