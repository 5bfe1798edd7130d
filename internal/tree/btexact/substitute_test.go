package btexact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

func substitute(t *testing.T, text string) func(o *btexact.Options) {
	rules, ds := btexact.ParseSubstitutions([]byte(text))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	return func(o *btexact.Options) { o.Substitutions = rules }
}

const mocked = `<BehaviorTree ID="Main"><Sequence><Say name="talk" message="hello"/><SubTree ID="MySub" name="mysub"/>
	<Script name="set_message" code="msg:='the original message'"/><Say message="{msg}"/>
	<Sequence name="counting"><Say message="1"/><Say message="2"/></Sequence></Sequence></BehaviorTree>
	<BehaviorTree ID="MySub"><Sequence><Say name="action_subA" message="A"/><Say name="action_subB" message="B"/></Sequence></BehaviorTree>`

func TestSubstitution(t *testing.T) {
	for _, c := range []struct{ rules, want string }{
		{`{}`, "SUCCESS say:hello say:A say:B say:the original message say:1 say:2"},
		{`{"talk": "AlwaysSuccess"}`, "SUCCESS say:A say:B say:the original message say:1 say:2"},
		{`{"mysub/action_*": "Quick"}`, "SUCCESS say:hello say:the original message say:1 say:2"},
		{`{"mysub/action_sub?": "Fail"}`, "FAILURE say:hello"},
		{`{"mysub": "Quick"}`, "SUCCESS say:hello say:the original message say:1 say:2"},
		{`{"counting": "Quick", "set_message": "Message"}`, "SUCCESS say:hello say:A say:B say:SUBSTITUTED"},
		{`{"Say": "Fail"}`, "FAILURE"},
		{`{"talk": "Quick", "Say": "Fail"}`, "FAILURE"}, // the first rule that matches
		{`{"*": "Quick"}`, "SUCCESS"},
		{`{"no*such": "Fail"}`, "SUCCESS say:hello say:A say:B say:the original message say:1 say:2"},
	} {
		f := build(t, mocked, substitute(t, `{"TestNodeConfigs": {
			"Quick": {"return_status": "SUCCESS"}, "Fail": {"return_status": "FAILURE"},
			"Message": {"return_status": "SUCCESS", "success_script": "msg:='SUB'", "failure_script": "nowhere=1", "post_script": "msg+='STITUTED'"}
		}, "SubstitutionRules": `+c.rules+`}`))
		if got := f.tick(0); got != c.want {
			t.Errorf("%s: %s, want %s", c.rules, got, c.want)
		}
	}
}

func TestTestNodes(t *testing.T) {
	f := build(t, `<Fallback><A name="a" seq="S"/><A name="b" seq="S"/></Fallback>`, substitute(t,
		`{"TestNodeConfigs": {"Slow": {"return_status": "FAILURE", "async_delay": 20, "failure_script": "x:=1"}}, "SubstitutionRules": {"a": "Slow"}}`))
	if got := f.tick(0); got != "RUNNING" {
		t.Error(got)
	}
	if d, ok := f.tree.Wait(); d != 20*ms || !ok {
		t.Error(d, ok)
	}
	if got := f.tick(19 * ms); got != "RUNNING" || f.board() != "" {
		t.Error(got)
	}
	if got := f.tick(20 * ms); got != "SUCCESS b>S" || f.board() != "x=1" {
		t.Error(got, f.board())
	}
	f.tick(21 * ms)
	if got := f.halt(); got != "HALT" {
		t.Error(got)
	}
	if got := f.tick(30 * ms); got != "RUNNING" { // from the start
		t.Error(got)
	}
	calls := 0
	g := build(t, `<A name="a" seq="S"/>`, func(o *btexact.Options) {
		o.Substitutions = []btexact.Substitution{{Match: "a", Test: &btexact.TestNode{Complete: func(c *btexact.Call) btexact.Status {
			calls++
			return btexact.Failure
		}}}}
	})
	if got := g.tick(0); got != "FAILURE" || calls != 1 {
		t.Error(got, calls)
	}
}

func TestSubstitutionMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{`, "substitutions:1:1: unexpected end"},
		{`{}`, "SubstitutionRules is missing"},
		{`{"SubstitutionRules": 5}`, "object"},
		{`{"SubstitutionRules": {"a": 5}}`, "name is expected"},
		{`{"TestNodeConfigs": {"T": {}}, "SubstitutionRules": {"a": "T"}}`, "no status"},
		{`{"TestNodeConfigs": {"T": {"return_status": "IDLE"}}, "SubstitutionRules": {"a": "T"}}`, "no status"},
		{`{"TestNodeConfigs": {"T": {"return_status": "SUCCESS", "async_delay": -1}}, "SubstitutionRules": {"a": "T"}}`, "out of range"},
		{`{"TestNodeConfigs": {"T": {"return_status": 7}}, "SubstitutionRules": {}}`, "json"},
	} {
		_, ds := btexact.ParseSubstitutions([]byte(c.text))
		if !ds.HasErrors() || !strings.Contains(ds.All[0].Error(), c.want) || ds.All[0].Code != "K465" {
			t.Errorf("%s: %v, want %s", c.text, ds.All, c.want)
		}
	}
}

func TestSimulation(t *testing.T) {
	s, ds := btexact.ParseSimulation([]byte(`{"actions": {"Open": ["running", "success"], "sub/Look": ["failure"], "typo": ["success"]},
		"blackboard": {"n": 5, "half": 0.5, "who": "me", "yes": true}, "enums": {"FIVE": 5}}`))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	p := compileLenient(t, `<BehaviorTree ID="Main"><Sequence><Open name="door"/><Unknown><Go/></Unknown><Fallback><SubTree ID="S" name="sub"/><Go/></Fallback>
		<ScriptCondition code="n==FIVE &amp;&amp; half==0.5 &amp;&amp; who=='me' &amp;&amp; yes"/></Sequence></BehaviorTree><BehaviorTree ID="S"><Look name="Look"/></BehaviorTree>`, btexact.Simulated(s, btexact.Options{}))
	tree := p.NewTree()
	if err := s.Prepare(tree); err != nil {
		t.Fatal(err)
	}
	for i, want := range []btexact.Status{btexact.Running, btexact.Success, btexact.Running} {
		if got, err := tree.Tick(0); got != want || err != nil {
			t.Fatal(i, got, err)
		}
	}
	if unused := fmt.Sprint(s.Unused(p)); unused != "[typo]" {
		t.Error(unused)
	}
	for _, c := range []struct{ text, want string }{
		{`[`, "K466"}, {`{"actions": {"a": []}}`, "no outcomes"}, {`{"actions": {"a": ["idle"]}}`, "not an outcome"},
		{`{"actions": {"a": ["often"]}}`, "not an outcome"}, {`{"blackboard": {"x": [1]}}`, "entry"}, {`{"actions": {"a": 5}}`, "K466"},
	} {
		if _, ds := btexact.ParseSimulation([]byte(c.text)); !ds.HasErrors() || !strings.Contains(ds.All[0].Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, ds.All, c.want)
		}
	}
}
