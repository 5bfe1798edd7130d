package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

type diagnostic struct {
	Range    lspRange        `json:"range"`
	Severity int             `json:"severity"`
	Code     string          `json:"code"`
	Source   string          `json:"source"`
	Message  string          `json:"message"`
	Tags     []int           `json:"tags,omitempty"`
	Related  []relatedRecord `json:"relatedInformation,omitempty"`
}

type relatedRecord struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

// unnecessary are the codes of findings about text that makes no difference, which editors show faded.
var unnecessary = map[diag.Code]bool{
	diag.UnusedOperator: true, diag.UnusedTask: true, diag.UnreadSymbol: true, diag.UnusedConst: true, diag.UnusedFunction: true, diag.UnusedAction: true,
}

// unchecked returns a program with an open document that has not been checked; nil: there is none.
func (s *server) unchecked() *prog {
	for _, key := range slices.Sorted(maps.Keys(s.space.docs)) {
		programs := s.space.programsOf(key)
		for _, p := range programs {
			if !p.checked {
				return p
			}
		}
		for _, f := range programs[0].model.Files {
			k := programs[0].keys[f.Src]
			if own, _ := s.ownTests(k, s.space.programsOf(k)); own != nil && !own.checked {
				return own
			}
		}
	}
	return nil
}

// show sends the findings of all programs with open documents, as far as they have changed.
func (s *server) show() {
	defer s.recovered("showing findings")
	shown := map[string][]diagnostic{}
	for _, key := range slices.Sorted(maps.Keys(s.space.docs)) {
		for _, p := range s.space.programsOf(key) {
			for _, f := range p.model.Files {
				k := p.keys[f.Src]
				if _, done := shown[k]; !done {
					shown[k] = s.findings(k)
				}
			}
		}
		if _, done := shown[key]; !done {
			shown[key] = s.findings(key)
		}
	}
	for key := range s.sent {
		if _, still := shown[key]; !still {
			shown[key] = []diagnostic{}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(shown)) {
		s.publish(key, shown[key])
	}
}

// publish sends the findings of a file, unless the client has them.
func (s *server) publish(key string, list []diagnostic) {
	params := map[string]any{"uri": s.space.uri(key), "diagnostics": list}
	body, err := json.Marshal(list)
	old, sent := s.sent[key]
	if err != nil || sent && old == string(body) || !sent && len(list) == 0 && s.space.docs[key] == nil {
		return
	}
	if s.sent[key] = string(body); len(list) == 0 && s.space.docs[key] == nil {
		delete(s.sent, key)
	}
	if d := s.space.docs[key]; d != nil {
		params["version"] = d.version
	}
	s.out.notify("textDocument/publishDiagnostics", params)
}

// findings returns what is to be said about a file: every error in any program that contains it, and the warnings that
// hold in all of them.
func (s *server) findings(key string) []diagnostic {
	list := []diagnostic{}
	for _, f := range s.found(key) {
		list = append(list, f.prog.diagnostic(f.Diagnostic))
	}
	return list
}

// finding is a finding with the program that it was made in.
type finding struct {
	*diag.Diagnostic
	prog *prog
}

// containing returns the programs whose findings a file shows: its own, and those of open documents that contain it.
// They differ where imports form a cycle, or are not at the beginning of a line.
func (s *server) containing(key string) []*prog {
	list := s.space.programsOf(key)
	for _, open := range slices.Sorted(maps.Keys(s.space.docs)) {
		for _, p := range s.space.programsOf(open) {
			if p.file(key) != nil && !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

func (s *server) found(key string) []finding {
	programs := s.containing(key)
	var list []finding
	count := map[string]int{}
	for _, p := range programs {
		all := p.check()
		for i := range all.All {
			if d := &all.All[i]; p.isIn(d, key) {
				id := identity(d)
				if count[id]++; count[id] == 1 {
					list = append(list, finding{d, p})
				}
			}
		}
	}
	list = slices.DeleteFunc(list, func(f finding) bool {
		return f.Severity == diag.Warning && count[identity(f.Diagnostic)] < len(programs)
	})
	return append(list, s.ofTests(key, programs)...)
}

func identity(d *diag.Diagnostic) string {
	return fmt.Sprint(d.Span.Start, d.Span.End, d.Code, d.Message)
}

// isIn reports whether a finding is about a file. One without a place is about the main file.
func (p *prog) isIn(d *diag.Diagnostic, key string) bool {
	if d.Span.Src == nil {
		return key == p.main
	}
	return p.keys[d.Span.Src] == key
}

// ownTests returns the program that an imported file is by itself, and where its tests are: programs that import it do
// not check them. It is nil if the file has no tests, or is a main file.
func (s *server) ownTests(key string, programs []*prog) (*prog, []diag.Span) {
	if len(programs) == 0 || programs[0].file(key) == nil || slices.ContainsFunc(programs, func(p *prog) bool { return p.main == key }) {
		return nil, nil
	}
	var tests []diag.Span
	for _, d := range programs[0].file(key).Decls {
		if d, ok := d.(*def.Test); ok {
			tests = append(tests, d.At)
		}
	}
	if len(tests) == 0 {
		return nil, nil
	}
	return s.space.program(key), tests
}

// ofTests returns what is wrong with the tests of a file that others import.
func (s *server) ofTests(key string, programs []*prog) []finding {
	own, tests := s.ownTests(key, programs)
	if own == nil {
		return nil
	}
	var list []finding
	all := own.check()
	for i := range all.All {
		d := &all.All[i]
		if own.isIn(d, key) && slices.ContainsFunc(tests, func(t diag.Span) bool { return t.Start <= d.Span.Start && d.Span.End <= t.End }) {
			list = append(list, finding{d, own})
		}
	}
	return list
}

// diagnostic returns a finding as the protocol writes it.
func (p *prog) diagnostic(d *diag.Diagnostic) diagnostic {
	out := diagnostic{Severity: 1, Code: string(d.Code), Source: "karakuri", Message: d.Message}
	if d.Severity == diag.Warning {
		out.Severity = 2
	}
	if d.Hint != "" {
		out.Message += "\n" + d.Hint
	}
	if unnecessary[d.Code] {
		out.Tags = []int{1}
	}
	if d.Span.Src != nil && p.textOf(d.Span.Src) != nil {
		out.Range = p.textOf(d.Span.Src).span(d.Span)
	}
	for _, r := range d.Related {
		if r.Span.Src != nil && p.textOf(r.Span.Src) != nil {
			out.Related = append(out.Related, relatedRecord{p.location(r.Span), r.Message})
		}
	}
	return out
}
