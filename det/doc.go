// Package det offers arithmetic and random numbers that give the same bits on every platform.
//
// The functions of package math may differ in the last bits between processors: some have assembly implementations, and
// compilers may fuse a multiplication with an addition. The functions here use only operations that IEEE 754 defines to
// the bit, in a fixed order, and round every product before adding it. Results are within one unit in the last place of
// the true value unless a function says otherwise.
//
// Host programs whose actions compute with floats should use this package too, and should round products in sums: write
// float64(x*y) + z, not x*y + z.
//
// [Rand] is a counter-based generator: each number is a function of a key and a counter. Generators can be saved,
// restored and created by the thousand, and no two characters share a sequence.
package det
