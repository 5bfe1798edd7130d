package town

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Frame is all that the view shows of one moment. The same frame gives the same text.
type Frame struct {
	Time   time.Duration // simulated
	Title  string
	Bounds Rect // what the map shows; the zero Rect: from (0, 0) to (Width, Height)
	Places []Place
	// Picture draws the map, with its frame, in at most so many lines of at most so many characters. nil: places and
	// agents are drawn.
	Picture func(cols, rows int) []string
	World   []string // values of the symbols that all share
	Agents  []AgentView
	Log     []string // the last events, shown if there is room
}

// AgentView is one agent as it is shown.
type AgentView struct {
	Name  string
	Sign  rune // on the map; 0: that of its place in the list
	At    Point
	State []string // values of its symbols: "hungry", "money=5"
	Goal  string   // the task planned for; empty without a plan
	Steps []StepView
	Idle  string   // what it does without a plan, and why it has no plan
	Waits []string // times that run: "reload fails in 2s"
}

// StepView is one step of a plan.
type StepView struct {
	Text string
	Mark Mark
}

// Mark is the progress of a step.
type Mark uint8

const (
	ToCome Mark = iota
	Now
	Done
)

// String returns the sign: ✓ done, ▶ running, · to come.
func (m Mark) String() string { return fact.Name(m, "·", "▶", "✓") }

// Size of the map in characters, without its frame.
const (
	MapCols = 48
	MapRows = 12
)

const (
	leastMapRows = 4
	agentRows    = 12 // that should be left below the map
	minCols      = 20 // a narrower terminal gets lines that it will break itself
	placeMark    = '□'
	thingMark    = '◇'
)

// Draw returns the frame as text for a terminal of cols times rows characters: the map, and below it the agents. Agents
// that do not fit are counted. No line is longer than cols, and there are at most rows lines; rows 0 means any number.
func (f *Frame) Draw(cols, rows int) string {
	cols = max(cols, minCols)
	lines := []string{cut(f.heading(), cols)}
	lines = append(lines, f.land(cols, rows)...)
	if len(f.World) > 0 {
		lines = append(lines, wrapped("world", f.World, "  ", cols)...)
	}
	for i := range f.Agents {
		block := f.Agents[i].lines(f.sign(i), cols)
		if rows > 0 && len(lines)+len(block) > rows-1 && i < len(f.Agents)-1 || rows > 0 && len(lines)+len(block) > rows {
			lines = append(lines, fmt.Sprintf("... and %d more", len(f.Agents)-i))
			break
		}
		lines = append(lines, block...)
	}
	lines = append(lines, f.tail(cols, rows-len(lines)-1)...)
	if rows > 0 && len(lines) > rows {
		lines = lines[:rows]
	}
	return strings.Join(lines, "\n") + "\n"
}

// tail returns the last events, after an empty line, in at most rows+1 lines.
func (f *Frame) tail(cols, rows int) []string {
	n := min(len(f.Log), rows)
	if n <= 0 {
		return nil
	}
	out := []string{""}
	for _, line := range f.Log[len(f.Log)-n:] {
		out = append(out, cut(line, cols))
	}
	return out
}

// land draws the map; a picture has at most half of the lines there are.
func (f *Frame) land(cols, rows int) []string {
	if f.Picture == nil {
		return f.Map(min(MapCols, cols-2), mapRows(rows))
	}
	return f.Picture(cols, max(rows/2, leastMapRows+2))
}

// sign returns the character of an agent.
func (f *Frame) sign(i int) rune {
	if sign := f.Agents[i].Sign; sign != 0 {
		return sign
	}
	return Sign(i)
}

// mapRows leaves room for the agents on a low terminal.
func mapRows(rows int) int {
	if rows <= 0 {
		return MapRows
	}
	return min(MapRows, max(leastMapRows, rows-agentRows))
}

func (f *Frame) heading() string {
	text := fmt.Sprintf("%6.1fs", f.Time.Seconds())
	if f.Title != "" {
		text += "  " + f.Title
	}
	return text
}

// Sign returns the character for an agent on the map.
func Sign(i int) rune {
	const signs = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if i < len(signs) {
		return rune(signs[i])
	}
	return '@'
}

// Map draws places and agents, in a frame: rows+2 lines of cols+2 characters.
func (f *Frame) Map(cols, rows int) []string {
	c := newCanvas(cols, rows)
	for i := range f.Places {
		x, y := f.spot(f.Places[i].At, cols, rows)
		mark := placeMark
		if f.Places[i].Thing {
			mark = thingMark
		}
		c.set(x, y, mark)
	}
	for i := range f.Places {
		x, y := f.spot(f.Places[i].At, cols, rows)
		f.label(c, x, y, f.Places[i].Name)
	}
	f.people(c)
	out := []string{"┌" + strings.Repeat("─", cols) + "┐"}
	for y := range rows {
		out = append(out, "│"+string(c.cells[y*cols:(y+1)*cols])+"│")
	}
	return append(out, "└"+strings.Repeat("─", cols)+"┘")
}

// spot returns the cell of a point.
func (f *Frame) spot(p Point, cols, rows int) (x, y int) {
	b := f.Bounds
	if b == (Rect{}) {
		b = wholeMap
	}
	x, y = int((p.X-b.Min.X)/(b.Max.X-b.Min.X)*float64(cols)), int((p.Y-b.Min.Y)/(b.Max.Y-b.Min.Y)*float64(rows))
	return min(max(x, 0), cols-1), min(max(y, 0), rows-1)
}

// label writes a name next to its place if there is room: right, left, below or above. Otherwise the name is omitted.
func (f *Frame) label(c *canvas, x, y int, name string) {
	n := utf8.RuneCountInString(name)
	for _, at := range [][2]int{{x + 2, y}, {x - 1 - n, y}, {x - n/2, y + 1}, {x - n/2, y - 1}} {
		if at[0] >= 0 && at[0]+n <= c.cols && c.room(at[0], at[1], n) {
			c.write(at[0], at[1], name)
			return
		}
	}
}

// crowdReach is the maximum distance from an agent's spot at which it is drawn if other agents are there, in
// characters.
const crowdReach = 4

// people draws the agents, each on an empty cell near its position, so that places and names stay readable. A +
// represents all agents without room.
func (f *Frame) people(c *canvas) {
	for i := range f.Agents {
		x, y := f.spot(f.Agents[i].At, c.cols, c.rows)
		if !c.settle(x, y, Sign(i)) {
			c.set(x, y, '+')
		}
	}
}

// settle writes a character to the nearest empty cell: rows count double, since characters are higher than wide.
func (c *canvas) settle(x, y int, r rune) bool {
	for reach := 0; reach <= crowdReach; reach++ {
		for dy := -reach / 2; dy <= reach/2; dy++ {
			side := reach - 2*max(dy, -dy)
			for _, dx := range [2]int{-side, side} {
				if c.free(x+dx, y+dy, 1) {
					c.set(x+dx, y+dy, r)
					return true
				}
			}
		}
	}
	return false
}

// lines are the name and state of the agent, and its plan or the reason why it has none.
func (a *AgentView) lines(sign rune, cols int) []string {
	head := fmt.Sprintf("%c %s", sign, a.Name)
	out := wrapped(head, a.State, "  ", cols)
	if a.Goal == "" {
		return append(append(out, hanging("    ", a.Idle, cols)...), a.waits(cols)...)
	}
	var steps []string
	for _, s := range a.Steps {
		steps = append(steps, s.Mark.String()+" "+s.Text)
	}
	return append(append(out, wrapped("    "+a.Goal+":", steps, "  ", cols)...), a.waits(cols)...)
}

func (a *AgentView) waits(cols int) []string {
	if len(a.Waits) == 0 {
		return nil
	}
	return hanging("    ", strings.Join(a.Waits, "\n"), cols)
}

// hanging is a text of several lines, each indented, broken between words if it is too long.
func hanging(indent, text string, cols int) []string {
	var out []string
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		own := line[:len(line)-len(strings.TrimLeft(line, " "))]
		rest := ""
		for _, word := range strings.Fields(line) {
			switch {
			case rest == "":
				rest = indent + own + word
			case utf8.RuneCountInString(rest)+1+utf8.RuneCountInString(word) > cols:
				out = append(out, cut(rest, cols))
				rest = indent + own + "  " + word
			default:
				rest += " " + word
			}
		}
		out = append(out, cut(rest, cols))
	}
	return out
}

// wrapped writes a heading and then words, with as many lines as they need.
func wrapped(head string, words []string, gap string, cols int) []string {
	var out []string
	line := head
	for _, w := range words {
		if utf8.RuneCountInString(line+gap+w) > cols && strings.TrimSpace(line) != "" {
			out = append(out, cut(line, cols))
			line = "    " + w
			continue
		}
		line += gap + w
	}
	return append(out, cut(line, cols))
}

// cut shortens a line to a number of characters.
func cut(line string, cols int) string {
	if utf8.RuneCountInString(line) <= cols {
		return line
	}
	return string([]rune(line)[:cols-1]) + "…"
}
