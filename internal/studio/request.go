package studio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// Limits of what a page may ask.
const (
	// MaxRequestBytes is how long a message may be: a source file and some more.
	MaxRequestBytes = 4 << 20
	// MaxSets is how many values one question may change.
	MaxSets = 100
	// MaxListed is how many events one answer lists.
	MaxListed = 5000
	// maxSteps is how many ticks a page may ask for at once.
	maxSteps = 1000
	// maxName bounds names, in bytes.
	maxName = 1000
)

// Request is what a page asks for. Which fields mean something depends on Op; every answer carries ID.
type Request struct {
	ID    int64     `json:"id"`
	Op    string    `json:"op"`
	File  string    `json:"file,omitempty"`
	Agent string    `json:"agent,omitempty"`
	Tick  *int64    `json:"tick,omitempty"` // nil: as it is now
	Plan  *int64    `json:"plan,omitempty"` // why not: the tick of the planning that is looked at; nil: that of Tick
	Level int       `json:"level,omitempty"`
	Name  string    `json:"name,omitempty"`
	Ask   string    `json:"ask,omitempty"` // ask: the kind of question, as in "what would"
	Text  string    `json:"text,omitempty"`
	Was   string    `json:"was,omitempty"`   // save: the hash of the text that is replaced
	Sets  []Setting `json:"sets,omitempty"`  // other values of symbols
	Tuned []Setting `json:"tuned,omitempty"` // other values of constants
	Names []string  `json:"names,omitempty"`
	Count int       `json:"count,omitempty"`
	Since int64     `json:"since,omitempty"`
	Until int64     `json:"until,omitempty"` // the last tick
	On    bool      `json:"on,omitempty"`
	Speed float64   `json:"speed,omitempty"`
	Seed  uint64    `json:"seed,omitempty"`

	At     *[2]float64 `json:"at,omitempty"` // metres
	Break  *Break      `json:"break,omitempty"`
	Mark   *Bookmark   `json:"mark,omitempty"`
	Events *EventQuery `json:"events,omitempty"`
}

// Setting is another value of a symbol or a constant.
type Setting struct {
	Name  string `json:"name"`  // "money", "visible(e1)"
	Value string `json:"value"` // as it is written: "3", "true"; of a symbol any expression
}

// Answer is what a page is told upon a request.
type Answer struct {
	ID    int64  `json:"id"`
	Error string `json:"error,omitempty"`
	Data  any    `json:"data,omitempty"`
}

// errMessage is the error of a message that is none.
var errMessage = errors.New("the message cannot be understood")

// decodeRequest reads a message. What is out of bounds is refused, so that nothing else has to look.
func decodeRequest(data []byte) (*Request, error) {
	var r Request
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("%w: %w", errMessage, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errMessage
	}
	switch {
	case operations[r.Op].do == nil:
		return &r, fmt.Errorf("%w: nothing is called %.40q", errMessage, r.Op)
	case len(r.Sets) > MaxSets || len(r.Tuned) > MaxSets || len(r.Names) > MaxSets:
		return &r, fmt.Errorf("%w: more than %d values", errMessage, MaxSets)
	case len(r.File) > maxName || len(r.Agent) > maxName || len(r.Name) > maxName || len(r.Was) > maxName:
		return &r, fmt.Errorf("%w: a name is longer than %d bytes", errMessage, maxName)
	case !r.Break.fits() || !r.Mark.fits() || !r.Events.fits():
		return &r, fmt.Errorf("%w: a text is longer than %d bytes, or there are more than %d", errMessage, maxName, MaxSets)
	case r.Tick != nil && *r.Tick < 0 || r.Level < 0 || r.Since < 0 || r.Until < 0:
		return &r, fmt.Errorf("%w: a number is below 0", errMessage)
	case r.Count < 0 || r.Count > maxSteps:
		return &r, fmt.Errorf("%w: at most %d at once", errMessage, maxSteps)
	case r.Speed < 0 || r.Speed > MaxSpeed || math.IsNaN(r.Speed):
		return &r, fmt.Errorf("%w: the speed is from 0 to %g", errMessage, MaxSpeed)
	}
	return &r, nil
}
