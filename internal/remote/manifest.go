package remote

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"strconv"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// Protocol is the version of batches: a game of another is refused.
const Protocol = 1

// Manifest numbers the names of a program: the number of a name is its place in its list, from 0. Two programs with the
// same hash have the same numbers.
type Manifest struct {
	Protocol      int              `json:"protocol"`
	Hash          string           `json:"hash"` // 16 hexadecimal digits, of all else
	Enums         []ManifestEnum   `json:"enums"`
	Types         []ManifestType   `json:"types"`
	Symbols       []ManifestSymbol `json:"symbols"`
	Actions       []ManifestAction `json:"actions"`
	Kinds         []ManifestKind   `json:"kinds"`
	Goals         []ManifestGoal   `json:"goals"`
	Objects       []ManifestObject `json:"objects"`                 // those that the program declares
	Texts         []string         `json:"texts,omitempty"`         // arguments that are texts are given by their places here
	Lists         *ManifestLists   `json:"lists,omitempty"`         // none: no argument is a list
	Barks         []ManifestBark   `json:"barks,omitempty"`         // what agents say
	Said          string           `json:"said,omitempty"`          // the enum of what voices say; empty: agents only hear that somebody speaks
	Personalities []string         `json:"personalities,omitempty"` // of all brains, behind "", which is none
	Events        []string         `json:"events"`                  // names of kinds of events
	Reasons       []string         `json:"reasons"`                 // why actions are aborted
	Causes        []string         `json:"causes"`                  // of events
	Refusals      []string         `json:"refusals"`
}

// ManifestEnum is an enum. A value is given by its place in the list.
type ManifestEnum struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// ManifestLists are the lists that actions and goals are given, by their elements. A list is given by its place.
type ManifestLists struct {
	Int   [][]int64   `json:"int"`
	Float [][]float64 `json:"float"`
	Text  [][]string  `json:"text"`
}

// ManifestType is a type of objects.
type ManifestType struct {
	Name    string   `json:"name"`
	Parents []string `json:"parents,omitempty"`
	Max     int      `json:"max"`
}

// ManifestSymbol is a symbol.
type ManifestSymbol struct {
	Name    string          `json:"name"`
	Scope   string          `json:"scope"` // agent, squad or world
	Params  []ManifestValue `json:"params,omitempty"`
	Type    ManifestValue   `json:"type"`
	Sensed  bool            `json:"sensed,omitempty"`  // only the game writes it
	Derived bool            `json:"derived,omitempty"` // it cannot be written
}

// ManifestValue is the type of a value: bool, int, float, enum, vec2 or object, and for arguments text or list. A vec2
// takes two words, all others one.
type ManifestValue struct {
	Kind string `json:"kind"`
	Of   string `json:"of,omitempty"` // the enum, the type of objects, or what a list contains: int, float or text
	Lo   *int64 `json:"lo,omitempty"` // of an int; none: any
	Hi   *int64 `json:"hi,omitempty"`
}

// ManifestAction is an action. An argument of a parameter with several types has a word before its own, with the place
// of its type.
type ManifestAction struct {
	Name   string          `json:"name"`
	Params []ManifestParam `json:"params,omitempty"`
	Grace  float64         `json:"grace,omitempty"` // seconds that it may take to end
}

// ManifestParam is a parameter of an action or of a goal.
type ManifestParam struct {
	Name  string          `json:"name"`
	Types []ManifestValue `json:"types"`
}

// ManifestKind is a kind of agents.
type ManifestKind struct {
	Name  string `json:"name"`
	Squad bool   `json:"squad,omitempty"`
	Brain bool   `json:"brain,omitempty"` // it can be ordered goals
	Body  string `json:"body,omitempty"`  // type of the object that it is
}

// ManifestGoal is a goal.
type ManifestGoal struct {
	Name   string          `json:"name"`
	Params []ManifestParam `json:"params,omitempty"`
}

// ManifestObject is an object that the program declares.
type ManifestObject struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Object int64  `json:"object"`
}

// ManifestBark is what agents say by a clause say.
type ManifestBark struct {
	Of    string   `json:"of"` // what says it: "method fight/flank"
	Texts []string `json:"texts"`
	As    string   `json:"as,omitempty"` // what those who hear it know it as; empty: a voice
}

// ManifestOf returns the manifest of a program.
func ManifestOf(p *karakuri.Program) *Manifest {
	info := bridge.Program.In(p).Info
	m := &Manifest{Protocol: Protocol}
	for i := range info.Schema.Enums {
		m.Enums = append(m.Enums, ManifestEnum{info.Schema.Enums[i].Name, info.Schema.Enums[i].Values})
	}
	for i := range info.Schema.Types {
		t := &info.Schema.Types[i]
		x := ManifestType{Name: t.Name, Max: t.Max}
		for _, up := range t.Parents {
			x.Parents = append(x.Parents, info.Schema.Types[up].Name)
		}
		m.Types = append(m.Types, x)
	}
	m.addSymbols(info)
	m.addNames(info)
	m.addLiterals(info.Schema.Literals)
	for i := range info.Schema.Types {
		for _, o := range info.Initial.Objects(info.Schema.Types[i].ID) {
			if info.Initial.TypeOf(o) == info.Schema.Types[i].ID {
				m.Objects = append(m.Objects, ManifestObject{info.Initial.ObjectName(o, -1), info.Schema.Types[i].Name, int64(o)})
			}
		}
	}
	m.addBarks(info)
	if names := info.PersonalityNames(); len(names) > 0 {
		m.Personalities = append([]string{""}, names...)
	}
	m.Events = agent.EventNames().Kinds
	for r := range action.LastReason + 1 {
		m.Reasons = append(m.Reasons, r.String())
	}
	for c := range fact.LastCause + 1 {
		m.Causes = append(m.Causes, c.String())
	}
	for r := range lastRefusal + 1 {
		m.Refusals = append(m.Refusals, refusalTexts[r])
	}
	sum := sha256.Sum256(m.JSON())
	m.Hash = hex.EncodeToString(sum[:8])
	return m
}

func (m *Manifest) addSymbols(info *def.Info) {
	scopes := [...]string{world.ScopeAgent: "agent", world.ScopeSquad: "squad", world.ScopeWorld: "world"}
	for _, s := range symbolsOf(info) {
		x := ManifestSymbol{Name: s.name, Scope: "agent", Type: valueOf(info.Schema, s.typ), Derived: s.stored == nil}
		if s.stored != nil {
			x.Scope, x.Sensed = scopes[s.stored.Scope], s.stored.Sensed
		}
		for _, t := range s.params {
			x.Params = append(x.Params, valueOf(info.Schema, t))
		}
		m.Symbols = append(m.Symbols, x)
	}
}

func (m *Manifest) addNames(info *def.Info) {
	for _, a := range info.Actions {
		x := ManifestAction{Name: a.Name, Grace: a.Grace}
		for _, p := range a.Params {
			x.Params = append(x.Params, paramOf(info.Schema, p.Name, p.Types...))
		}
		m.Actions = append(m.Actions, x)
	}
	for _, a := range info.Agents {
		x := ManifestKind{Name: a.Name, Squad: a.Leads != nil, Brain: a.Mind != nil}
		if a.Body != (world.Type{}) {
			x.Body = info.Schema.Types[a.Body.ID].Name
		}
		m.Kinds = append(m.Kinds, x)
	}
	for _, g := range info.Goals {
		x := ManifestGoal{Name: g.Name}
		for _, p := range g.Params {
			x.Params = append(x.Params, paramOf(info.Schema, p.Name, p.Type))
		}
		m.Goals = append(m.Goals, x)
	}
}

func (m *Manifest) addLiterals(l *world.Literals) {
	for i := range l.Len(world.TextType) {
		v, _ := l.At(world.TextType, world.Word(i))
		m.Texts = append(m.Texts, v.Text)
	}
	lists := ManifestLists{Int: [][]int64{}, Float: [][]float64{}, Text: [][]string{}}
	for _, t := range [...]world.Type{world.IntsType, world.FloatsType, world.TextsType} {
		for i := range l.Len(t) {
			m.Lists = &lists
			v, _ := l.At(t, world.Word(i))
			switch t {
			case world.IntsType:
				lists.Int = append(lists.Int, append([]int64{}, v.Ints...))
			case world.FloatsType:
				lists.Float = append(lists.Float, append([]float64{}, v.Floats...))
			default:
				lists.Text = append(lists.Text, append([]string{}, v.Texts...))
			}
		}
	}
}

// addBarks adds what agents say, and what those who hear it can know it as.
func (m *Manifest) addBarks(info *def.Info) {
	var calls []string
	for i := range info.Remembered {
		if r := &info.Remembered[i]; r.Attr == def.AttrSaid {
			e := &info.Schema.Enums[r.Symbol.Type.ID]
			m.Said, calls = e.Name, e.Values
		}
	}
	for i := range info.Barks {
		b := &info.Barks[i]
		x := ManifestBark{Of: b.Of, Texts: b.Texts}
		if b.Call > 0 {
			x.As = calls[b.Call]
		}
		m.Barks = append(m.Barks, x)
	}
}

// isSaid reports whether a number is something that a voice can say; 0 is nothing.
func (m *Manifest) isSaid(number uint32) bool {
	if number == 0 {
		return true
	}
	e := m.enum(m.Said)
	return e != nil && int(number) < len(e.Values)
}

func paramOf(schema *world.Schema, name string, types ...world.Type) ManifestParam {
	p := ManifestParam{Name: name}
	for _, t := range types {
		p.Types = append(p.Types, valueOf(schema, t))
	}
	return p
}

func valueOf(schema *world.Schema, t world.Type) ManifestValue {
	switch t.Kind {
	case world.KindBool:
		return ManifestValue{Kind: "bool"}
	case world.KindInt:
		v := ManifestValue{Kind: "int"}
		if t.Lo != math.MinInt64 || t.Hi != math.MaxInt64 {
			v.Lo, v.Hi = &t.Lo, &t.Hi
		}
		return v
	case world.KindEnum:
		return ManifestValue{Kind: "enum", Of: schema.Enums[t.ID].Name}
	case world.KindVec2:
		return ManifestValue{Kind: "vec2"}
	case world.KindObject:
		return ManifestValue{Kind: "object", Of: schema.Types[t.ID].Name}
	case world.KindText:
		return ManifestValue{Kind: "text"}
	case world.KindList:
		return ManifestValue{Kind: "list", Of: world.FormatType(schema, t.Element())}
	}
	return ManifestValue{Kind: "float"}
}

// width returns the number of words of a value.
func (v *ManifestValue) width() int {
	if v.Kind == "vec2" {
		return 2
	}
	return 1
}

// JSON returns the manifest as JSON, which is the same for the same program.
func (m *Manifest) JSON() []byte {
	b, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		panic("remote: " + err.Error()) // all of it is plain data
	}
	return append(b, '\n')
}

// HashNumber returns the hash as a number, for generated files to compare.
func (m *Manifest) HashNumber() uint64 {
	n, _ := strconv.ParseUint(m.Hash, 16, 64)
	return n
}
