package zone

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

const checkpointMagic = "KRKC\x03"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checkpoint names the newest checkpoint of a zone.
type Checkpoint struct {
	Object string `json:"object"`
	Seq    uint64 `json:"seq"` // of the last message that it contains
	Epoch  uint64 `json:"epoch"`
	Tick   int64  `json:"tick"`
	Hash   uint64 `json:"hash,string"`
	Before string `json:"before,omitempty"` // the object of the one before, which is kept until the next
	// Old are objects that nothing needs any more. They stay here until it is certain that they are deleted.
	Old []string `json:"old,omitempty"`
}

// Snapshot returns the machine as bytes. All ticks that it has made must be in the log.
func (m *Machine) Snapshot() []byte {
	b := []byte(checkpointMagic)
	b = appendBytes(appendBytes(b, m.current), m.declined)
	b = appendBytes(b, m.by)
	for _, n := range [...]uint64{m.pos, m.epoch, uint64(m.logged), m.hash, uint64(m.base.Tick), m.base.Hash, uint64(len(m.clients))} {
		b = appendUint(b, n)
	}
	for _, c := range m.clients {
		b = appendUint(appendUint(appendBytes(b, c.name), c.seq), uint64(c.tick))
	}
	b = appendUint(b, uint64(len(m.kept)))
	for _, d := range m.kept {
		b = d.Append(b)
	}
	b = m.sights.append(m.passage.append(b))
	b = appendBytes(b, m.session.Snapshot(nil))
	sum := crc32.Checksum(b, castagnoli)
	return append(b, byte(sum), byte(sum>>8), byte(sum>>16), byte(sum>>24))
}

// RestoreMachine returns the machine that Snapshot has written.
func RestoreMachine(spec Spec, p *Programs, engine string, data []byte) (*Machine, error) {
	if len(data) < len(checkpointMagic)+4 || string(data[:len(checkpointMagic)]) != checkpointMagic {
		return nil, fmt.Errorf("zone %s: the checkpoint is %w, or of a newer version", spec.Zone, errDamaged)
	}
	body, tail := data[:len(data)-4], data[len(data)-4:]
	if sum := crc32.Checksum(body, castagnoli); sum != uint32(tail[0])|uint32(tail[1])<<8|uint32(tail[2])<<16|uint32(tail[3])<<24 {
		return nil, fmt.Errorf("zone %s: the checkpoint is %w", spec.Zone, errDamaged)
	}
	r := reader{b: body[len(checkpointMagic):]}
	current := r.text()
	program, o, err := spec.load(p, current)
	if err != nil {
		return nil, err
	}
	m := newMachine(spec, p, current, nil, engine)
	m.declined = r.text()
	m.by = r.text()
	m.pos, m.epoch, m.logged, m.hash = r.uint(), r.uint(), int64(r.uint()), r.uint()
	m.base = Mark{int64(r.uint()), r.uint()}
	for range r.count() {
		m.clients = append(m.clients, client{r.text(), r.uint(), int64(r.uint())})
	}
	for range r.count() {
		d := &Delivery{}
		d.read(&r)
		m.kept, m.bytes = append(m.kept, d), m.bytes+d.size()
	}
	m.passage.read(&r)
	m.sights.read(&r)
	snapshot := r.bytes()
	if err := r.end(); err != nil {
		return nil, fmt.Errorf("zone %s: the checkpoint is %w", spec.Zone, err)
	}
	if m.session, _, err = remote.Restore(program, o, snapshot); err != nil {
		return nil, fmt.Errorf("zone %s: %w", spec.Zone, err)
	}
	if _, err := m.session.Exchange(nil); err != nil { // it says which actions continue: clients know
		return nil, err
	}
	if tick, hash := m.session.Crowd().Tick(), m.session.Crowd().TraceHash(); tick != m.logged || hash != m.hash {
		return nil, fmt.Errorf("zone %s: %w: the checkpoint has tick %d and hash %016x, it says %d and %016x", spec.Zone, ErrDiverged, tick, hash, m.logged, m.hash)
	}
	return m, nil
}

func checkpointKey(zone string) string { return "checkpoint." + zone }

// readCheckpoint returns what names the newest checkpoint; false: there is none.
func readCheckpoint(kv KV, zone string) (c Checkpoint, v Value, ok bool, err error) {
	v, err = kv.Get(checkpointKey(zone))
	if errors.Is(err, ErrNotFound) {
		return c, v, false, nil
	}
	if err == nil {
		err = json.Unmarshal(v.Data, &c)
	}
	return c, v, err == nil, err
}

// saveCheckpoint stores the machine, names that as the newest checkpoint, and trims the log before it. A newer
// checkpoint stays the newest one. Left are objects of earlier attempts of which it is open whether they count: it
// returns those of which it still is. They, and what could not be deleted before, are deleted when nothing names them.
func saveCheckpoint(m *Machine, s *Stores, unique uint64, left []string) ([]string, error) {
	zone := m.spec.Zone
	now := Checkpoint{Object: fmt.Sprintf("checkpoint/%s/%d-%d-%x", zone, m.pos, m.epoch, unique), Seq: m.pos, Epoch: m.epoch, Tick: m.logged, Hash: m.hash}
	open := append(left, now.Object)
	if err := s.Objects.Put(now.Object, m.Snapshot()); err != nil {
		return open, fmt.Errorf("zone %s: checkpoint: %w", zone, err)
	}
	old, v, ok, err := readCheckpoint(s.KV, zone)
	if err != nil {
		return open, err
	}
	if ok && old.Seq >= now.Seq {
		return left, s.Objects.Delete(now.Object)
	}
	now.Before = old.Object
	for _, name := range old.Old {
		if s.Objects.Delete(name) != nil {
			now.Old = append(now.Old, name)
		}
	}
	for _, name := range append(slices.Clone(left), old.Before) {
		if name != "" && name != old.Object && !slices.Contains(old.Old, name) && !slices.Contains(now.Old, name) {
			now.Old = append(now.Old, name)
		}
	}
	data, err := json.Marshal(now)
	if err != nil {
		return open, err
	}
	if ok {
		_, err = s.KV.Update(v.Key, data, v.Revision)
	} else {
		_, err = s.KV.Create(checkpointKey(zone), data)
	}
	if errors.Is(err, ErrConflict) { // another was faster: this one will never count
		return left, fmt.Errorf("zone %s: checkpoint: %w", zone, errors.Join(err, s.Objects.Delete(now.Object)))
	}
	if err != nil {
		return open, fmt.Errorf("zone %s: checkpoint: %w", zone, err)
	}
	if err = s.Log.Trim(zone, now.Seq); err != nil { // the next one trims as well
		err = fmt.Errorf("zone %s: trimming the log: %w", zone, err)
	}
	for _, name := range now.Old {
		err = errors.Join(err, s.Objects.Delete(name))
	}
	return nil, err
}

// Stores are what the nodes of a cluster share.
type Stores struct {
	Log     Log
	KV      KV
	Objects Objects
	Views   Views // nil: zones show each other nothing
}

// Open returns the machine of a zone from its newest checkpoint, or a new one if there is none. CatchUp brings it to
// the end of the log.
func Open(spec Spec, s *Stores, p *Programs, o *Options) (m *Machine, err error) {
	c, _, ok, err := readCheckpoint(s.KV, spec.Zone)
	if err != nil {
		return nil, err
	}
	if ok {
		var data []byte
		if data, err = s.Objects.Get(c.Object); err != nil {
			return nil, fmt.Errorf("zone %s: the newest checkpoint: %w", spec.Zone, err)
		}
		m, err = RestoreMachine(spec, p, o.Engine, data)
	} else {
		m, err = NewMachine(spec, p, o.Engine)
	}
	if err == nil {
		m.use(o)
	}
	return m, err
}

// use takes the options that are for tests.
func (m *Machine) use(o *Options) {
	if m.anyMove = o.AnyMove; o.Hook != nil {
		m.hook = o.Hook()
	}
}

// NewestCheckpoint returns what names the newest checkpoint of a zone; one of no object: there is none.
func NewestCheckpoint(kv KV, zone string) (Checkpoint, error) {
	c, _, _, err := readCheckpoint(kv, zone)
	return c, err
}
