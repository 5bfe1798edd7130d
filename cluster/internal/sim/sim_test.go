package sim

import (
	"slices"
	"testing"
	"time"
)

func load(t *testing.T) *Programs {
	t.Helper()
	p, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSeeds: nothing is lost and nothing comes twice, whatever fails.
func TestSeeds(t *testing.T) {
	p := load(t)
	var all Result
	for seed := range uint64(60) {
		r, err := p.Run(Options{Seed: seed})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		all.Add(r)
	}
	t.Logf("%+v", all)
	if all.Crashes == 0 || all.Freezes == 0 || all.Cuts == 0 || all.Moves == 0 || all.Trims == 0 || all.Epochs < 120 || all.Commands == 0 || all.Transfers < 200 || all.Upgrades < 8 || all.Ghosts < 500 {
		t.Errorf("too little happened: %+v", all)
	}
}

// TestLackingNode: a zone whose first node cannot replay it goes on at the next one.
func TestLackingNode(t *testing.T) {
	p := load(t)
	for seed := range uint64(10) {
		if _, err := p.Run(Options{Seed: seed, Lacking: true}); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// TestCrashWhileAgentsMove: a node crashes at each of the moments at which an agent is between two zones, before and
// after each call that concerns it. No agent is lost, and none is there twice.
func TestCrashWhileAgentsMove(t *testing.T) {
	p := load(t)
	o := Options{Seed: 3, Faulty: 12 * time.Second, Calm: 8 * time.Second, CrashAt: 1 << 30}
	calm, err := p.Run(o)
	if err != nil || calm.Crashes > 0 || calm.Transfers < 6 || calm.Points < 100 {
		t.Fatalf("without a crash: %v, %+v", err, calm)
	}
	for o.CrashAt = 1; o.CrashAt <= calm.Points; o.CrashAt++ {
		if r, err := p.Run(o); err != nil || r.Crashes != 1 {
			t.Errorf("a crash at moment %d of %d: %v, %d crashes", o.CrashAt, calm.Points, err, r.Crashes)
		}
	}
}

// runSeeds runs a simulation with each of the first seeds, none of which may break a rule, and sums up what they came to.
func runSeeds(t *testing.T, seeds uint64, o Options) (all Result) {
	t.Helper()
	p := load(t)
	for o.Seed = range seeds {
		r, err := p.Run(o)
		if err != nil {
			t.Errorf("seed %d: %v", o.Seed, err)
		}
		all.Add(r)
	}
	return all
}

// TestRefusedAgents: agents that another zone cannot take come back, each once.
func TestRefusedAgents(t *testing.T) {
	back := runSeeds(t, 15, Options{Refusing: true}).Transfers
	if back < 20 {
		t.Errorf("%d agents came back", back)
	}
}

// TestPoison: an input that makes the engine panic is rejected, and no other one; an agent with whom it panics is
// removed, and no other one; the zone goes on.
func TestPoison(t *testing.T) {
	p := load(t)
	var all Result
	for seed := range uint64(20) {
		r, err := p.Run(Options{Seed: seed, Poison: true})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		if r.Rejected != r.Poison {
			t.Errorf("seed %d: %d inputs make the engine panic, and %d were rejected", seed, r.Poison, r.Rejected)
		}
		all.Add(r)
	}
	if all.Poison < 20 || all.Expelled < 10 {
		t.Errorf("only %d inputs and %d agents made the engine panic", all.Poison, all.Expelled)
	}
}

// TestClocks: clocks of nodes that jump, forwards and backwards, lose nothing: they never decide who writes the log.
func TestClocks(t *testing.T) {
	jumps := runSeeds(t, 25, Options{Clocks: true}).Jumps
	if jumps < 100 {
		t.Errorf("clocks jumped only %d times", jumps)
	}
}

// TestFullDisk: stores that take nothing for a while lose nothing.
func TestFullDisk(t *testing.T) {
	full := runSeeds(t, 25, Options{Full: true}).Fulls
	if full < 25 {
		t.Errorf("the disk was full only %d times", full)
	}
}

// TestPower: stores that lose what they had confirmed make no zone stand still, and no client believes what is lost
// without being told.
func TestPower(t *testing.T) {
	all := runSeeds(t, 40, Options{Power: 3 * time.Second})
	if all.Lost < 400 || all.Told < 40 {
		t.Errorf("%d messages were lost, and %d clients told", all.Lost, all.Told)
	}
}

// TestTheOracleNotices: without fencing, with clients that listen to any owner, or with zones that take an agent that
// has come before, rules are broken.
func TestTheOracleNotices(t *testing.T) {
	p := load(t)
	for name, o := range map[string]Options{"a log that accepts every append": {NoFencing: true}, "clients that listen to owners whose epoch is over": {AnyEpoch: true}, "zones that take agents again": {AnyMove: true}} {
		noticed := 0
		for seed := uint64(0); seed < 100 && noticed == 0; seed++ {
			o.Seed = seed
			if _, err := p.Run(o); err != nil {
				noticed++
				t.Logf("%s: seed %d: %v", name, seed, err)
			}
		}
		if noticed == 0 {
			t.Errorf("%s: nothing was noticed", name)
		}
	}
}

// TestSameSeed: a seed decides everything.
func TestSameSeed(t *testing.T) {
	p := load(t)
	var lines [2][]string
	for i := range lines {
		if _, err := p.Run(Options{Seed: 5, Trace: func(line string) { lines[i] = append(lines[i], line) }}); err != nil {
			t.Fatal(err)
		}
	}
	if len(lines[0]) < 10 || !slices.Equal(lines[0], lines[1]) {
		t.Errorf("%d lines, then %d, or others", len(lines[0]), len(lines[1]))
	}
}
