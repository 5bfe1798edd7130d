package squad_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	. "github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/world"
)

// stage is squad 1 with all that it shares out. It follows scripts and writes down what happens. Members are written as
// numbers, squads as s2; the keys of the pool as @7.
type stage struct {
	t        testing.TB
	tick     int64
	roles    Roles
	members  Members
	assigner Assigner
	pool     Pool
	ledger   Ledger
	log      strings.Builder
}

func newStage(t testing.TB) *stage {
	s := &stage{t: t, tick: 1}
	s.members.Reset(OfSquad(1))
	s.pool.Reset(LeaseRule{Capacity: 1})
	s.ledger.Reset(OfSquad(1))
	return s
}

// follow does one line of a script.
func (s *stage) follow(line string) {
	words := strings.Fields(line)
	verb, words := words[0], words[1:]
	switch verb {
	case "roles": // roles lead 1..1 flank 0..2 bonus 0.5
		s.declare(words)
	case "join": // join 1 2 s3
		for _, w := range words {
			s.write(s.members.Join(s.member(w), s.tick), "%v joins", s.member(w))
		}
	case "leave", "die":
		s.leave(s.member(words[0]), map[string]Cause{"leave": Left, "die": Died}[verb])
	case "assign": // assign 3 2, 5 0: the scores of each member for each role
		s.assign(words)
	case "rate": // the same by chance
		s.rate(uint64(s.int(words[0])))
	case "lend": // lend 2 for 3 firm
		s.pool.Reset(s.rule(words))
	case "claim": // claim 1 urgency 5 @7 waits
		c := Claim{Key: key(words), Holder: s.member(words[0]), Waits: slices.Contains(words, "waits")}
		c.Priority = int32(s.after(words, "urgency"))
		s.only(s.pool.Claim(c), "%v cannot claim", c.Holder)
	case "renew":
		s.only(s.pool.Renew(key(words), s.member(words[0])), "%v has nothing to renew", s.member(words[0]))
	case "back":
		s.only(s.pool.GiveBack(key(words), s.member(words[0])), "%v has nothing to give back", s.member(words[0]))
	case "release":
		s.pool.Release(s.member(words[0]))
	case "capacity": // capacity @7 3
		n, _ := strconv.Atoi(words[1])
		s.pool.SetCapacity(key(words), n)
	case "close":
		s.pool.Close(key(words))
	case "who": // who @7
		s.who(key(words))
	case "order": // order 1 as 0 do 5 with 7 8 until 9 urgent
		s.order(words)
	case "report": // report 1 #1 failed 2 retry
		s.report(words)
	case "withdraw": // withdraw #1 10
		s.only(s.ledger.Withdraw(number(words[0]), Cause(s.int(words[1]))), "there is no order to withdraw")
	case "disband":
		s.ledger.WithdrawAll(Disbanded)
	case "sees": // what a member knows
		for _, o := range s.ledger.For(nil, s.member(words[0])) {
			s.write(true, "  %v sees %s", o.Member, text(o))
		}
	case "orders": // what the squad knows
		for _, o := range s.ledger.Open(nil) {
			s.write(true, "  the squad sees %s for %v", text(o), o.Member)
		}
	case "end": // the tick ends, and so do others
		ticks := 1
		if len(words) > 0 {
			ticks = s.int(words[0])
		}
		for range ticks {
			s.end()
		}
	default:
		s.t.Fatalf("unknown line %q", line)
	}
}

// write writes a line, with a remark if it did not happen.
func (s *stage) write(ok bool, format string, args ...any) {
	fmt.Fprintf(&s.log, "%d "+format, append([]any{s.tick}, args...)...)
	if !ok {
		s.log.WriteString(": no")
	}
	s.log.WriteString("\n")
}

// only writes a line when something did not happen.
func (s *stage) only(ok bool, format string, args ...any) {
	if !ok {
		s.write(true, format, args...)
	}
}

func (s *stage) int(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// after returns the number after a word, or 0.
func (s *stage) after(words []string, word string) int {
	at := slices.Index(words, word)
	if at < 0 {
		return 0
	}
	return s.int(words[at+1])
}

func (s *stage) member(word string) ID {
	if of, ok := strings.CutPrefix(word, "s"); ok {
		return OfSquad(int64(s.int(of)))
	}
	return OfAgent(action.AgentID(s.int(word)))
}

func key(words []string) world.Object {
	for _, w := range words {
		if k, ok := strings.CutPrefix(w, "@"); ok {
			n, _ := strconv.Atoi(k)
			return world.Object(n)
		}
	}
	return NoKey
}

func number(word string) int64 {
	n, _ := strconv.Atoi(strings.TrimPrefix(word, "#"))
	return int64(n)
}

func (s *stage) declare(words []string) {
	s.roles = Roles{}
	for i := 0; i+1 < len(words); i += 2 {
		if words[i] == "bonus" {
			s.roles.Bonus, _ = strconv.ParseFloat(words[i+1], 64)
			continue
		}
		r := Role{Name: words[i]}
		if _, err := fmt.Sscanf(words[i+1], "%d..%d", &r.Min, &r.Max); err != nil {
			s.t.Fatal(err)
		}
		s.roles.List = append(s.roles.List, r)
	}
	if err := s.roles.Check(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) role(r int) string {
	if r == NoRole {
		return "nothing"
	}
	return s.roles.List[r].Name
}

func (s *stage) assign(words []string) {
	var scores []float64
	for _, w := range words {
		f, err := strconv.ParseFloat(strings.TrimSuffix(w, ","), 64)
		if err != nil {
			s.t.Fatal(err)
		}
		scores = append(scores, f)
	}
	if want := s.members.Len() * len(s.roles.List); len(scores) != want {
		s.t.Fatalf("%d scores, want %d: %v", len(scores), want, words)
	}
	s.give(scores)
}

// rate assigns by scores that are drawn, often the same.
func (s *stage) rate(seed uint64) {
	rand := det.NewRand(seed, 0, 0)
	scores := make([]float64, s.members.Len()*len(s.roles.List))
	for i := range scores {
		scores[i] = float64(rand.Intn(5))
	}
	s.give(scores)
}

func (s *stage) give(scores []float64) {
	changes := s.members.Assign(&s.assigner, &s.roles, scores, s.tick, nil)
	for _, c := range changes {
		s.write(true, "%v: %s -> %s", c.Member, s.role(c.From), s.role(c.To))
	}
	s.only(len(changes) > 0, "nothing changes")
	for r := range s.roles.List {
		if n := s.members.Short(&s.roles, r); n > 0 {
			s.write(true, "%d too few for %s", n, s.role(r))
		}
	}
}

func (s *stage) leave(id ID, why Cause) {
	was, ok := s.members.Leave(id)
	s.write(ok, "%v leaves, who was %s since %d", id, s.role(was.Role), was.Since)
	s.pool.Release(id)
	s.ledger.Lose(id, why)
}

func (s *stage) rule(words []string) LeaseRule {
	l := LeaseRule{Name: "things", Capacity: s.int(words[0]), LeaseTicks: int64(s.after(words, "for")), Firm: slices.Contains(words, "firm")}
	if err := l.Check(); err != nil {
		s.t.Fatal(err)
	}
	return l
}

func (s *stage) who(key world.Object) {
	var parts []string
	for _, l := range s.pool.Holders(nil, key) {
		parts = append(parts, l.Holder.String())
	}
	s.write(true, "  held by [%s], %d free", strings.Join(parts, ", "), s.pool.Free(key))
}

func (s *stage) order(words []string) {
	c := Command{Member: s.member(words[0]), Role: s.after(words, "as"), Activity: int32(s.after(words, "do")), Until: int64(s.after(words, "until")),
		Urgent: slices.Contains(words, "urgent")}
	if at := slices.Index(words, "with"); at >= 0 {
		for _, w := range words[at+1:] {
			n, err := strconv.Atoi(w)
			if err != nil {
				break
			}
			c.Args = append(c.Args, world.Word(n))
		}
	}
	s.write(true, "order #%d to %v", s.ledger.Give(c, s.tick), c.Member)
}

func (s *stage) report(words []string) {
	states := map[string]State{"given": Given, "accepted": Accepted, "running": Running, "done": Done, "failed": Failed, "preempted": Preempted,
		"declined": Declined, "withdrawn": Withdrawn, "lost": Lost}
	why := Why{Retry: slices.Contains(words, "retry")}
	if len(words) > 3 {
		why.Cause = Cause(s.int(words[3]))
	}
	s.only(s.ledger.Report(s.member(words[0]), number(words[1]), states[words[2]], why), "%v cannot report %s of %s", s.member(words[0]), words[2], words[1])
}

// end ends the tick, and writes down what all learn with the next.
func (s *stage) end() {
	s.tick++
	for _, e := range s.pool.Commit(s.tick - 1) {
		s.write(true, "%s", leaseText(e))
	}
	for _, e := range s.ledger.Commit(s.tick - 1) {
		s.write(true, "%s", orderText(e))
	}
}

func leaseText(e LeaseEvent) string {
	text := fmt.Sprintf("%v: %v", e.Holder, e.Kind)
	if e.Key != NoKey {
		text = fmt.Sprintf("@%d %s", e.Key, text)
	}
	if e.By != 0 {
		text += fmt.Sprintf(" by %v", e.By)
	}
	if e.Until != 0 && e.Until != Forever {
		text += fmt.Sprintf(" until %d", e.Until)
	}
	if e.Waits {
		text += ", waits"
	}
	return text
}

func orderText(e OrderEvent) string {
	text := fmt.Sprintf("#%d for %v: ", e.Number, e.Member)
	switch e.Kind {
	case OrderGiven:
		return text + "given"
	case OrderChanged:
		return text + fmt.Sprintf("given, and #%d is withdrawn", e.Old)
	case OrderUrged:
		return text + "urgent now"
	}
	text += e.State.String()
	if e.Cause != NoCause {
		text += ", " + e.Cause.String()
	}
	if e.Retry {
		text += ", may be tried again"
	}
	return text
}

func text(o Order) string {
	text := fmt.Sprintf("#%d %v: do %d with %v", o.Number, o.State, o.Activity, o.Args)
	if o.Urgent {
		text += ", urgent"
	}
	return text
}
