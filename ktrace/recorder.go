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

// ErrUsed is the error of beginning a trace with a recorder that has one already.
var ErrUsed = errors.New("trace: a Recorder writes the trace of one crowd; make another for the next")

// Options set up a recorder.
type Options struct {
	// CheckpointTicks is how many ticks lie between two checkpoints; 0: DefaultCheckpointTicks. Below 0 no crowd is recorded: [Recorder.Begin] returns an error.
	CheckpointTicks int64
	// SnapshotTicks is how many ticks lie between two snapshots, from which a replay can go on without what was before: it seeks the faster, the
	// more there are. There are fewer where they would take more room than all else: up to four times as many ticks lie between them then; and up to five times as many where
	// so much happens that they take a fifth of the room, or as many as it takes to make no more than a tenth of a second again. 0: those of
	// SnapshotSeconds; below 0: there are none.
	SnapshotTicks int64
	// Packed has blocks deflated. It takes some 10 ns a byte, in the goroutine of the crowd. It shows nowhere but in
	// the size of the file.
	Packed bool
	// Figures appends where agents and other figures are to buf, for whoever looks at the trace: it is called [FiguresPerSecond] times in a simulated second, after a tick,
	// and must not change the crowd. Nothing that is decided depends on it. nil: that is not told.
	Figures func(buf []Figure) []Figure
	// Land is what does not move, at most MaxFeatures of it.
	Land []Feature
}

// SnapshotSeconds is how much simulated time lies between two snapshots, where nothing is said.
const SnapshotSeconds = 5

// DefaultCheckpointTicks is ten seconds at the usual rate: a state that goes astray is noticed soon, and the file is hardly longer.
const DefaultCheckpointTicks = 100

// Recorder writes a trace to a stream, block by block. Give it to a crowd, and close it when the crowd is done with. What goes wrong with
// the stream does not disturb the crowd: the first error is kept and returned by [Recorder.Close]. Not safe for concurrent use.
type Recorder struct {
	w       io.Writer
	options Options
	enc     encoder
	buf     []byte // the block in the making
	block   uint32 // number of the next block
	head    [8]byte
	err     error
	late    error // of the figures: the rest of the trace is as it should be
	begun   bool
	ending  func() Record
	closed  bool
	at      int64 // bytes written so far
	shots   shots
	figures figures
	packer  packer
}

// NewRecorder returns a recorder that writes to w. It writes blocks of up to [MaxBlock] bytes, so that w needs no buffer.
func NewRecorder(w io.Writer, o Options) *Recorder {
	if o.CheckpointTicks == 0 {
		o.CheckpointTicks = DefaultCheckpointTicks
	}
	return &Recorder{w: w, options: o, buf: make([]byte, 0, MaxBlock)}
}

// CheckpointTicks returns how many ticks lie between two checkpoints.
func (r *Recorder) CheckpointTicks() int64 { return r.options.CheckpointTicks }

// Begin writes the header. It is for crowds: ending is asked for the last record when the trace is closed.
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

// Write adds a record. It is for crowds. It allocates nothing.
func (r *Recorder) Write(rec *Record) {
	if r.err != nil || r.closed {
		return
	}
	if rec.Kind == KindTick && len(r.buf) >= flushAt {
		r.Flush()
	}
	if rec.Kind == KindSpawn {
		r.figures.next = 0 // who it is, is told with the next tick
	}
	if rec.Kind == KindSnapshot && rec.Index == 0 {
		r.Flush() // it can be found then
		r.shots.note(Place{rec.Tick, r.at, r.block})
	}
	r.buf = r.enc.record(r.buf, rec)
	r.shots.work += recordWork + wordWork*int64(len(rec.Writes))
	r.makeRoom()
}

// EndTick writes what there is as a block: it can then be read whatever becomes of the process. It is for crowds. Where blocks end does not depend on any clock, so that the same run
// gives the same bytes.
func (r *Recorder) EndTick() { r.Flush() }

// makeRoom writes the block if another record might not fit in.
func (r *Recorder) makeRoom() {
	if len(r.buf) > MaxBlock-maxRecord {
		r.Flush()
	}
}

// Flush writes what there is as a block: it can then be read even if nothing follows.
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

// checkOf returns the check of a block: with its number, so that none can be missing.
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
			r.Fail(fmt.Errorf("trace: the writer did not come back: %v", recover()))
		}
	}()
	_, err := r.w.Write(b)
	back = true
	if err != nil {
		r.Fail(err)
	}
	r.at += int64(len(b))
}

// Fail ends the trace before what is written next, with an error for Err and Close. It is for crowds.
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

// Close ends the trace and returns the first error of the stream. The stream is not closed. What the crowd does later is not recorded.
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
