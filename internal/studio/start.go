package studio

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

const (
	// droppedFolder is the folder of the files that pages have dropped.
	droppedFolder = "dropped"
	// maxDropped is the maximum number of dropped files.
	maxDropped = 50
	// maxDroppedBytes is the maximum length of all dropped files together, because they are kept in memory.
	maxDroppedBytes = 64 << 20
	// maxGlimpseBytes is the maximum length of a trace of which the start page draws a picture: opening longer ones
	// takes time.
	maxGlimpseBytes = 8 << 20
	// maxGlimpsed is the maximum number of figures in such a picture.
	maxGlimpsed = 300
)

// isDropped reports whether a file is one that a page has dropped.
func isDropped(name string) bool { return strings.HasPrefix(name, droppedFolder+"/") }

// Demo is a file that the start page offers.
type Demo struct {
	File  string `json:"file"`
	Says  string `json:"says,omitempty"`  // the first sentence of its first comment, without the file's name
	Trace bool   `json:"trace,omitempty"` //
	Bytes int64  `json:"bytes,omitempty"` // length of a trace
	When  int64  `json:"when,omitempty"`  // when a trace was last written, in seconds since 1970; 0: unknown
}

// listDemos lists the files that the start page offers: the programs by name, then the traces, the latest first.
func listDemos(_ context.Context, p *page, _ *Request) ([]Demo, error) {
	l := p.host.library
	var demos, traces []Demo
	for _, name := range l.Names() {
		d := Demo{File: name, Trace: l.isTrace(name)}
		if !d.Trace {
			file, scene := splitScene(name)
			if text, err := l.read(file); err == nil {
				d.Says = firstComment(text)
			}
			if scene != "" {
				d.Says = "In the scene " + scene + ": " + d.Says
			}
			demos = append(demos, d)
			continue
		}
		if at, err := l.path(name); err == nil && l.system(name) == nil {
			if info, err := os.Stat(at); err == nil {
				d.Bytes, d.When = info.Size(), info.ModTime().Unix()
			}
		}
		traces = append(traces, d)
	}
	slices.SortStableFunc(traces, func(a, b Demo) int { return int(b.When - a.When) })
	return append(demos, traces...), nil
}

// firstComment returns the first sentence of the comment at the beginning of a text, without a file's name in front.
func firstComment(text string) string {
	var words []string
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(strings.TrimSpace(line), "//")
		if !ok || strings.TrimSpace(comment) == "" {
			break
		}
		words = append(words, strings.TrimSpace(comment))
	}
	says := strings.Join(words, " ")
	if name, rest, ok := strings.Cut(says, ": "); ok && !strings.Contains(name, " ") {
		says = rest
	}
	says, _, _ = strings.Cut(says, ". ")
	return strings.TrimSuffix(says, ".")
}

// Glimpse is what the start page draws of a file: the world at its beginning.
type Glimpse struct {
	Land    Land     `json:"land"`
	Figures []Figure `json:"figures"`
}

// glimpse opens a file for a picture of its beginning, beside its simulation if it has one.
func glimpse(_ context.Context, p *page, r *Request) (*Glimpse, error) {
	l := p.host.library
	if p.host.hosted {
		return nil, errUnseen
	}
	if l.isTrace(r.File) {
		if _, err := l.bytes(r.File, maxGlimpseBytes); err != nil {
			return nil, err
		}
	}
	from, err := l.open(r.File, p.host.options)
	if err != nil {
		return nil, err
	}
	stage, err := from.stage(silence{})
	if err != nil {
		return nil, err
	}
	if from.record != nil && stage.Crowd().Len() == 0 {
		stage.Step()
	}
	g := &Glimpse{Land: stage.Land(), Figures: stage.Figures([]Figure{})}
	g.Figures = g.Figures[:min(len(g.Figures), maxGlimpsed)]
	return g, nil
}

// drop takes a file, or a part of it, that a page's user has dropped: Text is base64, Since where the part begins, On
// that it is the last one. Then the file is listed, and the answer is its name.
func drop(_ context.Context, p *page, r *Request) (string, error) {
	if p.host.hosted {
		return "", errUnseen
	}
	data, err := base64.StdEncoding.DecodeString(r.Text)
	if err != nil {
		return "", errMessage
	}
	return p.host.library.drop(r.File, data, r.Since, r.On)
}

func (l *Library) drop(file string, part []byte, at int64, last bool) (string, error) {
	base := path.Base(filepath.ToSlash(file))
	ending := strings.ToLower(path.Ext(base))
	if ending != ".krk" && ending != sceneEnding && ending != traceEnding || base != file || strings.ContainsAny(base, "\\\x00") || strings.Contains(base, sceneMark) {
		return "", fmt.Errorf("%q cannot be opened: drop a karakuri file (.krk), its scene (.scene) or a trace (.ktrace)", file)
	}
	name := droppedFolder + "/" + base
	if err := l.dropped.append(name, part, at, ending != traceEnding); err != nil {
		return "", err
	}
	if !last || ending == sceneEnding {
		return name, nil
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	if !slices.Contains(l.names, name) {
		if len(l.names) >= MaxFiles {
			return "", fmt.Errorf("there are %d files already", MaxFiles)
		}
		l.names = append(slices.Clone(l.names), name)
	}
	return name, nil
}

// errPart is the error of a part of a file that does not follow the part before it.
var errPart = errors.New("a part of the file is missing: drop it again")

// append adds a part to a dropped file, or begins it anew.
func (d *drawer) append(name string, part []byte, at int64, isText bool) error {
	d.lock.Lock()
	defer d.lock.Unlock()
	was, total := d.texts[name], 0
	for other, text := range d.texts {
		if other != name {
			total += len(text)
		}
	}
	if at == 0 {
		was = ""
	}
	switch length := len(was) + len(part); {
	case int64(len(was)) != at:
		return errPart
	case isText && length > expr.MaxSourceBytes:
		return fmt.Errorf("%s has more than %d bytes", path.Base(name), expr.MaxSourceBytes)
	case total+length > maxDroppedBytes:
		return fmt.Errorf("dropped files may have %d MiB together: name this one on the command line", maxDroppedBytes>>20)
	case d.texts[name] == "" && len(d.texts) >= maxDropped:
		return fmt.Errorf("at most %d files can be dropped", maxDropped)
	}
	d.texts[name] = was + string(part)
	return nil
}
