package zone

import (
	"errors"
	"time"
)

// Role is what a node does for a zone.
type Role uint8

// Roles.
const (
	Idle   Role = iota // nothing
	Follow             // follows the log, to take over at once
	Own                // owns the zone as soon as it can
)

// Keeper follows, takes over and owns one zone on one node. Its Run is the only user of it, but for Inbox.
type Keeper struct {
	Spec     Spec
	Stores   *Stores
	Programs *Programs
	Env      Env
	Options  *Options
	// Role returns what the node should do for the zone now.
	Role func() Role
	// Able is called with false when the node cannot replay the zone for failLeases leases, so that the next node takes
	// it, and with true when it can again; nil: nobody is told.
	Able func(able bool)
	// Moves returns what the store said lately of agents on their way from and to the zone, and Exists whether there is a
	// zone; nil: no agents move.
	Moves  func() []Value
	Exists func(zone string) bool
	// Desired returns the hash of the program that the zone should have; nil: it keeps its program.
	Desired func() string
	// Zones returns the zones that there are; nil: agents perceive nothing of other zones.
	Zones func() []Spec
	Inbox Inbox

	machine *Machine // nil: the zone is not followed
	seen    uint64   // revision of the lease
	since   time.Duration
	looked  bool // seen and since are set
	told    string

	failing bool          // follow has failed
	unable  bool          // that was reported
	failed  time.Duration // when it began
	tried   time.Duration // when it failed last
}

const (
	// failLeases is for how many leases a node must fail to replay a zone before it leaves it to the next one.
	failLeases = 3
	// backLeases is for how many leases a lease must not have been renewed until an older value of it counts.
	backLeases = 2
	// retryLeases is after how many leases such a node tries again.
	retryLeases = 10
)

// followMessages is the maximum number of messages that a follower replays before it looks at the lease again.
const followMessages = 256

// Run keeps the zone until the node stops, or the role is over and end returns true.
func (k *Keeper) Run(end func() bool) {
	for !k.Env.Stopping() && !end() {
		if err := k.round(); err != nil {
			k.report(err)
		}
		k.Env.Sleep(k.Options.Poll)
	}
}

// report reports an error, once as long as it stays the same.
func (k *Keeper) report(err error) {
	if text := err.Error(); text != k.told && k.Options.Report != nil {
		k.told = text
		k.Options.Report(text)
	}
}

// round looks at the lease, and takes over or follows.
func (k *Keeper) round() error {
	role := k.Role()
	if role == Idle {
		k.machine, k.looked = nil, false
		if k.unable && k.Env.Now()-k.tried > retryLeases*k.Options.Lease {
			return k.follow(0)
		}
		return nil
	}
	lease, rev, err := ReadLease(k.Stores.KV, k.Spec.Zone)
	if err != nil {
		return err
	}
	// An older revision is an old answer, as long as the owner may live: it would renew the lease. After that, the store
	// has lost what it had.
	back := rev < k.seen && k.Env.Now()-k.since > backLeases*k.Options.Lease
	if !k.looked || rev > k.seen || back {
		k.seen, k.since, k.looked = rev, k.Env.Now(), true
	}
	free := rev == 0 || lease.Node == "" || k.Env.Now()-k.since > k.Options.Lease
	if role == Own && rev == k.seen && free {
		return k.own(lease, rev)
	}
	return k.follow(followMessages)
}

// follow brings the machine nearer to the end of the log; 0: to the end. It notes whether that succeeds.
func (k *Keeper) follow(most int) error {
	err := k.replay(most)
	now := k.Env.Now()
	if k.tried = now; err == nil {
		k.failing = false
	} else if !k.failing {
		k.failing, k.failed = true, now
	}
	if unable := k.failing && (k.unable || now-k.failed > failLeases*k.Options.Lease); unable != k.unable {
		if k.unable = unable; k.Able != nil {
			k.Able(!unable)
		}
	}
	return err
}

func (k *Keeper) replay(most int) (err error) {
	if k.machine == nil {
		if k.machine, err = Open(k.Spec, k.Stores, k.Programs, k.Options); err != nil {
			return err
		}
	}
	if _, err = k.machine.CatchUp(k.Stores.Log, most); k.machine.broken || errors.Is(err, ErrGap) {
		k.machine = nil // a newer checkpoint may lie behind it
	}
	return err
}

// own takes over and makes ticks until the zone is lost or given away. The machine is discarded then: it may have made
// ticks that the log does not have.
func (k *Keeper) own(old Lease, rev uint64) error {
	if err := k.follow(0); err != nil {
		return err
	}
	nonce := k.Env.Random()
	lease, err := acquire(k.Stores.KV, k.Spec.Zone, old, rev, k.Options.Node, k.Options.URL, nonce, k.Env.Now())
	if err != nil {
		return err
	}
	m := k.machine
	k.machine = nil
	w, err := takeOver(m, k.Options, k.Stores, k.Programs, k.Env, lease, &k.Inbox)
	if err != nil {
		return err
	}
	w.moves, w.exists, w.desired, w.zones = k.Moves, k.Exists, k.Desired, k.Zones
	k.Inbox.set(true)
	w.report("epoch %d begins on node %s after tick %d", m.epoch, k.Options.Node, m.logged)
	err = k.tick(w)
	why := err
	if why == nil {
		why = errors.New("the zone moves to another node")
	}
	w.close(why)
	return err
}

// tick makes a tick whenever it is time for one. Time that was lost is not made up for.
func (k *Keeper) tick(w *Owner) error {
	interval := time.Second / time.Duration(w.m.TPS())
	for next := k.Env.Now(); ; {
		if k.Env.Stopping() || k.Role() != Own {
			return w.giveAway()
		}
		if err := w.keep(); err != nil {
			return err
		}
		if err := w.step(); err != nil {
			return err
		}
		w.checkpoint()
		now := k.Env.Now()
		if next += interval; next < now {
			next = now
		}
		if next > now {
			k.Env.Sleep(next - now)
		}
	}
}
