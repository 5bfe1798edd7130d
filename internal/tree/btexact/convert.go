package btexact

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/btcpp"
)

// Reasons why a value is not the expected one. They are made once, so that a node that looks for a missing value in
// every tick does not allocate.
var (
	errEmpty     = errors.New("it has not been written yet")
	errFraction  = errors.New("the number has a fraction, or is too large for a whole number")
	errPrecision = errors.New("the whole number is too large to be held as a double")
	errRange     = errors.New("the number is out of the range of the type")
	errTruth     = errors.New("only 0 and 1 are truth values")
	errNoNumber  = errors.New("it is not a number")
	errNoStatus  = errors.New("it is not a status")
	errNoText    = errors.New("it has no text form")
	errSyntax    = errors.New("the text cannot be read as the type")
	errKind      = errors.New("it is of another type")
)

// maxExact is the largest whole number that is converted to a double. Beyond it some would be rounded; the library
// refuses all.
const maxExact = 1<<53 - 1

// exactDouble returns a whole number as a double, up to maxExact.
func exactDouble(n int64) (float64, error) {
	if n > maxExact || n < -maxExact {
		return 0, errPrecision
	}
	return float64(n), nil
}

// exactInt returns a double as a whole number if it is one.
func exactInt(f float64) (int64, error) {
	if !(f >= math.MinInt64 && f < -math.MinInt64) || f != math.Trunc(f) {
		return 0, errFraction
	}
	return int64(f), nil
}

// Double returns a number, or text that is one, as a double; an error where that would lose something.
func (v Value) Double() (float64, error) {
	switch {
	case v.kind == KindDouble:
		return v.real(), nil
	case v.IsNumber():
		return exactDouble(v.whole())
	case v.kind == KindText:
		if f, ok := parseDouble(v.text); ok {
			return f, nil
		}
		return 0, errSyntax
	case v.kind == Empty:
		return 0, errEmpty
	}
	return 0, errNoNumber
}

// Int returns a number, or text that is one, as a whole number; an error where it has a fraction.
func (v Value) Int() (int64, error) {
	switch {
	case v.kind == KindDouble:
		return exactInt(v.real())
	case v.IsNumber():
		return v.whole(), nil
	case v.kind == KindText:
		if n, ok := parseInt(v.text); ok {
			return n, nil
		}
		return 0, errSyntax
	case v.kind == Empty:
		return 0, errEmpty
	}
	return 0, errNoNumber
}

// Bool returns a number as a truth value: of a double whether it is not 0, of a whole number 0 or 1 alone.
func (v Value) Bool() (bool, error) {
	switch {
	case v.kind == KindDouble:
		f := v.real()
		if f < 0 {
			return false, errTruth
		}
		return f != 0, nil
	case v.IsNumber():
		if v.bits > 1 {
			return false, errTruth
		}
		return v.bits == 1, nil
	case v.kind == Empty:
		return false, errEmpty
	}
	return false, errNoNumber
}

// parseInt reads decimal digits with an optional minus sign, as a literal is written. It does not allocate.
func parseInt(s string) (int64, bool) {
	digits, negative := strings.CutPrefix(s, "-")
	if digits == "" || len(digits) > 19 {
		return 0, false
	}
	var n uint64
	for i := range len(digits) {
		c := digits[i]
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + uint64(c-'0')
	}
	switch {
	case negative && n <= 1<<63:
		return -int64(n), true
	case !negative && n < 1<<63:
		return int64(n), true
	}
	return 0, false
}

// parseDouble reads a decimal number, as a literal is written. It does not allocate.
func parseDouble(s string) (float64, bool) {
	for i := range len(s) {
		c := s[i]
		if !(c >= '0' && c <= '9' || c == '.' || c == '-' || (c == 'e' || c == 'E' || c == '+') && i > 0) {
			return parseSpecial(s)
		}
	}
	if s == "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

// parseSpecial reads the words for numbers that are not finite.
func parseSpecial(s string) (float64, bool) {
	switch strings.ToLower(s) {
	case "inf", "infinity":
		return math.Inf(1), true
	case "-inf", "-infinity":
		return math.Inf(-1), true
	case "nan":
		return math.NaN(), true
	}
	return 0, false
}

// as returns the value as a port of a type reads it: numbers are converted if nothing is lost, and text is parsed.
func (v Value) as(t btcpp.Type, enums map[string]int64) (Value, error) {
	if v.kind == Empty {
		return v, errEmpty
	}
	if v.kind == KindText && t.Kind != btcpp.KindString {
		return parseText(v.text, t, enums)
	}
	switch t.Kind {
	case btcpp.KindString:
		if v.kind == KindObject {
			return v, errNoText
		}
		if v.kind != KindText {
			v = Text(v.String())
		}
	case btcpp.KindBool:
		b, err := v.Bool()
		return Bool(b), err
	case btcpp.KindInt, btcpp.KindUint:
		n, err := v.Int()
		if err == nil && !fits(n, t) {
			err = errRange
		}
		return Int(n), err
	case btcpp.KindDouble:
		f, err := v.Double()
		return Double(f), err
	case btcpp.KindStatus:
		n, err := v.Int()
		if err == nil && (n < int64(Idle) || n > int64(Skipped)) {
			err = errNoStatus
		}
		return StatusValue(Status(n)), err
	case btcpp.KindVector:
		if v.kind != KindVector && v.kind != KindQueue {
			return v, errKind
		}
	}
	return v, nil
}

// fits reports whether a whole number is in the range of a type of whole numbers.
func fits(n int64, t btcpp.Type) bool {
	if t.Kind == btcpp.KindUint {
		return n >= 0 && (t.Bits >= 63 || n>>t.Bits == 0)
	}
	return t.Bits >= 64 || t.Bits == 0 || n>>(t.Bits-1) == 0 || n>>(t.Bits-1) == -1
}

// parseText reads text as a type; a type that says nothing, or that only the host knows, keeps the text.
func parseText(text string, t btcpp.Type, enums map[string]int64) (Value, error) {
	switch t.Kind {
	case btcpp.KindBool:
		if b, ok := btcpp.ParseBool(text); ok {
			return Bool(b), nil
		}
	case btcpp.KindInt, btcpp.KindUint:
		if n, ok := parseInt(text); ok {
			if !fits(n, t) {
				return Value{}, errRange
			}
			return Int(n), nil
		}
		if n, ok := enums[text]; ok && fits(n, t) {
			return Int(n), nil
		}
	case btcpp.KindDouble:
		if f, ok := parseDouble(text); ok {
			return Double(f), nil
		}
	case btcpp.KindStatus:
		if s, ok := ParseStatus(text); ok {
			return StatusValue(s), nil
		}
	case btcpp.KindVector:
		values, err := parseList(text, *t.Of, enums)
		return Vector(values...), err
	default:
		return Text(text), nil
	}
	return Value{}, errSyntax
}

// parseList reads values with semicolons between them; nothing is an empty list.
func parseList(text string, of btcpp.Type, enums map[string]int64) ([]Value, error) {
	if text == "" {
		return nil, nil
	}
	var values []Value
	for part := range strings.SplitSeq(text, ";") {
		if of.Kind != btcpp.KindString {
			part = strings.TrimSpace(part)
		}
		v, err := parseText(part, of, enums)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

// copyInto puts a number or text into a place that holds one, whose kind stays: numbers are converted, and it is a
// mistake where that would lose something.
func (v Value) copyInto(dst *Value) error {
	switch {
	case dst.kind == Empty || dst.kind == v.kind:
		*dst = v
	case v.isWhole() && dst.isWhole():
		dst.bits = v.bits
	case v.IsNumber() && dst.kind == KindDouble:
		f, err := v.Double()
		if err != nil {
			return err
		}
		*dst = Double(f)
	case v.IsNumber() && dst.isWhole():
		n, err := v.Int()
		if err != nil {
			return err
		}
		dst.bits = uint64(n)
	default:
		return errKind
	}
	return nil
}
