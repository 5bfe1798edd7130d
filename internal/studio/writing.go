package studio

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/files"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// SourceText is a file for the editor.
type SourceText struct {
	File     string `json:"file"`
	Text     string `json:"text"`
	Readonly bool   `json:"readonly,omitempty"` // it is in a trace, or part of a program
	Hash     string `json:"hash,omitempty"`     // hash of the text on disk; pages send it along to save the file
}

// own returns the text of a file, or an error if the file is not one of the program's.
func (p *page) own(ctx context.Context, file string) (readonly bool, text string, err error) {
	s := p.session
	err = s.do(ctx, func() error {
		model := s.source.program.Info.Model
		at := slices.Index(sourceFiles(model), file)
		if at < 0 {
			return fmt.Errorf("%q is not a file of this program", file)
		}
		readonly, text = s.source.record != nil || s.library.fixed != nil, model.Files[at].Src.Text
		return nil
	})
	return readonly, text, err
}

func readSource(ctx context.Context, p *page, r *Request) (SourceText, error) {
	readonly, text, err := p.own(ctx, r.File)
	if err != nil {
		return SourceText{}, err
	}
	if !readonly {
		if text, err = p.server.library.read(r.File); err != nil {
			return SourceText{}, err
		}
	}
	out := SourceText{File: r.File, Text: text, Readonly: readonly}
	if !readonly {
		out.Hash = files.Hash([]byte(text))
	}
	return out, nil
}

// offers lists the words that may follow, or complete, the end of a text.
func offers(_ context.Context, _ *page, r *Request) ([]def.Offer, error) {
	return append([]def.Offer{}, lang.Offers(diag.NewSource(r.File, r.Text), len(r.Text))...), nil
}

// checkSource returns the mistakes in a text that replaces a file's.
func checkSource(ctx context.Context, p *page, r *Request) ([]diag.Record, error) {
	if _, _, err := p.own(ctx, r.File); err != nil {
		return nil, err
	}
	_, ds := p.server.library.load(p.file(), map[string]string{r.File: r.Text})
	return append([]diag.Record{}, ds.Records()...), nil
}

func formatSource(ctx context.Context, p *page, r *Request) (SourceText, error) {
	text, ds := lang.FormatSource(diag.NewSource(r.File, r.Text))
	if ds.HasErrors() {
		return SourceText{}, firstError(&ds)
	}
	return SourceText{File: r.File, Text: text}, nil
}

// Saved is the answer to "save".
type Saved struct {
	Findings []diag.Record `json:"findings"` // if they contain errors, nothing was written, and the simulation runs on unchanged
	Saved    bool          `json:"saved"`
	Notes    []string      `json:"notes,omitempty"`   // what could not continue in the new program
	Restart  string        `json:"restart,omitempty"` // why the simulation restarted instead of continuing
	Opened   *Opened       `json:"opened,omitempty"`
	Hash     string        `json:"hash,omitempty"` // hash of the written text
	// Conflict is the file as it is now, if it has changed since the page read it. Nothing was written then. To
	// overwrite it anyway, a page sends the hash of this text.
	Conflict *SourceText `json:"conflict,omitempty"`
}

// conflict returns the present text of a file to save, if it differs from the one that the page has read.
func (l *Library) conflict(r *Request) (*SourceText, error) {
	if r.Was == "" {
		return nil, errors.New("the page does not say which text it replaces: reload the page")
	}
	text, err := l.read(r.File)
	if err != nil {
		return nil, err
	}
	if hash := files.Hash([]byte(text)); hash != r.Was {
		return &SourceText{File: r.File, Text: text, Hash: hash}, nil
	}
	return nil, nil
}

// saveSource checks a text, writes it, and continues the simulation with it.
func saveSource(ctx context.Context, p *page, r *Request) (*Saved, error) {
	readonly, _, err := p.own(ctx, r.File)
	switch {
	case err != nil:
		return nil, err
	case readonly && p.server.library.fixed != nil:
		return nil, errReadonly
	case readonly:
		return nil, errRecorded
	}
	if conflict, err := p.server.library.conflict(r); conflict != nil || err != nil {
		return &Saved{Findings: []diag.Record{}, Conflict: conflict}, err
	}
	loaded, ds := p.server.library.load(p.file(), map[string]string{r.File: r.Text})
	out := &Saved{Findings: append([]diag.Record{}, ds.Records()...)}
	if loaded == nil {
		return out, nil
	}
	if len(loaded.Info.Agents) == 0 {
		return nil, errors.New("no agent would be left to watch")
	}
	err = p.session.do(ctx, func() error {
		next, lost := p.session.source.with(loaded)
		out.Notes, err = p.session.reload(next)
		out.Notes = append(out.Notes, lost...)
		if err == nil {
			return nil
		}
		out.Restart = err.Error()
		return p.session.begin(next)
	})
	if err != nil {
		return nil, err
	}
	if err := p.server.library.write(p.file(), r); err != nil {
		return nil, err
	}
	out.Saved, out.Hash = true, files.Hash([]byte(r.Text))
	out.Opened, err = describe(ctx, p.session)
	return out, err
}
