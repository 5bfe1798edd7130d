package def

import (
	"math"
	"strconv"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// span is the numbers that can stand somewhere, both ends included.
type span struct{ least, most float64 }

// String returns the numbers in words: "from 0 to 1".
func (s span) String() string {
	text := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	switch {
	case math.IsInf(s.most, 1):
		return "at least " + text(s.least)
	case math.IsInf(s.least, -1):
		return "at most " + text(s.most)
	}
	return "from " + text(s.least) + " to " + text(s.most)
}

// constNumber evaluates a constant number within bounds; what names it in messages. It returns def if there is no
// expression, and after a mistake.
func (r *resolver) constNumber(n expr.Node, sc *Scope, what string, s span, def float64) float64 {
	if n == nil {
		return def
	}
	value, _, ok := r.constant(n, sc, expr.FloatType, what)
	f := value[0].Float()
	switch {
	case !ok:
		return def
	case s.least == 0 && math.IsInf(s.most, 1) && !(f >= 0):
		r.diags.Errorf(diag.FaultyNumber, n.Span(), "%s cannot be negative", what)
		return def
	case !(f >= s.least && f <= s.most):
		r.diags.Errorf(diag.FaultyNumber, n.Span(), "%s must be %v", what, s)
		return def
	}
	return f
}

// constPositive is constNumber for what must be greater than zero.
func (r *resolver) constPositive(n expr.Node, sc *Scope, what string, most, def float64) float64 {
	if n == nil {
		return def
	}
	value, _, ok := r.constant(n, sc, expr.FloatType, what)
	f := value[0].Float()
	switch {
	case !ok:
		return def
	case !(f > 0):
		r.diags.Errorf(diag.FaultyNumber, n.Span(), "%s must be greater than zero", what)
		return def
	case f > most:
		r.diags.Errorf(diag.FaultyNumber, n.Span(), "%s must be %v", what, span{math.Inf(-1), most})
		return def
	}
	return f
}

// constCount computes a constant whole number within bounds, as constNumber does.
func (r *resolver) constCount(n expr.Node, sc *Scope, what string, least, most, def int) int {
	if n == nil {
		return def
	}
	value, _, ok := r.constant(n, sc, expr.IntType, what)
	switch {
	case !ok:
		return def
	case int64(value[0]) < int64(least) || int64(value[0]) > int64(most):
		r.diags.Errorf(diag.FaultyNumber, n.Span(), "%s must be %v", what, span{float64(least), float64(most)})
		return def
	}
	return int(value[0])
}

// duration evaluates a time in seconds; 0 if there is none, or it is faulty.
func (r *resolver) duration(n expr.Node, sc *Scope) float64 {
	if n == nil {
		return 0
	}
	r.times = append(r.times, n)
	value, _, ok := r.constant(n, sc, expr.FloatType, "a time")
	seconds := value[0].Float()
	if ok && seconds <= 0 {
		r.diags.Errorf(diag.FaultyNumber, n.Span(), "a time must be greater than zero")
		return 0
	}
	return seconds
}
