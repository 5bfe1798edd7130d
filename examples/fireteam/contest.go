package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/assess"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/playground"
)

// force is who fights on a side.
type force string

const (
	led      force = "squad"   // soldiers whom the squad of picket.krk leads
	unled    force = "unled"   // the same soldiers without the squad
	drawn    force = "lottery" // a squad whose orders go to members drawn by lot
	sentries force = "sentry"  // the same soldiers, each of whom mans the nearest post by himself
	bold     force = "bold"    // soldiers whom the squad of fireteam.krk leads, which goes where the enemy is
	talkers  force = "talk"    // the same soldiers without the squad: they talk, and nobody gives orders
	loners   force = "lone"    // the soldiers of lone.krk
	wanders  force = "player"  // the player of player.scene, alone, always on the right
)

// Lots of the squad whose orders go to anybody.
const (
	lotSeconds = 5.0 // for which a draw holds
	streamLots = 701 // stream of random numbers
)

// score is the result of a contest.
type score struct {
	Who, Against     force
	Won, Lost, Drawn int
	Left             [2]int    // soldiers left at the ends: of the first, of the others
	Fire             [2]fire   // of both, in all matches, and
	FireLost         [2]fire   // in those that the first lost
	Shares           []float64 // of each seed: the share of its matches that the first won; a draw is half a match
}

// fire is what a force shot at.
type fire struct{ Shots, Hits, Covered int } // Covered: at somebody in cover

func (f *fire) add(o fire) {
	f.Shots, f.Hits, f.Covered = f.Shots+o.Shots, f.Hits+o.Hits, f.Covered+o.Covered
}

func (f fire) String() string {
	n := float64(max(1, f.Shots))
	return fmt.Sprintf("%.0f %% of shots hit, %.0f %% are at somebody in cover", 100*float64(f.Hits)/n, 100*float64(f.Covered)/n)
}

// fireOf returns options of a playground that count what each team shoots at.
func fireOf(count *[2]fire) playground.Options {
	var play *playground.Playground
	return playground.Options{
		Bind: func(p *playground.Playground, _ *action.Bindings) { play = p },
		Blow: func(b playground.Blow) {
			if b.Kind != playground.Shot || b.By < 0 {
				return
			}
			one := fire{Shots: 1}
			if b.Taken > 0 {
				one.Hits = 1
			}
			if play.Sheltered(b.At, b.From) {
				one.Covered = 1
			}
			count[play.Character(b.By).Team-1].add(one)
		},
	}
}

// contest lets two forces fight from each seed, with the sides swapped for a second match, unless one is the player.
func contest(scene string, who, against force, seeds assess.Seeds, workers int) (score, error) {
	s := score{Who: who, Against: against, Shares: make([]float64, seeds.Count())}
	var mutex sync.Mutex
	var all sync.WaitGroup
	var failed error
	next := 0
	for range min(max(1, workers), len(s.Shares)) {
		all.Go(func() {
			for {
				mutex.Lock()
				i := next
				next++
				stop := i >= len(s.Shares) || failed != nil
				mutex.Unlock()
				if stop {
					return
				}
				err := s.pair(&mutex, i, seeds.From+uint64(i), scene)
				if err != nil {
					mutex.Lock()
					failed = err
					mutex.Unlock()
				}
			}
		})
	}
	all.Wait()
	return s, failed
}

// pair plays the matches of a seed.
func (s *score) pair(mutex *sync.Mutex, place int, seed uint64, scene string) error {
	games := len(sides)
	if s.Against == wanders {
		games = 1
	}
	for side := range games {
		m := match{seed: seed, scene: scene}
		m.forces[side], m.forces[1-side] = s.Who, s.Against
		var count [2]fire
		winner, p, err := m.play(fireOf(&count))
		if err != nil {
			return err
		}
		mutex.Lock()
		for i := range count {
			s.Fire[i].add(count[(i+side)%2])
			if winner == 1-side {
				s.FireLost[i].add(count[(i+side)%2])
			}
		}
		s.Left[0] += p.Standing(int64(1 + side))
		s.Left[1] += p.Standing(int64(2 - side))
		switch winner {
		case side:
			s.Won++
			s.Shares[place] += 1 / float64(games)
		case 1 - side:
			s.Lost++
		default:
			s.Drawn++
			s.Shares[place] += 0.5 / float64(games)
		}
		mutex.Unlock()
	}
	return nil
}

func (s score) String() string {
	n := s.Won + s.Lost + s.Drawn
	mean, around := assess.MeanOf(s.Shares)
	text := fmt.Sprintf("%d matches: %d won by %s, %d by %s, %d drawn\n%s has %.1f %%, a draw as half", n, s.Won, s.Who, s.Lost, s.Against, s.Drawn, s.Who, 100*mean)
	if around != nil {
		text += fmt.Sprintf(" (95 %%: %.1f .. %.1f, by %d seeds drawn anew)", 100*around.Low, 100*around.High, len(s.Shares))
	}
	text += fmt.Sprintf("; left alive on average: %.2f and %.2f\n", float64(s.Left[0])/float64(max(1, n)), float64(s.Left[1])/float64(max(1, n)))
	for i, name := range []force{s.Who, s.Against} {
		text += fmt.Sprintf("%s: %v; in matches that %s lost: %v\n", name, s.Fire[i], s.Who, s.FireLost[i])
	}
	return text
}

// program returns the file that has the kinds of a match.
func (m match) program() string {
	switch {
	case slices.Contains(m.forces[:], drawn):
		return "drawn.krk"
	case slices.Contains(m.forces[:], sentries):
		return "sentry.krk"
	case slices.Contains(m.forces[:], led), slices.Contains(m.forces[:], unled):
		return "picket.krk"
	case slices.Contains(m.forces[:], loners):
		return "lone.krk"
	}
	return "fireteam.krk"
}

// cast returns the text of a scene in which the forces of a match fight.
func (m match) cast(text string) string {
	for i, f := range m.forces {
		squad, soldiers := fmt.Sprintf("squad fireteam as %s team %d\n", sides[i], i+1), fmt.Sprintf("cast rifleman %d squad %s ", squadSize, sides[i])
		switch f {
		case led, unled:
			text = renamed(text, squad, soldiers, "picket", "guardsman")
		case drawn:
			text = renamed(text, squad, soldiers, "lottery", "drawn")
		case loners:
			text = alone(text, squad, soldiers, "loner", i)
		case sentries:
			text = alone(text, squad, soldiers, "sentry", i)
		}
	}
	return text
}

// renamed returns the text of a scene in which the line of a squad, and that of its soldiers, are of other kinds.
func renamed(text, squad, soldiers, squadKind, soldierKind string) string {
	return strings.NewReplacer(squad, strings.Replace(squad, "fireteam", squadKind, 1), soldiers, strings.Replace(soldiers, "rifleman", soldierKind, 1)).Replace(text)
}

// alone returns the text of a scene in which soldiers of a kind without a squad take the place of a squad on a side.
func alone(text, squad, soldiers, kind string, side int) string {
	return strings.NewReplacer(squad, "", soldiers, fmt.Sprintf("cast %s %d team %d ", kind, squadSize, side+1)).Replace(text)
}

// without returns the squads of a match that nobody joins.
func (m match) without() (list []string) {
	for i, f := range m.forces {
		if f == talkers || f == unled {
			list = append(list, sides[i])
		}
	}
	return list
}

// lots draw the lots of the soldiers of a match.
type lots struct {
	symbol *karakuri.Symbol[float64] // nil: nobody draws
	squads []string
	seed   uint64
}

func (m match) lots(p *playground.Playground) (l lots) {
	l.seed = m.seed
	for i, f := range m.forces {
		if f == drawn {
			l.squads = append(l.squads, sides[i])
		}
	}
	if len(l.squads) > 0 {
		l.symbol = karakuri.Lookup[float64](p.Program(), "lot")
	}
	return l
}

// draw gives every soldier a new lot from time to time.
func (l lots) draw(p *playground.Playground) error {
	c := p.Crowd()
	if l.symbol == nil || c.Tick()%int64(lotSeconds*float64(c.TPS())) != 0 {
		return nil
	}
	rand := det.NewRand(l.seed, uint64(c.Tick()), streamLots)
	for _, squad := range l.squads {
		for _, member := range c.Squad(p.Squad(squad)).Members() {
			if err := l.symbol.Set(member, rand.Float64(), member.Body()); err != nil {
				return err
			}
		}
	}
	return nil
}
