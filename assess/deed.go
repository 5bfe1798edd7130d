package assess

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// sameMetres is how near two points are that count as the same argument of an action.
const sameMetres = 2.0

// deed is an action with its arguments. Numbers among them do not matter.
type deed struct {
	action int32
	things []world.Object // without none
	values []world.Word   // of enums and bools
	spots  []action.Vec2
}

// deedOf reads the arguments of an action.
func deedOf(info *def.ActionInfo, words []world.Word) deed {
	d := deed{action: info.ID}
	for _, p := range info.Params {
		t := p.Types[0]
		if len(p.Types) > 1 {
			t, words = p.Types[words[0]], words[1:]
		}
		switch t.Kind {
		case world.KindObject:
			if words[0] != 0 {
				d.things = append(d.things, words[0])
			}
		case world.KindEnum, world.KindBool:
			d.values = append(d.values, words[0])
		case world.KindVec2:
			d.spots = append(d.spots, action.Vec2{X: words[0].Float(), Y: words[1].Float()})
		}
		words = words[t.Width():]
	}
	return d
}

// same reports whether two deeds are the same action on the same things.
func (d *deed) same(o *deed) bool {
	if d.action != o.action || !slices.Equal(d.things, o.things) || !slices.Equal(d.values, o.values) || len(d.spots) != len(o.spots) {
		return false
	}
	for i := range d.spots {
		if det.Hypot(d.spots[i].X-o.spots[i].X, d.spots[i].Y-o.spots[i].Y) > sameMetres {
			return false
		}
	}
	return true
}

// among reports whether one of some deeds is the same.
func (d *deed) among(list []deed) bool {
	return slices.ContainsFunc(list, func(o deed) bool { return d.same(&o) })
}
