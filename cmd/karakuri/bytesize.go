package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// byteSize is an amount of memory in bytes; in flags it is written as in 6GiB, 1.5GiB, 500MB or 4096.
type byteSize int64

// byteUnits are the units that sizes are written in, in any letter case.
var byteUnits = map[string]float64{
	"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
	"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
}

// UnmarshalText reads a size.
func (s *byteSize) UnmarshalText(text []byte) error {
	word := string(text)
	number := word[:len(word)-len(strings.TrimLeft(word, "0123456789."))]
	unit, known := byteUnits[strings.ToLower(strings.TrimSpace(word[len(number):]))]
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !known {
		return fmt.Errorf("%q is not an amount of memory, as in 6GiB or 500MB", word)
	}
	if v *= unit; v < 1 || v >= math.MaxInt64 {
		return fmt.Errorf("%s is too little or too much memory", word)
	}
	*s = byteSize(v)
	return nil
}

// String writes the size with the largest unit that leaves a whole number.
func (s byteSize) String() string {
	for _, unit := range []string{"TiB", "GiB", "MiB", "KiB"} {
		if n := int64(byteUnits[strings.ToLower(unit)]); int64(s)%n == 0 && int64(s) >= n {
			return fmt.Sprintf("%d%s", int64(s)/n, unit)
		}
	}
	return fmt.Sprintf("%dB", int64(s))
}
