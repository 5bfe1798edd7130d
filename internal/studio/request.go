package studio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/karakuri-ai/karakuri/internal/edit"
)

// Limits of requests.
const (
	// MaxRequestBytes is the maximum length of a message: enough for a source file.
	MaxRequestBytes = 4 << 20
	// MaxSets is the maximum number of values that one request may change.
	MaxSets = 100
	// MaxListed is the maximum number of events in one answer.
	MaxListed = 5000
	// maxSteps is the maximum number of ticks in one request.
	maxSteps = 1000
	// maxName limits names, in bytes.
	maxName = 1000
)

// Request is a request of a page. Op determines which fields it uses. The answer has the same ID.
type Request struct {
	ID    int64     `json:"id"`
	Op    string    `json:"op"`
	File  string    `json:"file,omitempty"`
	Agent string    `json:"agent,omitempty"`
	Tick  *int64    `json:"tick,omitempty"` // nil: now
	Plan  *int64    `json:"plan,omitempty"` // for why not: the tick of the shown planning; nil: that of Tick
	Level int       `json:"level,omitempty"`
	Name  string    `json:"name,omitempty"` // for palette: the line that was typed
	Ask   string    `json:"ask,omitempty"`  // for ask: the kind of question, as in "what would"
	Text  string    `json:"text,omitempty"`
	Base  string    `json:"base,omitempty"`  // for merge: the text that the page began with
	Was   string    `json:"was,omitempty"`   // for save: the hash of the replaced text
	Sets  []Setting `json:"sets,omitempty"`  // other values of symbols
	Tuned []Setting `json:"tuned,omitempty"` // other values of constants, and of numbers
	Names []string  `json:"names,omitempty"`
	Count int       `json:"count,omitempty"`
	Since int64     `json:"since,omitempty"`
	Until int64     `json:"until,omitempty"` // last tick
	On    bool      `json:"on,omitempty"`    // for astest: of what decides for the agent, not of a planning
	Speed float64   `json:"speed,omitempty"`
	Seed  uint64    `json:"seed,omitempty"`

	At     *[2]float64 `json:"at,omitempty"` // metres
	Break  *Break      `json:"break,omitempty"`
	Mark   *Bookmark   `json:"mark,omitempty"`
	Events *EventQuery `json:"events,omitempty"`
	Ops    []edit.Op   `json:"ops,omitempty"`
	Loads  bool        `json:"loads,omitempty"` // for edit: refuse what makes mistakes in the program
	Else   []edit.Op   `json:"else,omitempty"`  // for edit: each is tried instead of Ops if those are refused
	Slot   *edit.Slot  `json:"slot,omitempty"`  // for palette and tries
	Scene  *SceneEdit  `json:"scene,omitempty"` // for scene: what to change in Text
}

// Setting is a value for a symbol or a constant.
type Setting struct {
	Name  string `json:"name"`  // "money", "visible(e1)"
	Value string `json:"value"` // as in the language: "3", "true"; any expression for a symbol
}

// Answer is the answer to a request.
type Answer struct {
	ID    int64  `json:"id"`
	Error string `json:"error,omitempty"`
	Data  any    `json:"data,omitempty"`
}

// errMessage is the error of a message that is not a request.
var errMessage = errors.New("the message cannot be understood")

// decodeRequest decodes a message. It checks all limits, so that other code need not.
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
	case len(r.Sets) > MaxSets || len(r.Tuned) > MaxSets || len(r.Names) > MaxSets || len(r.Ops) > MaxSets:
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
