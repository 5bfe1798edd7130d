package zone

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/library"
)

// Limits of a zone.
const (
	// MaxKept is the maximum number of deliveries that a zone keeps for clients that connect again.
	MaxKept = 1024
	// MaxKeptBytes is the size of these deliveries beyond which the oldest are forgotten. The last one is always kept.
	MaxKeptBytes = 16 << 20
	// MaxClients is the maximum number of clients that a zone knows.
	MaxClients = 1024
	// IdleSeconds is how long a client must have sent nothing before a new one may take its place when there are
	// MaxClients.
	IdleSeconds = 600
	// MaxClientName is the maximum length of a client's name in bytes.
	MaxClientName = 64
)

// Errors of replaying, wrapped.
var (
	// ErrDiverged reports that a replay came to another state than the log says.
	ErrDiverged = errors.New("the replay differs from the log")
	// ErrGap reports that a message of the log is missing: it was trimmed after a newer checkpoint.
	ErrGap = errors.New("a message of the log is missing")
	// ErrLost reports that the log ends before a message that it had confirmed.
	ErrLost = errors.New("the log has lost confirmed messages")
	// ErrEngine reports that ticks were made by another version of the engine, and that no checkpoint lies behind them.
	ErrEngine = errors.New("another version of the engine made ticks after the newest checkpoint")
)

// Spec says what a zone is. It does not change as long as the zone exists, but for Node and Upgrade.
type Spec struct {
	Zone    string          `json:"zone"`
	Program string          `json:"program"`           // hash of the program that it began with
	Options json.RawMessage `json:"options"`           // a remote.Setup
	Node    string          `json:"node,omitempty"`    // the node that owns it if that is alive; empty: hashing decides
	Upgrade string          `json:"upgrade,omitempty"` // hash of the program that it should have now; empty: that of Program
	Area    *Area           `json:"area,omitempty"`    // nil: its agents perceive nothing of other zones, nor those of it
}

// Answer is the answer to one input.
type Answer struct {
	Client string
	Seq    uint64
	Fault  string // why the batch was not carried out, or not all of it; empty: it was
	Out    []byte
}

// Delivery is what a zone says of the ticks of one record.
type Delivery struct {
	Epoch    uint64 // of the owner who made the ticks
	From, To int64
	Hash     uint64 // of the run after To
	Answers  []Answer
	Out      []byte // of the ticks, a batch
}

// Append appends the delivery to bytes.
func (d *Delivery) Append(b []byte) []byte {
	b = appendUint(b, d.Epoch)
	b = appendUint(appendUint(b, uint64(d.From)), uint64(d.To))
	b = appendUint(appendUint(b, d.Hash), uint64(len(d.Answers)))
	for i := range d.Answers {
		a := &d.Answers[i]
		b = appendUint(appendBytes(b, a.Client), a.Seq)
		b = appendBytes(appendBytes(b, a.Fault), a.Out)
	}
	return appendBytes(b, d.Out)
}

func (d *Delivery) read(r *reader) {
	d.Epoch, d.From, d.To, d.Hash = r.uint(), int64(r.uint()), int64(r.uint()), r.uint()
	for range r.count() {
		d.Answers = append(d.Answers, Answer{r.text(), r.uint(), r.text(), r.bytes()})
	}
	d.Out = r.bytes()
}

func (d *Delivery) size() (n int) {
	n = len(d.Out) + 64
	for i := range d.Answers {
		n += len(d.Answers[i].Out) + len(d.Answers[i].Fault) + len(d.Answers[i].Client) + 32
	}
	return n
}

// client is what a zone knows of a client. It is part of the state: the log alone determines it.
type client struct {
	name string
	seq  uint64 // last input
	tick int64  // of that
}

// Machine is the crowd of a zone with its place in the log. Everything in it follows from the log. Not safe for
// concurrent use.
type Machine struct {
	spec     Spec
	engine   string // version of this one
	programs *Programs
	current  string // hash of the program
	declined string // hash of the program that the crowd could not continue with; empty: none
	session  *remote.Session

	pos     uint64 // sequence of the last message
	sum     uint32 // of its bytes; of none: 0
	epoch   uint64
	by      string // engine of the epoch
	logged  int64  // last tick in the log
	hash    uint64 // after it
	clients []client
	kept    []*Delivery // for clients, the oldest first
	bytes   int         // of these
	base    Mark        // before the first of these
	join    joiner
	step    remote.Batch
	broken  bool                           // a message was not applied, or only in part
	hook    func(m *Machine, batch []byte) // Options.Hook; nil: none
	passage passage
	sights  sights
	anyMove bool   // Options.AnyMove
	why     string // the last program was declined
	lost    *loss  // nil: nothing
}

// NewMachine returns the machine of a zone whose log is empty.
func NewMachine(spec Spec, p *Programs, engine string) (*Machine, error) {
	program, o, err := spec.load(p, spec.Program)
	if err != nil {
		return nil, err
	}
	s, err := remote.New(program, o)
	if err != nil {
		return nil, err
	}
	m := newMachine(spec, p, spec.Program, s, engine)
	m.hash = s.Crowd().TraceHash()
	m.base = Mark{0, m.hash}
	return m, nil
}

func (s *Spec) load(p *Programs, hash string) (*karakuri.Program, remote.Options, error) {
	o, err := remote.ReadOptions(s.Options)
	if err != nil {
		return nil, o, err
	}
	o.Tap = p.Tap
	program, err := p.Get(hash)
	return program, o, err
}

func newMachine(spec Spec, p *Programs, current string, s *remote.Session, engine string) *Machine {
	m := &Machine{spec: spec, engine: engine, programs: p, current: current, session: s}
	m.step.Add(remote.OpStep, 0, 1)
	return m
}

// Manifest returns the numbers of the program's names.
func (m *Machine) Manifest() *remote.Manifest { return m.session.Manifest() }

// TPS returns the number of ticks in a second.
func (m *Machine) TPS() int { return m.session.Crowd().TPS() }

// Position returns the last message of the log that is applied, and the last tick in it with its epoch and hash.
func (m *Machine) Position() (seq, epoch uint64, tick int64, hash uint64) {
	return m.pos, m.epoch, m.logged, m.hash
}

// Crowd returns the crowd, for looking at.
func (m *Machine) Crowd() *karakuri.Crowd { return m.session.Crowd() }

// Spec returns what the zone is, as the machine was told when it was made.
func (m *Machine) Spec() Spec { return m.spec }

// Program returns the hash of the program that the crowd has now.
func (m *Machine) Program() string { return m.current }

// Leaving returns the number of agents that have left and of which it is not certain that they have come.
func (m *Machine) Leaving() int { return len(m.passage.leaving) }

// TakeAny has the machine take agents that have come before, as Options.AnyMove does.
func (m *Machine) TakeAny() { m.anyMove = true }

// find returns the index of a client, or the index to insert it.
func (m *Machine) find(name string) (int, bool) {
	return slices.BinarySearchFunc(m.clients, name, func(c client, name string) int {
		switch {
		case c.name < name:
			return -1
		case c.name > name:
			return 1
		}
		return 0
	})
}

// received returns the number of the last input of a client.
func (m *Machine) received(name string) uint64 {
	if i, ok := m.find(name); ok {
		return m.clients[i].seq
	}
	return 0
}

// refusal returns why an input is not carried out; empty: it is. The log decides: an owner that lets more clients
// connect than there is room for cannot bring more into the zone.
func (m *Machine) refusal(in *Input) string {
	_, known := m.find(in.Client)
	switch {
	case known:
		return ""
	case in.Seq > 1:
		return fmt.Sprintf("zone %s does not know client %s, which sends its input %d", m.spec.Zone, in.Client, in.Seq)
	case len(m.clients) >= MaxClients && m.idlest() < 0:
		return fmt.Sprintf("zone %s has %d clients, which is the limit", m.spec.Zone, MaxClients)
	}
	return ""
}

// idle returns the number of clients whose places new ones may take.
func (m *Machine) idle() (n int) {
	for i := range m.clients {
		if m.isIdle(i) {
			n++
		}
	}
	return n
}

func (m *Machine) isIdle(i int) bool { return m.clients[i].tick <= m.logged-int64(IdleSeconds*m.TPS()) }

// idlest returns the index of the client that sent nothing for the longest time; -1: all have sent something lately.
func (m *Machine) idlest() int {
	best := -1
	for i := range m.clients {
		if m.isIdle(i) && (best < 0 || m.clients[i].tick < m.clients[best].tick) {
			best = i
		}
	}
	return best
}

// note notes that an input of a client has arrived.
func (m *Machine) note(in *Input, tick int64) {
	i, known := m.find(in.Client)
	switch {
	case known && in.Leave:
		m.clients = slices.Delete(m.clients, i, i+1)
	case known:
		m.clients[i].seq, m.clients[i].tick = in.Seq, tick
	case !in.Leave:
		if len(m.clients) >= MaxClients {
			if idle := m.idlest(); idle >= 0 {
				m.clients = slices.Delete(m.clients, idle, idle+1)
				i, _ = m.find(in.Client)
			}
		}
		m.clients = slices.Insert(m.clients, i, client{in.Client, in.Seq, tick})
	}
}

// tick carries out moves and inputs, and makes one tick. It is quiet when there were none, and the session said nothing
// but that the tick was made.
func (m *Machine) tick(inputs []Input, moves []Move) (answers []Answer, out []byte, quiet bool, err error) {
	for i := range moves {
		said, err := m.move(&moves[i])
		if err != nil {
			return nil, nil, false, &panicked{-2 - i, err}
		}
		out = append(out, said...)
	}
	for i := range inputs {
		in := &inputs[i]
		a := Answer{Client: in.Client, Seq: in.Seq}
		if a.Fault = m.refusal(in); a.Fault == "" {
			if a.Fault = in.Rejected; in.Depart != nil && a.Fault == "" {
				var said []byte
				if said, a.Fault, err = m.depart(in.Depart); err != nil {
					return nil, nil, false, &panicked{i, err}
				}
				out = append(out, said...)
			} else if !in.Leave && a.Fault == "" {
				if a.Out, a.Fault, err = m.carryOut(in.Batch); err != nil {
					return nil, nil, false, &panicked{i, err}
				}
			}
			m.note(in, m.session.Crowd().Tick()+1)
		}
		answers = append(answers, a)
	}
	said, fault, err := m.carryOut(m.step.Bytes())
	if err == nil && fault != "" {
		err = errors.New(fault)
	}
	if err != nil {
		return nil, nil, false, &panicked{-1, err}
	}
	quiet = len(inputs)+len(moves) == 0 && len(said) == tickBytes
	out = append(out, said...)
	return answers, out, quiet, nil
}

// panicked is the error of a tick in which the engine has panicked, or could not finish its answer. The machine must be
// discarded.
type panicked struct {
	input int // whose batch it was; -1: the tick itself; below: the move -2 - input
	err   error
}

func (p *panicked) Error() string { return "the engine panicked: " + p.err.Error() }
func (p *panicked) Unwrap() error { return p.err }

// reason returns the error without the stack.
func (p *panicked) reason() string {
	first, _, _ := strings.Cut(p.err.Error(), "\n")
	return first
}

// tickBytes is the length of what a session says of a tick in which nothing happens.
const tickBytes = 5 * remote.WordBytes

// carryOut gives the session a batch. A fault is one of the batch, the same wherever it is carried out; an error is one
// of the engine.
func (m *Machine) carryOut(batch []byte) (out []byte, fault string, err error) {
	err = library.Guard(func() error {
		if len(batch) != len(m.step.Bytes()) || &batch[0] != &m.step.Bytes()[0] {
			if fault = timed(batch); fault != "" {
				return nil
			}
		}
		if m.hook != nil {
			m.hook(m, batch)
		}
		said, err := m.session.Exchange(batch)
		if errors.Is(err, remote.ErrBatch) || errors.Is(err, remote.ErrTooMuch) {
			fault, err = err.Error(), nil
		}
		out = slices.Clone(said)
		return err
	})
	return out, fault, err
}

// timed returns why a client's batch is refused: the zone makes the ticks.
func timed(batch []byte) string {
	for it := range remote.Items(batch) {
		if it.Op == remote.OpStep || it.Op == remote.OpTime {
			return fmt.Sprintf("the batch has the item %q; in a cluster the zone's owner makes the ticks", it.Op)
		}
	}
	return ""
}

// commit notes that a record is in the log, and returns what clients receive.
func (m *Machine) commit(r *Record, answers []Answer, out []byte) *Delivery {
	d := &Delivery{r.Epoch, r.From, r.To, r.Hash, answers, out}
	m.logged, m.hash = r.To, r.Hash
	m.kept, m.bytes = append(m.kept, d), m.bytes+d.size()
	for len(m.kept) > MaxKept || m.bytes > MaxKeptBytes && len(m.kept) > 1 {
		m.bytes -= m.kept[0].size()
		m.base = Mark{m.kept[0].To, m.kept[0].Hash}
		m.kept[0] = nil
		m.kept = m.kept[1:]
	}
	return d
}

// after returns the deliveries after a tick that a client has seen.
func (m *Machine) after(seen Mark) ([]*Delivery, error) {
	if seen.Tick > m.logged {
		return nil, fmt.Errorf("%w: the client has seen tick %d, and the log ends with tick %d", ErrLost, seen.Tick, m.logged)
	}
	if seen == m.base {
		return m.kept, nil
	}
	for i, d := range m.kept {
		if d.To == seen.Tick && d.Hash == seen.Hash {
			return m.kept[i+1:], nil
		}
		if d.To == seen.Tick {
			return nil, fmt.Errorf("%w: tick %d, which the client has seen, was made again and differs", ErrLost, seen.Tick)
		}
	}
	if seen.Tick > m.base.Tick {
		return nil, fmt.Errorf("%w: no delivery ends with tick %d, which the client has seen", ErrLost, seen.Tick)
	}
	return nil, fmt.Errorf("%w: the client has seen tick %d, and the zone keeps what came after tick %d", ErrBehind, seen.Tick, m.base.Tick)
}

// ErrBehind reports that a client was gone for so long that the zone no longer keeps what it missed.
var ErrBehind = errors.New("the client was gone for too long")

// Apply applies a message of the log. It returns what clients receive when the message completes ticks, else nil. After
// an error the machine must be discarded, but after ErrGap.
func (m *Machine) Apply(e Entry) (d *Delivery, r *Record, err error) {
	defer func() { m.broken = m.broken || err != nil && !errors.Is(err, ErrGap) }()
	msg, err := readMessage(e.Data)
	if err != nil {
		return nil, nil, err
	}
	if msg.prev != m.pos {
		return nil, nil, fmt.Errorf("zone %s: %w: message %d follows message %d, and the one before it was %d", m.spec.Zone, ErrGap, e.Seq, msg.prev, m.pos)
	}
	if r, err = m.join.add(msg); err != nil {
		return nil, nil, err
	}
	m.at(e)
	if r == nil {
		return nil, nil, nil
	}
	if r.Kind == KindEpoch {
		return nil, r, m.begin(r)
	}
	d, err = m.replay(r)
	return d, r, err
}

// at notes the message up to which the machine has the log.
func (m *Machine) at(e Entry) { m.pos, m.sum = e.Seq, crc32.Checksum(e.Data, castagnoli) }

// confirm looks whether the log still has the message up to which the machine has it. Sequences do not say so: a log
// that has lost its end uses them again.
func (m *Machine) confirm(l Log) error {
	last, _, err := l.Last(m.spec.Zone)
	if err == nil && (last.Seq < m.pos || last.Seq == m.pos && m.pos > 0 && crc32.Checksum(last.Data, castagnoli) != m.sum) {
		return fmt.Errorf("zone %s: %w: message %d is another, or not there", m.spec.Zone, ErrLost, m.pos)
	}
	return err
}

// begin notes that an owner begins.
func (m *Machine) begin(r *Record) error {
	if r.Epoch <= m.epoch || r.To != m.logged || r.Hash != m.hash {
		return fmt.Errorf("zone %s: %w: epoch %d begins after tick %d with hash %016x; here epoch %d is at tick %d with hash %016x",
			m.spec.Zone, ErrDiverged, r.Epoch, r.To, r.Hash, m.epoch, m.logged, m.hash)
	}
	m.epoch, m.by = r.Epoch, r.Engine
	return nil
}

// replay makes the ticks of a record again.
func (m *Machine) replay(r *Record) (*Delivery, error) {
	if m.by != m.engine {
		return nil, fmt.Errorf("zone %s: %w: that was %q, here is %q", m.spec.Zone, ErrEngine, m.by, m.engine)
	}
	if r.Epoch != m.epoch || r.From != m.logged+1 || r.To < r.From {
		return nil, fmt.Errorf("zone %s: %w: ticks %d to %d of epoch %d follow tick %d of epoch %d", m.spec.Zone, ErrDiverged, r.From, r.To, r.Epoch, m.logged, m.epoch)
	}
	var all []byte
	for range r.To - r.From {
		_, out, quiet, err := m.tick(nil, nil)
		if err != nil {
			return nil, err
		}
		if !quiet {
			return nil, fmt.Errorf("zone %s: %w: the log says that nothing happened in tick %d", m.spec.Zone, ErrDiverged, m.session.Crowd().Tick())
		}
		all = append(all, out...)
	}
	answers, out, _, err := m.tick(r.Inputs, r.Moves)
	if err != nil {
		return nil, err
	}
	if tick, hash := m.session.Crowd().Tick(), m.session.Crowd().TraceHash(); tick != r.To || hash != r.Hash {
		return nil, fmt.Errorf("zone %s: %w: tick %d has hash %016x, the log says %d and %016x", m.spec.Zone, ErrDiverged, tick, hash, r.To, r.Hash)
	}
	return m.commit(r, answers, append(all, out...)), nil
}

// CatchUp applies what the log has after the machine's position, at most so many messages; 0: all. It reports whether
// it came to the end.
func (m *Machine) CatchUp(l Log, most int) (end bool, err error) {
	for n := 0; most == 0 || n < most; n++ {
		e, ok, err := l.Next(m.spec.Zone, m.pos)
		if err != nil || !ok {
			return err == nil, err
		}
		if _, _, err := m.Apply(e); err != nil {
			return false, err
		}
	}
	return false, nil
}

// ReadDelivery reads what Append has written. Its batches are parts of b.
func ReadDelivery(b []byte) (*Delivery, error) {
	d, r := &Delivery{}, reader{b: b}
	d.read(&r)
	if err := r.end(); err != nil {
		return nil, fmt.Errorf("zone: a delivery is %w", err)
	}
	return d, nil
}

// ReadSpec reads what a zone's key has.
func ReadSpec(data []byte) (s Spec, err error) { return s, json.Unmarshal(data, &s) }
