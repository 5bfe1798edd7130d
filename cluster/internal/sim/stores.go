package sim

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// errTime is the error of a call that was not answered in time.
var errTime = errors.New("no answer in time")

// errFull is the error of a store whose disk is full.
var errFull = errors.New("the disk is full")

// callTime is the time limit of a call to a store.
const callTime = 300 * time.Millisecond

// stores are the log, the values and the objects of a cluster, with their whole history.
type stores struct {
	world   *world
	logs    map[string]*log
	values  map[string][]zone.Value // all that a key has had; no data: it was deleted
	objects map[string][]byte
	rev     uint64
	seq     uint64
	unsafe  bool // appends are accepted whatever they expect: fencing is removed
	points  int  // calls that concern agents on their way, before and after each
	crashAt int  // at which of them the calling node crashes; 0: at none
	trims   int
	full    time.Duration // until then the disk takes nothing
	synced  *synced       // what a loss of power leaves; nil: all
	powers  int           // times that power was lost
}

// synced is what the stores have written to their disks.
type synced struct {
	logs    map[string]log
	values  map[string][]zone.Value
	objects map[string][]byte
	rev     uint64
	seq     uint64
}

// sync has the stores write all that they have to their disks.
func (s *stores) sync() {
	now := &synced{map[string]log{}, map[string][]zone.Value{}, maps.Clone(s.objects), s.rev, s.seq}
	for name, l := range s.logs {
		now.logs[name] = log{all: slices.Clone(l.all), first: l.first}
	}
	for key, list := range s.values {
		now.values[key] = slices.Clone(list)
	}
	s.synced = now
}

// losePower takes the stores back to what they have synced, and counts the messages that they had confirmed and lost.
func (s *stores) losePower() (lost int) {
	then := s.synced
	s.powers++
	for name, l := range s.logs {
		lost += len(l.all) - len(then.logs[name].all)
		*l = log{all: slices.Clone(then.logs[name].all), first: then.logs[name].first}
	}
	s.values, s.objects = map[string][]zone.Value{}, maps.Clone(then.objects)
	for key, list := range then.values {
		s.values[key] = slices.Clone(list)
	}
	s.rev, s.seq = then.rev, then.seq
	return lost
}

type log struct {
	all     []zone.Entry
	first   int  // index of the first that is not trimmed
	process bool // an append is in process
}

func newStores(w *world) *stores {
	return &stores{world: w, logs: map[string]*log{}, values: map[string][]zone.Value{}, objects: map[string][]byte{}}
}

func (s *stores) log(name string) *log {
	if s.logs[name] == nil {
		s.logs[name] = &log{}
	}
	return s.logs[name]
}

// view is the stores as a node sees them: over a network that is slow, and loses requests and answers.
type view struct {
	*stores
	node *node
}

// point is a moment at which a node may crash while an agent is on its way.
func (v view) point(concerned bool) {
	if !concerned {
		return
	}
	if v.points++; v.points == v.crashAt {
		v.world.after(0, func() { v.node.of.kill(v.node, 2*time.Second) })
		v.world.sleep(time.Hour) // it ends here
	}
}

// moves reports whether agents are on their way.
func (s *stores) moves() bool {
	for key, all := range s.values {
		if strings.HasPrefix(key, zone.MovePrefix) && all[len(all)-1].Data != nil {
			return true
		}
	}
	return false
}

// call makes a request, which may arrive and take effect after the caller has given up.
func (v view) call(do func(reply func())) error {
	w, answered := v.world, false
	w.park(func(wake func()) {
		w.after(callTime, wake)
		if v.node.loses() {
			return
		}
		power := v.powers
		w.after(v.node.delay(), func() {
			if v.powers != power { // it was lost while the request was on its way
				return
			}
			do(func() {
				if v.node.loses() {
					return
				}
				w.after(v.node.delay(), func() {
					answered = true
					wake()
				})
			})
		})
	})
	if !answered {
		return errTime
	}
	return nil
}

// Append implements zone.Log.
func (v view) Append(name string, expected uint64, data []byte) (seq uint64, err error) {
	w, l := v.world, v.log(name)
	data = slices.Clone(data)
	concerned := v.moves()
	v.point(concerned)
	defer func() { v.point(concerned) }()
	wrong := v.call(func(reply func()) {
		last := uint64(0)
		if len(l.all) > 0 {
			last = l.all[len(l.all)-1].Seq
		}
		if v.full > w.now {
			err = errFull
			reply()
			return
		}
		if l.process || last != expected && !v.unsafe {
			err = zone.ErrConflict
			reply()
			return
		}
		power := v.powers
		add := func() {
			if v.powers != power { // it was lost in process
				return
			}
			l.process = false
			v.seq += 1 + uint64(w.rand.IntN(3))
			seq = v.seq
			l.all = append(l.all, zone.Entry{Seq: seq, Data: data})
			reply()
		}
		if !v.node.slow() {
			add()
			return
		}
		l.process = true // its answer and its effect come later
		w.after(w.below(600*time.Millisecond), add)
	})
	if wrong != nil {
		return 0, wrong
	}
	return seq, err
}

// Last implements zone.Log.
func (v view) Last(name string) (e zone.Entry, ok bool, err error) {
	l := v.log(name)
	err = v.call(func(reply func()) {
		if n := len(l.all); n > l.first {
			e, ok = l.all[n-1], true
		}
		reply()
	})
	return e, ok, err
}

// Next implements zone.Log.
func (v view) Next(name string, after uint64) (e zone.Entry, ok bool, err error) {
	l := v.log(name)
	err = v.call(func(reply func()) {
		rest := l.all[l.first:]
		if i, _ := slices.BinarySearchFunc(rest, after+1, func(e zone.Entry, seq uint64) int { return int(int64(e.Seq) - int64(seq)) }); i < len(rest) {
			e, ok = rest[i], true
		}
		reply()
	})
	return e, ok, err
}

// Trim implements zone.Log.
func (v view) Trim(name string, below uint64) error {
	l := v.log(name)
	return v.call(func(reply func()) {
		for l.first < len(l.all) && l.all[l.first].Seq < below {
			l.first++
			v.trims++
		}
		reply()
	})
}

// Get implements zone.KV: it may return an older value.
func (v view) Get(key string) (x zone.Value, err error) {
	wrong := v.call(func(reply func()) {
		list := v.values[key]
		n := len(list)
		if n > 1 && v.world.chance(v.node.trouble(10)) {
			n -= 1 + v.world.rand.IntN(min(n-1, 3))
		}
		if n == 0 || list[n-1].Data == nil {
			err = zone.ErrNotFound
		} else {
			x = list[n-1]
		}
		reply()
	})
	if wrong != nil {
		return zone.Value{}, wrong
	}
	return x, err
}

// List implements zone.KV.
func (v view) List(prefix string) (list []zone.Value, err error) {
	err = v.call(func(reply func()) {
		list = v.list(prefix)
		reply()
	})
	return list, err
}

func (s *stores) list(prefix string) (list []zone.Value) {
	for key, all := range s.values {
		if x := all[len(all)-1]; strings.HasPrefix(key, prefix) && x.Data != nil {
			list = append(list, x)
		}
	}
	slices.SortFunc(list, func(a, b zone.Value) int { return strings.Compare(a.Key, b.Key) })
	return list
}

func (s *stores) set(key string, data []byte) uint64 {
	s.rev++
	s.values[key] = append(s.values[key], zone.Value{Key: key, Data: data, Revision: s.rev})
	return s.rev
}

// Create implements zone.KV.
func (v view) Create(key string, data []byte) (uint64, error) { return v.swap(key, data, 0) }

// Update implements zone.KV.
func (v view) Update(key string, data []byte, revision uint64) (uint64, error) {
	return v.swap(key, data, revision)
}

func (v view) swap(key string, data []byte, revision uint64) (rev uint64, err error) {
	v.point(strings.HasPrefix(key, zone.MovePrefix))
	defer func() { v.point(strings.HasPrefix(key, zone.MovePrefix)) }()
	if v.node.silent > v.world.now {
		v.world.sleep(callTime)
		return 0, errTime
	}
	wrong := v.call(func(reply func()) {
		is := uint64(0)
		if list := v.values[key]; len(list) > 0 && list[len(list)-1].Data != nil {
			is = list[len(list)-1].Revision
		}
		if v.full > v.world.now {
			err = errFull
		} else if is != revision {
			err = zone.ErrConflict
		} else {
			rev = v.set(key, slices.Clone(data))
		}
		reply()
	})
	if wrong != nil {
		return 0, wrong
	}
	return rev, err
}

// objects are the objects as a node sees them.
type objects struct{ view }

// Put implements zone.Objects.
func (o objects) Put(name string, data []byte) error {
	data = slices.Clone(data)
	var full error
	wrong := o.call(func(reply func()) {
		if o.full > o.world.now {
			full = errFull
		} else {
			o.stores.objects[name] = data
		}
		reply()
	})
	return errors.Join(wrong, full)
}

// Get implements zone.Objects.
func (o objects) Get(name string) (data []byte, err error) {
	wrong := o.call(func(reply func()) {
		if data = o.stores.objects[name]; data == nil {
			err = zone.ErrNotFound
		}
		reply()
	})
	return data, errors.Join(wrong, err)
}

// Delete implements zone.Objects and, for the view beneath, zone.KV.
func (o objects) Delete(name string) error {
	return o.call(func(reply func()) {
		delete(o.stores.objects, name)
		reply()
	})
}

// Delete implements zone.KV.
func (v view) Delete(key string) error {
	v.point(strings.HasPrefix(key, zone.MovePrefix))
	defer func() { v.point(strings.HasPrefix(key, zone.MovePrefix)) }()
	return v.call(func(reply func()) {
		v.set(key, nil)
		reply()
	})
}
