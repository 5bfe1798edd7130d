package det

// Mix scrambles 64 bits: every bit of the input changes every bit of the result with a probability of about one half,
// and different inputs give different results. Mix(0) is 0. Use it for hash tables, incremental hashes and seeds; for
// random numbers use [Rand].
//
// Source: the finalizer of SplitMix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA
// 2014), with the constants of David Stafford's "Mix13".
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
