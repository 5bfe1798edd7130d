package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// diskMiB is the size of the disk of NATS with -only disk.
const diskMiB = 64

// mountDisk makes the folder of NATS a small disk of its own. It needs Linux, and the rights of root.
func (h *harness) mountDisk() error {
	dir := filepath.Join(h.dir, "nats")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dm", diskMiB), "tmpfs", dir).CombinedOutput(); err != nil {
		return fmt.Errorf("-only disk needs the rights of root: %w: %s", err, out)
	}
	h.disk = dir
	return nil
}

// unmountDisk ends that.
func (h *harness) unmountDisk() {
	if h.disk != "" {
		exec.Command("umount", "-l", h.disk).Run()
	}
}

// fillDisk fills the disk of NATS for a while. NATS gives JetStream up then, and must be started again.
func (h *harness) fillDisk(ctx context.Context, pause time.Duration) error {
	ballast := filepath.Join(h.disk, "ballast")
	f, err := os.Create(ballast)
	if err != nil {
		return err
	}
	block := make([]byte, 4096)
	for err == nil {
		_, err = f.Write(block)
	}
	f.Close()
	if !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, io.ErrShortWrite) {
		return err
	}
	time.Sleep(pause)
	if err := os.Remove(ballast); err != nil {
		return err
	}
	return h.restart(ctx, false)
}
