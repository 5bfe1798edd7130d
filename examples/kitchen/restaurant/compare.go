package restaurant

import (
	"fmt"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/assess"
)

// evenings are the scenarios in which cooks are compared: minimum seconds between two orders, and number of cooks.
var evenings = []struct {
	name  string
	pause int
	cooks int
}{
	{"15 s", 10, 2},
	{"10.5 s", 7, 2},
	{"7.5 s", 5, 2},
	{"7.5 s, four cooks", 5, 4},
	{"15 s, one cook", 10, 1},
}

// Ways to run a kitchen.
const (
	alone  = iota // each cook plans for itself, and stays with an order until it is served
	pieces        // each cook plans for itself, piece by piece
	led           // the squad plans, piece by piece
	numWays
)

// in returns the options for one of the ways.
func (o Options) in(way int) Options {
	o.Led, o.Pieces = way == led, way == pieces
	return o
}

// What a kitchen counts.
const (
	ordersServed = "orders served"
	secondsUntil = "seconds until then"
	hobsInUse    = "hobs in use, %" // part of the time
)

// The sizes of kitchens in [CompareSizes].
const (
	fewestCooks = 2
	mostCooks   = 6
)

// Assessed opens a kitchen to be measured.
func Assessed(p *karakuri.Program, o Options) assess.Open {
	return func(host karakuri.Options) (*assess.Game, error) {
		_, g, err := open(p, o, host)
		return g, err
	}
}

func open(p *karakuri.Program, o Options, host karakuri.Options) (*Kitchen, *assess.Game, error) {
	o.Out, o.Verbose, o.Seed, o.Host = nil, false, host.Seed, host
	k, err := Open(p, o)
	if err != nil {
		return nil, nil, err
	}
	scores := func() []assess.Score {
		return []assess.Score{{Name: ordersServed, Value: float64(k.served)}, {Name: secondsUntil, Value: k.wait()}}
	}
	return k, &assess.Game{Crowd: k.crowd, Step: k.Step, Seconds: o.Shift.Seconds(), Scores: scores}, nil
}

// CompareAll prints a table with the value of a squad: shifts of the same orders in each way, from so many seeds.
func CompareAll(p *karakuri.Program, o Options, seeds int) error {
	out := o.Out
	fmt.Fprintf(out, "%-18s  %-12s  %-12s  %-12s  %-22s  led - pieces\n", "an order every", "alone", "pieces", "led", "led - alone")
	for _, e := range evenings {
		o.Pause, o.Cooks = e.pause, e.cooks
		reports, err := shifts(p, o, seeds)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%-18s", e.name)
		for _, r := range reports {
			fmt.Fprintf(out, "  %4.1f  %3.0f s ", r.Scores[0].Value, r.Scores[1].Value)
		}
		fmt.Fprintf(out, "  %-22s  %s\n", gain(reports[alone], reports[led]), gain(reports[pieces], reports[led]))
	}
	return nil
}

// CompareSizes prints a table with the value of a squad for 2 to 6 cooks: shifts of the same orders in each way, from
// so many seeds, and how much of the time hobs are in use. No kitchen serves more than its hobs cook.
func CompareSizes(p *karakuri.Program, o Options, seeds int) error {
	out := o.Out
	fmt.Fprintf(out, "%-5s  %-10s  %-10s  %-10s  %-22s  led - pieces\n", "cooks", "alone", "pieces", "led", "led - alone")
	for o.Cooks = fewestCooks; o.Cooks <= mostCooks; o.Cooks++ {
		r, err := shifts(p, o, seeds)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%-5d", o.Cooks)
		for _, way := range r {
			fmt.Fprintf(out, "  %4.1f %3.0f %%", way.Scores[0].Value, way.Scores[2].Value)
		}
		fmt.Fprintf(out, "  %-22s  %s\n", gain(r[alone], r[led]), gain(r[pieces], r[led]))
	}
	return nil
}

// shifts runs shifts of the same orders in each way. The use of hobs is the last score.
func shifts(p *karakuri.Program, o Options, seeds int) (reports [numWays]*assess.Report, err error) {
	for way := range numWays {
		open := func(host karakuri.Options) (*assess.Game, error) {
			k, g, err := open(p, o.in(way), host)
			if err != nil {
				return nil, err
			}
			scores := g.Scores
			g.Scores = func() []assess.Score { return append(scores(), assess.Score{Name: hobsInUse, Value: 100 * k.heat()}) }
			return g, nil
		}
		if reports[way], err = assess.Run(assess.Options{Open: open, Seeds: assess.Seeds{From: 1, To: uint64(seeds)}}); err != nil {
			return reports, err
		}
	}
	return reports, nil
}

// heat returns for what part of the time a hob was in use.
func (k *Kitchen) heat() float64 {
	hobs := len(k.crowd.Objects("hob"))
	return float64(k.hot) / float64(max(1, k.crowd.Tick()*int64(hobs)))
}

// gain returns how many more orders the second kitchen serves, with the 95 % interval.
func gain(first, second *assess.Report) string {
	c, err := assess.Compare(first, second)
	if err != nil {
		return err.Error()
	}
	d := c.Scores[0]
	if d.Range == nil {
		return fmt.Sprintf("%+.1f", d.More)
	}
	return fmt.Sprintf("%+.1f (%+.1f..%+.1f)", d.More, d.Range.Low, d.Range.High)
}
