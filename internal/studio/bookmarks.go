package studio

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// Limits of bookmarks.
const (
	// MaxBookmarks is the maximum number of bookmarks of a simulation.
	MaxBookmarks = 200
	// maxNote limits the text of a bookmark, in bytes.
	maxNote = 300
)

// Bookmark is a moment that a user has marked.
type Bookmark struct {
	ID    int64  `json:"id"` // 0: a new one
	Tick  int64  `json:"tick"`
	Agent string `json:"agent,omitempty"`
	Note  string `json:"note,omitempty"`
}

// fits reports whether the texts keep to their limits.
func (b *Bookmark) fits() bool {
	return b == nil || len(b.Note) <= maxNote && len(b.Agent) <= maxName && b.Tick >= 0
}

// bookmarks holds the bookmarks of a simulation, by tick.
type bookmarks struct {
	list []Bookmark
	last int64 // ID
}

// set adds a bookmark, or replaces the one with the same ID; without an ID, the one of the same tick.
func (b *bookmarks) set(m Bookmark) error {
	at := slices.IndexFunc(b.list, func(o Bookmark) bool { return o.ID == m.ID || m.ID == 0 && o.Tick == m.Tick })
	if at >= 0 {
		m.ID = b.list[at].ID
		b.list[at] = m
	} else {
		if err := roomFor("bookmark", m.ID, len(b.list), MaxBookmarks); err != nil {
			return err
		}
		b.last++
		m.ID = b.last
		b.list = append(b.list, m)
	}
	slices.SortStableFunc(b.list, func(a, o Bookmark) int { return cmp.Compare(a.Tick, o.Tick) })
	return nil
}

// fits returns an error if a bookmark of a tick cannot be added.
func (b *bookmarks) fits(tick int64) error {
	if slices.ContainsFunc(b.list, func(m Bookmark) bool { return m.Tick == tick }) {
		return nil
	}
	return roomFor("bookmark", 0, len(b.list), MaxBookmarks)
}

// add adds a bookmark, or its note to that of the same tick.
func (b *bookmarks) add(m Bookmark) error {
	if i := slices.IndexFunc(b.list, func(o Bookmark) bool { return o.Tick == m.Tick }); i >= 0 && b.list[i].Note != "" {
		if note := b.list[i].Note + "; " + m.Note; len(note) <= maxNote {
			m.Note = note
		} else {
			m.Note = b.list[i].Note
		}
	}
	return b.set(m)
}

// roomFor returns an error if a bookmark or breakpoint cannot be added: its ID is unknown, or there are too many.
func roomFor(what string, id int64, count, most int) error {
	switch {
	case id != 0:
		return fmt.Errorf("there is no %s %d", what, id)
	case count >= most:
		return fmt.Errorf("there are %d %ss: remove some", most, what)
	}
	return nil
}

func (b *bookmarks) remove(id int64) {
	b.list = slices.DeleteFunc(b.list, func(m Bookmark) bool { return m.ID == id })
}

// restart keeps the bookmarks if the same run starts again, and drops them otherwise.
func (b *bookmarks) restart(same bool) {
	if !same {
		b.list = nil
	}
}

// bookmarked calls do with the session's bookmarks and returns the resulting list.
func bookmarked(ctx context.Context, p *page, do func(*bookmarks) error) ([]Bookmark, error) {
	list, s := []Bookmark{}, p.session
	err := s.do(ctx, func() error {
		if do != nil {
			if err := do(&s.marks); err != nil {
				return err
			}
			s.notes++
			s.changed = true
		}
		list = append(list, s.marks.list...)
		return nil
	})
	return list, err
}

func listBookmarks(ctx context.Context, p *page, _ *Request) ([]Bookmark, error) {
	return bookmarked(ctx, p, nil)
}

func setBookmark(ctx context.Context, p *page, r *Request) ([]Bookmark, error) {
	return bookmarked(ctx, p, func(b *bookmarks) error {
		if r.Mark == nil {
			return errMessage
		}
		return b.set(*r.Mark)
	})
}

func removeBookmark(ctx context.Context, p *page, r *Request) ([]Bookmark, error) {
	return bookmarked(ctx, p, func(b *bookmarks) error {
		if r.Mark == nil {
			return errMessage
		}
		b.remove(r.Mark.ID)
		return nil
	})
}
