package def

import (
	"math"
	"strconv"
	"strings"
)

var takesText = [...]string{
	TakesCondition: "a condition", TakesAmount: "a number", TakesSeconds: "a constant time, greater than zero", TakesPositive: "a constant number, greater than zero",
	TakesNumber: "a constant number", TakesCount: "a constant whole number", TakesValue: "an expression", TakesFlag: "nothing", TakesEffects: "effects", TakesName: "a name",
	TakesNames: "names, parted by commas", TakesTitle: "a text in quotes", TakesChoice: "", TakesVariable: "a variable with its type", TakesVariables: "variables with their types, parted by commas",
	TakesDeed: "a call, an order, or parallel and several of them in braces", TakesCooldown: "a constant time; perhaps shared, a name, and perhaps by and agent, squad or world; perhaps wait and a constant time", TakesCurve: "a response curve",
	TakesAbort: "", TakesElse: "a call, and perhaps when and a condition", TakesNeeds: "tokens and parameters, each perhaps with priority and a whole number",
	TakesSelection: "best, weighted, first or dual, with their numbers", TakesParts: "", TakesCall: "a call", TakesDoing: "a call, with arguments by place or by name",
	TakesStepCall: "a call, or plan and a call", TakesOwnName: "a name",
	TakesPath: "a file name in quotes", TakesType: "a type", TakesWhole: "a whole number", TakesAngle: "a constant angle", TakesRate: "a constant number each second",
	TakesNumbers: "constant numbers, parted by commas", TakesValues: "expressions, parted by commas", TakesPorts: "ports, parted by commas", TakesTraits: "", TakesSenseClauses: "", TakesTexts: "texts in quotes, parted by commas",
}

// Value describes the value that the clause takes: "a constant whole number from 1 to 255".
func (c *Clause) Value() string {
	switch {
	case c.Of != nil:
		return "see " + c.Of.Word
	case len(c.Words) > 0:
		return strings.Join(c.Words, ", ")
	case len(c.Parts) > 0:
		return c.partsValue()
	}
	text := takesText[c.Takes]
	switch c.Takes {
	case TakesPositive:
		if c.Unit == "s" {
			text = takesText[TakesSeconds]
		}
		if c.Most != 0 {
			text += ", up to " + numberText(c.Most)
		}
	case TakesNumber, TakesCount, TakesRate, TakesNumbers:
		if text += rangeText(c.span()); c.Unit != "" {
			text += ", in " + c.Unit
		}
	case TakesAmount:
		if !c.Signed {
			text += ", not negative"
		}
	}
	return text
}

// partsValue says what a clause of several parts takes.
func (c *Clause) partsValue() string {
	var parts []string
	for i := range c.Parts {
		p := &c.Parts[i]
		text := p.Value()
		if p.Takes == TakesFlag {
			text = "`" + p.Word + "`"
		} else if p.Word != "" {
			text = "`" + p.Word + "` and " + text
		}
		if !p.Need {
			text = "perhaps " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// rangeText says from where to where numbers go, as far as there are bounds that matter to people.
func rangeText(s span) string {
	most := ""
	if s.most < math.MaxInt32 {
		most = " up to " + numberText(s.most)
	}
	switch {
	case s.least == tiny:
		return ", greater than 0" + most
	case s.least < -math.MaxInt16 && s.most >= math.MaxInt32:
		return ""
	case s.most >= math.MaxInt32:
		return ", at least " + numberText(s.least)
	}
	return " from " + numberText(s.least) + " to " + numberText(s.most)
}

func numberText(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
