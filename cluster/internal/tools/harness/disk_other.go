//go:build unix && !linux

package main

import (
	"context"
	"errors"
	"time"
)

var errLinux = errors.New("-only disk and -only power need Linux")

func (h *harness) mountDisk() error                                    { return errLinux }
func (h *harness) mountPower() error                                   { return errLinux }
func (h *harness) unmountDisk()                                        {}
func (h *harness) fillDisk(ctx context.Context, _ time.Duration) error { return errLinux }
func (h *harness) losePower(ctx context.Context) error                 { return errLinux }
