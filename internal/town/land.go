package town

import "github.com/karakuri-ai/karakuri/ktrace"

// Land returns the places on the map, for [ktrace.Options].Land.
func (w *World) Land() []ktrace.Feature {
	b := w.Bounds()
	if b == (Rect{}) {
		b.Max = Point{Width, Height}
	}
	list := []ktrace.Feature{{Kind: ktrace.Bounds, A: [2]float64{b.Min.X, b.Min.Y}, B: [2]float64{b.Max.X, b.Max.Y}}}
	for _, p := range w.Places() {
		f := ktrace.Feature{Kind: ktrace.Spot, A: [2]float64{p.At.X, p.At.Y}, Name: p.Name}
		if p.Thing {
			f.Kind = ktrace.Landmark
		}
		list = append(list, f)
	}
	return list
}
