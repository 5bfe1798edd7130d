package program_test

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// minds has a brain, a tree with a choice, and senses.
const minds = `
type thing
action rest
goal doze { way { rest } }
brain wits { want doze { score 0.5 }; every 0.5s gap 0.2s }
tree pick { utility selector select weighted top 2 inertia 0.5 fade 30s { rest score 1; rest score 2 } }
agent drowsy { brain wits }
agent choosy { tree pick }
`

// TestWhatDoesNotCompileIsReportedWhereItIsDeclared takes a checked model beyond a limit, as a check that was forgotten
// would.
func TestWhatDoesNotCompileIsReportedWhereItIsDeclared(t *testing.T) {
	p := loaded(t, minds)
	p.Info.Brains[0].Penalty = 2
	_, err := p.At(30)
	var faults *diag.Failure
	if !errors.As(err, &faults) {
		t.Fatalf("a brain that does not compile: %v", err)
	}
	if got, want := found(faults.List), []string{"main.krk:5:7 error K302"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q: %v", got, want, err)
	}
}

func TestAProgramIsCompiledOnceForEachRate(t *testing.T) {
	p := loaded(t, minds)
	parts := make([]*program.Timed, 8)
	var all sync.WaitGroup
	for i := range parts {
		all.Go(func() { parts[i], _ = p.At(20) })
	}
	all.Wait()
	for _, part := range parts {
		if part != parts[0] {
			t.Fatal("two crowds of one rate have parts of their own")
		}
	}
	if slow, _ := p.At(program.DefaultTPS); slow == parts[0] || slow.Script.TPS() != program.DefaultTPS || parts[0].Script.TPS() != 20 {
		t.Error("the parts of one rate serve another")
	}
}
