package jets

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestFolderIsLocked: a second server on the same folder would split the cluster: it is refused until the first ends.
func TestFolderIsLocked(t *testing.T) {
	dir := t.TempDir()
	first, err := Start(dir, "", false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Start(dir, "127.0.0.1:0", false); !errors.Is(err, errLocked) || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "--nats") {
		t.Errorf("a second server: %v", err)
	}
	first.Stop()
	again, err := Start(dir, "", false)
	if err != nil {
		t.Fatalf("after the first has stopped: %v", err)
	}
	again.Stop()
}

// TestLockEndsWithProcess: a process that was killed leaves no lock.
func TestLockEndsWithProcess(t *testing.T) {
	const variable = "KARAKURI_TEST_LOCK"
	if dir := os.Getenv(variable); dir != "" { // in the process that is killed
		_, err := lockFolder(dir)
		os.Stdout.WriteString(map[bool]string{true: "locked\n", false: "failed\n"}[err == nil])
		select {}
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run", "^TestLockEndsWithProcess$")
	cmd.Env = append(os.Environ(), variable+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "locked\n" {
		t.Errorf("it says %q, %v", line, err)
	}
	if _, err := lockFolder(dir); !errors.Is(err, errLocked) {
		t.Errorf("while it lives: %v", err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	f, err := lockFolder(dir)
	if err != nil {
		t.Fatalf("after it was killed: %v", err)
	}
	f.Close()
}
