package action

import "github.com/karakuri-ai/karakuri/internal/codec"

// Transfer tracks running actions of the host from one set of instances to another, which reads what the first has
// saved, so that the caller knows which actions do not carry over. Data saved with a transfer can be read only with
// it.
type Transfer struct {
	Agent AgentID // the agent whose actions are being saved
	items []Moved
	here  map[Handle]int // by handle in the new instances: which item it is
}

// Moved is a running action and its agent.
type Moved struct {
	Handle Handle
	Agent  AgentID
}

// Follow makes a transfer track everything that is saved, restored and dropped from now on; nil: no transfer.
func (in *Instances) Follow(t *Transfer) { in.transfer = t }

// Begin makes the transfer an empty one.
func (t *Transfer) Begin() {
	t.items = t.items[:0]
	if t.here == nil {
		t.here = map[Handle]int{}
	}
	clear(t.here)
}

// Again resets the transfer, because the same data is read once more.
func (t *Transfer) Again() { clear(t.here) }

// Lost appends to dst the actions that have not carried over, in the order in which they were saved. They continue in
// the first set of instances.
func (t *Transfer) Lost(dst []Moved) []Moved {
	kept := make([]bool, len(t.items))
	for _, i := range t.here {
		kept[i] = true
	}
	for i, m := range t.items {
		if !kept[i] {
			dst = append(dst, m)
		}
	}
	return dst
}

// save writes which item an instance is.
func (t *Transfer) save(b []byte, h Handle) []byte {
	if t == nil {
		return b
	}
	t.items = append(t.items, Moved{h, t.Agent})
	return codec.AppendUint(b, len(t.items)-1)
}

// read reads that.
func (t *Transfer) read(r *codec.Reader) (item int) {
	if t == nil {
		return 0
	}
	return r.Below(len(t.items))
}

// restored records that an item continues.
func (t *Transfer) restored(h Handle, item int) {
	if t != nil {
		t.here[h] = item
	}
}

// dropped notes that it does not after all.
func (t *Transfer) dropped(h Handle) {
	if t != nil {
		delete(t.here, h)
	}
}
