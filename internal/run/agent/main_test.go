package agent

import (
	"fmt"
	"os"
	"reflect"
	"testing"
)

// What agents share that need nothing of it stays empty, whatever the tests do.
func TestMain(m *testing.M) {
	code := m.Run()
	if !reflect.ValueOf(noExtras).IsZero() {
		fmt.Fprintf(os.Stderr, "an agent has written to the extras that all share: %+v\n", noExtras)
		code = 1
	}
	os.Exit(code)
}
