// Command fireteam lets two squads of soldiers fight each other.
//
//	go run ./examples/fireteam                      matches from two seeds
//	go run ./examples/fireteam -picture             how the field looks at the end, too
//	go run ./examples/fireteam -lone bravo          one of the squads has no leader
//	go run ./examples/fireteam -player              one squad against a player who wanders
//	go run ./examples/fireteam -ground woods        where there is cover everywhere
//	go run ./examples/fireteam -matches 400         the value of a squad: against soldiers who fight alone
//	go run ./examples/fireteam -matches 400 -who talk -against player
//	go run ./examples/fireteam -soak 2h -soldiers 200
//
// The value of a squad is measured in docs/lab/fireteam.md.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"time"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/assess"
	"github.com/karakuri-ai/karakuri/playground"
)

// options are the options of the command line.
type options struct {
	seeds, matches, soldiers, workers int
	length, soak                      time.Duration // simulated; length 0: as the scene says
	lone, ground, who, against        string
	first                             uint64
	picture, player                   bool
	out                               io.Writer
}

func main() {
	o := options{out: os.Stdout}
	flag.IntVar(&o.seeds, "seeds", 2, "how many matches")
	flag.DurationVar(&o.length, "for", 0, "how long each takes at most, in simulated time")
	flag.BoolVar(&o.picture, "picture", false, "draw the end of each")
	flag.StringVar(&o.lone, "lone", "", "a squad that stays without members: alpha or bravo")
	flag.StringVar(&o.ground, "ground", "", "woods: where there is cover everywhere, instead of fields with farms")
	flag.BoolVar(&o.player, "player", false, "against a player who wanders")
	flag.IntVar(&o.matches, "matches", 0, "so many matches of one force against another, two from each seed with the sides swapped")
	flag.Uint64Var(&o.first, "first", 1, "the first seed of these matches")
	flag.StringVar(&o.who, "who", string(led), "one force: squad: that of picket.krk; unled: its soldiers, without it; lottery: the squad, whose orders go to members drawn by lot; sentry: its soldiers, each at the nearest post by himself; bold: the squad of fireteam.krk; talk: its soldiers, without orders")
	flag.StringVar(&o.against, "against", string(loners), "the other: lone: soldiers tuned to fight alone; player: one who wanders; or one of the above")
	flag.DurationVar(&o.soak, "soak", 0, "a long battle in which the dead come back, in simulated time")
	flag.IntVar(&o.soldiers, "soldiers", 200, "of the long battle")
	flag.IntVar(&o.workers, "workers", 0, "number of goroutines that decide; 0: one")
	flag.Parse()
	if err := o.run(); err != nil {
		log.Fatal(err)
	}
}

func (o options) run() error {
	switch {
	case o.matches > 0:
		return o.compare()
	case o.soak > 0:
		r, err := soak(o.soldiers, o.soak.Seconds(), o.workers)
		fmt.Fprint(o.out, r)
		return err
	}
	for seed := range o.seeds {
		if err := o.watch(uint64(seed + 1)); err != nil {
			return err
		}
	}
	return nil
}

// compare lets two forces fight, and prints who wins how often.
func (o options) compare() error {
	forces := []force{led, unled, drawn, sentries, bold, talkers, loners}
	who, against, per := force(o.who), force(o.against), len(sides)
	if !slices.Contains(forces, who) || !slices.Contains(append(forces, wanders), against) {
		return fmt.Errorf("-who %s -against %s: a force is squad, unled, lottery, sentry, bold, talk or lone; player can only be the other", who, against)
	}
	if against == wanders {
		o.player, per = true, 1
	}
	s, err := contest(o.scene(), who, against, assess.Seeds{From: o.first, To: o.first + uint64(max(1, o.matches/per)) - 1}, o.workers)
	if err == nil {
		fmt.Fprint(o.out, s)
	}
	return err
}

// scene returns the file of the scene.
func (o options) scene() string {
	switch {
	case o.player:
		return "player.scene"
	case o.ground != "":
		return o.ground + ".scene"
	}
	return "fireteam.scene"
}

// watch runs a match, and prints the result.
func (o options) watch(seed uint64) error {
	m := match{seed: seed, workers: o.workers, scene: o.scene()}
	if o.lone != "" {
		m.lone = []string{o.lone}
	}
	p, err := m.open(playground.Options{})
	if err != nil {
		return err
	}
	length := o.length.Seconds()
	if length == 0 {
		length = p.Scene().Seconds
	}
	p.Run(length)
	if o.picture {
		fmt.Fprintf(o.out, "%s\n", p.Draw(arena.View{}))
	}
	fmt.Fprintf(o.out, "seed %d, %.1f s\n", seed, p.Crowd().Seconds())
	for _, team := range p.Scene().Teams() {
		t := tallyOf(p, team)
		fmt.Fprintf(o.out, "  team %d: %d left, %d shots, %d hits, %d grenades, %d kills\n", team, p.Standing(team), t.Shots, t.Attacks, t.Thrown, t.Kills)
	}
	return nil
}

// tallyOf sums up what a team has done.
func tallyOf(p *playground.Playground, team int64) (sum playground.Tally) {
	for i := range p.Len() {
		if c := p.Character(i); c.Team == team {
			sum.Shots += c.Tally.Shots
			sum.Attacks += c.Tally.Attacks
			sum.Thrown += c.Tally.Thrown
			sum.Kills += c.Tally.Kills
		}
	}
	return sum
}
