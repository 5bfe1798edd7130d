// Command behaviour measures how the characters of all examples behave, and writes docs/lab/behaviour.md: for each game
// a command and what it prints. It takes some minutes.
//
//	go run ./internal/tools/behaviour
//	go run ./internal/tools/behaviour -only woods   # prints the games whose titles contain the word, and writes nothing
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strings"
)

// page is where the results go, relative to the root of the module.
const page = "docs/lab/behaviour.md"

// game is a game with the command that measures it.
type game struct{ title, command string }

var games = []game{
	{"Gatherers", "go run ./cmd/karakuri assess examples/gatherer/gatherer.krk --seeds 1..20 --minutes 10"},
	{"Fireteams on fields", "go run ./cmd/karakuri assess examples/fireteam/fireteam.krk --seeds 1..40"},
	{"Fireteams in woods", "go run ./cmd/karakuri assess examples/fireteam/fireteam.krk --scene examples/fireteam/woods.scene --seeds 1..40"},
	{"A fireteam and a player", "go run ./cmd/karakuri assess examples/fireteam/fireteam.krk --scene examples/fireteam/player.scene --seeds 1..40"},
	{"Fireteams without a leader in woods", "go run ./cmd/karakuri assess examples/fireteam/fireteam.krk --scene examples/fireteam/woods.scene --lone alpha,bravo --seeds 1..40"},
	{"A squad at a post and soldiers who fight alone, in woods", "go run ./cmd/karakuri assess examples/fireteam/picket.krk --seeds 1..40"},
	{"A patrol in formation", "go run ./cmd/karakuri assess examples/patrol/patrol.krk --seeds 1..20"},
	{"Guards", "go run ./examples/guards -assess 20 -for 10m"},
	{"Cooks alone", "go run ./examples/kitchen -assess 20 -pause 5"},
	{"Cooks who take pieces", "go run ./examples/kitchen -pieces -assess 20 -pause 5"},
	{"Cooks who are led", "go run ./examples/kitchen -squad -assess 20 -pause 5"},
}

const head = `# Lab notes: how the characters of the examples behave

[Measuring behaviour](../assess.md) defines each measure. All games again:

    go run ./internal/tools/behaviour
`

func main() {
	only := flag.String("only", "", "print the games whose titles contain this word, and write nothing")
	flag.Parse()
	var b strings.Builder
	b.WriteString(head)
	for _, g := range games {
		if !strings.Contains(strings.ToLower(g.title), strings.ToLower(*only)) {
			continue
		}
		part, err := g.measure()
		if err != nil {
			log.Fatal(err)
		}
		if b.WriteString(part); *only != "" {
			fmt.Print(part)
		} else {
			fmt.Fprintln(os.Stderr, g.title)
		}
	}
	if *only == "" {
		if err := write(b.String()); err != nil {
			log.Fatal(err)
		}
	}
}

// measure runs the command of a game, and returns its part of the page.
func (g *game) measure() (string, error) {
	words := strings.Fields(g.command)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", g.command, err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n    %s\n\n```text\n", g.title, g.command)
	for line := range strings.Lines(string(out)) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	b.WriteString("```\n")
	return b.String(), nil
}

// notesMark begins what people write about the results, which stays.
const notesMark = "\n## Notes\n"

// write writes the page, with the notes that it has.
func write(text string) error {
	old, err := os.ReadFile(page)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	if _, notes, found := strings.Cut(string(old), notesMark); found {
		text += notesMark + notes
	}
	return os.WriteFile(page, []byte(text), 0o644)
}
