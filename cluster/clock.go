//go:build !(jumps && unix)

package cluster

import "time"

// jump is how far the clock of a test has jumped.
func jump() time.Duration { return 0 }
