package zone

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/library"
)

// An agent goes to another zone in these steps. (1) The source takes it out of its crowd, in the tick of the input that
// asks for that; its bytes stay in the source's state. (2) The source's owner puts them into the store of small values,
// after the tick is in the log. (3) The target's owner brings them into its log, where they count once: each zone
// numbers the agents that it sends to each other zone, and takes only the next number of each. (4) The target's owner
// notes in the store that the agent has come, or why it cannot be there. (5) The source's owner brings that into its
// log: the source forgets the agent, or takes it back. (6) It deletes the note. What an owner leaves undone its
// successor does: the state, which follows from the log, and the store say how far an agent is.

// Limits of moving agents.
const (
	// MaxAgentBytes is the maximum size of an agent that moves.
	MaxAgentBytes = 256 << 10
	// MaxLeaving is the maximum number of agents on their way from one zone.
	MaxLeaving = 1024
	// maxArrivals is the maximum number of agents that come in one tick, and maxUnmarked of those that have come and whose
	// keys do not say so yet: then no further ones come.
	maxArrivals = 64
	maxUnmarked = 128
	// maxRefused is how many refusals of agents a zone remembers, to repeat them: more than can be unmarked.
	maxRefused = maxUnmarked + 2*maxArrivals
	// returnTime is after how long an agent that cannot come back for lack of room tries it again.
	returnTime = time.Second
)

// Departure is an agent that a game sends to another zone.
type Departure struct {
	Agent int64
	To    string
}

// Move is what a zone does because of another one, or of an operator.
type Move struct {
	Kind MoveKind
	Zone string // the other one
	N    uint64 // number among the agents of one zone to one other; of MoveExpel: the agent
	Data []byte // of MoveArrive: the agent; of MoveProgram: the program's hash; of MoveSight: the view
	// Rejected is why the agent or program is not taken: the engine has panicked. Empty: it is.
	Rejected string
}

// MoveKind is the kind of a move.
type MoveKind uint8

// Kinds of moves. Their numbers are part of the log.
const (
	MoveArrive MoveKind = 1 // an agent comes
	MoveForget MoveKind = 2 // an agent has come to the other zone
	MoveReturn MoveKind = 3 // the other zone cannot take it: it comes back
	// MoveProgram has the zone continue with another program.
	MoveProgram MoveKind = 4
	MoveExpel   MoveKind = 5 // the engine panics with an agent, which is removed
	MoveSight   MoveKind = 6 // a neighbour shows its agents near the border
)

func appendMove(b []byte, m *Move) []byte {
	b = appendUint(appendBytes(appendUint(b, uint64(m.Kind)), m.Zone), m.N)
	return appendBytes(appendBytes(b, m.Data), m.Rejected)
}

func readMove(r *reader) Move {
	return Move{Kind: MoveKind(r.uint()), Zone: r.text(), N: r.uint(), Data: r.bytes(), Rejected: r.text()}
}

// passage is what a zone knows of its agents on their way. It is part of the state.
type passage struct {
	sent    []tally   // agents that went to each zone
	came    []tally   // agents that came from each zone, or were refused
	leaving []leaving // in the order in which they left
	refused []refusal // the latest
}

// tally counts the agents between this zone and another one.
type tally struct {
	zone string
	n    uint64
}

// leaving is an agent that has left and of which it is not certain that it has come.
type leaving struct {
	to   string
	n    uint64
	data []byte
}

// refusal is an agent that could not be here.
type refusal struct {
	from string
	n    uint64
	why  string
}

func count(list []tally, zone string) uint64 {
	if i := slices.IndexFunc(list, func(t tally) bool { return t.zone == zone }); i >= 0 {
		return list[i].n
	}
	return 0
}

func setCount(list *[]tally, zone string, n uint64) {
	i := slices.IndexFunc(*list, func(t tally) bool { return t.zone == zone })
	if i < 0 {
		*list = append(*list, tally{zone, n})
		return
	}
	(*list)[i].n = n
}

func (p *passage) find(to string, n uint64) int {
	return slices.IndexFunc(p.leaving, func(l leaving) bool { return l.to == to && l.n == n })
}

func (p *passage) append(b []byte) []byte {
	for _, list := range [...][]tally{p.sent, p.came} {
		b = appendUint(b, uint64(len(list)))
		for _, t := range list {
			b = appendUint(appendBytes(b, t.zone), t.n)
		}
	}
	b = appendUint(b, uint64(len(p.leaving)))
	for _, l := range p.leaving {
		b = appendBytes(appendUint(appendBytes(b, l.to), l.n), l.data)
	}
	b = appendUint(b, uint64(len(p.refused)))
	for _, x := range p.refused {
		b = appendBytes(appendUint(appendBytes(b, x.from), x.n), x.why)
	}
	return b
}

func (p *passage) read(r *reader) {
	for _, list := range [...]*[]tally{&p.sent, &p.came} {
		for range r.count() {
			*list = append(*list, tally{r.text(), r.uint()})
		}
	}
	for range r.count() {
		p.leaving = append(p.leaving, leaving{r.text(), r.uint(), slices.Clone(r.bytes())})
	}
	for range r.count() {
		p.refused = append(p.refused, refusal{r.text(), r.uint(), r.text()})
	}
}

// depart takes an agent out of the crowd. The fault says why it stays.
func (m *Machine) depart(d *Departure) (out []byte, fault string, err error) {
	switch {
	case d.To == m.spec.Zone:
		return nil, "the agent is in this zone already", nil
	case len(m.passage.leaving) >= MaxLeaving:
		return nil, fmt.Sprintf("%d agents are on their way from zone %s, which is the limit", MaxLeaving, m.spec.Zone), nil
	}
	var data []byte
	ok := false
	err = library.Guard(func() error {
		data, out, ok = m.session.Depart(karakuri.AgentID(d.Agent), MaxAgentBytes)
		return nil
	})
	if err != nil || !ok {
		return nil, fmt.Sprintf("there is no agent %d, or it has more than %d bytes", d.Agent, MaxAgentBytes), err
	}
	n := count(m.passage.sent, d.To) + 1
	setCount(&m.passage.sent, d.To, n)
	m.passage.leaving = append(m.passage.leaving, leaving{d.To, n, data})
	return out, "", nil
}

// move carries out a move. One that has been carried out before does nothing.
func (m *Machine) move(x *Move) (out []byte, err error) {
	p := &m.passage
	if x.Kind == MoveProgram {
		return nil, m.reload(x)
	}
	if x.Kind == MoveExpel {
		return m.expel(x)
	}
	if x.Kind == MoveSight {
		return m.see(x)
	}
	if x.Kind == MoveArrive {
		if x.N != count(p.came, x.Zone)+1 && !m.anyMove {
			return nil, nil
		}
		setCount(&p.came, x.Zone, x.N)
		why := x.Rejected
		if why == "" {
			if out, why, err = m.arrive(x.Data); err != nil {
				return nil, err
			}
		}
		if why != "" {
			if p.refused = append(p.refused, refusal{x.Zone, x.N, why}); len(p.refused) > maxRefused {
				p.refused = p.refused[1:]
			}
		}
		return out, nil
	}
	i := p.find(x.Zone, x.N)
	if i < 0 {
		return nil, nil
	}
	if x.Kind == MoveReturn && x.Rejected == "" {
		var why string
		if out, why, err = m.arrive(p.leaving[i].data); err != nil || why != "" {
			return nil, err // there is no room at the moment: the owner tries again
		}
	}
	p.leaving = slices.Delete(p.leaving, i, i+1)
	return out, nil
}

// reload continues with another program. The answer to the next batch begins with what that changes for games. A program
// with which the crowd cannot continue is declined.
func (m *Machine) reload(x *Move) error {
	hash, why := string(x.Data), x.Rejected
	if why == "" {
		program, err := m.programs.Get(hash)
		if err != nil {
			return err
		}
		if a, b := remote.ManifestOf(program).Hash, m.session.Manifest().Hash; a != b {
			why = "its names have other numbers, which games do not know"
		} else if err := library.Guard(func() error {
			if _, refused := m.session.Reload(program); refused != nil {
				why = refused.Error()
			}
			return nil
		}); err != nil {
			return err
		}
	}
	if m.why = why; why != "" {
		m.declined = hash
		return nil
	}
	m.current, m.declined = hash, ""
	return nil
}

// arrive brings an agent into the crowd. Why says why it cannot be here.
func (m *Machine) arrive(data []byte) (out []byte, why string, err error) {
	err = library.Guard(func() error {
		if m.hook != nil {
			m.hook(m, data)
		}
		said, refused := m.session.Arrive(data, 0)
		if out = said; refused != nil {
			why = refused.Error()
		}
		return nil
	})
	return out, why, err
}

// The store of small values has a key for each agent on its way, with a byte that says how far it is, and the agent's
// bytes or the reason.
const (
	// MovePrefix is what the keys of agents on their way begin with.
	MovePrefix  = "move."
	moveIsUnder = 0 // the agent is on its way
	moveHasCome = 1
	moveRefused = 2 // the reason follows
)

func moveKey(to, from string, n uint64) string {
	return fmt.Sprintf("%s%s.%s.%d", MovePrefix, to, from, n)
}

// parseMove reads a key; false if it is none of an agent.
func parseMove(key string) (to, from string, n uint64, ok bool) {
	parts := strings.Split(strings.TrimPrefix(key, MovePrefix), ".")
	if len(parts) != 3 {
		return "", "", 0, false
	}
	n, err := strconv.ParseUint(parts[2], 10, 64)
	return parts[0], parts[1], n, err == nil
}

// exchange does what is next for the agents on their way from and to this zone, by what the store said lately. It
// returns what goes into the next tick.
func (w *Owner) exchange() (moves []Move) {
	if w.moves == nil {
		return nil
	}
	list := w.moves()
	if len(list) == 0 && len(w.m.passage.leaving) == 0 {
		return nil
	}
	slices.SortFunc(list, func(a, b Value) int { // numbers in order
		at, af, an, _ := parseMove(a.Key)
		bt, bf, bn, _ := parseMove(b.Key)
		return cmp.Or(cmp.Compare(at, bt), cmp.Compare(af, bf), cmp.Compare(an, bn))
	})
	known := map[string]bool{}
	next := map[string]uint64{}
	defer func() { w.prune(known) }()
	room := maxUnmarked
	for _, v := range list {
		if to, from, n, ok := parseMove(v.Key); ok && to == w.m.spec.Zone && n <= count(w.m.passage.came, from) && len(v.Data) > 0 && v.Data[0] == moveIsUnder {
			room--
		}
	}
	room = min(room, maxArrivals)
	for _, v := range list {
		to, from, n, ok := parseMove(v.Key)
		if !ok || len(v.Data) == 0 {
			continue
		}
		known[v.Key] = true
		switch {
		case w.noted[v.Key] == v.Revision:
		case from == w.m.spec.Zone:
			moves = w.outgoing(moves, v, to, n)
		case to == w.m.spec.Zone && v.Data[0] == moveIsUnder:
			moves = w.incoming(moves, v, from, n, next, &room)
		}
	}
	for i := range w.m.passage.leaving {
		l := &w.m.passage.leaving[i]
		if key := moveKey(l.to, w.m.spec.Zone, l.n); !known[key] && !w.put[key] {
			if _, err := w.stores.KV.Create(key, append([]byte{moveIsUnder}, l.data...)); err == nil || errors.Is(err, ErrConflict) {
				w.put[key] = true
			}
		}
	}
	return moves
}

// prune forgets keys that the store no longer has.
func (w *Owner) prune(known map[string]bool) {
	gone := func(key string) bool { return !known[key] }
	if len(w.took)+len(w.noted)+len(w.retry) > 3*len(known)+MaxLeaving {
		maps.DeleteFunc(w.took, func(key string, _ bool) bool { return gone(key) })
		maps.DeleteFunc(w.noted, func(key string, _ uint64) bool { return gone(key) })
		maps.DeleteFunc(w.retry, func(key string, _ time.Duration) bool { return gone(key) })
	}
}

// outgoing looks how far an agent is that has left.
func (w *Owner) outgoing(moves []Move, v Value, to string, n uint64) []Move {
	i := w.m.passage.find(to, n)
	switch {
	case i >= 0 && v.Data[0] == moveHasCome:
		return append(moves, Move{Kind: MoveForget, Zone: to, N: n})
	case i >= 0 && v.Data[0] == moveRefused:
		if w.env.Now() < w.retry[v.Key] {
			return moves
		}
		w.retry[v.Key] = w.env.Now() + returnTime
		w.report("zone %s cannot take an agent, which comes back: %s", to, v.Data[1:])
		return append(moves, Move{Kind: MoveReturn, Zone: to, N: n})
	case i < 0 && n <= count(w.m.passage.sent, to) && v.Data[0] != moveIsUnder && w.stores.KV.Delete(v.Key) == nil:
		w.noted[v.Key] = v.Revision
		delete(w.put, v.Key)
	}
	return moves
}

// incoming takes an agent if there is room, or notes that it has come. Next has the last number of each zone that is
// taken in this tick.
func (w *Owner) incoming(moves []Move, v Value, from string, n uint64, next map[string]uint64, room *int) []Move {
	came := count(w.m.passage.came, from)
	if n <= came && !(w.m.anyMove && !w.took[v.Key]) {
		note := []byte{moveHasCome}
		for _, x := range w.m.passage.refused {
			if x.from == from && x.n == n {
				note = append([]byte{moveRefused}, x.why...)
			}
		}
		if _, err := w.stores.KV.Update(v.Key, note, v.Revision); err == nil || errors.Is(err, ErrConflict) {
			w.noted[v.Key] = v.Revision
		} // else the next exchange does it
		return moves
	}
	if n != max(came, next[from])+1 && !w.m.anyMove || *room <= 0 {
		return moves
	}
	*room--
	next[from] = n
	w.took[v.Key] = true
	return append(moves, Move{Kind: MoveArrive, Zone: from, N: n, Data: v.Data[1:]})
}
