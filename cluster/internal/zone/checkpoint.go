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

// Past names an earlier checkpoint.
type Past struct {
	Object string `json:"object"` // empty: the beginning, from which the whole log is there
	Seq    uint64 `json:"seq"`
	Tick   int64  `json:"tick"`
}

// MaxPast is the maximum number of earlier checkpoints that a zone keeps.
const MaxPast = 64

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checkpoint names the newest checkpoint of a zone.
type Checkpoint struct {
	Object string `json:"object"`
	Seq    uint64 `json:"seq"` // of the last message that it contains
	Epoch  uint64 `json:"epoch"`
	Tick   int64  `json:"tick"`
	Hash   uint64 `json:"hash,string"`
	// Past are those before it that are kept, the oldest first: at least the one before.
	Past []Past `json:"past,omitempty"`
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
	m, snapshot, err := readMachine(spec, p, engine, data)
	if err != nil {
		return nil, err
	}
	program, o, err := spec.load(p, m.current)
	if err != nil {
		return nil, err
	}
	if m.session, _, err = remote.Restore(program, o, snapshot); err != nil {
		return nil, fmt.Errorf("zone %s: %w", spec.Zone, err)
	}
	return m, m.resume()
}

// Rollback takes the machine back to what Snapshot has written, of the same program. Its crowd stays the same object.
// After an error it must be discarded.
func (m *Machine) Rollback(data []byte) error {
	then, snapshot, err := readMachine(m.spec, m.programs, m.engine, data)
	if err != nil {
		return err
	}
	if then.current != m.current {
		return fmt.Errorf("zone %s had another program then", m.spec.Zone)
	}
	if err := m.session.Rollback(snapshot); err != nil {
		return fmt.Errorf("zone %s: %w", m.spec.Zone, err)
	}
	then.session, then.hook, then.anyMove = m.session, m.hook, m.anyMove
	*m = *then
	return m.resume()
}

// resume begins to use a session that was restored.
func (m *Machine) resume() error {
	if _, err := m.session.Exchange(nil); err != nil { // it says which actions continue: clients know
		return err
	}
	if tick, hash := m.session.Crowd().Tick(), m.session.Crowd().TraceHash(); tick != m.logged || hash != m.hash {
		return fmt.Errorf("zone %s: %w: the checkpoint has tick %d and hash %016x, it says %d and %016x", m.spec.Zone, ErrDiverged, tick, hash, m.logged, m.hash)
	}
	return nil
}

// readMachine reads all of a machine but its session, whose snapshot it returns.
func readMachine(spec Spec, p *Programs, engine string, data []byte) (m *Machine, snapshot []byte, err error) {
	if len(data) < len(checkpointMagic)+4 || string(data[:len(checkpointMagic)]) != checkpointMagic {
		return nil, nil, fmt.Errorf("zone %s: the checkpoint is %w, or of a newer version", spec.Zone, errDamaged)
	}
	body, tail := data[:len(data)-4], data[len(data)-4:]
	if sum := crc32.Checksum(body, castagnoli); sum != uint32(tail[0])|uint32(tail[1])<<8|uint32(tail[2])<<16|uint32(tail[3])<<24 {
		return nil, nil, fmt.Errorf("zone %s: the checkpoint is %w", spec.Zone, errDamaged)
	}
	r := reader{b: body[len(checkpointMagic):]}
	m = newMachine(spec, p, r.text(), nil, engine)
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
	snapshot = r.bytes()
	if err := r.end(); err != nil {
		return nil, nil, fmt.Errorf("zone %s: the checkpoint is %w", spec.Zone, err)
	}
	return m, snapshot, nil
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

// keepPast adds the newest checkpoint so far to those before it. It returns those that are kept, so that a zone can be
// played again for as many ticks, and the objects of the others.
func (c *Checkpoint) keepPast(tick, ticks int64) (kept []Past, gone []string) {
	kept = append(slices.Clone(c.Past), Past{c.Object, c.Seq, c.Tick})
	for len(kept) > MaxPast || len(kept) > 1 && kept[1].Tick <= tick-ticks {
		gone, kept = append(gone, kept[0].Object), kept[1:]
	}
	return kept, gone
}

// saveCheckpoint stores the machine, names that as the newest checkpoint, and trims the log before it, or before the
// oldest of those that are kept to look back for so many ticks. A newer checkpoint stays the newest one. Left are
// objects of earlier attempts of which it is open whether they count: it returns those of which it still is. They, and
// what could not be deleted before, are deleted when nothing names them.
func saveCheckpoint(m *Machine, s *Stores, unique uint64, left []string, past int64) ([]string, error) {
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
	var gone []string
	trim := now.Seq
	if ok || past > 0 { // before the first checkpoint there is the beginning, which is kept like a checkpoint
		if now.Past, gone = old.keepPast(now.Tick, past); past > 0 {
			trim = now.Past[0].Seq
		}
	}
	for _, name := range old.Old {
		if s.Objects.Delete(name) != nil {
			now.Old = append(now.Old, name)
		}
	}
	for _, name := range append(slices.Clone(left), gone...) {
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
	if err = s.Log.Trim(zone, trim); err != nil { // the next one trims as well
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
