package zone

import (
	"fmt"
)

// Record is one step of a zone, in its log.
type Record struct {
	Kind  Kind
	Epoch uint64 // of the owner who wrote it
	// From and To are the ticks that it covers. All ticks before To had neither inputs nor commands; the inputs stand
	// before To. A beginning of an epoch has the tick after which it begins, twice.
	From, To int64
	Hash     uint64 // of the run after To
	Inputs   []Input
	Moves    []Move
	Owner    string // of KindEpoch: the node
	Nonce    uint64 // of KindEpoch: a number that no other owner has
	Engine   string // of KindEpoch: the version of the engine
	Program  string // of KindEpoch: the hash of the program
}

// Kind is the kind of a record.
type Kind uint8

// Kinds of records. Their numbers are part of the log.
const (
	KindEpoch Kind = 1 // an owner begins
	KindTicks Kind = 2 // ticks were made
)

// Input is a message of a client. Reports of actions, percepts, bodies and whatever else a game answers are items of
// its batch: a session asks nothing in between.
type Input struct {
	Client string
	Seq    uint64 // from 1
	Leave  bool   // the client is gone for good: nothing is kept for it
	Batch  []byte
	// Rejected is why nobody carries the batch out: the engine has panicked. Empty: it is carried out.
	Rejected string
	// Depart is an agent that the client sends to another zone, instead of a batch; nil: none.
	Depart *Departure
}

// What an input is. The numbers are part of the log.
const (
	inputBatch  = 0
	inputLeave  = 1
	inputDepart = 2
)

const (
	recordVersion  = 2
	messageVersion = 1
	// messageRoom is the room that a message's head may take.
	messageRoom = 64
)

// Append appends the record to bytes.
func (r *Record) Append(b []byte) []byte {
	b = append(b, recordVersion, byte(r.Kind))
	b = appendUint(b, r.Epoch)
	b = appendUint(b, uint64(r.From))
	b = appendUint(b, uint64(r.To))
	b = appendUint(b, r.Hash)
	if r.Kind == KindEpoch {
		b = appendUint(appendBytes(b, r.Owner), r.Nonce)
		return appendBytes(appendBytes(b, r.Engine), r.Program)
	}
	b = appendUint(b, uint64(len(r.Inputs)))
	for i := range r.Inputs {
		in := &r.Inputs[i]
		what := uint64(inputBatch)
		if in.Leave {
			what = inputLeave
		} else if in.Depart != nil {
			what = inputDepart
		}
		b = appendUint(appendUint(appendBytes(b, in.Client), in.Seq), what)
		if b = appendBytes(appendBytes(b, in.Rejected), in.Batch); what == inputDepart {
			b = appendBytes(appendUint(b, uint64(in.Depart.Agent)), in.Depart.To)
		}
	}
	b = appendUint(b, uint64(len(r.Moves)))
	for i := range r.Moves {
		b = appendMove(b, &r.Moves[i])
	}
	return b
}

// ReadRecord reads what Append has written. The record's batches are parts of b.
func ReadRecord(b []byte) (*Record, error) {
	if len(b) < 2 || b[0] != recordVersion {
		return nil, fmt.Errorf("zone: the record of a log is %w, or of a newer version", errDamaged)
	}
	r := &Record{Kind: Kind(b[1])}
	in := reader{b: b[2:]}
	r.Epoch, r.From, r.To, r.Hash = in.uint(), int64(in.uint()), int64(in.uint()), in.uint()
	switch r.Kind {
	case KindEpoch:
		r.Owner, r.Nonce, r.Engine, r.Program = in.text(), in.uint(), in.text(), in.text()
	case KindTicks:
		for range in.count() {
			x := Input{Client: in.text(), Seq: in.uint()}
			what := in.uint()
			x.Leave, x.Rejected, x.Batch = what == inputLeave, in.text(), in.bytes()
			if what == inputDepart {
				x.Depart = &Departure{int64(in.uint()), in.text()}
			}
			r.Inputs = append(r.Inputs, x)
		}
		for range in.count() {
			r.Moves = append(r.Moves, readMove(&in))
		}
	default:
		return nil, fmt.Errorf("zone: the record of a log has the unknown kind %d", r.Kind)
	}
	if err := in.end(); err != nil {
		return nil, fmt.Errorf("zone: the record of a log is %w", err)
	}
	return r, nil
}

// message is a part of a record, small enough for the log. The last part makes the record count.
type message struct {
	epoch uint64
	prev  uint64 // sequence of the message before it: a reader sees that none is missing
	part  uint64 // from 0
	parts uint64
	body  []byte
}

func (m *message) append(b []byte) []byte {
	b = append(b, messageVersion)
	b = appendUint(appendUint(b, m.epoch), m.prev)
	b = appendUint(appendUint(b, m.part), m.parts)
	return append(b, m.body...)
}

func readMessage(b []byte) (m message, err error) {
	if len(b) == 0 || b[0] != messageVersion {
		return m, fmt.Errorf("zone: a message of a log is %w, or of a newer version", errDamaged)
	}
	r := reader{b: b[1:]}
	m.epoch, m.prev, m.part, m.parts = r.uint(), r.uint(), r.uint(), r.uint()
	m.body = r.b
	if r.bad || m.part >= m.parts {
		return m, fmt.Errorf("zone: a message of a log is %w", errDamaged)
	}
	return m, nil
}

// Follows returns which message of a zone's log a message comes after; 0: it is the first.
func Follows(data []byte) (uint64, error) {
	m, err := readMessage(data)
	return m.prev, err
}

// split cuts a record into bodies of messages that have at most so many bytes.
func split(record []byte, most int) (bodies [][]byte) {
	most -= messageRoom
	for len(record) > most {
		bodies, record = append(bodies, record[:most]), record[most:]
	}
	return append(bodies, record)
}

// joiner puts records together from messages.
type joiner struct {
	epoch, next uint64 // of the record that is not complete; next is 0: none
	body        []byte
}

// add takes a message, and returns the record if that is complete. A record of which an owner wrote only the first
// parts never counts: the next first part ends it.
func (j *joiner) add(m message) (*Record, error) {
	if m.part == 0 {
		j.epoch, j.next, j.body = m.epoch, 0, nil
	}
	if m.part != j.next || m.epoch != j.epoch {
		return nil, fmt.Errorf("zone: part %d of a record follows part %d of epoch %d: the log is %w", m.part, j.next, j.epoch, errDamaged)
	}
	j.next++
	if m.parts == 1 {
		j.next = 0
		return ReadRecord(m.body)
	}
	j.body = append(j.body, m.body...)
	if m.part+1 < m.parts {
		return nil, nil
	}
	body := j.body
	*j = joiner{}
	return ReadRecord(body)
}
