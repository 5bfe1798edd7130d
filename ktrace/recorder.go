package ktrace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

var magic = []byte("KTRACE\r\n")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrUsed is returned when a recorder that already has a trace is given to another crowd.
var ErrUsed = errors.New("trace: a Recorder writes the trace of one crowd; make another for the next")

// Options configure a recorder.
type Options struct {
	// CheckpointTicks is the number of ticks between two checkpoints; 0: DefaultCheckpointTicks. If it is negative,
	// [Recorder.Begin] returns an error.
	CheckpointTicks int64
	// SnapshotTicks is the number of ticks between two snapshots, at which a replay can start: more snapshots make
	// seeking faster. 0: as many as SnapshotSeconds; below 0: no snapshots.
	//
	// The recorder writes fewer snapshots, with up to four times the ticks between them, if they would take more space
	// than all other records. It writes more, up to five times as many, if they take only a fifth of the space, or as
	// many as needed to replay in a tenth of a second.
	SnapshotTicks int64
	// Packed compresses blocks. It takes some 10 ns a byte, in the goroutine of the crowd, and affects only the size of
	// the file.
	Packed bool
	// Figures appends the positions of agents and other figures to buf, for display: the recorder calls it
	// [FiguresPerSecond] times in a simulated second, after a tick. It must not change the crowd. No decision depends
	// on it. nil: positions are not recorded.
	Figures func(buf []Figure) []Figure
	// Land is the fixed parts of the world, at most MaxFeatures.
	Land []Feature
}

// SnapshotSeconds is the default simulated time between two snapshots.
const SnapshotSeconds = 5

// DefaultCheckpointTicks is ten seconds at the usual rate: a wrong state is detected soon, and the file is hardly
// longer.
const DefaultCheckpointTicks = 100

// Recorder writes a trace to a stream, block by block. Pass it to a crowd, and close it after the last tick. Errors of
// the stream do not disturb the crowd: the recorder keeps the first one, and [Recorder.Close] returns it. Not safe for
// concurrent use.
type Recorder struct {
	w       io.Writer
	options Options
	enc     encoder
	buf     []byte // the current block
	block   uint32 // number of the next block
	head    [8]byte
	err     error
	late    error // of the figures: the rest of the trace is valid
	begun   bool
	ending  func() Record
	closed  bool
	at      int64 // bytes written so far
	shots   shots
	figures figures
	packer  packer
}

// NewRecorder returns a recorder that writes to w. It writes blocks of up to [MaxBlock] bytes, so w needs no buffer.
func NewRecorder(w io.Writer, o Options) *Recorder {
	if o.CheckpointTicks == 0 {
		o.CheckpointTicks = DefaultCheckpointTicks
	}
	return &Recorder{w: w, options: o, buf: make([]byte, 0, MaxBlock)}
}

// CheckpointTicks returns the number of ticks between two checkpoints.
func (r *Recorder) CheckpointTicks() int64 { return r.options.CheckpointTicks }

// Begin writes the header. A crowd calls it. When the trace is closed, the recorder calls ending for the last record.
func (r *Recorder) Begin(h *Header, ending func() Record) error {
	switch {
	case r.begun:
		return ErrUsed
	case r.options.CheckpointTicks < 0:
		return fmt.Errorf("trace: Options.CheckpointTicks is %d; it must be 0 or more", r.options.CheckpointTicks)
	case len(h.Files)+len(h.Options)+len(h.Consts)+len(h.Names.Kinds)+len(h.Names.Fields) > MaxHeaderEntries:
		return errors.New("trace: the program has too many files or constants")
	case len(h.Names.Fields) > MaxFields:
		return errors.New("trace: events have too many fields")
	}
	r.begun, r.ending = true, ending
	if len(r.options.Land) > 0 {
		with := *h
		with.Land, h = r.options.Land[:min(len(r.options.Land), MaxFeatures)], &with
	}
	r.write(binary.AppendUvarint(magic[:len(magic):len(magic)], Version))
	r.buf = appendHeader(r.buf, h, func(b []byte) []byte {
		r.buf = b
		r.makeRoom()
		return r.buf
	})
	r.Flush()
	return nil
}

// Write adds a record. A crowd calls it. It allocates nothing.
func (r *Recorder) Write(rec *Record) {
	if r.err != nil || r.closed {
		return
	}
	if rec.Kind == KindTick && len(r.buf) >= flushAt {
		r.Flush()
	}
	if rec.Kind == KindSpawn {
		r.figures.next = 0 // the new agent's figure is recorded with the next tick
	}
	if rec.Kind == KindSnapshot && rec.Index == 0 {
		r.Flush() // so that the snapshot begins a block
		r.shots.note(Place{rec.Tick, r.at, r.block})
	}
	r.buf = r.enc.record(r.buf, rec)
	r.shots.work += recordWork + wordWork*int64(len(rec.Writes))
	r.makeRoom()
}

// EndTick writes the current block, so that it can be read even if the process dies. A crowd calls it. Block boundaries
// do not depend on a clock, so the same run gives the same bytes.
func (r *Recorder) EndTick() { r.Flush() }

// makeRoom writes the block if another record might not fit.
func (r *Recorder) makeRoom() {
	if len(r.buf) > MaxBlock-maxRecord {
		r.Flush()
	}
}

// Flush writes the current block, so that it can be read even if nothing follows.
func (r *Recorder) Flush() {
	if len(r.buf) == 0 || r.err != nil {
		return
	}
	payload, length := r.buf, uint32(len(r.buf))
	if r.options.Packed && r.buf[0] != byte(KindSnapshot) {
		if packed := r.packer.pack(r.buf); len(packed) < len(r.buf) {
			payload, length = packed, uint32(len(packed))|packedBlock
		}
	}
	binary.LittleEndian.PutUint32(r.head[:], length)
	binary.LittleEndian.PutUint32(r.head[4:], checkOf(r.block, payload))
	r.write(r.head[:])
	r.write(payload)
	r.buf = r.buf[:0]
	r.block++
}

// checkOf returns the checksum of a block. It includes the block's number, so that a missing block is detected.
func checkOf(number uint32, payload []byte) uint32 {
	return crc32.Update(number*0x9e3779b9, castagnoli, payload)
}

func (r *Recorder) write(b []byte) {
	if r.err != nil {
		return
	}
	back := false
	defer func() {
		if !back {
			r.Fail(fmt.Errorf("trace: the writer did not return: %v", recover()))
		}
	}()
	_, err := r.w.Write(b)
	back = true
	if err != nil {
		r.Fail(err)
	}
	r.at += int64(len(b))
}

// Fail ends the trace before the next record, with an error for Err and Close. A crowd calls it.
func (r *Recorder) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Err returns the first error of the stream.
func (r *Recorder) Err() error {
	if r.err == nil {
		return r.late
	}
	return r.err
}

// Close ends the trace and returns the first error of the stream. It does not close the stream. Nothing is recorded
// afterwards.
func (r *Recorder) Close() error {
	if r.begun && !r.closed {
		last := r.ending()
		r.writeIndex()
		r.Write(&last)
		r.Flush()
		r.write(r.trailer())
		r.closed = true
	}
	return r.Err()
}
