package zone

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

const checkpointMagic = "KRKC\x04"

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
	for _, n := range [...]uint64{m.pos, uint64(m.sum), m.epoch, uint64(m.logged), m.hash, uint64(m.base.Tick), m.base.Hash, uint64(len(m.clients))} {
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
	m.pos, m.sum, m.epoch, m.logged, m.hash = r.uint(), uint32(r.uint()), r.uint(), int64(r.uint()), r.uint()
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

// saveCheckpoint stores the machine, names that as the newest checkpoint, and trims the log before the oldest of those
// that are kept to look back for so many ticks: at least the one before, from which Open continues if the stores lose
// the newest one. A newer checkpoint stays the newest one. Left are objects of earlier attempts of which it is open whether they count: it returns those of which it still is. They, and
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
	now.Past, gone = old.keepPast(now.Tick, past) // before the first checkpoint there is the beginning, which is kept like one
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
	if err = s.Log.Trim(zone, now.Trimmed()); err != nil { // the next one trims as well
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
// the end of the log. Stores that lose power may have lost what they confirmed: the object of the newest checkpoint, or
// the end of the log that it contains. Then the machine is that of the newest checkpoint before that they have all of,
// and whoever takes over with it names that one the newest.
func Open(spec Spec, s *Stores, p *Programs, o *Options) (m *Machine, err error) {
	c, v, ok, err := readCheckpoint(s.KV, spec.Zone)
	if err != nil {
		return nil, err
	}
	if !ok {
		if m, err = NewMachine(spec, p, o.Engine); err == nil {
			m.use(o)
		}
		return m, err
	}
	last, _, err := s.Log.Last(spec.Zone)
	if err != nil {
		return nil, err
	}
	var why error
	for i, at := len(c.Past), (Past{c.Object, c.Seq, c.Tick}); ; at = c.Past[i] {
		if at.Seq > last.Seq {
			err = fmt.Errorf("the log ends with message %d, and the checkpoint contains message %d", last.Seq, at.Seq)
		} else if m, err = open(spec, s, p, o.Engine, at.Object); err != nil && !errors.Is(err, ErrNotFound) {
			return nil, err
		}
		if err == nil {
			if m.use(o); i < len(c.Past) {
				m.lost = &loss{c.before(i, m), v, c.Epoch, why}
			}
			return m, nil
		}
		if why == nil {
			why = fmt.Errorf("zone %s: %w: the newest checkpoint: %w", spec.Zone, ErrLost, err)
		}
		if i--; i < 0 {
			return nil, why
		}
	}
}

// open returns the machine of an object; of none: that of the beginning.
func open(spec Spec, s *Stores, p *Programs, engine, object string) (*Machine, error) {
	if object == "" {
		return NewMachine(spec, p, engine)
	}
	data, err := s.Objects.Get(object)
	if err != nil {
		return nil, err
	}
	return RestoreMachine(spec, p, engine, data)
}

// loss is what a machine does without that a store had confirmed.
type loss struct {
	then  Checkpoint // that the machine is from
	is    Value      // that names one which is not there
	epoch uint64     // of that one
	why   error
}

// before returns what names an earlier checkpoint as the newest one, from which a machine was opened just now.
func (c *Checkpoint) before(i int, m *Machine) Checkpoint {
	at := c.Past[i]
	then := Checkpoint{Object: at.Object, Seq: at.Seq, Epoch: m.epoch, Tick: at.Tick, Hash: m.hash, Past: c.Past[:i], Old: append(slices.Clone(c.Old), c.Object)}
	for _, x := range c.Past[i+1:] {
		then.Old = append(then.Old, x.Object)
	}
	return then
}

// disown names the checkpoint that the machine is from as the newest one, if stores have lost one that came later, and
// returns the epoch of that.
func (m *Machine) disown(kv KV) (epoch uint64, err error) {
	if m.lost == nil {
		return 0, nil
	}
	data, err := json.Marshal(m.lost.then)
	if err == nil {
		_, err = kv.Update(m.lost.is.Key, data, m.lost.is.Revision)
	}
	if err != nil {
		return 0, fmt.Errorf("%w: naming the one before: %w", m.lost.why, err)
	}
	epoch, m.lost = m.lost.epoch, nil
	return epoch, nil
}

// use takes the options that are for tests.
func (m *Machine) use(o *Options) {
	if m.anyMove = o.AnyMove; o.Hook != nil {
		m.hook = o.Hook()
	}
}

// Trimmed returns the message before which the zone's log may have been trimmed; 0: it never was.
func (c *Checkpoint) Trimmed() uint64 {
	if len(c.Past) > 0 {
		return c.Past[0].Seq
	}
	return c.Seq
}

// NewestCheckpoint returns what names the newest checkpoint of a zone; one of no object: there is none.
func NewestCheckpoint(kv KV, zone string) (Checkpoint, error) {
	c, _, _, err := readCheckpoint(kv, zone)
	return c, err
}
