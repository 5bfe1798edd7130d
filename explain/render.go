package explain

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the answer as text, in lines.
func (a *Answer) String() string {
	if a.Kind == Why {
		return a.Text
	}
	var b strings.Builder
	if b.WriteString(a.question()); a.Name != "" {
		fmt.Fprintf(&b, ", %s at %ss (tick %d)", a.Name, number(a.Seconds), a.Tick)
	}
	b.WriteString(": ")
	switch a.Kind {
	case WhatWould:
		a.writeRemedies(&b)
	case WhoMade:
		a.writeOrigins(&b)
	case WhatChanged, WhatIf:
		a.writeDifferences(&b)
	default:
		a.writeFindings(&b)
	}
	return b.String()
}

func (a *Answer) question() string {
	text := a.Kind.String()
	if a.Kind == WhatWould {
		text += " it take for"
	}
	if a.About != "" {
		text += " " + a.About
	}
	return text
}

func (a *Answer) writeFindings(b *strings.Builder) {
	for i := range a.Findings {
		if i > 0 {
			b.WriteString("and also: ")
		}
		a.Findings[i].write(b, 1)
	}
	if len(a.Findings) == 0 {
		b.WriteString("unknown\n")
	}
}

// Text returns the finding in one line.
func (f *Finding) Text() string {
	var b strings.Builder
	f.line(&b)
	return b.String()
}

// write writes a finding with its parts.
func (f *Finding) write(b *strings.Builder, depth int) {
	f.line(b)
	b.WriteByte('\n')
	indent := strings.Repeat("  ", depth)
	for i := range f.Candidates {
		b.WriteString(indent + "  " + f.Candidates[i].String() + "\n")
	}
	for i := range f.Under {
		b.WriteString(indent + "  ")
		f.Under[i].write(b, depth+1)
	}
}

// String returns the candidate in one line: "e = kane: range(kane) = 27.2, needs < 20".
func (c *Candidate) String() string {
	text := c.Text
	if c.Key != "" {
		text += " (" + short(c.Key, "") + ")"
	}
	switch {
	case c.Taken:
		text += ": taken"
	case c.Note != "":
		text += ": " + c.Note
	case len(c.Failing) > 0:
		text += ": " + FailingText(c.Failing)
	}
	return text
}

// line writes the finding without its parts.
func (f *Finding) line(b *strings.Builder) {
	b.WriteString(f.Verdict.String())
	if f.Step > 0 {
		fmt.Fprintf(b, ", step %d", f.Step)
	}
	if f.Subject != "" {
		b.WriteString(": " + f.Subject)
	}
	if len(f.With) > 0 {
		b.WriteString(" with " + strings.Join(f.With, ", "))
	}
	if len(f.Within) > 0 {
		b.WriteString(" (within " + strings.Join(f.Within, " > ") + ")")
	}
	f.reason(b)
}

// Reason returns the finding without verdict, subject and what contains it: "range(kane) = 27.2, needs > 30".
func (f *Finding) Reason() string {
	var b strings.Builder
	f.reason(&b)
	return strings.TrimLeft(b.String(), ":; ")
}

// reason writes what decides.
func (f *Finding) reason(b *strings.Builder) {
	if len(f.Failing) > 0 {
		b.WriteString(": " + FailingText(f.Failing))
	}
	if f.By != "" {
		b.WriteString(": " + f.By)
	}
	if f.Scored {
		fmt.Fprintf(b, ": its score is %s, that of the chosen one %s", number(f.Score), number(f.Best))
	}
	if f.Odds > 0 {
		fmt.Fprintf(b, ": the odds are %s in 100", number(100*f.Odds))
	}
	if f.Drawn > 0 {
		fmt.Fprintf(b, ", the draw was %s", number(f.Drawn))
	}
	switch {
	case f.Looked == 1:
		b.WriteString(": looked at 1 candidate")
	case f.Looked > 1:
		fmt.Fprintf(b, ": looked at %d candidates", f.Looked)
	}
	if f.Note != "" {
		b.WriteString("; " + f.Note)
	}
	if f.Until > 0 {
		fmt.Fprintf(b, "; for %ss more", number(f.Until))
	}
	if f.Decided > 0 {
		fmt.Fprintf(b, "; decided in tick %d", f.Decided)
	}
}

// FailingText returns the parts of a condition that do not hold, on one line: "range(kane) = 27.2, needs > 30".
func FailingText(list []Failing) string {
	parts := make([]string, len(list))
	for i := range list {
		parts[i] = list[i].text()
	}
	return strings.Join(parts, "; ")
}

func (f *Failing) text() string {
	var values []string
	for i, v := range f.Values {
		text := v.Symbol + " = " + short(v.Value, f.Needs)
		if v.Step > 0 {
			text += fmt.Sprintf(" (set by step %d, %s)", v.Step, v.By)
		}
		if f.Needs != "" && i == 0 {
			text += ", needs " + short(f.Needs, v.Value)
		}
		values = append(values, text)
		if f.Needs != "" && i == 0 {
			break // its needs contain the other side
		}
	}
	text := strings.Join(values, ", ")
	switch {
	case len(f.Values) == 1 && (f.Needs != "" || f.Itself):
	case text == "":
		text = f.Text + " is false"
	case f.Needs == "":
		text = f.Text + ": " + text
	}
	if len(f.Bound) > 0 {
		text += " for " + strings.Join(f.Bound, ", ")
	}
	if f.Looked > 0 {
		text += ", none of " + strconv.Itoa(f.Looked)
	}
	if len(f.Inside) > 0 {
		text += " [" + FailingText(f.Inside) + "]"
	}
	return text
}

func (a *Answer) writeRemedies(b *strings.Builder) {
	if len(a.Findings) > 0 && a.Findings[0].Verdict.IsDone() {
		a.writeFindings(b)
		return
	}
	if len(a.Remedies) == 0 {
		fmt.Fprintf(b, "no change found among %d that were tried\n", a.Decisions)
		return
	}
	for i := range a.Remedies {
		if i > 0 {
			b.WriteString("or: ")
		}
		b.WriteString(a.Remedies[i].String() + "\n")
	}
	b.WriteString("if nothing else changes\n")
}

// String returns the change as text: "money = 5 (now 0)".
func (r *Remedy) String() string {
	var parts []string
	if r.By == ByTime {
		parts = append(parts, "in "+number(r.Seconds)+"s")
	}
	for _, c := range r.Changes {
		parts = append(parts, c.Symbol+" = "+short(c.Value, c.Old)+" (now "+short(c.Old, c.Value)+")")
	}
	text := strings.Join(parts, " and ")
	if r.Margin != "" {
		text += ", " + r.Margin
	}
	if len(r.Effects) > 0 {
		text += "; then also " + strings.Join(r.Effects, ", ")
	}
	return text
}

func (a *Answer) writeOrigins(b *strings.Builder) {
	if len(a.Origins) == 0 {
		b.WriteString("unknown")
		for i := range a.Findings {
			b.WriteString(": " + a.Findings[i].Note)
		}
		b.WriteByte('\n')
		return
	}
	for i, o := range a.Origins {
		if i > 0 {
			b.WriteString("because of: ")
		}
		fmt.Fprintf(b, "tick %d, %s: %s", o.Tick, o.Kind, o.Text)
		if o.Value != "" {
			b.WriteString(" = " + short(o.Value, ""))
		}
		b.WriteByte('\n')
	}
}

func (a *Answer) writeDifferences(b *strings.Builder) {
	switch {
	case len(a.Differences) == 0 && len(a.Findings) > 0:
		b.WriteString("not known")
	case a.Kind == WhatChanged && a.Until > 0:
		fmt.Fprintf(b, "from tick %d to tick %d", a.Since, a.Until)
	case a.Kind == WhatChanged:
		fmt.Fprintf(b, "since tick %d", a.Since)
	}
	if len(a.Differences) == 0 && len(a.Findings) == 0 {
		b.WriteString(" nothing that it depends on\n")
	} else {
		b.WriteByte('\n')
	}
	for _, d := range a.Differences {
		if d.New == d.Old {
			fmt.Fprintf(b, "  %s: %s, as before", d.Symbol, d.New)
		} else {
			fmt.Fprintf(b, "  %s: %s, was %s", d.Symbol, short(d.New, d.Old), short(d.Old, d.New))
		}
		if d.Turned != "" {
			b.WriteString("; " + d.Turned)
		}
		b.WriteByte('\n')
	}
	for i := range a.Findings {
		b.WriteString("  ")
		a.Findings[i].write(b, 1)
	}
}

// number writes a number with up to four digits behind the point.
func number(f float64) string {
	text := strconv.FormatFloat(f, 'f', 4, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "" || text == "-0" {
		return "0"
	}
	return text
}

// short rounds the numbers of a text to four digits behind the point, unless that would make one of them look like
// another number of the other text.
func short(text, other string) string {
	return eachNumber(text, func(word string) string {
		f, err := strconv.ParseFloat(word, 64)
		if err != nil || len(word) <= 6 || !strings.Contains(word, ".") {
			return word
		}
		rounded, alike := number(f), false
		eachNumber(other, func(o string) string {
			if f, err := strconv.ParseFloat(o, 64); err == nil && o != word && (o == rounded || number(f) == rounded) {
				alike = true
			}
			return o
		})
		if alike || rounded == "0" {
			return word
		}
		return rounded
	})
}

// eachNumber replaces the numbers of a text, which are no parts of words.
func eachNumber(text string, do func(word string) string) string {
	var b strings.Builder
	for from := 0; from < len(text); {
		if !isDigit(text[from]) || from > 0 && (isDigit(text[from-1]) || isLetter(text[from-1])) {
			b.WriteByte(text[from])
			from++
			continue
		}
		to := from
		for to < len(text) && (isDigit(text[to]) || text[to] == '.' && to+1 < len(text) && isDigit(text[to+1])) {
			to++
		}
		b.WriteString(do(text[from:to]))
		from = to
	}
	return b.String()
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
