// Command ebitengine shows the fight of two fire teams in a window, drawn with Ebitengine. Click a soldier to ask why he
// does what he does; space halts, and the right arrow makes one tick.
//
//	go run .                                in examples/ebitengine
//	go run . -seed 3 -ground woods
//	go run . -for 20s -picture fight.png    a picture of that moment, at once, and the end
package main

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"log"
	"os"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
	"golang.org/x/image/font/gofont/gomono"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/playground"
)

func main() {
	dir := flag.String("dir", "../fireteam", "the folder of the program and its scenes")
	ground := flag.String("ground", "fireteam", "the scene: fireteam or woods")
	seed := flag.Uint64("seed", 1, "of everything random")
	until := flag.Duration("for", 0, "end after so much time of the fight; 0: never")
	picture := flag.String("picture", "", "the file of a picture of the end")
	flag.Parse()
	g, err := open(*dir, *ground, *seed)
	if err != nil {
		log.Fatal(err)
	}
	g.until, g.picture = *until, *picture
	ebiten.SetWindowSize(width, height)
	ebiten.SetWindowTitle("Karakuri: two fire teams")
	ebiten.SetTPS(frames)
	if err := ebiten.RunGame(g); err != nil {
		log.Fatal(err)
	}
}

const frames = 60 // a second: between two ticks of the fight, soldiers are drawn where they pass

// game is a fight in a window.
type game struct {
	play    *playground.Playground
	face    text.Face
	was     []playground.Character // before the last tick, by place
	now     []playground.Character
	flashes []flash
	frame   int // since the last tick
	halted  bool
	chosen  int // place
	why     string
	until   time.Duration
	picture string
	done    bool
}

// flash is a shot that is still to be seen.
type flash struct {
	from, to arena.Point
	hit      bool
	frames   int
}

// open sets a fight up.
func open(dir, ground string, seed uint64) (*game, error) {
	files := os.DirFS(dir)
	program, err := karakuri.Load(files, "fireteam.krk")
	if err != nil {
		return nil, err
	}
	name := ground + ".scene"
	source, err := os.ReadFile(dir + "/" + name)
	if err != nil {
		return nil, err
	}
	scene, err := playground.ParseScene(name, string(source))
	if err != nil {
		return nil, err
	}
	font, err := text.NewGoTextFaceSource(bytes.NewReader(gomono.TTF))
	if err != nil {
		return nil, err
	}
	g := &game{face: &text.GoTextFace{Source: font, Size: 13}}
	o := playground.Options{Crowd: karakuri.Options{Seed: seed}}
	o.Blow = func(b playground.Blow) {
		if b.Kind == playground.Shot {
			g.flashes = append(g.flashes, flash{b.From, b.To, b.Taken > 0, 8})
		}
	}
	if g.play, err = playground.New(program, scene, o); err != nil {
		return nil, err
	}
	g.look()
	g.was = append(g.was, g.now...)
	g.ask()
	return g, nil
}

// look notes where everybody is.
func (g *game) look() {
	g.was = append(g.was[:0], g.now...)
	g.now = g.now[:0]
	for i := range g.play.Len() {
		g.now = append(g.now, g.play.Character(i))
	}
}

// Update makes a tick of the fight when it is due.
func (g *game) Update() error {
	if g.done {
		return ebiten.Termination
	}
	if inpututil.IsKeyJustPressed(ebiten.KeySpace) {
		g.halted = !g.halted
	}
	if inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft) {
		g.choose(ebiten.CursorPosition())
	}
	for g.until > 0 && !g.over() {
		g.tick()
	}
	g.frame++
	step := g.halted && inpututil.IsKeyJustPressed(ebiten.KeyArrowRight) || !g.halted && g.frame >= frames/g.play.Scene().TPS
	if step && !g.play.Over() {
		g.tick()
	}
	return nil
}

// tick makes a tick of the fight.
func (g *game) tick() {
	g.play.Step()
	g.look()
	g.ask()
	g.frame = 0
}

// choose takes the soldier at a point of the window.
func (g *game) choose(x, y int) {
	at := g.metres(x, y)
	for i, c := range g.now {
		if c.Agent != 0 && at.Distance(c.At) < 1 {
			g.chosen = i
			g.ask()
		}
	}
}

// ask asks the chosen soldier why he does what he does.
func (g *game) ask() {
	if c := g.now[g.chosen]; c.Agent != 0 {
		g.why = fmt.Sprint(g.play.Crowd().Agent(c.Agent).Explain())
	}
}

// over reports whether the time of the fight is up.
func (g *game) over() bool {
	return g.until > 0 && (g.play.Crowd().Seconds() >= g.until.Seconds() || g.play.Over())
}

// save writes what is on the screen to the file of the picture.
func (g *game) save(screen *ebiten.Image) {
	g.done = true
	if g.picture == "" {
		return
	}
	f, err := os.Create(g.picture)
	if err == nil {
		err = png.Encode(f, screen)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		log.Print(err)
	}
}
