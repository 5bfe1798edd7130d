package action

import "github.com/karakuri-ai/karakuri/internal/codec"

// Transfer follows running actions of the host from one set of instances to another, which reads what the first has saved: so that whoever
// does it knows which do not go over. What is saved with a transfer can be read with it only.
type Transfer struct {
	Agent AgentID // whose actions are being saved
	items []Moved
	here  map[Handle]int // by handle in the new instances: which item it is
}

// Moved is a running action and whose it is.
type Moved struct {
	Handle Handle
	Agent  AgentID
}

// Follow has a transfer follow what is saved, revived and dropped from now on; nil: none does.
func (in *Instances) Follow(t *Transfer) { in.transfer = t }

// Begin makes the transfer an empty one.
func (t *Transfer) Begin() {
	t.items = t.items[:0]
	if t.here == nil {
		t.here = map[Handle]int{}
	}
	clear(t.here)
}

// Again has nothing gone over yet: what was saved is read once more.
func (t *Transfer) Again() { clear(t.here) }

// Lost returns the actions that have not gone over, in the order in which they were saved: they go on running in the first set of instances. The
// slice is appended to dst.
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

// revived notes that an item goes on.
func (t *Transfer) revived(h Handle, item int) {
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
