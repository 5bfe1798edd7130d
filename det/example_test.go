package det_test

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/det"
)

// Each character has numbers of its own, which can be saved and continue where they stopped.
func ExampleRand() {
	const loot = 1 // the stream: what the numbers are for
	r := det.NewRand(42, 7, loot)
	r.Intn(6)
	saved := r
	fmt.Println(r.Intn(6) == saved.Intn(6), r.Counter)
	// Output: true 2
}

func ExamplePow() {
	fmt.Println(det.Pow(2, 0.5))
	// Output: 1.4142135623730951
}
