package studio

import (
	"context"
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/files"
)

// Merged is the merge of a page's text with the file's.
type Merged struct {
	Text      string          `json:"text"` // with the lines of the file where both changed the same
	Conflicts []edit.Conflict `json:"conflicts"`
	Hash      string          `json:"hash"` // of the file's text
	Theirs    string          `json:"theirs"`
}

// mergeSource merges a page's text with the present text of the file. Base is the text that the page began with.
func mergeSource(ctx context.Context, p *page, r *Request) (*Merged, error) {
	if _, _, err := p.own(ctx, r.File); err != nil {
		return nil, err
	}
	theirs, err := p.host.library.read(r.File)
	if err != nil {
		return nil, err
	}
	text, conflicts := edit.MergeTexts(r.Base, r.Text, theirs)
	return &Merged{text, conflicts, files.Hash([]byte(theirs)), theirs}, nil
}

// hashOnDisk returns the hash of a file's present text, so that pages notice what others write.
func hashOnDisk(ctx context.Context, p *page, r *Request) (string, error) {
	if _, _, err := p.own(ctx, r.File); err != nil {
		return "", err
	}
	text, err := p.host.library.read(r.File)
	if err != nil {
		return "", err
	}
	return files.Hash([]byte(text)), nil
}

// errUnknownBase is the error of a version that does not exist.
var errUnknownBase = errors.New("the versions to compare with are disk, head and moment")

// versions are the texts that a page can compare its text with.
var versions = map[string]func(ctx context.Context, p *page, r *Request) (string, error){
	"disk": func(_ context.Context, p *page, r *Request) (string, error) { return p.host.library.read(r.File) },
	"head": func(ctx context.Context, p *page, r *Request) (string, error) {
		return p.host.library.head(ctx, r.File)
	},
	"moment": momentText,
}

// Diff is what differs between a page's text and another version of the file.
type Diff struct {
	Changes []LineChange    `json:"changes"`
	Marks   []edit.NodeMark `json:"marks"`
}

// LineChange replaces lines of the other version.
type LineChange struct {
	Line int    `json:"line"` // the first, in the other version, from 1
	Old  string `json:"old"`
	New  string `json:"new"`
}

// diffSource compares a page's text with another version of the file, which Name names.
func diffSource(ctx context.Context, p *page, r *Request) (*Diff, error) {
	if _, _, err := p.own(ctx, r.File); err != nil {
		return nil, err
	}
	version := versions[r.Name]
	if version == nil {
		return nil, errUnknownBase
	}
	old, err := version(ctx, p, r)
	if err != nil {
		return nil, err
	}
	d := edit.Compare(r.File, old, r.Text)
	if isSceneFile(r.File) {
		d.Marks = []edit.NodeMark{} // it has no statements
	}
	out := &Diff{[]LineChange{}, d.Marks}
	for _, c := range d.Changes {
		out.Changes = append(out.Changes, LineChange{c.Line, c.Old, c.New})
	}
	return out, nil
}

// momentText returns the text of the program that ran at a moment.
func momentText(ctx context.Context, p *page, r *Request) (string, error) {
	tick := r.Tick
	if tick == nil {
		if err := p.session.do(ctx, func() error {
			now := p.session.stage.Crowd().Tick()
			tick = &now
			return nil
		}); err != nil {
			return "", err
		}
	}
	c, err := p.session.past.before(*tick, true)
	if err != nil {
		return "", err
	}
	for _, f := range c.source.program.Info.Model.Files {
		if f.Name == r.File && f.Src != nil {
			return f.Src.Text, nil
		}
	}
	return "", fmt.Errorf("the program of that moment has no file %s", r.File)
}
