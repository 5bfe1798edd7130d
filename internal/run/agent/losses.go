package agent

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/world"
)

// losses are what agents lost on the way into another crowd, in the order in which that was found: what befell many of them is one note.
type losses struct {
	list []loss
	at   map[string]int // by text
}

type loss struct {
	text   string
	agents int
	names  []string // of the first of them
}

// maxNamed is how many agents a note names; it counts the others.
const maxNamed = 3

// add notes that an agent lost something. Name is asked for only where the note is to hold it.
func (l *losses) add(text string, name func() string) {
	at, known := l.at[text]
	if !known {
		if l.at == nil {
			l.at = map[string]int{}
		}
		at = len(l.list)
		l.at[text] = at
		l.list = append(l.list, loss{text: text})
	}
	of := &l.list[at]
	if of.agents++; of.agents <= maxNamed {
		of.names = append(of.names, name())
	}
}

// notes returns a note for each thing that was lost.
func (l *losses) notes() (notes []world.Note) {
	for _, of := range l.list {
		what := strings.Join(of.names, ", ")
		if more := of.agents - len(of.names); more > 0 {
			what += fmt.Sprintf(" and %d more", more)
		}
		notes = append(notes, world.Note{Kind: world.Lost, What: what, Text: of.text, Agents: of.agents})
	}
	return notes
}
