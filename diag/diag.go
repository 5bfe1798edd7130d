package diag

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Severity says whether a finding makes the input unusable.
type Severity uint8

const (
	Error   Severity = iota // the input is refused
	Warning                 // the input is usable; something in it is probably not meant
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one finding.
type Diagnostic struct {
	Severity Severity
	Code     Code   // stable; see [Codes]
	Span     Span   // the zero Span: no place
	Message  string // one line, no final full stop
	Hint     string // what to do instead, one line; may be empty
	Related  []Related
	Fix      *Fix // what the hint proposes, if that is a replacement; nil: it is not
}

// Fix is a replacement that a finding proposes. Code that offers it to the user reads it; the hint says the same to
// people.
type Fix struct {
	Was  string // the name that is replaced, within the place of the finding; empty: the whole place
	Text string // the name, or the text, that takes its place
}

// Meant proposes another name for one in the place of the finding. An empty name proposes nothing.
func (d *Diagnostic) Meant(was, name string) {
	if name != "" {
		d.Hint, d.Fix = "did you mean "+strconv.Quote(name)+"?", &Fix{Was: was, Text: name}
	}
}

// MeantOr is [Diagnostic.Meant], with a hint for when there is no name to propose.
func (d *Diagnostic) MeantOr(was, name, hint string) {
	if d.Hint = hint; name != "" {
		d.Meant(was, name)
	}
}

// Quote proposes to put the place of the finding in backquotes.
func (d *Diagnostic) Quote(text string) {
	d.Hint, d.Fix = "write it in backquotes: "+text, &Fix{Text: text}
}

// Replace proposes another text for the place of the finding.
func (d *Diagnostic) Replace(text string) {
	d.Hint, d.Fix = "write "+text, &Fix{Text: text}
}

// Related is a second place that belongs to a finding, such as the first of two declarations.
type Related struct {
	Span    Span
	Message string
}

// Error returns "file:line:col: message [code]", as in the first line of the long form.
func (d *Diagnostic) Error() string {
	kind := ""
	if d.Severity == Warning {
		kind = "warning: "
	}
	if d.Span.Src == nil {
		return fmt.Sprintf("%s%s [%s]", kind, d.Message, d.Code)
	}
	return fmt.Sprintf("%s: %s%s [%s]", d.Span.Position(), kind, d.Message, d.Code)
}

// List collects diagnostics. The zero List is empty and ready for use. It keeps at most [MaxDiagnostics]; Dropped
// counts the others. The list always keeps the first error. Not safe for concurrent use.
type List struct {
	All     []Diagnostic
	Dropped int
}

// MaxDiagnostics bounds a List: a file of noise must not fill the memory with findings.
const MaxDiagnostics = 1000

// Errorf adds an error and returns it for the caller to add a hint or a related place.
// The pointer is valid until the next addition.
func (l *List) Errorf(code Code, at Span, format string, args ...any) *Diagnostic {
	return l.add(Diagnostic{Severity: Error, Code: code, Span: at, Message: fmt.Sprintf(format, args...)})
}

// Warnf adds a warning; see [List.Errorf].
func (l *List) Warnf(code Code, at Span, format string, args ...any) *Diagnostic {
	return l.add(Diagnostic{Severity: Warning, Code: code, Span: at, Message: fmt.Sprintf(format, args...)})
}

func (l *List) add(d Diagnostic) *Diagnostic {
	if len(l.All) < MaxDiagnostics {
		l.All = append(l.All, d)
		return &l.All[len(l.All)-1]
	}
	l.Dropped++
	if d.Severity == Error && l.All[0].Severity != Error {
		return l.addFirstError(d)
	}
	return &d
}

// addFirstError makes sure that a full list has an error, at its start: the input must be refused, and the reason
// reported.
func (l *List) addFirstError(d Diagnostic) *Diagnostic {
	i := slices.IndexFunc(l.All, func(d Diagnostic) bool { return d.Severity == Error })
	if i < 0 {
		l.All[0] = d
		return &l.All[0]
	}
	l.All[0], l.All[i] = l.All[i], l.All[0]
	return &d
}

// Append adds all findings of other.
func (l *List) Append(other List) {
	for _, d := range other.All {
		l.add(d)
	}
	l.Dropped += other.Dropped
}

// Sort orders the findings by file, place and code, and removes equal ones.
func (l *List) Sort() {
	sort.SliceStable(l.All, func(i, j int) bool {
		a, b := &l.All[i], &l.All[j]
		pa, pb := a.Span.Position(), b.Span.Position()
		return cmp.Or(cmp.Compare(pa.File, pb.File), cmp.Compare(pa.Line, pb.Line), cmp.Compare(pa.Col, pb.Col),
			cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message)) < 0
	})
	l.All = slices.CompactFunc(l.All, func(a, b Diagnostic) bool {
		return a.Span == b.Span && a.Code == b.Code && a.Message == b.Message
	})
}

// HasErrors reports whether a finding is an error, not only a warning.
func (l *List) HasErrors() bool {
	return slices.ContainsFunc(l.All, func(d Diagnostic) bool { return d.Severity == Error })
}

// Err returns the list as an error of type [*Failure], or nil when it holds no error.
func (l *List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	l.Sort()
	return &Failure{List: *l}
}

// Failure is the error of refused input; it holds everything that was found.
type Failure struct{ List List }

// Error returns all errors in the long form of [Render], with lines and carets, so that printing the error shows each
// mistake where it is. Warnings are omitted.
func (f *Failure) Error() string {
	errors := List{Dropped: f.List.Dropped}
	for _, d := range f.List.All {
		if d.Severity == Error {
			errors.All = append(errors.All, d)
		}
	}
	var b strings.Builder
	Render(&b, errors) // a Builder takes all
	return strings.TrimSuffix(b.String(), "\n")
}
