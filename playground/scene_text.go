package playground

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/arena"
)

// ParseScene reads a scene from text. The file name is used for messages only. The error is an [arena.Mistakes] with
// all that is wrong.
//
// Each line holds one thing; // starts a comment. Besides the lines of a map, which [arena.ParseMap] describes, there
// are
//
//	seconds 60                                     // how long it runs
//	tps 10                                         // ticks in a second
//	cast brave_one 12 team 1 speed 4 respawn 5s    // 12 agents of a kind, with any of [AllTraits]
//	items energy 20 amount 30 respawn 10s as food  // 20 objects of type food that give 30 health
//	items power 10 as gem
//	squad fireteam as alpha team 1                 // a squad that casts can belong to: cast rifleman 4 squad alpha
//	objects cover as sandbags at 3 4 10 5          // 2 objects of type sandbags that give cover
//	query shelter each sandbags where open ..0     // where to stand: [Query]
//	until one_team                                 // the run ends when no more than one team is left
//	bodies overlap                                 // characters walk through each other
func ParseScene(file, text string) (*Scene, error) {
	r := sceneReader{scene: &Scene{File: file, Seconds: DefaultSeconds, TPS: DefaultTPS}}
	rest := text
	if len(text) <= arena.MaxTextBytes {
		rest = r.read(text)
	}
	m, err := arena.ParseMap(file, rest)
	if of, ok := err.(arena.Mistakes); ok {
		r.mistakes = append(r.mistakes, of...)
	}
	if m != nil {
		r.survey(m)
	}
	if len(r.mistakes) > 0 {
		slices.SortStableFunc(r.mistakes, func(a, b *arena.Mistake) int {
			if a.Line != b.Line {
				return a.Line - b.Line
			}
			return a.Column - b.Column
		})
		return nil, r.mistakes
	}
	r.scene.Map = m
	return r.scene, nil
}

const lineWords = "seconds, tps, until, bodies, cast, squad, items, objects, query, size, wall, box, start, energy, power or picture"

// maxMistakes is the maximum number of reported mistakes besides those of the map; the rest would be noise.
const maxMistakes = 50

// sceneReader reads the lines of a scene that are not of its map.
type sceneReader struct {
	scene    *Scene
	line     int             // from 1
	said     map[string]bool // lines that may stand once
	mistakes arena.Mistakes
}

// read takes the lines of the scene out of a text, and returns the rest with each line in its place, so that messages
// about the map name the right lines.
func (r *sceneReader) read(text string) (rest string) {
	r.said = map[string]bool{}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		r.line = i + 1
		words := split(lines[i])
		if len(words) == 0 {
			continue
		}
		switch words[0].text {
		case "seconds", "tps":
			r.number(words)
		case "cast":
			r.cast(words)
		case "squad":
			r.squad(words)
		case "items":
			r.items(words)
		case "objects":
			r.objects(words)
		case "query":
			r.query(words)
		case "until":
			r.until(words)
		case "bodies":
			r.bodies(words)
		case "energy", "power":
			r.spot(words)
			continue
		case "picture":
			i = r.picture(lines, i, words)
			continue
		case "size", "wall", "box", "start":
			continue
		default:
			r.report(words[0].column, "%s means nothing here; a line begins with %s", quoted(words[0].text), lineWords)
		}
		lines[i] = ""
	}
	r.enlist()
	if len(r.scene.Casts) == 0 && len(r.mistakes) == 0 {
		r.line = 1
		r.report(1, "the scene has no characters: write a line such as cast KIND 5")
	}
	return strings.Join(lines, "\n")
}

func (r *sceneReader) report(column int, format string, args ...any) {
	if len(r.mistakes) < maxMistakes {
		r.mistakes = append(r.mistakes, &arena.Mistake{File: r.scene.File, Line: r.line, Column: column, Text: fmt.Sprintf(format, args...)})
	}
}

// number reads a line of one number.
func (r *sceneReader) number(words []word) {
	what := words[0].text
	if r.said[what] {
		r.report(words[0].column, "%s is said already", what)
	}
	r.said[what] = true
	if len(words) != 2 {
		r.report(words[0].column, "one number is needed: %s NUMBER", what)
		return
	}
	if what == "tps" {
		r.scene.TPS = r.count(words[1], "tps", 1, 1000)
		return
	}
	r.scene.Seconds = r.value(words[1], &unitSeconds, "seconds", 0.1, MaxSeconds)
}

// cast reads: cast KIND COUNT [team N] [squad NAME] [respawn SECONDS] [trait NUMBER ...]
func (r *sceneReader) cast(words []word) {
	const usage = "cast KIND COUNT [team N] [squad NAME] [respawn 5s] [speed 4 ...]"
	if len(words) < 3 {
		r.report(words[0].column, "a kind of agent and a number are needed: %s", usage)
		return
	}
	c := Cast{Kind: words[1].text, Traits: DefaultTraits(), line: r.line}
	c.Count = r.count(words[2], "the number of characters", 1, MaxCharacters)
	r.pairs(words[3:], usage, func(key, w word) bool {
		switch key.text {
		case "team":
			c.Team = int64(r.count(w, "team", 0, 1<<20))
			return true
		case "squad":
			c.Squad, c.squadAt = w.text, w.column
			return true
		case "respawn":
			c.Respawn = r.value(w, &unitSeconds, "respawn", 0, MaxSeconds)
			return true
		}
		t := traitNamed(key.text)
		if t == nil {
			r.report(key.column, "%s is not said of a cast; there is %s", quoted(key.text), traitWords())
			return false
		}
		*t.of(&c.Traits) = r.value(w, unitNamed(t.Unit), t.Word, t.Least, t.Most)
		return true
	})
	switch {
	case len(r.scene.Casts) == MaxLines:
		r.report(words[0].column, "there are more than %d casts", MaxLines)
	case r.scene.Characters()+c.Count > MaxCharacters:
		r.report(words[2].column, "there are more than %d characters", MaxCharacters)
	default:
		r.scene.Casts = append(r.scene.Casts, c)
	}
}

// items reads: items KIND COUNT [amount NUMBER] [respawn SECONDS] as TYPE
func (r *sceneReader) items(words []word) {
	const usage = "items energy COUNT [amount 30] [respawn 10s] as TYPE"
	if len(words) < 3 {
		r.report(words[0].column, "a kind of item and a number are needed: %s", usage)
		return
	}
	s := Supply{Amount: DefaultAmount, line: r.line}
	switch words[1].text {
	case "energy":
		s.Kind = arena.Energy
	case "power":
		s.Kind = arena.Power
	default:
		r.report(words[1].column, "%s is not a kind of item; write energy or power", quoted(words[1].text))
	}
	s.Count = r.count(words[2], "the number of items", 1, MaxItems)
	r.pairs(words[3:], usage, func(key, w word) bool {
		switch key.text {
		case "amount":
			s.Amount = r.value(w, nil, "amount", 0, most)
		case "respawn":
			s.Respawn = r.value(w, &unitSeconds, "respawn", 0, MaxSeconds)
		case "as":
			s.Type = w.text
		default:
			r.report(key.column, "%s is not said of items; there is amount, respawn and as", quoted(key.text))
			return false
		}
		return true
	})
	switch {
	case s.Type == "":
		r.report(words[0].column, "the type of the objects is missing: %s", usage)
	case len(r.scene.Items) == MaxLines:
		r.report(words[0].column, "there are more than %d lines of items", MaxLines)
	case r.scene.CountItems()+s.Count > MaxItems:
		r.report(words[2].column, "there are more than %d items", MaxItems)
	default:
		r.scene.Items = append(r.scene.Items, s)
	}
}

// pairs reads words with a value each. A word that may not stand takes its value with it.
func (r *sceneReader) pairs(words []word, usage string, put func(key, value word) bool) {
	var said []string
	for i := 0; i < len(words); i += 2 {
		key := words[i]
		if slices.Contains(said, key.text) {
			r.report(key.column, "%s is said already", key.text)
		}
		if i+1 == len(words) {
			r.report(key.column, "a value is missing behind %s: %s", quoted(key.text), usage)
			return
		}
		if put(key, words[i+1]) {
			said = append(said, key.text)
		}
	}
}

// spot notes where items appear. Whether the line is right is the map's business.
func (r *sceneReader) spot(words []word) {
	if len(words) != 3 {
		return
	}
	x, errX := strconv.ParseFloat(words[1].text, 64)
	y, errY := strconv.ParseFloat(words[2].text, 64)
	if errX == nil && errY == nil {
		r.addSpot(words[0].text, arena.Point{X: x + 0, Y: y + 0})
	}
}

func (r *sceneReader) addSpot(kind string, at arena.Point) {
	k := arena.Energy
	if kind == arena.Power.String() {
		k = arena.Power
	}
	if len(r.scene.spots[k]) < arena.MaxSpots {
		r.scene.spots[k] = append(r.scene.spots[k], at)
	}
}

// picture skips a picture, whose items it notes, and returns the last line of it.
func (r *sceneReader) picture(lines []string, first int, words []word) (last int) {
	cell := 0.0
	if len(words) == 2 {
		cell, _ = strconv.ParseFloat(words[1].text, 64)
	}
	for i := first + 1; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) == "end" {
			return i
		}
		x := 0
		for _, sign := range lines[i] {
			x++
			middle := arena.Point{X: float64((float64(x) - 0.5) * cell), Y: float64((float64(i-first) - 0.5) * cell)}
			switch sign {
			case 'e':
				r.addSpot("energy", middle)
			case 'p':
				r.addSpot("power", middle)
			}
		}
	}
	return len(lines)
}
