//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package jets

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks a file. The system frees it when the process ends, however that happens.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, errLocked
		}
		return nil, err
	}
	return f, nil
}
