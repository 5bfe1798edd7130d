package squad_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	. "github.com/karakuri-ai/karakuri/internal/mind/squad"
	"pgregory.net/rapid"
)

const begin = "roles lead 1..1 flank 1..2 rest 0..2 bonus 0.3"

// drawLine draws a line of a script; see stage.follow.
func drawLine(t *rapid.T) string {
	who := rapid.SampledFrom([]string{"1", "2", "3", "s2"}).Draw(t, "who")
	n := func(limit int) int { return rapid.IntRange(0, limit).Draw(t, "n") }
	word := func(words ...string) string { return rapid.SampledFrom(words).Draw(t, "word") }
	switch rapid.SampledFrom([]int{0, 1, 2, 3, 3, 4, 5, 5, 5, 6, 7, 7, 8, 8, 9, 10, 10, 10}).Draw(t, "kind") {
	case 0:
		return "join " + who
	case 1:
		return word("leave ", "die ", "release ") + who
	case 2:
		return fmt.Sprint("rate ", n(50))
	case 3:
		return fmt.Sprintf("claim %s urgency %d @%d %s", who, n(3), n(1), word("waits", ""))
	case 4:
		return word(fmt.Sprintf("back %s @%d", who, n(1)), fmt.Sprintf("capacity @%d %d", n(1), n(3)), fmt.Sprintf("close @%d", n(1)))
	case 5:
		return fmt.Sprintf("report %s #%d %s %d", who, n(8), word("accepted", "accepted", "running", "done", "failed", "preempted", "declined"), n(3))
	case 6:
		return fmt.Sprintf("withdraw #%d %d", n(8), n(9))
	case 7:
		return fmt.Sprintf("order %s as %d do %d with %d until %d %s", who, n(2), n(1), n(1), n(9), word("urgent", ""))
	case 8:
		return fmt.Sprintf("renew %s @%d", who, n(1))
	case 9:
		return word("who @0", "who @1", "orders", "sees "+who)
	}
	return "end"
}

func drawScript(t *rapid.T) (lines []string) {
	lines = append(lines, begin, fmt.Sprint("lend ", rapid.IntRange(0, 2).Draw(t, "capacity"), " for ", rapid.IntRange(0, 3).Draw(t, "ticks")))
	for range rapid.IntRange(0, 60).Draw(t, "lines") {
		lines = append(lines, drawLine(t))
	}
	return lines
}

// saved returns all of a stage as it is saved.
func (s *stage) saved() []byte {
	c := codec.NewWriter(nil)
	s.code(c, LeaseRule{})
	return c.Written()
}

// read makes the stage the saved one of another with the same roles and rule.
func (s *stage) read(b []byte, lend LeaseRule) error {
	r := codec.NewReader(b)
	s.code(r.Coder(), lend)
	r.End()
	return r.Err()
}

func (s *stage) code(c *codec.Coder, lend LeaseRule) {
	s.members.Code(c, &s.roles)
	s.pool.Code(c, lend)
	s.ledger.Code(c)
}

// twin returns a stage that continues where another is.
func (s *stage) twin(lend LeaseRule) *stage {
	other := newStage(s.t)
	other.tick, other.roles = s.tick, s.roles
	if err := other.read(s.saved(), lend); err != nil {
		s.t.Fatal(err)
	}
	return other
}

func TestRestoredSquadsGoOnAlike(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lines := drawScript(rt)
		s := newStage(t)
		s.follow(lines[0])
		s.follow(lines[1])
		lend := s.rule(strings.Fields(lines[1])[1:])
		var further *stage // a restored one, which continues for a while
		var from int
		for i, line := range lines[2:] {
			other := s.twin(lend)
			if !bytes.Equal(s.saved(), other.saved()) {
				rt.Fatalf("before %q it is saved differently", line)
			}
			if a, b := fmt.Sprint(s.pool.Events(), s.ledger.Events()), fmt.Sprint(other.pool.Events(), other.ledger.Events()); a != b {
				rt.Fatalf("before %q the events are %s, restored %s", line, a, b)
			}
			if further == nil {
				further, from = other, s.log.Len()
			}
			s.follow(line)
			further.follow(line)
			if a, b := s.log.String()[from:], further.log.String(); a != b || !bytes.Equal(s.saved(), further.saved()) {
				rt.Fatalf("after %q, as it was:\n%sand restored:\n%s", line, a, b)
			}
			if i%5 == 4 {
				further = nil
			}
		}
	})
}

// TestTheStartOfTheTickIsSaved: what a member sees is how its order was when the tick began, also after reading.
func TestTheStartOfTheTickIsSaved(t *testing.T) {
	s := newStage(t)
	for line := range strings.SplitSeq("order 1 do 5;order 2 do 5;end;order 1 do 5 urgent;withdraw #2 1;order 3 do 5", ";") {
		s.follow(line)
	}
	other := s.twin(LeaseRule{Capacity: 1})
	from := s.log.Len()
	for line := range strings.SplitSeq("sees 1;sees 2;sees 3;orders;end;sees 1;sees 2;sees 3", ";") {
		s.follow(line)
		other.follow(line)
	}
	if a, b := s.log.String()[from:], other.log.String(); a != b || !strings.HasPrefix(a, "2   agent 1 sees #1 given: do 5 with []\n") {
		t.Errorf("as it was:\n%sand restored:\n%s", a, b)
	}
}

// TestEachOrderHasOneEnd keeps book by the events of random scripts.
func TestEachOrderHasOneEnd(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, book := newStage(t), map[int64]State{}
		for _, line := range append(drawScript(rt), "disband", "end") {
			s.follow(line)
			if line != "end" {
				continue
			}
			for _, e := range s.ledger.Events() {
				note(rt, book, e)
			}
			open := map[string]bool{}
			for _, o := range s.ledger.Open(nil) {
				at := fmt.Sprint(o.Member, o.Role)
				if open[at] || book[o.Number] != o.State {
					rt.Fatalf("order %d is %v, by the events %v; another like it: %v", o.Number, o.State, book[o.Number], open[at])
				}
				open[at] = true
			}
		}
		for n, state := range book {
			if !state.Ended() {
				rt.Errorf("order %d is %v in the end", n, state)
			}
		}
	})
}

// note takes an event into the book, if it can follow the present entries.
func note(t *rapid.T, book map[int64]State, e OrderEvent) {
	was, ok := book[e.Number]
	switch e.Kind {
	case OrderGiven, OrderChanged:
		if ok || e.Kind == OrderChanged && book[e.Old].Ended() {
			t.Fatalf("%s: it was %v", orderText(e), was)
		}
		if e.Kind == OrderChanged {
			book[e.Old] = Withdrawn
		}
		book[e.Number] = Given
		return
	case OrderUrged:
		if !ok || was.Ended() {
			t.Fatalf("%s: it was %v", orderText(e), was)
		}
		return
	}
	follows := map[State][]State{Given: {Accepted, Declined, Withdrawn, Lost}, Accepted: {Running, Failed, Preempted, Withdrawn, Lost},
		Running: {Done, Failed, Preempted, Withdrawn, Lost}}
	for _, s := range follows[was] {
		if s == e.State {
			book[e.Number] = s
			return
		}
	}
	t.Fatalf("%s: it was %v", orderText(e), was)
}

func TestDamagedSquadsAreRefused(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newStage(t)
		for _, line := range drawScript(rt) {
			s.follow(line)
		}
		b := s.saved()
		if cut := newStage(t); cut.read(b[:rapid.IntRange(0, len(b)-1).Draw(rt, "cut")], LeaseRule{Capacity: 2}) == nil {
			rt.Fatal("what is cut short is fine")
		}
		for range rapid.IntRange(1, 4).Draw(rt, "changes") {
			b[rapid.IntRange(0, len(b)-1).Draw(rt, "at")] = rapid.Byte().Draw(rt, "byte")
		}
		survive(t, b)
	})
}

// survive reads bytes that may be anything. The result must continue.
func survive(t testing.TB, b []byte) {
	s := newStage(t)
	s.follow(begin)
	if s.read(b, LeaseRule{Capacity: 2, LeaseTicks: 3}) != nil {
		return
	}
	if again := s.twin(LeaseRule{Capacity: 2, LeaseTicks: 3}); !bytes.Equal(s.saved(), again.saved()) {
		t.Fatal("what was read is saved differently")
	}
	for _, line := range strings.Split("rate 3;join 9;claim 1;claim 2 waits;order 1 do 1 with 2;end;report 1 #1 accepted;die 1;end 5;disband;end 2", ";") {
		s.follow(line)
	}
	if n := len(s.ledger.Open(nil)); n > 0 {
		t.Fatalf("%d orders are open in the end", n)
	}
	for _, m := range []ID{1, 2, 3} {
		for _, l := range s.pool.HeldBy(nil, m) {
			if n := len(s.pool.Holders(nil, l.Key)); n > s.pool.Capacity(l.Key) {
				t.Fatalf("%d hold %d", n, l.Key)
			}
		}
	}
}

// FuzzRead reads any bytes as a squad.
func FuzzRead(f *testing.F) {
	s := newStage(f)
	script := begin + ";lend 2 for 3;join 1 2 s2;rate 1;claim 1 @7;claim 2 @7 waits;order 1 do 5 with 7 8;order s2 do 6;end;capacity @7 1;report 1 #1 accepted;die 2"
	for _, line := range strings.Split(script, ";") {
		s.follow(line)
		f.Add(s.saved())
	}
	f.Fuzz(func(t *testing.T, b []byte) { survive(t, b) })
}
