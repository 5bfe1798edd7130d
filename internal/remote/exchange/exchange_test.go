package exchange

import (
	"bytes"
	"encoding/json"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// TestWhatIsRecorded: all that can be said is said, twice the same, and the digest of it changes for a reason only.
func TestWhatIsRecorded(t *testing.T) {
	r, err := Record(2000)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Record(2000)
	if err != nil || r.Sum() != again.Sum() {
		t.Fatalf("two runs differ, or %v", err)
	}
	said := map[remote.Op]int{}
	size := 0
	for _, round := range r.Rounds {
		for _, part := range [][]byte{round.In, round.Out} {
			size += len(part)
			for it := range remote.Items(part) {
				said[it.Op]++
			}
		}
	}
	t.Logf("%d bytes: %v", size, said)
	for op := remote.OpWrite; op <= remote.OpSaid; op++ {
		switch op {
		case remote.OpRemoveObject, remote.OpRemoveBody, remote.OpDamage, remote.OpSignificance, remote.OpTime, remote.OpRestored:
		default:
			if said[op] == 0 && (op <= remote.OpPersonality || op >= remote.OpStart) {
				t.Errorf("%s is never said", op)
			}
		}
	}
	const want = "75c016f5d44c803b"
	if got := r.Sum(); got != want {
		t.Errorf("the digest of what is said is %s, it was %s", got, want)
	}
}

// TestDifferencesAreFound in what another carrier answers.
func TestDifferencesAreFound(t *testing.T) {
	r, err := Record(20)
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	answer := func(spoil int) func([]byte) ([]byte, error) {
		i = 0
		return func([]byte) ([]byte, error) {
			out := bytes.Clone(r.Rounds[i].Out)
			if i == spoil {
				out[len(out)-1] ^= 1
			}
			i++
			return out, nil
		}
	}
	if err := r.Replay(answer(-1)); err != nil {
		t.Error(err)
	}
	if err := r.Replay(answer(7)); err == nil {
		t.Error("a spoilt answer passes")
	}
}

// session returns a session of the game.
func session(t testing.TB, snapshot []byte, change func(o *remote.Options)) *remote.Session {
	t.Helper()
	p, err := karakuri.Load(fstest.MapFS{"outpost.krk": {Data: []byte(Outpost)}}, "outpost.krk")
	if err != nil {
		t.Fatal(err)
	}
	o, err := remote.ReadOptions([]byte(Setup))
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&o)
	}
	if snapshot == nil {
		s, err := remote.New(p, o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s, _, err := remote.Restore(p, o, snapshot)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTheRunIsRecordedAndReplayed: the inputs are the recording, so that a trace of the game replays without it.
func TestTheRunIsRecordedAndReplayed(t *testing.T) {
	r, err := Record(400)
	if err != nil {
		t.Fatal(err)
	}
	var trace bytes.Buffer
	rec := ktrace.NewRecorder(&trace, ktrace.Options{})
	s := session(t, nil, func(o *remote.Options) { o.Crowd.Recorder = rec; o.Crowd.Workers = 2 })
	if err := r.Replay(s.Exchange); err != nil {
		t.Fatal(err)
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	replay, err := karakuri.NewReplay(&trace, karakuri.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for replay.Step() {
	}
	if d := replay.Difference(); d != nil || !replay.Ended() || replay.Crowd().TraceHash() != s.Crowd().TraceHash() {
		t.Errorf("the replay differs: %+v, ended %t, %v", d, replay.Ended(), replay.Err())
	}
}

// TestInstancesSurviveSnapshots: a game that continues from a snapshot hears of the actions that run, by the numbers
// that they had, and then the same as one that was never interrupted. So it is in a new session and after a rollback.
func TestInstancesSurviveSnapshots(t *testing.T) {
	r, err := Record(600)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{1, 57, 300, 433} {
		whole := session(t, nil, nil)
		before := &Recording{Rounds: r.Rounds[:at]}
		if err := before.Replay(whole.Exchange); err != nil {
			t.Fatal(err)
		}
		snapshot := whole.Snapshot(nil)
		after := &Recording{Rounds: r.Rounds[at:]}
		for name, s := range map[string]*remote.Session{"restored": session(t, snapshot, nil), "rolled back": whole} {
			if name == "rolled back" {
				if err := after.Replay(whole.Exchange); err != nil {
					t.Fatal(err)
				}
				if err := whole.Rollback(snapshot); err != nil {
					t.Fatal(err)
				}
			}
			out, err := s.Exchange(nil)
			if err != nil {
				t.Fatal(err)
			}
			restored := 0
			for it := range remote.Items(out) {
				if it.Op != remote.OpRestored {
					t.Errorf("at %d, %s: the first answer holds a %s", at, name, it.Op)
				}
				restored++
			}
			if restored == 0 && at > 1 {
				t.Errorf("at %d, %s: no actions are told of", at, name)
			}
			if err := after.Replay(s.Exchange); err != nil {
				t.Errorf("at %d, %s: %v", at, name, err)
			}
		}
	}
}

// TestJSONSaysTheSame: each batch of the game is converted to JSON and back without a change, and the answer can be
// converted to JSON.
func TestJSONSaysTheSame(t *testing.T) {
	r, err := Record(300)
	if err != nil {
		t.Fatal(err)
	}
	m := session(t, nil, nil).Manifest()
	for i, round := range r.Rounds {
		text, err := m.AppendJSON(nil, round.In)
		if err != nil {
			t.Fatal(i, err)
		}
		back, err := m.ReadJSON(nil, text)
		if err != nil || !bytes.Equal(back, round.In) {
			t.Fatalf("round %d: %v\n%s", i, err, text)
		}
		if text, err = m.AppendJSON(nil, round.Out); err != nil || !json.Valid(text) {
			t.Fatalf("round %d: %v\n%s", i, err, text)
		}
	}
}

// TestNothingIsAllocated by exchanges, once warm.
func TestNothingIsAllocated(t *testing.T) {
	s := session(t, nil, func(o *remote.Options) { o.Texts = false })
	var b remote.Batch
	for range 50 {
		b.Add(remote.OpSpawn, 0, 0, 0)
		b.Add(remote.OpSpawn, 0, 1, 0)
	}
	var running []int64
	exchange := func() {
		b.Add(remote.OpStep, 0, 1)
		out, err := s.Exchange(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		b.Reset()
		for it := range remote.Items(out) {
			switch it.Op {
			case remote.OpStart:
				running = append(running, it.Int(0))
			case remote.OpSpawned:
				b.Add(remote.OpWrite, 0, 0, it.Int(1), 1)
			}
		}
		for _, i := range running {
			b.Add(remote.OpReport, 0, 2, i)
		}
		running = running[:0]
	}
	for range 500 {
		exchange()
	}
	if n := testing.AllocsPerRun(200, exchange); n > 0 {
		t.Errorf("an exchange allocates %v times", n)
	}
}
