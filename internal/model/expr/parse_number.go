package expr

import (
	"math"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// number reads a number with its unit.
func (p *Parser) number() Node {
	t := p.Next()
	n := &Lit{At: p.SpanOf(t), Text: p.Text(t), Kind: LitInt}
	digits := n.Text[:numberLen(n.Text)]
	unit := n.Text[len(digits):]
	if unit == "" && !strings.ContainsAny(digits, ".eE") {
		v, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			p.Soft(diag.BadNumber, n.At, "the number %s is too large", cutText(digits)).Hint = "the greatest is 9223372036854775807"
		}
		n.Int = v
		return n
	}
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		p.Soft(diag.BadNumber, n.At, "the number %s is too large", cutText(digits))
		v = 0
	}
	n.Kind, n.Float = LitFloat, v
	switch unit {
	case "":
	case "ms":
		n.Kind, n.Float = LitDuration, v/1000
	case "s":
		n.Kind = LitDuration
	case "min":
		n.Kind, n.Float = LitDuration, v*60
	case "deg":
		n.Kind, n.Float = LitAngle, v*(math.Pi/180)
	default:
		p.Soft(diag.BadNumber, n.At, "unknown unit %q", cutText(unit)).Hint = unitHint(unit)
	}
	if math.IsInf(n.Float, 0) {
		p.Soft(diag.BadNumber, n.At, "the number %s is too large", cutText(n.Text))
		n.Float = 0
	}
	return n
}

func unitHint(unit string) string {
	if strings.HasPrefix(unit, "_") {
		return "digits cannot be grouped"
	}
	if hint := DidYouMean(unit, []string{"deg", "min", "ms", "s"}); hint != "" {
		return hint
	}
	return "units are ms, s, min and deg"
}

// numberLen returns how much of a number token is the number; the rest is its unit.
func numberLen(text string) int {
	s := Scanner{text: text}
	s.digits()
	if s.at(0) == '.' {
		s.pos++
		s.digits()
	}
	if c := s.at(0); c == 'e' || c == 'E' {
		if isDigit(s.at(1)) || (s.at(1) == '+' || s.at(1) == '-') && isDigit(s.at(2)) {
			s.pos += 2
			s.digits()
		}
	}
	return s.pos
}
