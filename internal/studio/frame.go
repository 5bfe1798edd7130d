package studio

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"sync"

	"github.com/karakuri-ai/karakuri/internal/town"
)

// State is the state of the simulation that a page receives with every frame.
type State struct {
	Push    string  `json:"push" ts:"'frame'"`
	File    string  `json:"file"`
	Run     int     `json:"run"` // changes when the simulation restarts
	Tick    int64   `json:"tick"`
	First   int64   `json:"first"`          // earliest tick that can be viewed
	Last    int64   `json:"last,omitempty"` // of a recording: its last tick
	TPS     int     `json:"tps"`
	Playing bool    `json:"playing"`
	Speed   float64 `json:"speed"`
	Paused  string  `json:"paused,omitempty"` // why it paused by itself
	Record  string  `json:"record,omitempty"` // the file that the run is recorded to
	Hit     *Hit    `json:"hit,omitempty"`    // the breakpoint that paused it
	Notes   int64   `json:"notes"`            // changes whenever breakpoints or bookmarks change
	Seq     int64   `json:"seq"`              // number of the last event
	Crowd   int64   `json:"crowd"`            // changes when agents come or leave
}

// Frame is a picture of the simulation: all figures and where they are.
type Frame struct {
	State
	Figures []Figure `json:"figures"`
}

// shot is a copy of a moment, made by the session's goroutine, from which the painter makes a picture.
type shot struct {
	state   State
	figures []Figure
	fixed   bool         // only the places of the figures have changed since the last shot
	places  []town.Point // if fixed
}

// face is the part of a figure that does not change when it moves.
type face struct {
	name, item string
	team       int64
}

// maxFaces limits the number of numbered faces; beyond it, numbering restarts.
const maxFaces = 1 << 16

// casting numbers the faces, so that pictures can refer to them. Safe for concurrent use: pages read what the painter
// adds.
type casting struct {
	lock    sync.Mutex
	epoch   int // how often numbering has restarted
	faces   []face
	numbers map[face]uint32
}

// Faces is a message with the faces of consecutive numbers: name, item and team of each. If it starts at 0, it replaces
// all earlier faces.
type Faces struct {
	Push  string   `json:"push" ts:"'faces'"`
	From  int      `json:"from"`
	Faces [][3]any `json:"faces" ts:"[name: string, item: string, team: number][]"`
}

// known is the number of faces that a page has received.
type known struct {
	cast  *casting
	epoch int
	count int
}

// news returns the message that a page needs before a picture, or nil; ok is false if the picture is outdated and must
// be skipped.
func (k *known) news(p *picture) (m *Faces, ok bool) {
	c := p.cast
	c.lock.Lock()
	defer c.lock.Unlock()
	if p.epoch != c.epoch {
		return nil, false
	}
	if k.cast != c || k.epoch != c.epoch {
		*k = known{cast: c, epoch: c.epoch}
	} else if k.count == len(c.faces) {
		return nil, true
	}
	m = &Faces{Push: "faces", From: k.count, Faces: [][3]any{}}
	for _, f := range c.faces[k.count:] {
		m.Faces = append(m.Faces, [3]any{f.name, f.item, f.team})
	}
	k.count = len(c.faces)
	return m, true
}

// number returns the number of a figure's face.
func (c *casting) number(f *Figure) uint32 {
	key := face{f.Name, f.Item, f.Team}
	n, ok := c.numbers[key]
	if !ok {
		n = uint32(len(c.faces))
		c.faces = append(c.faces, key)
		c.numbers[key] = n
	}
	return n
}

// cast appends the numbers of the figures to buf.
func (c *casting) cast(figures []Figure, buf []uint32) []uint32 {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.numbers == nil || len(c.faces)+len(figures) > max(maxFaces, 2*len(figures)) {
		c.epoch, c.faces, c.numbers = c.epoch+1, nil, map[face]uint32{}
	}
	for i := range figures {
		buf = append(buf, c.number(&figures[i]))
	}
	return buf
}

// The binary form of a picture: the length of the state's JSON (4 bytes) and the state; then for each figure the number
// of its face (4), x and y in metres (4 each, floating point), the angle of its facing in ten-thousandths (2) and its
// health in thousandths (2). Little endian.
const (
	figureBytes = 16
	noAngle     = -1 << 15
	noHealth    = -1
)

// painter makes pictures from shots, once for all pages. It belongs to one goroutine.
type painter struct {
	cast    *casting
	figures []Figure // the last complete figures
	numbers []uint32
}

// paint returns the bytes of a picture, which the caller must not change.
func (p *painter) paint(s *shot) ([]byte, error) {
	head, err := json.Marshal(&s.state)
	if err != nil {
		return nil, err
	}
	if !s.fixed {
		p.figures = append(p.figures[:0], s.figures...)
		p.numbers = p.cast.cast(p.figures, p.numbers[:0])
	}
	b := make([]byte, 0, 4+len(head)+figureBytes*len(p.figures))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(head)))
	b = append(b, head...)
	for i := range p.figures {
		f := &p.figures[i]
		x, y := float32(f.X), float32(f.Y)
		if s.fixed {
			x, y = float32(s.places[i].X), float32(s.places[i].Y)
		}
		b = binary.LittleEndian.AppendUint32(b, p.numbers[i])
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(y))
		b = binary.LittleEndian.AppendUint16(b, uint16(angle(f.Facing)))
		b = binary.LittleEndian.AppendUint16(b, uint16(health(f.Health)))
	}
	return b, nil
}

func angle(way [2]float64) int16 {
	if way == [2]float64{} {
		return noAngle
	}
	return int16(math.Round(math.Atan2(way[1], way[0]) * 1e4))
}

func health(h float64) int16 {
	if !(h >= 0) {
		return noHealth
	}
	return int16(math.Round(min(h, 32) * 1e3))
}
