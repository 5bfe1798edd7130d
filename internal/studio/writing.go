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
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// SourceText is a file for the editor.
type SourceText struct {
	File     string `json:"file"`
	Text     string `json:"text"`
	Readonly bool   `json:"readonly,omitempty"` // it is in a trace, or part of a program
	Hash     string `json:"hash,omitempty"`     // hash of the text on disk; pages send it along to save the file
}

// own returns the text of a file, or an error if the file is neither one of the program's nor its scene.
func (p *page) own(ctx context.Context, file string) (readonly bool, text string, err error) {
	s := p.session
	err = s.do(ctx, func() error {
		model := s.source.program.Info.Model
		if file != "" && file == s.source.sceneFile() {
			readonly = s.library.isFixed(s.source.name)
			text, err = s.library.read(file)
			return err
		}
		at := slices.Index(sourceFiles(model), file)
		if at < 0 {
			return fmt.Errorf("%q is not a file of this program", file)
		}
		readonly, text = s.source.record != nil || s.library.isFixed(s.source.name), model.Files[at].Src.Text
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
		if text, err = p.host.library.read(r.File); err != nil {
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

// Checked is the answer to "check".
type Checked struct {
	Findings []diag.Record `json:"findings"`
	Fixes    []Fix         `json:"fixes"`
}

// Fix is a replacement that a finding in the checked text proposes. Offsets count UTF-16 code units.
type Fix struct {
	Finding int    `json:"finding"` // its place in the list
	From    int    `json:"from"`
	To      int    `json:"to"`
	Old     string `json:"old"`
	Text    string `json:"text"`
}

// checkSource returns the mistakes in a text that replaces a file's.
func checkSource(ctx context.Context, p *page, r *Request) (*Checked, error) {
	if _, _, err := p.own(ctx, r.File); err != nil {
		return nil, err
	}
	if isSceneFile(r.File) {
		return p.checkScene(ctx, r)
	}
	_, ds := p.host.library.load(p.file(), map[string]string{r.File: r.Text})
	out := &Checked{ds.Records(), []Fix{}}
	units := unitsOf(r.Text)
	for i := range ds.All {
		if at, text, ok := lang.FixOf(&ds.All[i]); ok && out.Findings[i].File == r.File {
			out.Fixes = append(out.Fixes, Fix{i, units(int(at.Start)), units(int(at.End)), at.Text(), text})
		}
	}
	return out, nil
}

// checkScene returns the mistakes in the text of a scene. If it has none, the program is tried in the scene.
func (p *page) checkScene(ctx context.Context, r *Request) (*Checked, error) {
	scene, list, err := parseScene(r.File, r.Text)
	if err != nil {
		return &Checked{list, []Fix{}}, nil // what is wrong is among the findings
	}
	var from *source
	if err := p.session.do(ctx, func() error { from = p.session.source; return nil }); err != nil {
		return nil, err
	}
	if err := from.holds(scene); err != nil {
		list = append(list, diag.Record{File: r.File, Line: 1, Col: 1, EndLine: 1, EndCol: 1, Severity: "error", Message: err.Error()})
	}
	return &Checked{list, []Fix{}}, nil
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
	Findings []diag.Record `json:"findings"`
	Saved    bool          `json:"saved"`
	Kept     string        `json:"kept,omitempty"`    // why the simulation runs on with the program that it had
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

// saveSource writes a text, and continues the simulation with it. If the program does not load or run, the simulation
// continues as it was: mistakes never keep a text from being written.
func saveSource(ctx context.Context, p *page, r *Request) (*Saved, error) {
	readonly, _, err := p.own(ctx, r.File)
	switch {
	case err != nil:
		return nil, err
	case readonly && p.host.library.isFixed(p.session.name):
		return nil, errReadonly
	case readonly:
		return nil, errRecorded
	}
	if conflict, err := p.host.library.conflict(r); conflict != nil || err != nil {
		return &Saved{Findings: []diag.Record{}, Conflict: conflict}, err
	}
	if err := p.host.library.write(p.file(), r); err != nil {
		return nil, err
	}
	if isSceneFile(r.File) {
		return p.goOnIn(ctx, r, &Saved{Saved: true, Hash: files.Hash([]byte(r.Text))})
	}
	loaded, ds := p.host.library.load(p.file(), nil)
	out := &Saved{Findings: append([]diag.Record{}, ds.Records()...), Saved: true, Hash: files.Hash([]byte(r.Text))}
	if loaded == nil {
		out.Kept = "the program has mistakes"
		return out, nil
	}
	if err := p.session.do(ctx, func() error { return p.goOnWith(loaded, out) }); err != nil || out.Kept != "" {
		return out, err
	}
	out.Opened, err = describe(ctx, p.session)
	return out, err
}

// goOnWith continues the simulation with another program, or starts it anew, or leaves it as it is.
func (p *page) goOnWith(loaded *program.Program, out *Saved) error {
	had := len(p.session.source.program.Info.Agents)
	if len(loaded.Info.Agents) == 0 && had > 0 {
		out.Kept = "the program declares no agent"
		return nil
	}
	next, lost := p.session.source.with(loaded)
	err := errFirstAgents
	if had == 0 {
		if wrong := p.host.library.settle(next, p.host.options.Worlds); wrong != nil {
			out.Kept = wrong.Error()
			return nil
		}
	} else if out.Notes, err = p.session.reload(next); err == nil {
		out.Notes = append(out.Notes, lost...)
		return nil
	}
	out.Restart, out.Notes = err.Error(), append(out.Notes, lost...)
	if err := p.session.begin(next); err != nil {
		out.Kept, out.Restart = err.Error(), ""
	}
	return nil
}

// errFirstAgents says why a simulation starts that had no agents.
var errFirstAgents = errors.New("it had no agents before")
