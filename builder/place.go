package builder

import (
	"runtime"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// place is the Go file and line of a builder call.
type place struct {
	file string // its last two elements: the folder names the package
	line int
}

// caller returns the place of the call of the exported function that calls it.
func caller() place {
	_, file, line, ok := runtime.Caller(2)
	if !ok {
		return place{"builder", 1}
	}
	if i := strings.LastIndexByte(file, '/'); i > 0 {
		file = file[strings.LastIndexByte(file[:i], '/')+1:]
	}
	return place{file, line}
}

// source returns a text given in the call, as a source whose places are that of the call.
func (p place) source(text string) *diag.Source {
	return diag.NewSnippet(p.file, p.line, text)
}

// span returns the place of the call with the text that it is about.
func (p place) span(text string) diag.Span {
	src := p.source(text)
	return diag.Span{Src: src, End: int32(len(text))}
}
