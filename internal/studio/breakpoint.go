package studio

import (
	"context"

	"github.com/karakuri-ai/karakuri/diag"
)

// BreakList is the answer to all requests about breakpoints.
type BreakList struct {
	Breaks   []Break       `json:"breaks"`
	Findings []diag.Record `json:"findings,omitempty"` // mistakes in a condition; if there are any, no breakpoint was set
}

func (s *Session) breakList() *BreakList {
	l := &BreakList{Breaks: []Break{}}
	if s.journal.breaks != nil {
		for _, w := range s.journal.breaks.list {
			l.Breaks = append(l.Breaks, w.Break)
		}
	}
	return l
}

func listBreaks(ctx context.Context, p *page, _ *Request) (*BreakList, error) {
	var l *BreakList
	err := p.session.do(ctx, func() error {
		l = p.session.breakList()
		return nil
	})
	return l, err
}

// setBreak adds a breakpoint, or replaces the one with the same ID.
func setBreak(ctx context.Context, p *page, r *Request) (*BreakList, error) {
	s := p.session
	var l *BreakList
	err := s.do(ctx, func() error {
		if r.Break == nil {
			return errMessage
		}
		w, ds := resolve(*r.Break, s.source.program.Info, s.stage)
		if ds.HasErrors() {
			l = s.breakList()
			l.Findings = ds.Records()
			return nil
		}
		list := s.journal.breaks
		if list == nil {
			list = &breaks{}
		}
		if err := list.set(w); err != nil {
			return err
		}
		s.journal.breaks = list
		s.notes++
		s.changed = true
		l = s.breakList()
		return nil
	})
	return l, err
}

// removeBreak removes the breakpoint with an ID; without an ID, all of them.
func removeBreak(ctx context.Context, p *page, r *Request) (*BreakList, error) {
	s := p.session
	var l *BreakList
	err := s.do(ctx, func() error {
		if r.Break == nil {
			return errMessage
		}
		if list := s.journal.breaks; list != nil {
			if list.remove(r.Break.ID); len(list.list) == 0 {
				s.journal.breaks = nil
			}
		}
		s.notes++
		s.changed = true
		l = s.breakList()
		return nil
	})
	return l, err
}
