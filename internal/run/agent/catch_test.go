package agent

import (
	"runtime"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// TestTheNetDoesWhatIsLeft: whatever panics or ends its goroutine, all others are done, and the first panic that
// belongs to no agent is kept.
func TestTheNetDoesWhatIsLeft(t *testing.T) {
	n := &net{core: &core{stage: runner.Stage{Ctx: action.NewCtx(0, 10, nil)}}, journal: &journal{}}
	var done []int
	end := make(chan bool)
	go func() {
		defer close(end)
		n.all(6, func(i int) {
			switch i {
			case 1:
				panic("first")
			case 3:
				runtime.Goexit()
			case 4:
				panic("second")
			}
			done = append(done, i)
		})
	}()
	<-end
	if !slices.Equal(done, []int{0, 2, 5}) || n.stray != "first" {
		t.Errorf("%v are done, and %v is kept", done, n.stray)
	}
}
