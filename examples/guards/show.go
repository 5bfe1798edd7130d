package main

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/bt"
)

// What the picture needs of a terminal, in characters.
const (
	pictureCols = 74
	pictureRows = 23
)

// decided hears of all that trees do, and tells what makes a guard do something else.
func (y *yard) decided(e bt.Event) {
	if e.Kind == bt.AbortFired || e.Kind == bt.Faulted {
		y.tell(y.of(e.Agent), y.crowd.TreeText(e))
	}
}

// turned follows what becomes of the actions of a guard.
func (y *yard) turned(g *guard, action string, t turn) {
	if t == started {
		g.doing = action
	}
	if t != aborted { // the reason has been told
		y.tell(g, action+" "+t.String())
	}
	if y.watch != nil {
		y.watch(g, action, t)
	}
}

// tell prints a line where there is no picture.
func (y *yard) tell(g *guard, text string) {
	if !y.picture {
		fmt.Fprintf(y.out, "%6.2fs  %s: %s\n", y.crowd.Seconds(), g.name, text)
	}
}

// draw refreshes the picture in place, from where the cursor is: the yard with how far guards see and reach, and a line for each of them.
func (y *yard) draw() {
	view := arena.View{Cols: pictureCols - 2}
	for _, g := range y.guards {
		view.Circles = append(view.Circles, g.body)
	}
	text := view.Draw(y.arena)
	for _, g := range y.guards {
		text += fmt.Sprintf("%s  %s\n", g.name, g.doing)
	}
	text += fmt.Sprintf("%c the player: %s\n", arena.Sign(len(y.guards)), y.player.text())
	if y.drawn {
		fmt.Fprintf(y.out, "\x1b[%dA", strings.Count(text, "\n"))
	}
	y.drawn = true
	fmt.Fprint(y.out, strings.ReplaceAll(text, "\n", "\x1b[K\n"))
}

// summary tells what has come of it all.
func (y *yard) summary() {
	fmt.Fprintf(y.out, "\nafter %.0f s the player has fallen %d times\n", y.crowd.Seconds(), y.player.falls)
	for _, g := range y.guards {
		fmt.Fprintf(y.out, "%-12s  %3d attacks, %3d hits, %3d times back in its place\n", g.name, g.attacks, g.hits, g.returns)
	}
}
