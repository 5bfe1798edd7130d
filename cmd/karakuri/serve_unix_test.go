//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/remote/serve"
)

// TestServe plays a tick with the command, by the address that it prints, and interrupts it: the session ends with a reason, and its trace is complete.
func TestServe(t *testing.T) {
	dir := writeUnending(t)
	if err := os.WriteFile(filepath.Join(dir, "token"), []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := startCommand(t, dir, "serve", "live.krk", "--addr", "127.0.0.1:0", "--token-file", "token", "--record", ".")
	line, err := c.lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	base := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "serving at "), "/v1/session")
	if _, err := serve.Connect(t.Context(), base, "wrong", "live", "", 0); err == nil {
		t.Error("a wrong token is good")
	}
	game, err := serve.Connect(t.Context(), base, "secret", "live", "", 0)
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	if err := game.Send(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := game.Receive(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if _, err := game.Receive(t.Context()); !strings.Contains(fmt.Sprint(err), "the server stops") {
		t.Errorf("the connection ends with %v", err)
	}
	c.Wait()
	if got := c.ProcessState.ExitCode(); got != 128+int(syscall.SIGTERM) {
		t.Errorf("exit code %d", got)
	}
	if info, err := os.Stat(filepath.Join(dir, game.Hello.Session+".ktrace")); err != nil || info.Size() == 0 {
		t.Errorf("the trace: %v", err)
	}
}
