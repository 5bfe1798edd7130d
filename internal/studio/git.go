//go:build !js

package studio

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// Errors of the version that git has.
var (
	errNoGit     = errors.New("git is not installed")
	errNoGitFile = errors.New("the files are part of a program: git does not know them")
)

// head returns the text that the last commit has of a file. It only reads: it runs "git show".
func (l *Library) head(ctx context.Context, name string) (string, error) {
	if l.fixed != nil {
		return "", errNoGitFile
	}
	at, err := l.path(name)
	if err != nil {
		return "", err
	}
	git, err := exec.LookPath("git")
	if err != nil {
		return "", errNoGit
	}
	var out, wrong bytes.Buffer
	cmd := exec.CommandContext(ctx, git, "-C", filepath.Dir(at), "--no-optional-locks", "show", "HEAD:./"+filepath.Base(at))
	cmd.Stdout, cmd.Stderr = &out, &wrong
	if err := cmd.Run(); err != nil {
		said, _, _ := strings.Cut(strings.TrimSpace(wrong.String()), "\n")
		return "", fmt.Errorf("git has no version of %s: %s", name, said)
	}
	return out.String(), nil
}
