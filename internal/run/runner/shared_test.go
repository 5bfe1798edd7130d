package runner_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// TestMain looks after all tests whether one of them has written to what all runners share.
func TestMain(m *testing.M) {
	code := m.Run()
	if !runner.SharedUntouched() {
		fmt.Println("FAIL: somebody has written to what runners share who need none of their own")
		code = 1
	}
	os.Exit(code)
}
