package yard

import (
	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/assess"
)

// Assessed opens a yard to be measured. The yard counts how often the guards hit the player.
func Assessed(p *karakuri.Program) assess.Open {
	return func(host karakuri.Options) (*assess.Game, error) {
		y, err := Open(p, Options{Seed: host.Seed, Host: host})
		if err != nil {
			return nil, err
		}
		scores := func() []assess.Score {
			hits := 0
			for _, g := range y.guards {
				hits += g.hits
			}
			return []assess.Score{{Name: "hits of the guards", Value: float64(hits)}}
		}
		return &assess.Game{Crowd: y.crowd, Step: y.Step, Scores: scores}, nil
	}
}
