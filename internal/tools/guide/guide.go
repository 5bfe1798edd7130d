// Package guide reads the guides of the repository as the sequence of steps that a reader would take: files written,
// declarations added or replaced, commands typed. Its tests take those steps and compare what comes out.
//
// A comment before a code block says what the block is:
//
//	<!-- write lamps.krk -->                     the whole file
//	<!-- add to lamps.krk -->                    more declarations at its end
//	<!-- replace "task serve" in lamps.krk -->   a new text of the declaration that begins so
//	<!-- from examples/meal/meal.krk -->         lines of a file that exists
//	<!-- output of "karakuri plan meal.krk" -->  what a command prints
//
// A guide that continues another begins with the steps of that one:
//
//	<!-- continues tutorial.md -->
//
// Blocks marked console hold commands, each after "$ ", and below each the output expected. A line of three dots there
// matches any number of lines. The number of nodes and the time of a search are not compared.
package guide

import (
	"fmt"
	"regexp"
	"strings"
)

// Step is one thing that a guide asks its reader to do: exactly one of File and Command is set.
type Step struct {
	Line int // in the guide

	File    string // write, add, replace and from
	Replace string // beginning of the declaration to be replaced
	Add     bool
	From    bool // Text is part of the file already
	Text    string

	Command string   // without "$ "
	Output  []string // lines
}

var (
	mark = regexp.MustCompile(`^<!-- (?:(write|add to|from) (\S+)|replace "(.+)" in (\S+)|output of "(.+)") -->$`)
	// effort matches the cost of a search: it changes with every improvement of the planner.
	effort = regexp.MustCompile(`\(\d+ nodes?, \d+ backtracks?(, [^)]*)?\)`)
)

var continued = regexp.MustCompile(`(?m)^<!-- continues (\S+) -->$`)

// Continued returns the file name of the guide whose steps come before those of this one; empty if it begins by itself.
func Continued(text string) string {
	if m := continued.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// Read returns the steps of a guide, in order.
func Read(text string) ([]Step, error) {
	r := reader{lines: strings.Split(text, "\n")}
	for r.at < len(r.lines) {
		line := r.lines[r.at]
		switch {
		case strings.HasPrefix(line, "```console"):
			r.commands(r.block())
		case strings.HasPrefix(line, "```"):
			r.block()
		case mark.MatchString(line):
			if err := r.file(mark.FindStringSubmatch(line)); err != nil {
				return nil, err
			}
		default:
			r.at++
		}
	}
	return r.steps, nil
}

type reader struct {
	lines []string
	at    int
	steps []Step
}

// block steps over a code block and returns its lines.
func (r *reader) block() []string {
	r.at++
	first := r.at
	for r.at < len(r.lines) && r.lines[r.at] != "```" {
		r.at++
	}
	lines := r.lines[first:r.at]
	r.at++
	return lines
}

func (r *reader) file(m []string) error {
	r.at++
	if r.at >= len(r.lines) || !strings.HasPrefix(r.lines[r.at], "```") {
		return fmt.Errorf("line %d: no code block after this comment", r.at)
	}
	s := Step{Line: r.at + 1, File: m[2] + m[4], Replace: m[3], Add: m[1] == "add to", From: m[1] == "from", Command: m[5]}
	lines := r.block()
	if s.Command != "" {
		s.Output = lines
	} else {
		s.Text = strings.Join(lines, "\n") + "\n"
	}
	r.steps = append(r.steps, s)
	return nil
}

func (r *reader) commands(lines []string) {
	first := r.at - len(lines)
	for i, line := range lines {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			r.steps = append(r.steps, Step{Line: first + i, Command: command})
		} else if n := len(r.steps); n > 0 {
			r.steps[n-1].Output = append(r.steps[n-1].Output, line)
		}
	}
}

// Edit returns the text of a file after the step; old is its text before.
func (s Step) Edit(old string) (string, error) {
	switch {
	case s.From && !strings.Contains(old, s.Text):
		return "", fmt.Errorf("line %d: %s has other lines", s.Line, s.File)
	case s.From:
		return old, nil
	case s.Add:
		return old + "\n" + s.Text, nil
	case s.Replace == "":
		return s.Text, nil
	}
	lines := strings.SplitAfter(old, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, s.Replace) {
			end := declaration(lines[i:])
			return strings.Join(lines[:i], "") + s.Text + strings.Join(lines[i+end:], ""), nil
		}
	}
	return "", fmt.Errorf("line %d: %s has no declaration %q", s.Line, s.File, s.Replace)
}

// declaration counts the lines of the declaration that lines begin with.
func declaration(lines []string) int {
	if opens := strings.Count(lines[0], "{"); opens == strings.Count(lines[0], "}") {
		return 1
	}
	for i, line := range lines {
		if strings.HasPrefix(line, "}") {
			return i + 1
		}
	}
	return len(lines)
}

// Match compares output with the lines expected, and returns the first line expected that is not there.
func Match(want, got []string) (missing string, ok bool) {
	for i, line := range want {
		switch {
		case strings.TrimSpace(line) == "...":
			for skip := range len(got) + 1 {
				if _, ok := Match(want[i+1:], got[skip:]); ok {
					return "", true
				}
			}
			if i+1 < len(want) {
				return want[i+1], false
			}
			return "", true
		case len(got) == 0 || plain(got[0]) != plain(line):
			return line, false
		}
		got = got[1:]
	}
	if len(got) > 0 {
		return "(end of the output)", false
	}
	return "", true
}

// plain is a line without the parts that are not compared.
func plain(line string) string {
	return effort.ReplaceAllString(strings.TrimRight(line, " \r"), "")
}
