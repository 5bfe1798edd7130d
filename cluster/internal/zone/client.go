package zone

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Limits of clients.
const (
	// MaxWindow is the maximum number of inputs that a client sends before it is told of the first.
	MaxWindow = 256
	// MaxInputBytes is the maximum length of a batch.
	MaxInputBytes = 4 << 20
	// MaxWaitingBytes is the size of the inputs that wait for a zone's next tick beyond which clients are sent away.
	MaxWaitingBytes = 64 << 20
	// MaxTickBytes is the size of the inputs of one tick beyond which the others wait for the next one.
	MaxTickBytes = 8 << 20
)

// Errors of clients, wrapped.
var (
	// ErrStale reports that an owner speaks whose epoch is over.
	ErrStale = errors.New("the owner's epoch is over")
	// ErrWindow reports that too many inputs are not acknowledged: the game sends faster than the zone makes ticks.
	ErrWindow = errors.New("too many inputs are not acknowledged")
	// ErrOverflow reports that too many inputs wait for a zone's tick.
	ErrOverflow = errors.New("too many inputs wait for the zone")
)

// Mark is the last tick that a client has seen.
type Mark struct {
	Tick int64
	Hash uint64
}

// Attach is how a client begins a connection.
type Attach struct {
	Client string
	Resume bool // it has seen something before
	Epoch  uint64
	Seen   Mark
}

// Hello is the first answer of an owner on a connection.
type Hello struct {
	Seen     Mark   // where the client stands: for a new one, the last tick in the log
	Received uint64 // the client's last input in the log
	Manifest string // its hash
	TPS      int
}

// Frame is what an owner says on a connection.
type Frame struct {
	Epoch    uint64 // of the owner who says it
	Hello    *Hello
	Delivery *Delivery
}

// Conn is the owner's side of a connection. Its calls return at once.
type Conn interface {
	Send(f Frame)
	// Close ends the connection. Again says that the client can connect again, perhaps to another node.
	Close(why error, again bool)
}

// Inbox is where connections leave what an owner takes up in its next tick. Safe for concurrent use.
type Inbox struct {
	lock    sync.Mutex
	open    bool
	waiting []waiting
	bytes   int
}

type waiting struct {
	conn   Conn
	attach *Attach
	input  *Input
	gone   bool
}

func (b *Inbox) add(w waiting, bytes int) error {
	b.lock.Lock()
	defer b.lock.Unlock()
	if !b.open {
		return fmt.Errorf("%w here", ErrNotOwner)
	}
	if b.bytes+bytes > MaxWaitingBytes {
		return fmt.Errorf("%w: %d bytes, the limit is %d", ErrOverflow, b.bytes+bytes, MaxWaitingBytes)
	}
	b.waiting, b.bytes = append(b.waiting, w), b.bytes+bytes
	return nil
}

// ErrNotOwner reports that a node does not own a zone.
var ErrNotOwner = errors.New("the zone has no owner")

// Attach begins a connection. The owner answers with a Hello, or closes it.
func (b *Inbox) Attach(c Conn, a Attach) error {
	if len(a.Client) > MaxClientName || strings.TrimSpace(a.Client) == "" {
		return fmt.Errorf("a client's name has 1 to %d bytes, this one %d", MaxClientName, len(a.Client))
	}
	return b.add(waiting{conn: c, attach: &a}, 64)
}

// Input takes an input of a connection.
func (b *Inbox) Input(c Conn, in Input) error {
	if len(in.Batch) > MaxInputBytes {
		return fmt.Errorf("a batch has %d bytes, the limit is %d", len(in.Batch), MaxInputBytes)
	}
	return b.add(waiting{conn: c, input: &in}, len(in.Batch)+64)
}

// Gone notes that a connection was lost.
func (b *Inbox) Gone(c Conn) { b.add(waiting{conn: c, gone: true}, 0) }

// Open reports whether the zone has its owner here.
func (b *Inbox) Open() bool {
	b.lock.Lock()
	defer b.lock.Unlock()
	return b.open
}

func (b *Inbox) set(open bool) (left []waiting) {
	b.lock.Lock()
	defer b.lock.Unlock()
	left, b.open, b.waiting, b.bytes = b.waiting, open, nil, 0
	return left
}

// take returns what waits, and at most so many bytes of inputs.
func (b *Inbox) take(most int) (list []waiting) {
	b.lock.Lock()
	defer b.lock.Unlock()
	n, bytes := 0, 0
	for n < len(b.waiting) && (bytes < most || b.waiting[n].input == nil) {
		if in := b.waiting[n].input; in != nil {
			bytes += len(in.Batch) + 64
			b.bytes -= len(in.Batch) + 64
		} else if b.waiting[n].attach != nil {
			b.bytes -= 64
		}
		n++
	}
	list, b.waiting = b.waiting[:n:n], b.waiting[n:]
	return list
}

// Player is a client's memory. It makes each input arrive once, and takes each delivery once, through any number of
// connections and owners. Not safe for concurrent use.
type Player struct {
	Name string
	// AnyEpoch makes it listen to owners whose epoch is over: for the test that shows what this leads to.
	AnyEpoch bool

	epoch   uint64
	seen    Mark
	joined  bool
	next    uint64
	unacked []Input
}

// NewPlayer returns the memory of a new client. No other client may ever have its name.
func NewPlayer(name string) *Player { return &Player{Name: name, next: 1} }

// Attach returns how to begin a connection.
func (p *Player) Attach() Attach {
	if p.AnyEpoch {
		return Attach{p.Name, p.joined, 0, p.seen}
	}
	return Attach{p.Name, p.joined, p.epoch, p.seen}
}

// Epoch returns the newest epoch that it knows, and the last tick that it has seen.
func (p *Player) Epoch() (epoch uint64, seen Mark) { return p.epoch, p.seen }

// Unacknowledged returns the number of inputs whose answers have not arrived.
func (p *Player) Unacknowledged() int { return len(p.unacked) }

// Send notes an input, to be sent on the present connection. The error is ErrWindow, wrapped.
func (p *Player) Send(batch []byte) (Input, error) {
	if len(p.unacked) >= MaxWindow {
		return Input{}, fmt.Errorf("%w: %d, which is the limit", ErrWindow, MaxWindow)
	}
	if len(batch) > MaxInputBytes {
		return Input{}, fmt.Errorf("a batch has %d bytes, the limit is %d", len(batch), MaxInputBytes)
	}
	in := Input{Client: p.Name, Seq: p.next, Batch: append([]byte(nil), batch...)}
	p.next++
	p.unacked = append(p.unacked, in)
	return in, nil
}

// Depart notes that an agent goes to another zone, to be sent on the present connection. The error is ErrWindow, wrapped.
func (p *Player) Depart(agent int64, to string) (Input, error) {
	in, err := p.Send(nil)
	if err == nil {
		in.Depart = &Departure{agent, to}
		p.unacked[len(p.unacked)-1] = in
	}
	return in, err
}

// Leave returns the last input of a client, after which its zone forgets it.
func (p *Player) Leave() Input {
	in := Input{Client: p.Name, Seq: p.next, Leave: true}
	p.next++
	p.unacked = append(p.unacked, in)
	return in
}

// Hello takes the first frame of a connection. It returns the inputs to send again. The error is ErrLost, wrapped, when
// the zone lacks an input whose answer has arrived.
func (p *Player) Hello(f Frame) (again []Input, err error) {
	if err := p.judge(f); err != nil {
		return nil, err
	}
	if !p.joined {
		p.joined, p.seen = true, f.Hello.Seen
	}
	if answered := p.next - 1 - uint64(len(p.unacked)); f.Hello.Received > 0 && f.Hello.Received < answered {
		return nil, fmt.Errorf("%w: input %d was answered, and the zone has %d inputs of this client", ErrLost, answered, f.Hello.Received)
	}
	for _, in := range p.unacked {
		if in.Seq > f.Hello.Received {
			again = append(again, in)
		}
	}
	return again, nil
}

// judge refuses owners whose epoch is over.
func (p *Player) judge(f Frame) error {
	if f.Epoch < p.epoch && !p.AnyEpoch {
		return fmt.Errorf("%w: it is %d, and epoch %d has begun", ErrStale, f.Epoch, p.epoch)
	}
	p.epoch = max(p.epoch, f.Epoch)
	return nil
}

// Take takes a delivery. It returns nil when the client has seen it before.
func (p *Player) Take(f Frame) (*Delivery, error) {
	if err := p.judge(f); err != nil {
		return nil, err
	}
	d := f.Delivery
	if d.To <= p.seen.Tick {
		return nil, nil
	}
	if d.From != p.seen.Tick+1 {
		return nil, fmt.Errorf("%w: ticks %d to %d follow tick %d", ErrGap, d.From, d.To, p.seen.Tick)
	}
	p.seen = Mark{d.To, d.Hash}
	for i := range d.Answers {
		if d.Answers[i].Client == p.Name && len(p.unacked) > 0 && p.unacked[0].Seq == d.Answers[i].Seq {
			p.unacked = p.unacked[1:]
		}
	}
	return d, nil
}
