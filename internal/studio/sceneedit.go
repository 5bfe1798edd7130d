package studio

import (
	"context"
	"errors"
	"fmt"
	"path"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/playground"
)

// errNoScene is the error of editing the scene of a simulation that has none.
var errNoScene = errors.New("the simulation has no scene: a file with the name of the program that ends with .scene")

// SceneEdit is a change of a scene's text.
type SceneEdit struct {
	What   SceneAction  `json:"what"`
	Index  int          `json:"index"` // of the handle
	Kind   string       `json:"kind,omitempty"`
	Type   string       `json:"type,omitempty"`
	Points [][2]float64 `json:"points,omitempty"` // metres
}

// SceneAction is what a change of a scene's text does.
type SceneAction string

// Changes of a scene's text.
const (
	SceneMove   SceneAction = "move"
	SceneAdd    SceneAction = "add"
	SceneRemove SceneAction = "remove"
)

// SceneText is the text of a scene, with what stands in it.
type SceneText struct {
	Text    string        `json:"text"`
	Handles []SceneHandle `json:"handles"`
	Chosen  int           `json:"chosen"`         // the handle of the change; -1: none
	Land    *Land         `json:"land,omitempty"` // nil: the text has mistakes
	Fault   string        `json:"fault"`          // all mistakes, or why the program cannot run in it; empty: none
	Kinds   []string      `json:"kinds"`          // of handles that can be added
	Types   []string      `json:"types"`          // of the program, for cover and places
}

// SceneHandle is something in a scene that can be moved.
type SceneHandle struct {
	Kind   string       `json:"kind"`
	Name   string       `json:"name"` // as people call it
	Line   int          `json:"line"`
	Points [][2]float64 `json:"points"`
}

// sceneFile returns the name of the file with the scene of the simulation; empty: it has none that pages can see.
func (s *source) sceneFile() string {
	if s.scene == nil || s.record != nil {
		return ""
	}
	return sceneFile(s.name)
}

// sceneText says what stands in a page's text of the scene, after a change of that text if there is one. It neither
// reads nor writes the file.
func sceneText(ctx context.Context, p *page, r *Request) (*SceneText, error) {
	var from *source
	if err := p.session.do(ctx, func() error {
		if from = p.session.source; from.sceneFile() == "" {
			return errNoScene
		}
		return nil
	}); err != nil {
		return nil, err
	}
	out := &SceneText{Text: r.Text, Chosen: -1, Kinds: playground.HandleKinds}
	if r.Scene != nil {
		if err := out.change(r.Scene); err != nil {
			return nil, err
		}
	}
	out.describe(from)
	return out, nil
}

// change changes the text.
func (t *SceneText) change(c *SceneEdit) (err error) {
	var points []arena.Point
	for _, p := range c.Points {
		points = append(points, arena.Point{X: p[0], Y: p[1]})
	}
	switch c.What {
	case SceneMove:
		t.Chosen = c.Index
		t.Text, err = playground.MoveHandle(t.Text, c.Index, points)
	case SceneAdd:
		t.Text, t.Chosen, err = playground.AddHandle(t.Text, c.Kind, c.Type, points)
	case SceneRemove:
		t.Text, err = playground.RemoveHandle(t.Text, c.Index)
	default:
		err = fmt.Errorf("a scene can be changed by move, add and remove, not by %.40q", c.What)
	}
	return err
}

// describe fills in what the text says.
func (t *SceneText) describe(from *source) {
	t.Handles, t.Types = []SceneHandle{}, []string{}
	for i := range from.program.Info.Schema.Types {
		t.Types = append(t.Types, from.program.Info.Schema.Types[i].Name)
	}
	scene, err := playground.ParseScene(path.Base(from.sceneFile()), t.Text)
	if err != nil {
		t.Fault = err.Error()
	} else {
		if err := from.holds(scene); err != nil {
			t.Fault = err.Error()
		}
		land := landOf(scene.Land())
		t.Land = &land
	}
	count := map[string]int{}
	for _, h := range playground.Handles(t.Text) {
		name := h.Kind
		if h.Type != "" && h.Type != h.Kind {
			name += " " + h.Type
		}
		count[name]++
		out := SceneHandle{Kind: h.Kind, Name: fmt.Sprintf("%s %d", name, count[name]), Line: h.Line}
		if who := starter(scene, count[name]-1); h.Kind == "start" && who != "" {
			out.Name += ": " + who
		}
		for _, p := range h.Points {
			out.Points = append(out.Points, pair(p))
		}
		t.Handles = append(t.Handles, out)
	}
}

// holds returns why the program cannot run in a scene, as saving the scene would report it; nil: it can.
func (s *source) holds(scene *playground.Scene) error {
	return guarded(func() error {
		next := *s
		next.scene = scene
		_, err := next.stage(silence{})
		return err
	})
}

// starter returns the kind of the character that begins at a start.
func starter(s *playground.Scene, start int) string {
	if s == nil {
		return ""
	}
	for i := range s.Casts {
		if start < s.Casts[i].Count {
			return s.Casts[i].Kind
		}
		start -= s.Casts[i].Count
	}
	return ""
}

// parseScene parses the text of a scene, and returns the mistakes in it as findings too.
func parseScene(file, text string) (*playground.Scene, []diag.Record, error) {
	list := []diag.Record{}
	scene, err := playground.ParseScene(path.Base(file), text)
	mistakes, _ := errors.AsType[arena.Mistakes](err)
	for _, m := range mistakes {
		list = append(list, diag.Record{File: file, Line: m.Line, Col: m.Column, EndLine: m.Line, EndCol: m.Column, Severity: "error", Message: m.Text})
	}
	return scene, list, err
}

// goOnIn begins the simulation anew in a scene that was written. With mistakes in it, the simulation goes on in the one
// that it has.
func (p *page) goOnIn(ctx context.Context, r *Request, out *Saved) (*Saved, error) {
	scene, list, err := parseScene(r.File, r.Text)
	if out.Findings = list; err != nil {
		out.Kept = err.Error()
		return out, nil
	}
	err = p.session.do(ctx, func() error {
		next := *p.session.source
		next.scene = scene
		if err := p.session.begin(&next); err != nil {
			out.Kept = err.Error()
		}
		return nil
	})
	if err != nil || out.Kept != "" {
		return out, err
	}
	out.Restart = "the scene is another"
	out.Opened, err = describe(ctx, p.session)
	return out, err
}
