package diag

import (
	"slices"
	"sort"
)

// Code is the stable name of a kind of finding: "K" and three digits. Codes are never reused.
type Code string

// Info documents a code; the command line prints it and the reference is generated from it.
type Info struct {
	Code  Code
	Title string // a few words
	Help  string // its meaning and what to do, one or two sentences
}

// Codes returns the documentation of every code, in order.
func Codes() []Info {
	all := slices.Concat(syntaxCodes, exprCodes, defCodes, formCodes, planCodes, treeCodes, hddlCodes, verifyCodes, btcppCodes, scriptCodes, goalCodes, squadCodes, editCodes)
	sort.Slice(all, func(i, j int) bool { return all[i].Code < all[j].Code })
	return all
}
