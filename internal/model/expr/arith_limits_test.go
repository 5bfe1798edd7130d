package expr

import (
	"math"
	"math/big"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// edges are whole numbers where sums and differences go beyond what there is.
var edges = []int64{math.MinInt64, math.MinInt64 + 1, -1 << 62, -2, -1, 0, 1, 2, 1 << 62, math.MaxInt64 - 1, math.MaxInt64}

// TestSaturatingArithmetic compares sums and differences with those of numbers without bounds.
func TestSaturatingArithmetic(t *testing.T) {
	nearest := func(n *big.Int) world.Word {
		switch {
		case n.IsInt64():
			return world.Word(n.Int64())
		case n.Sign() < 0:
			return math.MinInt64
		}
		return math.MaxInt64
	}
	for _, x := range edges {
		for _, y := range edges {
			a, b := big.NewInt(x), big.NewInt(y)
			if got, want := addSaturating(world.Word(x), world.Word(y)), nearest(new(big.Int).Add(a, b)); got != want {
				t.Errorf("%d + %d is %d, want %d", x, y, got, want)
			}
			if got, want := subSaturating(world.Word(x), world.Word(y)), nearest(new(big.Int).Sub(a, b)); got != want {
				t.Errorf("%d - %d is %d, want %d", x, y, got, want)
			}
		}
	}
}

// TestAnglesAreWrittenInDegrees if they read back the same.
func TestAnglesAreWrittenInDegrees(t *testing.T) {
	for degrees, want := range map[float64]string{0: "0deg", 90: "90deg", -45: "-45deg", 110: "110deg", 0.5: "0.5deg"} {
		if got := litText(&Lit{Kind: LitAngle, Float: degrees * (math.Pi / 180)}); got != want {
			t.Errorf("%v degrees are written %s, want %s", degrees, got, want)
		}
	}
}

// TestUnclosedTextsAreFaults: a string or a name in backquotes that is not closed is one mistake, which covers it up to
// its last character, and reading continues with the next line.
func TestUnclosedTextsAreFaults(t *testing.T) {
	for text, hint := range map[string]string{"\"abc  \nnext": `end it with "`, "`abc  \nnext": "end it with `"} {
		var ds diag.List
		s := NewScanner(diag.NewSource("test", text), &ds)
		first := s.Scan()
		if len(ds.All) != 1 || ds.All[0].Code != diag.BadString || ds.All[0].Hint != hint || ds.All[0].Span.Start != 0 || ds.All[0].Span.End != 4 {
			t.Errorf("%q: %+v", text, ds.All)
		}
		if !first.Faulty {
			t.Errorf("%q: the token is not marked as faulty", text)
		}
	}
}
