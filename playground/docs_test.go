package playground

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The guide has a line for everything that the playground does, and nothing else.
func TestTheGuideIsComplete(t *testing.T) {
	var text []byte
	for _, page := range []string{"playground.md", "playground-actions.md"} {
		part, err := os.ReadFile("../docs/" + page)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, part...)
	}
	var traits, actions, symbols, attributes, squads []string
	for _, x := range AllTraits {
		traits = append(traits, fmt.Sprintf("| `%s` | %s | %s |", x.Word, x.Doc, defaultText(&x)))
	}
	for _, a := range Actions {
		actions = append(actions, fmt.Sprintf("| `%s` | %s |", a.Text(), a.Doc))
	}
	for _, s := range Symbols {
		symbols = append(symbols, fmt.Sprintf("| `%s: %s` | %s |", s.Name, s.Type, s.Doc))
	}
	for _, s := range SquadSymbols {
		squads = append(squads, fmt.Sprintf("| `%s` | %s |", s.Text(), s.Doc))
	}
	for _, a := range Attributes {
		attributes = append(attributes, fmt.Sprintf("| `%s` | %s |", a.Name, a.Doc))
	}
	for _, c := range []struct {
		name string
		want []string
	}{{"traits", traits}, {"actions", actions}, {"symbols", symbols}, {"attributes", attributes}, {"squads", squads}} {
		_, part, found := strings.Cut(string(text), "<!-- "+c.name+" -->\n")
		_, part, _ = strings.Cut(part, "|---|")
		_, part, _ = strings.Cut(part, "\n")
		part, _, _ = strings.Cut(part, "\n\n")
		if want := strings.Join(c.want, "\n"); !found || strings.TrimSpace(part) != want {
			t.Errorf("the table of %s should be\n%s", c.name, want)
		}
	}
}

func defaultText(x *Trait) string {
	if x.Unit == "deg" {
		return "360deg"
	}
	return fmt.Sprint(x.Default) + x.Unit
}

// The scene that the guide shows can be read.
func TestTheGuideShowsAScene(t *testing.T) {
	text, err := os.ReadFile("../docs/playground.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(text), "```scene\n")
	part, _, found := strings.Cut(part, "```")
	s, err := ParseScene("guide.scene", part)
	if !found || err != nil || s.Characters() < 2 || s.CountItems() < 2 {
		t.Errorf("%v, %+v", err, s)
	}
}
