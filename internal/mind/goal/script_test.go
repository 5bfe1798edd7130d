package goal_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/world"
)

func (th *theatre) object(name string) world.Word {
	o, _, ok := th.state.ObjectNamed(name)
	if !ok {
		th.t.Fatalf("there is no thing %q", name)
	}
	return o
}

// set writes a symbol: "a 1", "worth(x) 0.5".
func (th *theatre) set(name, value string) {
	name, of, _ := strings.Cut(strings.TrimSuffix(name, ")"), "(")
	sym := schema.Symbol(name)
	var args []world.Word
	if of != "" {
		args = append(args, th.object(of))
	}
	f, err := strconv.ParseFloat(value, 64)
	a, ok := sym.Addr(args...)
	if err != nil || !ok {
		th.t.Fatalf("set %s %s: %v", name, value, err)
	}
	w := world.Word(f)
	if sym.Type.Kind == world.KindFloat {
		w = world.Float(f)
	}
	th.state.Set(a, w)
}

// script does the lines of a script, which semicolons part.
func (th *theatre) script(text string) {
	for line := range strings.SplitSeq(text, ";") {
		th.follow(line)
	}
}

// follow does one line of a script.
func (th *theatre) follow(line string) {
	words := strings.Fields(line)
	number := func(i int) int {
		n, err := strconv.Atoi(words[i])
		if err != nil {
			th.t.Fatalf("%s: %v", line, err)
		}
		return n
	}
	var args []world.Word
	if n := len(words); n > 2 && (words[0] == "order" || words[0] == "urgent" || words[0] == "start") {
		args = append(args, th.object(words[2]))
	}
	th.enter()
	switch words[0] {
	case "act": // act work 3 failure
		th.results[words[1]] = append(th.results[words[1]], result{number(2), words[3]})
	case "forget": // what an action's script was
		delete(th.results, words[1])
	case "run": // so many ticks
		for range number(1) {
			th.step()
		}
	case "set":
		th.set(words[1], words[2])
	case "add": // a known thing, with its worth
		_, err := th.state.AddObject(0, words[1])
		if err != nil {
			th.t.Fatal(err)
		}
		th.set("known("+words[1]+")", "1")
		th.set("good("+words[1]+")", "1")
		th.set("worth("+words[1]+")", words[2])

	case "start": // the pursuit: a goal, and the thing it is about
		th.pursuit.Start(number(1), args)
	case "suspend":
		th.pursuit.Suspend(&th.env)
	case "resume":
		th.write(fmt.Sprint("resumed: ", th.pursuit.Resume(&th.env)))
	case "abort":
		th.pursuit.Abort(&th.env, action.AgentRemoved)
		if len(th.p.Config().Brains) > 0 {
			th.mind.Abort(&th.env, action.AgentRemoved)
		}
	case "order", "urgent":
		th.mind.Order(&th.env, Order{Goal: number(1), Args: args, Urgent: words[0] == "urgent"})
	case "withdraw":
		th.write(fmt.Sprint("withdrawn: ", th.mind.Withdraw(&th.env, int64(number(1)))))
	case "notice":
		th.mind.Notice()
	case "forgive":
		th.mind.Forgive(number(1), utility.Target(th.object(words[2])))
	case "quiet":
		th.quiet = true
	default:
		th.t.Fatalf("unknown line %q", line)
	}
}

// finish checks what must be so in the end.
func (th *theatre) finish() {
	if n := th.env.Instances.Running(); th.starts-th.stops != n {
		th.t.Errorf("%d actions were started and %d ended, but %d are running", th.starts, th.stops, n)
	}
	th.silent = true
	th.follow("abort")
	if n := th.env.Instances.Running(); n != 0 || th.starts != th.stops {
		th.t.Errorf("%d actions run on in the end, %d starts, %d stops", n, th.starts, th.stops)
	}
	if len(th.check.open) > 0 {
		th.t.Errorf("%d goals and activities have not ended", len(th.check.open))
	}
}
