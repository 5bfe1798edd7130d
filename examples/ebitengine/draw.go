package main

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
	"github.com/hajimehoshi/ebiten/v2/vector"

	"github.com/karakuri-ai/karakuri/arena"
)

// The window: the field above, and beside it what the chosen soldier thinks.
const (
	width, height = 1440, 640
	panel         = 430 // its width
	margin        = 20
	line          = 17
)

var (
	ground  = color.RGBA{0x2b, 0x36, 0x2c, 0xff}
	walls   = color.RGBA{0xa0, 0x98, 0x84, 0xff}
	ink     = color.RGBA{0xee, 0xf2, 0xec, 0xff}
	faint   = color.RGBA{0xa9, 0xb8, 0xad, 0xff}
	backing = color.RGBA{0x1b, 0x24, 0x1e, 0xff}
	spark   = color.RGBA{0xff, 0xe0, 0x8a, 0xff}
	danger  = color.RGBA{0xff, 0x70, 0x50, 0xff}
	teams   = []color.RGBA{{0xb0, 0xb0, 0xb0, 0xff}, {0x6a, 0xa8, 0xe8, 0xff}, {0xe8, 0x9a, 0x4a, 0xff}}
)

// Layout is the size of the screen, whatever that of the window.
func (*game) Layout(int, int) (int, int) { return width, height }

// scale returns the pixels of a metre.
func (g *game) scale() float64 {
	w, h := g.play.Arena().Map().Size()
	return min((width-panel-2*margin)/w, (height-2*margin)/h)
}

// pixel returns where a point of the field is on the screen.
func (g *game) pixel(p arena.Point) (x, y float32) {
	s := g.scale()
	return float32(margin + p.X*s), float32(margin + p.Y*s)
}

// metres is the reverse of pixel.
func (g *game) metres(x, y int) arena.Point {
	s := g.scale()
	return arena.Point{X: (float64(x) - margin) / s, Y: (float64(y) - margin) / s}
}

// Draw draws the fight as it is between two ticks.
func (g *game) Draw(screen *ebiten.Image) {
	screen.Fill(ground)
	g.drawField(screen)
	g.drawFire(screen)
	g.drawSoldiers(screen)
	g.drawPanel(screen)
	if g.over() && !g.done {
		g.save(screen)
	}
}

func (g *game) drawField(screen *ebiten.Image) {
	w, h := g.play.Arena().Map().Size()
	x, y := g.pixel(arena.Point{X: w, Y: h})
	vector.StrokeRect(screen, margin, margin, x-margin, y-margin, 2, walls, true)
	for _, wall := range g.play.Arena().Map().Walls() {
		ax, ay := g.pixel(wall.A)
		bx, by := g.pixel(wall.B)
		if wall.Solid {
			vector.DrawFilledRect(screen, min(ax, bx), min(ay, by), max(ax, bx)-min(ax, bx), max(ay, by)-min(ay, by), walls, false)
			continue
		}
		vector.StrokeLine(screen, ax, ay, bx, by, 3, walls, true)
	}
	for _, l := range g.play.Landmarks(nil) {
		x, y := g.pixel(l.At)
		if l.Cover {
			vector.DrawFilledCircle(screen, x, y, 2, faint, true)
		}
	}
}

// drawFire draws shots, which fade, and grenades that lie about.
func (g *game) drawFire(screen *ebiten.Image) {
	left := g.flashes[:0]
	for _, f := range g.flashes {
		ax, ay := g.pixel(f.from)
		bx, by := g.pixel(f.to)
		shade := spark
		if f.hit {
			shade = danger
		}
		vector.StrokeLine(screen, ax, ay, bx, by, float32(f.frames)/5, shade, true)
		if f.frames--; f.frames > 0 {
			left = append(left, f)
		}
	}
	g.flashes = left
	for _, n := range g.play.Grenades(nil) {
		x, y := g.pixel(n.At)
		vector.DrawFilledCircle(screen, x, y, 4, danger, true)
		vector.StrokeCircle(screen, x, y, float32(6+10*n.Seconds), 1, danger, true)
	}
}

func (g *game) drawSoldiers(screen *ebiten.Image) {
	part := min(1, float64(g.frame)/float64(frames/g.play.Scene().TPS))
	for i, c := range g.now {
		if c.Agent == 0 {
			continue
		}
		at := c.At
		if was := g.was[i]; was.Agent == c.Agent {
			at = arena.Point{X: was.At.X + part*(c.At.X-was.At.X), Y: was.At.Y + part*(c.At.Y-was.At.Y)}
		}
		x, y := g.pixel(at)
		if i == g.chosen {
			vector.StrokeCircle(screen, x, y, 12, 2, ink, true)
		}
		nx, ny := g.pixel(arena.Point{X: at.X + c.Facing.X, Y: at.Y + c.Facing.Y})
		vector.StrokeLine(screen, x, y, nx, ny, 3, ink, true)
		vector.DrawFilledCircle(screen, x, y, 7, teams[int(c.Team)%len(teams)], true)
		vector.DrawFilledRect(screen, x-9, y-14, float32(18*c.Health), 3, ink, false)
		if c.Pinned {
			g.write(screen, "!", float64(x)+9, float64(y)-16, danger)
		}
	}
}

// drawPanel tells the time, who is left, and why the chosen soldier does what he does.
func (g *game) drawPanel(screen *ebiten.Image) {
	left := float32(width - panel)
	vector.DrawFilledRect(screen, left, 0, panel, height, backing, false)
	x, y := float64(left)+16, 14.0
	head := fmt.Sprintf("%.1f s", g.play.Crowd().Seconds())
	for _, team := range g.play.Scene().Teams() {
		head += fmt.Sprintf("   team %d: %d", team, g.play.Standing(team))
	}
	if g.play.Over() {
		head += "   over"
	}
	g.write(screen, head, x, y, ink)
	y += 1.5 * line
	g.write(screen, "click a soldier; space halts, right arrow steps", x, y, faint)
	y += 2 * line
	if c := g.now[g.chosen]; c.Agent == 0 {
		g.write(screen, g.play.NameOf(g.chosen)+" is dead", x, y, faint)
		return
	}
	for _, l := range strings.Split(g.why, "\n") {
		if y > height-line {
			return
		}
		g.write(screen, l, x, y, ink)
		y += line
	}
}

func (g *game) write(screen *ebiten.Image, what string, x, y float64, shade color.Color) {
	o := &text.DrawOptions{}
	o.GeoM.Translate(x, y)
	o.ColorScale.ScaleWithColor(shade)
	text.Draw(screen, what, g.face, o)
}
