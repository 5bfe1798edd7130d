package agent

import (
	"fmt"
	"io"
	"log"
	"os"
	"reflect"
	"testing"
)

// Many tests let actions panic: their reports would hide what a failing test says. The extras that agents share stay
// empty, whatever the tests do.
func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	code := m.Run()
	if !reflect.ValueOf(noExtras).IsZero() {
		fmt.Fprintf(os.Stderr, "an agent has written to the extras that all share: %+v\n", noExtras)
		code = 1
	}
	os.Exit(code)
}
