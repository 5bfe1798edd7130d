package yard

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
)

// The size of the picture on a terminal, in characters.
const (
	PictureCols = 74
	PictureRows = 23
)

// decided receives all events of trees, and reports what makes a guard do something else.
func (y *Yard) decided(e karakuri.Event) {
	if e.Kind == karakuri.AbortFired || e.Kind == karakuri.TreeFaulted {
		y.tell(y.of(e.Agent), e.Text())
	}
}

// turned follows what becomes of the actions of a guard.
func (y *Yard) turned(g *guard, action string, t turn) {
	if t == started {
		g.doing = action
	}
	if t != aborted { // the reason has been printed
		y.tell(g, action+" "+t.String())
	}
	if y.options.watch != nil {
		y.options.watch(g, action, t)
	}
}

// tell prints a line if no picture is drawn.
func (y *Yard) tell(g *guard, text string) {
	if !y.options.Picture {
		y.print("%6.2fs  %s: %s\n", y.crowd.Seconds(), g.name, text)
	}
}

// print writes to the output, if there is one.
func (y *Yard) print(format string, args ...any) {
	if y.options.Out != nil {
		fmt.Fprintf(y.options.Out, format, args...)
	}
}

// draw refreshes the picture in place, from where the cursor is: the yard with how far guards see and reach, and a line
// for each of them.
func (y *Yard) draw() {
	view := arena.View{Cols: PictureCols - 2}
	for _, g := range y.guards {
		view.Circles = append(view.Circles, g.body)
	}
	text := view.Draw(y.arena)
	for _, g := range y.guards {
		text += fmt.Sprintf("%s  %s\n", g.name, g.doing)
	}
	text += fmt.Sprintf("%c the player: %s\n", arena.Sign(len(y.guards)), y.player.text())
	if y.drawn {
		y.print("\x1b[%dA", strings.Count(text, "\n"))
	}
	y.drawn = true
	y.print("%s", strings.ReplaceAll(text, "\n", "\x1b[K\n"))
}

// summary prints the results.
func (y *Yard) summary() {
	y.print("\nafter %.0f s the player has fallen %d times\n", y.crowd.Seconds(), y.player.falls)
	for _, g := range y.guards {
		y.print("%-12s  %3d attacks, %3d hits, %3d times back in its place\n", g.name, g.attacks, g.hits, g.returns)
	}
}
