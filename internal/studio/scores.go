package studio

import (
	"context"
	"time"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Limits of a history of scores.
const (
	// ScoreSeconds is how far back scores are told.
	ScoreSeconds = 8
	// scoreSteps is at how many moments.
	scoreSteps = 32
	// scoreWait is how long working it out may take.
	scoreWait = 400 * time.Millisecond
)

// ScoresAt is what an agent's wants scored at a moment.
type ScoresAt struct {
	Tick   int64              `json:"tick"`
	Scores map[string]float64 `json:"scores"`
	Chosen string             `json:"chosen,omitempty"`
}

// scores tells what an agent's wants scored in the seconds before a moment, as far as the past can be looked at in the time that there is. Of a
// recording it tells nothing: each step back would make the run again.
func scores(ctx context.Context, p *page, r *Request) ([]ScoresAt, error) {
	s, out := p.session, []ScoresAt{}
	var to, every, first int64
	err := s.do(ctx, func() error {
		to, every, first = s.stage.Crowd().Tick(), max(1, int64(s.stage.Crowd().TPS())*ScoreSeconds/scoreSteps), s.past.first()
		if s.source.record != nil {
			to = -1
		}
		return nil
	})
	if r.Tick != nil && to >= 0 {
		to = *r.Tick
	}
	if err != nil || to < 0 {
		return out, err
	}
	end := time.Now().Add(scoreWait)
	from := max(first, to-every*scoreSteps)
	for tick := to - (to-from)/every*every; tick <= to && time.Now().Before(end) && ctx.Err() == nil; tick += every {
		err := s.past.look(tick, func(st Stage, _ *journal) error {
			id, err := find(st, r.Agent)
			if err == nil {
				out = append(out, scoresAt(st, id))
			}
			return nil // it was not there yet
		})
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

func scoresAt(st Stage, id agent.ID) ScoresAt {
	at := ScoresAt{Tick: st.Crowd().Tick(), Scores: map[string]float64{}}
	if r := st.Crowd().View().Candidates(id); r != nil {
		for i := range r.Candidates {
			c := &r.Candidates[i]
			if c.Scored != nil {
				at.Scores[c.Text] = finite(c.Scored.Score)
			}
			if c.Why == goal.Chosen {
				at.Chosen = c.Text
			}
		}
	}
	return at
}
