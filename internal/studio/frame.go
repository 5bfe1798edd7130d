package studio

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"sync"

	"github.com/karakuri-ai/karakuri/internal/town"
)

// State is what a page is told of the simulation with every picture.
type State struct {
	Push    string  `json:"push" ts:"'frame'"`
	File    string  `json:"file"`
	Run     int     `json:"run"` // changes when the simulation begins anew
	Tick    int64   `json:"tick"`
	First   int64   `json:"first"`          // earliest tick that can be looked at
	Last    int64   `json:"last,omitempty"` // of a recording: its last tick
	TPS     int     `json:"tps"`
	Playing bool    `json:"playing"`
	Speed   float64 `json:"speed"`
	Paused  string  `json:"paused,omitempty"` // why it paused by itself
	Record  string  `json:"record,omitempty"` // the file to which it is recorded
	Hit     *Hit    `json:"hit,omitempty"`    // the breakpoint at which it did
	Notes   int64   `json:"notes"`            // changes whenever breakpoints or bookmarks do
	Seq     int64   `json:"seq"`              // of the last event
	Crowd   int64   `json:"crowd"`            // changes when agents come or go
}

// Frame is a picture of the simulation: who is where.
type Frame struct {
	State
	Figures []Figure `json:"figures"`
}

// shot is what the session's goroutine gives away of a moment: all that a picture is made of.
type shot struct {
	state   State
	figures []Figure
	fixed   bool         // figures are those of the last shot, but for their places
	places  []town.Point // if fixed
}

// face is what stays of a figure while it moves.
type face struct {
	name, item string
	team       int64
}

// maxFaces bounds how many are known by numbers: with more the numbers begin anew.
const maxFaces = 1 << 16

// casting gives faces numbers, by which pictures call them. Safe for concurrent use: pages read what the painter adds.
type casting struct {
	lock    sync.Mutex
	epoch   int // how often the numbers have begun anew
	faces   []face
	numbers map[face]uint32
}

// Faces is a message that tells a page what the numbers stand for, from a number on: name, item and team of each. From 0 on it is all of them.
type Faces struct {
	Push  string   `json:"push" ts:"'faces'"`
	From  int      `json:"from"`
	Faces [][3]any `json:"faces" ts:"[name: string, item: string, team: number][]"`
}

// known is how many numbers a page has been told.
type known struct {
	cast  *casting
	epoch int
	count int
}

// news returns what a page has to be told before a picture, nil: nothing; not ok: the picture can no longer be understood.
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

// number returns that of a figure's face.
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

// cast appends the numbers of figures to buf.
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

// A picture as it is sent: the length of the state as JSON (4 bytes), the state, and of each figure the number of its face (4), x and y in
// metres (4 each, floating point), the angle of where it looks in ten thousandths (2) and its health in thousandths (2). Little endian.
const (
	figureBytes = 16
	noAngle     = -1 << 15
	noHealth    = -1
)

// painter makes pictures of shots, for all pages at once. It belongs to one goroutine.
type painter struct {
	cast    *casting
	figures []Figure // the last ones that were told in full
	numbers []uint32
}

// paint returns the bytes of a picture. They are its own.
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
