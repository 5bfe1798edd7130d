package cluster

import (
	"encoding/binary"
	"errors"

	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// Kinds of frames on a connection. Their numbers are part of the protocol.
const (
	frameHello    = 1 // of a node
	frameDelivery = 2
	frameBye      = 3
	frameInput    = 1 // of a game
)

// What an input of a game is. The numbers are part of the protocol.
const (
	inputBatch  = 0
	inputLeave  = 1
	inputDepart = 2
)

// protocol is the version of frames and queries.
const protocol = 2

var errFrame = errors.New("the frame is damaged, or of another version")

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// appendFrame appends what an owner says.
func appendFrame(b []byte, f zone.Frame) []byte {
	if h := f.Hello; h != nil {
		b = binary.AppendUvarint(append(b, frameHello), f.Epoch)
		b = binary.AppendUvarint(b, uint64(h.Seen.Tick))
		b = binary.AppendUvarint(b, h.Seen.Hash)
		b = binary.AppendUvarint(b, h.Received)
		return appendText(binary.AppendUvarint(b, uint64(h.TPS)), h.Manifest)
	}
	return f.Delivery.Append(binary.AppendUvarint(append(b, frameDelivery), f.Epoch))
}

// bye is the last frame of a connection.
type bye struct {
	why   string
	again bool // the game can connect again
}

func (x bye) append(b []byte) []byte {
	again := byte(0)
	if x.again {
		again = 1
	}
	return append(append(b, frameBye, again), x.why...)
}

// readFrame reads what an owner says, or its goodbye.
func readFrame(b []byte) (f zone.Frame, end *bye, err error) {
	if len(b) < 2 {
		return f, nil, errFrame
	}
	kind, b := b[0], b[1:]
	if kind == frameBye {
		return f, &bye{string(b[1:]), b[0] == 1}, nil
	}
	var n int
	uint := func() (v uint64) {
		v, n = binary.Uvarint(b)
		if n <= 0 {
			b, err = nil, errFrame
			return 0
		}
		b = b[n:]
		return v
	}
	f.Epoch = uint()
	switch kind {
	case frameHello:
		h := &zone.Hello{Seen: zone.Mark{Tick: int64(uint()), Hash: uint()}, Received: uint(), TPS: int(uint())}
		if length := uint(); length == uint64(len(b)) {
			h.Manifest = string(b)
		} else {
			err = errFrame
		}
		f.Hello = h
	case frameDelivery:
		if err == nil {
			f.Delivery, err = zone.ReadDelivery(b)
		}
	default:
		err = errFrame
	}
	return f, nil, err
}

// appendInput appends what a game says.
func appendInput(b []byte, in zone.Input) []byte {
	b = binary.AppendUvarint(append(b, frameInput), in.Seq)
	switch {
	case in.Leave:
		b = append(b, inputLeave)
	case in.Depart != nil:
		return append(binary.AppendVarint(append(b, inputDepart), in.Depart.Agent), in.Depart.To...)
	default:
		b = append(b, inputBatch)
	}
	return append(b, in.Batch...)
}

func readInput(b []byte) (in zone.Input, err error) {
	if len(b) == 0 || b[0] != frameInput {
		return in, errFrame
	}
	seq, n := binary.Uvarint(b[1:])
	if n <= 0 || len(b) < n+2 || b[n+1] > inputDepart {
		return in, errFrame
	}
	what, rest := b[n+1], b[n+2:]
	if what != inputDepart {
		return zone.Input{Seq: seq, Leave: what == inputLeave, Batch: rest}, nil
	}
	agent, n := binary.Varint(rest)
	if n <= 0 || checkName("zone", string(rest[n:])) != nil {
		return in, errFrame
	}
	return zone.Input{Seq: seq, Depart: &zone.Departure{Agent: agent, To: string(rest[n:])}}, nil
}
