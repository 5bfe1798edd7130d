package serve

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/coder/websocket"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// Message is one message of either side: a batch with its number, from 1, and the number of the last message of the
// other side that has arrived. A message of number 0 only acknowledges.
type Message struct {
	Seq, Ack uint64
	Batch    []byte
}

// headBytes is the length of what stands before a batch in a binary frame: number, acknowledgement, and a word with
// flags in its lower half and the length of the rest of the frame in its upper half. A connection that is cut within a
// frame can make it look whole, but shorter: the length shows that.
const headBytes = 24

// flagMore says that the message continues in the next frame.
const flagMore = 1

// errFrame is the error of a frame that is not a message.
var errFrame = errors.New("the frame is not a message")

// frames are a message as binary frames of at most so many bytes each; 0: one frame. Each is in room, which the next
// one overwrites.
func (m Message) frames(room *[]byte, most int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for rest := m.Batch; ; {
			part := rest
			if most > headBytes && len(part) > most-headBytes {
				part = part[:most-headBytes]
			}
			rest = rest[len(part):]
			flags := uint64(0)
			if len(rest) > 0 {
				flags = flagMore
			}
			b := binary.LittleEndian.AppendUint64(spare(*room), m.Seq)
			b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, m.Ack), flags|uint64(len(part))<<32)
			*room = append(b, part...)
			if !yield(*room) || len(rest) == 0 {
				return
			}
		}
	}
}

// maxSpare is the size up to which memory for a frame is used again.
const maxSpare = 1 << 20

// spare returns memory for the next frame.
func spare(room []byte) []byte {
	if cap(room) > maxSpare {
		return nil
	}
	return room[:0]
}

// readFrame reads a frame to room, which it may have grown.
func readFrame(ctx context.Context, socket *websocket.Conn, room []byte) (kind websocket.MessageType, frame []byte, err error) {
	kind, r, err := socket.Reader(ctx)
	if err != nil {
		return kind, room, err
	}
	for frame = spare(room); ; {
		frame = slices.Grow(frame, 4096)
		n, err := r.Read(frame[len(frame):cap(frame)])
		frame = frame[:len(frame)+n]
		if err == io.EOF {
			return kind, frame, nil
		}
		if err != nil {
			return kind, frame, err
		}
	}
}

// joiner puts messages together from frames.
type joiner struct {
	open bool
	seq  uint64
	b    []byte
}

// add takes a binary frame, and returns a message when it is whole. One that is longer than the limit is refused.
func (j *joiner) add(frame []byte, limit int) (m Message, whole bool, err error) {
	if len(frame) < headBytes {
		return m, false, fmt.Errorf("%w: it has %d bytes, and %d stand before a batch", errFrame, len(frame), headBytes)
	}
	m.Seq, m.Ack = binary.LittleEndian.Uint64(frame), binary.LittleEndian.Uint64(frame[8:])
	flags, part := binary.LittleEndian.Uint64(frame[16:]), frame[headBytes:]
	length := flags >> 32
	flags &= 1<<32 - 1
	switch {
	case length != uint64(len(part)):
		return m, false, fmt.Errorf("%w: it has %d bytes, and says that it has %d", errFrame, len(part), length)
	case flags > flagMore:
		return m, false, fmt.Errorf("%w: its flags are %d", errFrame, flags)
	case j.open && m.Seq != j.seq:
		return m, false, fmt.Errorf("%w: it is of message %d, and message %d is not complete", errFrame, m.Seq, j.seq)
	case len(j.b)+len(part) > limit:
		return m, false, fmt.Errorf("%w: message %d is longer than %d bytes", errFrame, m.Seq, limit)
	case flags == flagMore:
		j.open, j.seq, j.b = true, m.Seq, append(j.b, part...)
		return m, false, nil
	case j.open:
		m.Batch = append(j.b, part...)
		*j = joiner{}
		return m, true, nil
	}
	m.Batch = part
	return m, true, nil
}

// jsonMessage is a message in a text frame.
type jsonMessage struct {
	Seq   uint64          `json:"seq"`
	Ack   uint64          `json:"ack"`
	Items json.RawMessage `json:"items,omitempty"`
}

// readJSON reads a text frame.
func readJSON(m *remote.Manifest, frame []byte) (Message, error) {
	var j jsonMessage
	if err := json.Unmarshal(frame, &j); err != nil {
		return Message{}, fmt.Errorf("%w: %v", errFrame, err)
	}
	out := Message{Seq: j.Seq, Ack: j.Ack}
	if len(j.Items) == 0 || string(j.Items) == "null" {
		return out, nil
	}
	var err error
	out.Batch, err = m.ReadJSON(nil, j.Items)
	return out, err
}

// json returns a message as a text frame.
func (m Message) json(of *remote.Manifest) ([]byte, error) {
	items, err := of.AppendJSON(nil, m.Batch)
	if err != nil {
		return nil, err
	}
	return json.Marshal(jsonMessage{m.Seq, m.Ack, items})
}
