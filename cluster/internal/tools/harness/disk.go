//go:build linux

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
	"unsafe"
)

// diskMiB is the size of the disk of NATS with -only disk, and diskHistory how far back zones are kept there: what NATS
// needs for that must leave most of the disk to the ballast.
const (
	diskMiB     = 256
	diskHistory = 30 * time.Second
)

// mountDisk makes the folder of NATS a small disk of its own. It needs Linux, and the rights of root.
func (h *harness) mountDisk() error {
	dir := filepath.Join(h.dir, "nats")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dm", diskMiB), "tmpfs", dir).CombinedOutput(); err != nil {
		return fmt.Errorf("-only disk needs the rights of root: %w: %s", err, out)
	}
	h.disk, h.history = dir, diskHistory
	return nil
}

// powerMiB is the size of the disk of NATS with -only power, and commitTime for how long its file system keeps what
// nobody has it write.
const (
	powerMiB   = 512
	commitTime = 10 * time.Minute
)

// mountPower makes the folder of NATS a file system in a file, which can lose power. It needs Linux, and the rights of
// root.
func (h *harness) mountPower() error {
	dir, image := filepath.Join(h.dir, "nats"), filepath.Join(h.dir, "disk")
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(image, nil, 0o600), os.Truncate(image, powerMiB<<20)); err != nil {
		return err
	}
	if out, err := exec.Command("mkfs.ext4", "-q", "-F", image).CombinedOutput(); err != nil {
		return fmt.Errorf("-only power needs mkfs.ext4: %w: %s", err, out)
	}
	h.image, h.disk = image, dir
	return h.mountImage()
}

func (h *harness) mountImage() error {
	options := "loop"
	if h.synced { // what is not synced is lost for certain
		options += fmt.Sprintf(",commit=%d", int(commitTime/time.Second))
	}
	if out, err := exec.Command("mount", "-t", "ext4", "-o", options, h.image, h.disk).CombinedOutput(); err != nil {
		return fmt.Errorf("-only power needs the rights of root: %w: %s", err, out)
	}
	return nil
}

// Of ioctl_ext4(2): the file system stops at once, and writes nothing of what it has in memory.
const (
	shutdownRequest = 0x8004587d // EXT4_IOC_SHUTDOWN
	noLogFlush      = 2          // EXT4_GOING_FLAGS_NOLOGFLUSH
)

// losePower has the disk of NATS lose what was not synced, and starts NATS again with what is left.
func (h *harness) losePower(ctx context.Context) error {
	dir, err := os.Open(h.disk)
	if err != nil {
		return err
	}
	flags := uint32(noLogFlush)
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, dir.Fd(), shutdownRequest, uintptr(unsafe.Pointer(&flags)))
	dir.Close()
	if errno != 0 {
		return fmt.Errorf("the disk did not lose power: %w", errno)
	}
	h.server.Process.Kill()
	h.server.Wait()
	if out, err := exec.Command("umount", h.disk).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	if err := h.mountImage(); err != nil {
		return err
	}
	if err := h.startNATS(); err != nil || !h.synced {
		return err
	}
	return h.follow.begin(ctx, h.js)
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
