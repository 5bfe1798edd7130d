package sim

import "github.com/karakuri-ai/karakuri/trace"

// Land returns what there is on the map, for [trace.Options].Land.
func (w *World) Land() []trace.Feature {
	b := w.Bounds()
	if b == (Rect{}) {
		b.Max = Point{Width, Height}
	}
	list := []trace.Feature{{Kind: trace.Bounds, A: [2]float64{b.Min.X, b.Min.Y}, B: [2]float64{b.Max.X, b.Max.Y}}}
	for _, p := range w.Places() {
		f := trace.Feature{Kind: trace.Spot, A: [2]float64{p.At.X, p.At.Y}, Name: p.Name}
		if p.Thing {
			f.Kind = trace.Landmark
		}
		list = append(list, f)
	}
	return list
}
