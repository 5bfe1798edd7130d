// Package det offers arithmetic and random numbers that give the same bits everywhere.
//
// The functions of package math may differ in the last bits between processors: some have assembly of their own, and
// compilers may fuse a multiplication with an addition. The functions here use only operations which IEEE 754 defines
// to the bit, in a fixed order, and every product is rounded before it is added to anything. Results are within one
// unit in the last place of the true value unless a function says otherwise.
//
// Host programs whose actions compute with floats should use this package too, and should round products in sums of
// their own: write float64(x*y) + z, not x*y + z.
//
// [Rand] is a counter-based generator: each number is a function of a key and a counter, so that generators can be
// saved, restored and made by the thousand, and no two characters share a sequence.
package det
