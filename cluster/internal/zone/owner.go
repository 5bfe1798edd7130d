package zone

import (
	"bytes"
	"errors"
	"fmt"
	"time"
)

// Options of owners.
type Options struct {
	Node   string // name of the node
	URL    string // of the node, for clients
	Engine string // version of the engine
	// Lease is how long a lease must not have been renewed before another node may take the zone.
	Lease time.Duration
	// Poll is how often a node looks at the leases of others and follows their logs.
	Poll time.Duration
	// QuietTime is for how long there may be neither inputs nor commands before a message is written all the same.
	QuietTime time.Duration
	// MessageBytes is the maximum length of a message of the log.
	MessageBytes int
	// CheckpointTime and CheckpointBytes are after how much time, or how many bytes of the log, a checkpoint is made.
	CheckpointTime  time.Duration
	CheckpointBytes int
	// History is how far back a zone can be played again, of the zone's own time. It keeps MaxPast checkpoints at most.
	History time.Duration
	// Report receives what happens to zones; nil: that is not reported.
	Report func(line string)
	// Hook is for tests: it returns what is called with each batch before a new machine carries it out, and may panic.
	Hook func() func(m *Machine, batch []byte)
	// AnyMove has zones take agents that have come before: for the test that shows what this leads to.
	AnyMove bool
}

const (
	// retryTime is how long an owner waits before it looks again for a message whose fate is open.
	retryTime = 20 * time.Millisecond
	// silentLeases is for how many leases the log may not answer before an owner discards the crowd: others may have the
	// zone meanwhile.
	silentLeases = 8
)

// ErrSilent reports that the log has not answered for long, or not while the node stops.
var ErrSilent = errors.New("the log does not answer")

// ErrFenced reports that another owner's message is in the log where this one's should be.
var ErrFenced = errors.New("another owner writes the zone's log")

// Owner makes the ticks of a zone. Not safe for concurrent use.
type Owner struct {
	m      *Machine
	o      *Options
	stores *Stores
	env    Env
	lease  *held
	inbox  *Inbox

	quiet   []byte // what the session said of the ticks that are not in the log yet
	conns   []attached
	doubted []doubt       // connections of clients that know of a newer epoch
	written int           // bytes since the last checkpoint
	at      time.Duration // of the last append
	saved   time.Duration
	fresh   bool     // nothing was written since the last checkpoint
	left    []string // objects of checkpoints of which it is open whether they count

	moves    func() []Value           // the agents on their way, as the store said lately; nil: there are none
	exists   func(zone string) bool   // nil: every zone does
	desired  func() string            // hash of the program that the zone should have; nil: the one that it has
	stuck    string                   // hash of a program that could not be loaded
	put      map[string]bool          // keys of agents that were put into the store
	took     map[string]bool          // keys of agents that this owner has taken
	noted    map[string]uint64        // by key of an agent: the revision for which there is nothing left to do
	retry    map[string]time.Duration // by key of an agent that comes back: when that is tried again
	programs *Programs
	arriving []Move              // moves of a tick in which the engine panicked
	zones    func() []Spec       // all that there are; nil: no neighbours are perceived
	outlooks map[string]*outlook // by zone
	shown    time.Duration       // when neighbours were last shown something
	expelled []Move              // agents that are removed, since the engine panics with them
	again    []Input             // inputs of a tick in which the engine panicked, to be carried out before others
	alone    bool                // one of them in each tick, to find out which it was
}

// attached is a connection of a client.
type attached struct {
	conn   Conn
	client string
}

// takeOver makes a node the owner: it brings a machine to the end of the log, and begins an epoch there.
func takeOver(m *Machine, o *Options, s *Stores, p *Programs, env Env, lease *held, inbox *Inbox) (*Owner, error) {
	w := &Owner{m: m, o: o, stores: s, programs: p, env: env, lease: lease, inbox: inbox, saved: env.Now(), put: map[string]bool{}, took: map[string]bool{}, noted: map[string]uint64{}, retry: map[string]time.Duration{}}
	why := m.lost
	beyond, err := m.disown(s.KV)
	if err != nil {
		return nil, err
	}
	if why != nil {
		w.report("it continues from the checkpoint of tick %d: %v", m.logged, why.why)
	}
	for {
		if _, err := m.CatchUp(s.Log, 0); err != nil {
			return nil, err
		}
		if m.by != "" && m.by != o.Engine && m.epoch > 0 {
			w.report("engine %q follows engine %q, at a checkpoint", o.Engine, m.by)
		}
		if err := m.confirm(s.Log); err != nil {
			return nil, err
		}
		if newest := max(m.epoch, beyond); lease.is.Epoch <= newest { // the leases were lost
			l := lease.is
			l.Epoch = newest + 1
			if err := lease.write(l); err != nil {
				return nil, err
			}
		}
		r := Record{Kind: KindEpoch, Epoch: lease.is.Epoch, From: m.logged, To: m.logged, Hash: m.hash,
			Owner: o.Node, Nonce: lease.is.Nonce, Engine: o.Engine, Program: m.current}
		err := w.append(r.Epoch, r.Append(nil))
		if err == nil {
			m.epoch, m.by = r.Epoch, r.Engine
			return w, nil
		}
		if !errors.Is(err, ErrFenced) {
			return nil, err
		}
		if err := w.keep(); err != nil { // the former owner still writes: its messages count
			return nil, err
		}
	}
}

func (w *Owner) report(format string, args ...any) {
	if w.o.Report != nil {
		w.o.Report("zone " + w.m.spec.Zone + ": " + fmt.Sprintf(format, args...))
	}
}

// append appends a record. When it returns nil the record is in the log, where this machine stands.
func (w *Owner) append(epoch uint64, record []byte) error {
	bodies := split(record, w.o.MessageBytes)
	for i, body := range bodies {
		msg := message{epoch, w.m.pos, uint64(i), uint64(len(bodies)), body}
		if err := w.write(msg.append(nil)); err != nil {
			return err
		}
	}
	w.m.join = joiner{}
	return nil
}

// write appends a message. If it is open whether that succeeded it looks at the end of the log, and tries again where
// that has not changed: the expected sequence makes the message come once. It gives up when the log has not answered for
// silentLeases leases, and at once when the node stops: whoever takes over finds the message in the log, or makes other
// ticks.
func (w *Owner) write(data []byte) error {
	zone := w.m.spec.Zone
	if w.env.Now()-w.at > w.o.Lease { // it was frozen, perhaps: others may have gone on meanwhile, after a loss too
		if err := w.m.confirm(w.stores.Log); errors.Is(err, ErrLost) {
			return err
		}
	}
	for began := w.env.Now(); ; {
		seq, err := w.stores.Log.Append(zone, w.m.pos, data)
		if err == nil {
			w.wrote(Entry{seq, data})
			return nil
		}
		last, ok, wrong := w.stores.Log.Last(zone)
		switch {
		case wrong != nil:
			err = wrong
		case !ok && w.m.pos > 0 || ok && last.Seq < w.m.pos:
			return fmt.Errorf("zone %s: %w: message %d, and the last one is %d", zone, ErrLost, w.m.pos, last.Seq)
		case ok && last.Seq > w.m.pos && bytes.Equal(last.Data, data): // it has epoch, tick, hash and place of ours
			w.wrote(last)
			return nil
		case ok && last.Seq > w.m.pos:
			return fmt.Errorf("zone %s: %w: message %d came after message %d", zone, ErrFenced, last.Seq, w.m.pos)
		}
		if wrong == nil {
			began = w.env.Now()
		} else if silent := w.env.Now() - began; w.env.Stopping() || silent > silentLeases*w.o.Lease {
			return fmt.Errorf("zone %s: %w, since %v: %w", zone, ErrSilent, silent.Round(time.Millisecond), err)
		}
		if err := w.keep(); err != nil {
			return err
		}
		w.env.Sleep(retryTime)
	}
}

// wrote notes that a message is in the log.
func (w *Owner) wrote(e Entry) {
	w.m.at(e)
	w.at, w.written, w.fresh = w.env.Now(), w.written+len(e.Data), false
}

// keep renews the lease when a third of its time is over. The error is ErrLeaseLost, wrapped; while the store of leases
// does not answer, the owner goes on: nobody else can take over then, and the log would stop it.
func (w *Owner) keep() error {
	now := w.env.Now()
	if now-w.lease.last < w.o.Lease/3 {
		return nil
	}
	if err := w.lease.renew(now); errors.Is(err, ErrLeaseLost) {
		return err
	} else if err != nil {
		w.report("the lease is not renewed: %v", err)
		w.lease.last = now - w.o.Lease/3 + min(w.o.Lease/6, 10*retryTime) // again soon
	}
	return nil
}

// step makes one tick and appends what went into it. Only then do clients receive what came of it.
func (w *Owner) step() error {
	w.show()
	inputs, moves := w.next()
	at := w.m.session.Crowd().Tick() + 1
	answers, out, quiet, err := w.m.tick(inputs, moves)
	if err != nil {
		return w.quarantine(at, inputs, moves, err)
	}
	w.quiet = append(w.quiet, out...)
	if quiet && time.Duration(w.m.session.Crowd().Tick()-w.m.logged)*time.Second/time.Duration(w.m.TPS()) < w.o.QuietTime {
		return nil
	}
	return w.flush(inputs, moves, answers)
}

// next returns the inputs and moves of the next tick.
func (w *Owner) next() (inputs []Input, moves []Move) {
	switch {
	case len(w.expelled) > 0:
		moves, w.expelled = w.expelled, nil
	case len(w.again)+len(w.arriving) == 0:
		w.alone = false
		return w.drain(), w.look(w.upgrade(w.exchange()))
	case !w.alone:
		inputs, moves = w.again, w.arriving
		w.again, w.arriving = nil, nil
	case len(w.arriving) > 0:
		moves, w.arriving = w.arriving[:1:1], w.arriving[1:]
	default:
		inputs, w.again = w.again[:1:1], w.again[1:]
	}
	return inputs, moves
}

// upgrade adds that the zone continues with another program, if an operator wants that. Nothing of it is in the log
// until the program can be loaded, for every owner must load it then.
func (w *Owner) upgrade(moves []Move) []Move {
	if w.desired == nil {
		return moves
	}
	hash := w.desired()
	if hash == "" || hash == w.m.current || hash == w.m.declined {
		return moves
	}
	if _, err := w.programs.Get(hash); err != nil {
		if w.stuck != hash {
			w.stuck = hash
			w.report("the zone keeps its program: %v", err)
		}
		return moves
	}
	return append(moves, Move{Kind: MoveProgram, Zone: w.m.spec.Zone, Data: []byte(hash)})
}

// flush appends the ticks that are not in the log yet, and delivers them.
func (w *Owner) flush(inputs []Input, moves []Move, answers []Answer) error {
	crowd := w.m.session.Crowd()
	if crowd.Tick() == w.m.logged {
		return nil
	}
	doubted := w.doubted // they came before this append
	r := &Record{Kind: KindTicks, Epoch: w.m.epoch, From: w.m.logged + 1, To: crowd.Tick(), Hash: crowd.TraceHash(), Inputs: inputs, Moves: moves}
	if err := w.append(r.Epoch, r.Append(nil)); err != nil {
		return err
	}
	d := w.m.commit(r, answers, w.quiet)
	w.quiet = nil
	w.doubted = w.doubted[len(doubted):]
	for _, x := range doubted {
		x.conn.Close(fmt.Errorf("%w: the client knows of epoch %d, and the log of epoch %d", ErrLost, x.epoch, w.m.epoch), false)
	}
	for _, c := range w.conns {
		c.conn.Send(Frame{Epoch: w.m.epoch, Delivery: d})
	}
	for i := range moves {
		if hash := string(moves[i].Data); moves[i].Kind == MoveProgram && w.m.declined == hash {
			w.report("the zone keeps its program, since it cannot continue with program %.12s: %s", hash, w.m.why)
		} else if moves[i].Kind == MoveProgram {
			w.report("the zone continues with program %.12s from tick %d on", hash, r.To)
		}
	}
	return nil
}

// drain takes up what connections have left, and returns the inputs of the next tick.
func (w *Owner) drain() (inputs []Input) {
	next := map[string]uint64{} // what a client sends next, where this tick has inputs of it
	for _, x := range w.inbox.take(MaxTickBytes) {
		switch {
		case x.attach != nil:
			w.attach(x.conn, x.attach)
		case x.gone:
			w.detach(x.conn)
		default:
			in := x.input
			want, known := next[in.Client]
			if !known {
				want = w.m.received(in.Client) + 1
			}
			if want == 1 && in.Seq > 1 {
				w.dismiss(x.conn, fmt.Errorf("zone %s has forgotten client %s, which sent nothing for a long time", w.m.spec.Zone, in.Client), false)
			} else if in.Seq > want {
				w.dismiss(x.conn, fmt.Errorf("%w: input %d of %s came, and %d was to come", ErrGap, in.Seq, in.Client, want), true)
			} else if in.Seq == want && w.isAttached(x.conn) {
				next[in.Client] = want + 1
				if d := in.Depart; d != nil && w.exists != nil && !w.exists(d.To) {
					in.Rejected = fmt.Sprintf("there is no zone %q", d.To)
				}
				inputs = append(inputs, *in)
			}
		}
	}
	return inputs
}

// doubt is a connection of a client that knows of a newer epoch than the owner. If the next append fails, the client is
// right. If it succeeds, the log has lost that epoch.
type doubt struct {
	conn  Conn
	epoch uint64
}

func (w *Owner) isAttached(c Conn) bool {
	for i := range w.conns {
		if w.conns[i].conn == c {
			return true
		}
	}
	return false
}

// attach welcomes a client, and says what it has missed.
func (w *Owner) attach(c Conn, a *Attach) {
	if a.Epoch > w.m.epoch { // the client knows of a newer owner: then the log will refuse the next append
		w.doubted = append(w.doubted, doubt{c, a.Epoch})
		return
	}
	if !w.hasRoom(a.Client) {
		c.Close(fmt.Errorf("zone %s has %d clients, which is the limit", w.m.spec.Zone, MaxClients), false)
		return
	}
	hello := &Hello{Seen: Mark{w.m.logged, w.m.hash}, Received: w.m.received(a.Client), Manifest: w.m.Manifest().Hash, TPS: w.m.TPS()}
	var missed []*Delivery
	if a.Resume {
		var err error
		if missed, err = w.m.after(a.Seen); err != nil {
			c.Close(err, false)
			return
		}
		hello.Seen = a.Seen
	}
	for i := range w.conns {
		if w.conns[i].client == a.Client {
			w.dismiss(w.conns[i].conn, errors.New("the client has connected again"), false)
			break
		}
	}
	w.conns = append(w.conns, attached{c, a.Client})
	c.Send(Frame{Epoch: w.m.epoch, Hello: hello})
	for _, d := range missed {
		c.Send(Frame{Epoch: w.m.epoch, Delivery: d})
	}
}

// hasRoom reports whether a client may connect: it is known, or there is room for it beside those that are known and
// those that are connected and have sent nothing yet.
func (w *Owner) hasRoom(name string) bool {
	if _, known := w.m.find(name); known {
		return true
	}
	n := len(w.m.clients)
	for i := range w.conns {
		if _, known := w.m.find(w.conns[i].client); !known && w.conns[i].client != name {
			n++
		}
	}
	return n < MaxClients || n < MaxClients+w.m.idle()
}

func (w *Owner) detach(c Conn) {
	for i := range w.conns {
		if w.conns[i].conn == c {
			w.conns = append(w.conns[:i], w.conns[i+1:]...)
			return
		}
	}
}

func (w *Owner) dismiss(c Conn, why error, again bool) {
	w.detach(c)
	c.Close(why, again)
}

// checkpoint makes a checkpoint when it is time for one. If it fails the next one comes later: the log is longer
// meanwhile.
func (w *Owner) checkpoint() {
	now := w.env.Now()
	if w.fresh || len(w.quiet) > 0 || now-w.saved < w.o.CheckpointTime && w.written < w.o.CheckpointBytes {
		return
	}
	w.saved = now
	if err := w.save(); err != nil {
		w.report("%v", err)
		return
	}
	w.written, w.fresh = 0, true
}

func (w *Owner) save() (err error) {
	w.left, err = saveCheckpoint(w.m, w.stores, w.env.Random(), w.left, int64(w.o.History/time.Second)*int64(w.m.TPS()))
	return err
}

// giveAway ends the epoch at a checkpoint and releases the lease, so that another node continues at once, perhaps with
// another version of the engine.
func (w *Owner) giveAway() error {
	if err := w.flush(nil, nil, nil); err != nil {
		return err
	}
	if !w.fresh {
		if err := w.save(); err != nil {
			return err
		}
	}
	return w.lease.release()
}

// close sends all clients away. They connect again.
func (w *Owner) close(why error) {
	for _, x := range w.inbox.set(false) {
		if x.attach != nil {
			x.conn.Close(why, true)
		}
	}
	for _, x := range w.doubted {
		x.conn.Close(fmt.Errorf("%w: it is %d, and epoch %d has begun", ErrStale, w.m.epoch, x.epoch), true)
	}
	for _, c := range w.conns {
		c.conn.Close(why, true)
	}
	w.conns, w.doubted = nil, nil
}
