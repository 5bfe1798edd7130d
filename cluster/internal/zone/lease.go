package zone

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Lease says who may try to own a zone. The log decides who does: an owner without a lease can still append until
// another epoch begins there, and then no more.
type Lease struct {
	Node  string `json:"node"` // empty: the zone was given away
	URL   string `json:"url"`  // for clients
	Epoch uint64 `json:"epoch"`
	Nonce uint64 `json:"nonce,string"`
	Beat  uint64 `json:"beat"` // so that each renewal is another value
}

// ErrLeaseLost reports that another node has the lease.
var ErrLeaseLost = errors.New("another node has taken the zone's lease")

func leaseKey(zone string) string { return "lease." + zone }

// held is a lease that this node has.
type held struct {
	kv   KV
	zone string
	is   Lease
	rev  uint64
	last time.Duration // of the last renewal that succeeded
}

// ReadLease returns the lease of a zone, perhaps an older one; a zone without has the zero Lease.
func ReadLease(kv KV, zone string) (l Lease, rev uint64, err error) {
	v, err := kv.Get(leaseKey(zone))
	if errors.Is(err, ErrNotFound) {
		return l, 0, nil
	}
	if err == nil {
		err = json.Unmarshal(v.Data, &l)
	}
	return l, v.Revision, err
}

// acquire takes a lease that has the revision; 0: there is none.
func acquire(kv KV, zone string, old Lease, rev uint64, node, url string, nonce uint64, now time.Duration) (*held, error) {
	h := &held{kv: kv, zone: zone, is: Lease{Node: node, URL: url, Epoch: old.Epoch + 1, Nonce: nonce}, rev: rev, last: now}
	return h, h.write(h.is)
}

// write sets the lease if nobody else has.
func (h *held) write(l Lease) (err error) {
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	rev := h.rev
	if rev == 0 {
		rev, err = h.kv.Create(leaseKey(h.zone), data)
	} else {
		rev, err = h.kv.Update(leaseKey(h.zone), data, rev)
	}
	if err == nil {
		h.is, h.rev = l, rev
	}
	return err
}

// renew renews the lease. The error is ErrLeaseLost, wrapped, when another node has it; any other error leaves that
// open.
func (h *held) renew(now time.Duration) error {
	l := h.is
	l.Beat++
	err := h.write(l)
	if err == nil {
		h.last = now
		return nil
	}
	if !errors.Is(err, ErrConflict) {
		return err
	}
	is, rev, wrong := ReadLease(h.kv, h.zone)
	switch {
	case wrong != nil:
		return wrong
	case rev <= h.rev: // an older value
		return err
	case is.Nonce != h.is.Nonce:
		return fmt.Errorf("zone %s: %w: %s, with epoch %d", h.zone, ErrLeaseLost, is.Node, is.Epoch)
	}
	h.is, h.rev = is, rev // an earlier renewal whose answer was lost
	return err
}

// release gives the lease away.
func (h *held) release() error {
	l := h.is
	l.Node, l.URL, l.Beat = "", "", l.Beat+1
	return h.write(l)
}
