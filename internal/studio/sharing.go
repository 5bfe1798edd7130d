package studio

import (
	"context"
	"fmt"
)

// Bundle is everything that a run starts from, for sharing it: files and seed.
type Bundle struct {
	File  string       `json:"file"` // the file to open
	Seed  uint64       `json:"seed"`
	Files []SourceText `json:"files"` // the program's files, the main one first, then the scene
}

// bundle returns what the present simulation starts from. Values that were changed by hand are not part of it.
func bundle(ctx context.Context, p *page, _ *Request) (*Bundle, error) {
	b := &Bundle{}
	scene := false
	err := p.session.do(ctx, func() error {
		s := p.session.source
		if s.record != nil || s.watched != nil {
			return fmt.Errorf("only the run of a file can be shared, not %s", s.place())
		}
		b.File, b.Seed, scene = s.name, s.seed, s.scene != nil
		for _, f := range s.program.Info.Model.Files {
			b.Files = append(b.Files, SourceText{File: f.Name, Text: f.Src.Text})
		}
		return nil
	})
	if err != nil || !scene {
		return b, err
	}
	name := sceneFile(b.File)
	text, err := p.host.library.read(name)
	b.Files = append(b.Files, SourceText{File: name, Text: text})
	return b, err
}
