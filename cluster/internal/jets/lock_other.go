//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package jets

import (
	"errors"
	"os"
)

// lockFile is refused here: this system has no lock that ends with the process.
func lockFile(string) (*os.File, error) {
	return nil, errors.New("on this system no folder can be locked: run nats-server, and give its address with --nats")
}
