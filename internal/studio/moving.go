package studio

import (
	"context"
	"errors"
)

// errRooted is the error of a stage whose characters cannot be moved.
var errRooted = errors.New("characters cannot be moved here")

// movable reports whether pages can move characters.
func (s *Session) movable() bool {
	if g, ok := s.stage.(*gameStage); ok {
		return g.Game.Move != nil
	}
	_, can := s.stage.(Mover)
	return can && s.source.record == nil
}

// move moves a character in the running simulation. It adds a checkpoint, so that the past before the move can still be
// viewed.
func move(ctx context.Context, p *page, r *Request) error {
	s := p.session
	return s.do(ctx, func() error {
		if s.source.record != nil {
			return errRecorded
		}
		stage, can := s.stage.(Mover)
		if !can {
			return errRooted
		}
		if r.At == nil {
			return errors.New("it is not said where to")
		}
		if err := moveTo(stage, r.Agent, r.At[0], r.At[1]); err != nil {
			return err
		}
		s.changed = true
		s.checkpoint()
		s.past.written()
		return nil
	})
}

// moveTo moves the character with a name, or on a Placer any figure.
func moveTo(stage Mover, name string, x, y float64) error {
	if p, can := stage.(Placer); can {
		return p.Place(name, x, y)
	}
	id, err := find(stage, name)
	if err != nil {
		return err
	}
	return stage.Move(id, x, y)
}
