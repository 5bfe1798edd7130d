package studio

import (
	"context"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// Lens shows the chosen character as a text judges it that may not be saved yet: the scores of its wants, or its squad.
// Wants and their pieces have the paths of their statements in that text.
type Lens struct {
	Agent   string `json:"agent"`
	Kind    string `json:"kind"`
	Tick    int64  `json:"tick"`
	Running bool   `json:"running,omitempty"` // by the running program; else by the text
	Why     string `json:"why,omitempty"`     // why it is not by the text
	Brain   *Brain `json:"brain,omitempty"`
	Wants   []Want `json:"wants,omitempty"`
	Band    string `json:"band,omitempty"`   // its squad: itself, or that which it is a member of
	BandOf  string `json:"bandOf,omitempty"` // the declaration of that squad
	Squad   *Squad `json:"squad,omitempty"`
}

// drafted is the program of a text that a page writes.
type drafted struct {
	file, hash string
	of         *source
	program    *program.Program // nil: it does not load
	why        string
}

// load returns the program that a text leads to. The page keeps it, because it asks while the simulation runs.
func (p *page) load(ctx context.Context, r *Request) (*drafted, error) {
	var from *source
	if err := p.session.do(ctx, func() error { from = p.session.source; return nil }); err != nil {
		return nil, err
	}
	hash := edit.Hash(r.Text)
	if l := p.drafted; l != nil && l.file == r.File && l.hash == hash && l.of == from {
		return l, nil
	}
	l := &drafted{file: r.File, hash: hash, of: from}
	if next, ds := p.host.library.load(p.session.name, map[string]string{r.File: r.Text}); next == nil {
		l.why = ds.All[0].Message
	} else {
		tuned, _ := from.with(next)
		l.program = tuned.program
	}
	p.drafted = l
	return l, nil
}

// lens looks at a character with the program of a text. The simulation stays as it is.
func lens(ctx context.Context, p *page, r *Request) (*Lens, error) {
	if _, _, err := p.own(ctx, r.File); err != nil {
		return nil, err
	}
	text, err := p.load(ctx, r)
	if err != nil {
		return nil, err
	}
	var out *Lens
	err = p.session.look(ctx, r.Tick, func(st Stage, j *journal) error {
		id, err := find(st, r.Agent)
		if err == nil {
			out = lensOf(st, j, id, text)
		}
		return err
	})
	return out, err
}

func lensOf(st Stage, j *journal, id agent.ID, text *drafted) *Lens {
	crowd, info := st.Crowd(), j.info
	out := &Lens{Agent: nameOf(st, id), Kind: crowd.KindOf(id), Tick: crowd.Tick(), Why: text.why}
	if edit.Hash(textOf(info, text.file)) == text.hash {
		out.Running, out.Why = true, ""
	} else if text.program == nil {
		out.Running = true
	} else if twin, err := crowd.TwinAs(text.program); err != nil {
		out.Running, out.Why = true, err.Error()
	} else {
		crowd, info = twin, text.program.Info
	}
	m := Mind{}
	if crowd.Has(id) {
		m.brainOf(crowd, info, id, placesOf(info, text.file))
	}
	out.Brain, out.Wants = m.Brain, m.Wants
	band := id
	if v, ok := st.Crowd().View().LookAtMember(id); ok && v.Squad != 0 {
		band = v.Squad
	}
	if out.Squad = squadOf(st, j, band); out.Squad != nil {
		out.Band, out.BandOf = nameOf(st, band), st.Crowd().KindOf(band)
		if crowd != st.Crowd() {
			out.Squad.judge(st, crowd, band)
		}
	}
	return out
}

// judge rates the members for the roles of another program.
func (s *Squad) judge(st Stage, crowd *agent.Crowd, band agent.ID) {
	v, ok := crowd.View().LookAtSquad(band)
	if !ok {
		return
	}
	was := s.Roles
	s.Roles = []Role{}
	for _, r := range v.Roles {
		s.Roles = append(s.Roles, Role{r.Name, r.Min, r.Max, r.Short, r.Text})
	}
	for i := range s.Members {
		m := &s.Members[i]
		if m.Role >= 0 {
			m.Role = slices.IndexFunc(s.Roles, func(r Role) bool { return r.Name == was[m.Role].Name })
		}
		m.Scores = nil
		for _, other := range v.Members {
			if nameOf(st, other.ID) == m.Name {
				for _, score := range other.Scores {
					m.Scores = append(m.Scores, finite(score))
				}
			}
		}
	}
}

// places finds the statements of a file by where they stand.
type places struct {
	src   *diag.Source
	parts []*edit.Sketched
}

func placesOf(info *def.Info, file string) *places {
	for _, f := range info.Model.Files {
		if f.Name == file && f.Src != nil {
			parts, _ := edit.Sketch(f.Name, f.Src.Text)
			return &places{f.Src, parts}
		}
	}
	return nil
}

// textOf returns the text of a file of a program.
func textOf(info *def.Info, file string) string {
	if p := placesOf(info, file); p != nil {
		return p.src.Text
	}
	return ""
}

// path returns the path of the statement at a place; empty: it is in another file.
func (p *places) path(at diag.Span) string {
	if p == nil || at.Src != p.src {
		return ""
	}
	if part := edit.PartAt(p.parts, int(at.Start)); part != nil {
		return part.Path
	}
	return ""
}

// curve returns the path of the statement that a curve stands in, and which of its curves it is.
func (p *places) curve(at diag.Span) (path string, index int) {
	if p == nil || at.Src != p.src {
		return "", 0
	}
	part := edit.PartAt(p.parts, int(at.Start))
	if part == nil {
		return "", 0
	}
	i := slices.IndexFunc(part.Curves, func(c edit.TextCurve) bool { return c.Start == int(at.Start) })
	if i < 0 {
		return "", 0
	}
	return part.Path, i
}
