package btexact_test

import (
	"strings"
	"testing"
	"time"
)

// nodeCase is a tree with what every tick must do. "HALT" halts the tree instead; "@50" moves the time to 50 ms.
type nodeCase struct {
	name  string
	xml   string
	ticks []string
	board string // afterwards
}

var nodeCases = []nodeCase{
	{"a sequence does not ask finished children again", `<Sequence><C name="k" seq="SF"/><A name="a" seq="RRS"/></Sequence>`,
		[]string{"RUNNING k?S a>R", "RUNNING a.R", "SUCCESS a.S", "FAILURE k?F"}, ""},
	{"a reactive sequence aborts when its condition turns false", `<ReactiveSequence><C name="k" seq="SF"/><A name="a" seq="R"/></ReactiveSequence>`,
		[]string{"RUNNING k?S a>R", "FAILURE k?F a!"}, ""},
	{"a sequence with memory goes on at the child that failed",
		`<SequenceWithMemory><A name="a" seq="S"/><A name="b" seq="FS"/><A name="c" seq="S"/></SequenceWithMemory>`,
		[]string{"RUNNING a>S", "FAILURE b>F", "RUNNING b>S", "SUCCESS c>S", "RUNNING a>S"}, ""},
	{"a sequence with memory keeps its place when it is halted", `<SequenceWithMemory><A name="a" seq="S"/><A name="b" seq="RS"/></SequenceWithMemory>`,
		[]string{"RUNNING a>S", "RUNNING b>R", "HALT b!", "SUCCESS b>S"}, ""},
	{"a fallback goes on with the child that is running", `<Fallback><C name="k" seq="F"/><A name="a" seq="RS"/></Fallback>`,
		[]string{"RUNNING k?F a>R", "SUCCESS a.S"}, ""},
	{"a reactive fallback halts when an earlier condition turns true", `<ReactiveFallback><C name="k" seq="FS"/><A name="a" seq="R"/></ReactiveFallback>`,
		[]string{"RUNNING k?F a>R", "SUCCESS k?S a!"}, ""},
	{"an async sequence pauses between children", `<AsyncSequence><A name="a" seq="S"/><A name="b" seq="S"/></AsyncSequence>`,
		[]string{"RUNNING a>S", "SUCCESS b>S"}, ""},
	{"an async fallback pauses between children", `<AsyncFallback><A name="a" seq="F"/><A name="b" seq="S"/></AsyncFallback>`,
		[]string{"RUNNING a>F", "SUCCESS b>S"}, ""},
	{"back-chaining", `<Fallback><C name="goal" seq="FFS"/><ReactiveSequence><C name="pre" seq="SSS"/><A name="act" seq="RS"/></ReactiveSequence></Fallback>`,
		[]string{"RUNNING goal?F pre?S act>R", "SUCCESS pre?S act.S", "RUNNING goal?F pre?S act>R"}, ""},

	{"parallel succeeds early and halts the others", `<Parallel success_count="1"><A name="a" seq="R"/><A name="b" seq="S"/><A name="c" seq="R"/></Parallel>`,
		[]string{"SUCCESS a>R b>S a!"}, ""},
	{"parallel fails as soon as success is out of reach", `<Parallel success_count="2" failure_count="2"><A name="a" seq="F"/><A name="b" seq="R"/></Parallel>`,
		[]string{"FAILURE a>F"}, ""},
	{"parallel -2 is all but one", `<Parallel success_count="-2" failure_count="3"><A name="a" seq="S"/><A name="b" seq="RS"/><A name="c" seq="R"/></Parallel>`,
		[]string{"RUNNING a>S b>R c>R", "SUCCESS b.S c!"}, ""},
	{"parallel asks only children that are not done", `<Parallel failure_count="2"><A name="a" seq="S"/><A name="b" seq="RRS"/></Parallel>`,
		[]string{"RUNNING a>S b>R", "RUNNING b.R", "SUCCESS b.S"}, ""},
	{"a skipped child counts as a success of -1", `<Parallel><A name="a" seq="S" _skipIf="true"/><A name="b" seq="S"/></Parallel>`, []string{"SUCCESS b>S"}, ""},
	{"parallel with impossible thresholds", `<Parallel success_count="3"><A name="a" seq="S"/></Parallel>`, []string{"ERROR"}, ""},
	{"parallel all", `<ParallelAll max_failures="2"><A name="a" seq="F"/><A name="b" seq="RF"/><A name="c" seq="S"/></ParallelAll>`,
		[]string{"RUNNING a>F b>R c>S", "FAILURE b.F"}, ""},
	{"parallel all tolerates failures below the limit", `<ParallelAll max_failures="2"><A name="a" seq="F"/><A name="b" seq="S"/></ParallelAll>`,
		[]string{"SUCCESS a>F b>S"}, ""},
	{"retry pauses within a parallel", `<Parallel><RetryUntilSuccessful num_attempts="3"><A name="a" seq="FFS"/></RetryUntilSuccessful><A name="b" seq="S"/></Parallel>`,
		[]string{"RUNNING a>F b>S", "RUNNING a>F", "SUCCESS a>S"}, ""},

	{"skip one", `<Sequence><A name="a" seq="S" _skipIf="true"/><A name="b" seq="S"/></Sequence>`, []string{"SUCCESS b>S"}, ""},
	{"skip all", `<Sequence><A name="a" seq="S" _skipIf="true"/><A name="b" seq="S" _skipIf="1==1"/></Sequence>`, []string{"SKIPPED", "SKIPPED"}, ""},
	{"skip a subtree", `<BehaviorTree ID="Main"><Sequence><SubTree ID="Sub" _skipIf="true"/><A name="b" seq="S"/></Sequence></BehaviorTree>
		<BehaviorTree ID="Sub"><A name="a" seq="S"/></BehaviorTree>`, []string{"SUCCESS b>S"}, ""},
	{"skipped first and last", `<Sequence><Script code="x:=1"/><A name="a" seq="S" _skipIf="x==1"/><ScriptCondition code="x==1"/></Sequence>`, []string{"SUCCESS"}, "x=1"},

	{"if then else", `<IfThenElse><C name="k" seq="SF"/><A name="a" seq="RS"/><A name="b" seq="F"/></IfThenElse>`,
		[]string{"RUNNING k?S a>R", "SUCCESS a.S", "FAILURE k?F b>F"}, ""},
	{"if without else fails", `<IfThenElse><C name="k" seq="F"/><A name="a" seq="S"/></IfThenElse>`, []string{"FAILURE k?F"}, ""},
	{"if with a running condition", `<IfThenElse><A name="k" seq="RS"/><A name="a" seq="S"/></IfThenElse>`, []string{"RUNNING k>R", "SUCCESS k.S a>S"}, ""},
	{"if with a skipped condition is skipped", `<IfThenElse><C name="k" seq="S" _skipIf="true"/><A name="a" seq="S"/></IfThenElse>`, []string{"SKIPPED", "SKIPPED"}, ""},
	{"while switches branches and halts the other", `<WhileDoElse><C name="k" seq="SFS"/><A name="a" seq="R"/><A name="b" seq="R"/></WhileDoElse>`,
		[]string{"RUNNING k?S a>R", "RUNNING k?F a! b>R", "RUNNING k?S b! a>R", "HALT a!"}, ""},
	{"while without else fails", `<WhileDoElse><C name="k" seq="SF"/><A name="a" seq="R"/></WhileDoElse>`, []string{"RUNNING k?S a>R", "FAILURE k?F a!"}, ""},
	{"while with a skipped condition is skipped", `<WhileDoElse><C name="k" seq="S" _skipIf="true"/><A name="a" seq="S"/></WhileDoElse>`, []string{"SKIPPED"}, ""},

	{"switch: case, default, other number form", `<Sequence><Script code="v:='2'; w:=9; x:=1.0"/>
		<Switch2 variable="{v}" case_1="1" case_2="2"><A name="a" seq="S"/><A name="b" seq="S"/><A name="c" seq="S"/></Switch2>
		<Switch2 variable="{w}" case_1="1" case_2="2"><A name="d" seq="S"/><A name="e" seq="S"/><A name="f" seq="S"/></Switch2>
		<Switch2 variable="{x}" case_1="1" case_2="2"><A name="g" seq="S"/><A name="h" seq="S"/><A name="i" seq="S"/></Switch2></Sequence>`,
		[]string{"SUCCESS b>S f>S g>S"}, "v=2 w=9 x=1.000000"},
	{"switch halts the old branch", `<Sequence><Script code="v:=v0"/><Switch2 variable="{v}" case_1="1" case_2="2"><A name="a" seq="R" _while="true"/>
		<A name="b" seq="S"/><A name="c" seq="S"/></Switch2></Sequence>`, []string{"ERROR"}, ""},
	{"switch without the variable takes the default", `<Switch2 variable="{v}" case_1="1" case_2="2"><A name="a" seq="S"/><A name="b" seq="S"/><A name="c" seq="F"/></Switch2>`,
		[]string{"FAILURE c>F"}, ""},
	{"switch takes no garbage after a number", `<Switch2 variable="1x" case_1="1" case_2="2"><A name="a" seq="S"/><A name="b" seq="S"/><A name="c" seq="S"/></Switch2>`,
		[]string{"SUCCESS c>S"}, ""},

	{"inverter", `<Inverter><A name="a" seq="SF"/></Inverter>`, []string{"FAILURE a>S", "SUCCESS a>F"}, ""},
	{"force", `<Sequence><ForceSuccess><A name="a" seq="F"/></ForceSuccess><ForceFailure><A name="b" seq="S"/></ForceFailure></Sequence>`, []string{"FAILURE a>F b>S"}, ""},
	{"keep running until failure", `<KeepRunningUntilFailure><A name="a" seq="SSF"/></KeepRunningUntilFailure>`,
		[]string{"RUNNING a>S", "RUNNING a>S", "FAILURE a>F"}, ""},
	{"retry takes three ticks", `<RetryUntilSuccessful num_attempts="3"><A name="a" seq="F"/></RetryUntilSuccessful>`,
		[]string{"RUNNING a>F", "RUNNING a>F", "FAILURE a>F"}, ""},
	{"repeat of an action that takes time", `<Repeat num_cycles="2"><A name="a" seq="RS"/></Repeat>`, []string{"RUNNING a>R", "RUNNING a.S a>R", "SUCCESS a.S"}, ""},
	{"repeat begins anew after a failure", `<Repeat num_cycles="2"><A name="a" seq="SFSS"/></Repeat>`,
		[]string{"RUNNING a>S", "FAILURE a>F", "RUNNING a>S", "SUCCESS a>S"}, ""},
	{"the number of cycles may be an entry", `<Sequence><Script code="n:=2"/><Repeat num_cycles="{n}"><A name="a" seq="S"/></Repeat></Sequence>`,
		[]string{"RUNNING a>S", "SUCCESS a>S"}, "n=2"},
	{"run once is skipped later", `<Sequence><RunOnce><A name="a" seq="RF"/></RunOnce><A name="b" seq="S"/></Sequence>`,
		[]string{"RUNNING a>R", "FAILURE a.F", "SUCCESS b>S"}, ""},
	{"run once says the same again", `<RunOnce then_skip="false"><A name="a" seq="FS"/></RunOnce>`, []string{"FAILURE a>F", "FAILURE"}, ""},

	{"delay", `<Delay delay_msec="30"><A name="a" seq="RS"/></Delay>`, []string{"RUNNING", "@20 RUNNING", "@30 RUNNING a>R", "@31 SUCCESS a.S", "@40 RUNNING", "@69 RUNNING", "@70 RUNNING a>R"}, ""},
	{"delay begins anew when halted", `<Delay delay_msec="30"><A name="a" seq="S"/></Delay>`, []string{"RUNNING", "@20 HALT", "@25 RUNNING", "@50 RUNNING", "@55 SUCCESS a>S"}, ""},
	{"timeout in time", `<Timeout msec="30"><A name="a" seq="RS"/></Timeout>`, []string{"RUNNING a>R", "@29 SUCCESS a.S", "@100 RUNNING a>R"}, ""},
	{"timeout", `<Timeout msec="30"><A name="a" seq="R"/></Timeout>`, []string{"RUNNING a>R", "@30 FAILURE a!", "@31 RUNNING a>R"}, ""},
	{"timeout 0 is none", `<Timeout msec="0"><A name="a" seq="RRS"/></Timeout>`, []string{"RUNNING a>R", "@1000 RUNNING a.R", "@2000 SUCCESS a.S"}, ""},
	{"the earliest timeout first", `<ParallelAll max_failures="-1"><Timeout msec="20"><A name="a" seq="R"/></Timeout><Timeout msec="10"><A name="b" seq="R"/></Timeout></ParallelAll>`,
		[]string{"RUNNING a>R b>R", "@25 FAILURE b! a!"}, ""},
	{"sleep", `<Sequence><Sleep msec="20"/><A name="a" seq="S"/></Sequence>`, []string{"RUNNING", "@19 RUNNING", "@20 SUCCESS a>S"}, ""},
	{"sleep 0", `<Sleep msec="0"/>`, []string{"SUCCESS"}, ""},
	{"time does not go back", `<Sleep msec="20"/>`, []string{"@100 RUNNING", "@50 RUNNING", "@119 RUNNING", "@120 SUCCESS"}, ""},

	{"try succeeds", `<TryCatch><A name="a" seq="S"/><A name="b" seq="S"/><A name="c" seq="S"/></TryCatch>`, []string{"SUCCESS a>S b>S"}, ""},
	{"catch runs on failure, and the node fails", `<TryCatch><A name="a" seq="S"/><A name="b" seq="F"/><A name="c" seq="RS"/></TryCatch>`,
		[]string{"RUNNING a>S b>F c>R", "FAILURE c.S", "RUNNING a>S b>F c>R"}, ""},
	{"catch on halt", `<TryCatch catch_on_halt="true"><A name="a" seq="R"/><A name="c" seq="R"/></TryCatch>`, []string{"RUNNING a>R", "HALT a! c>R c!"}, ""},
	{"no catch on halt", `<TryCatch><A name="a" seq="R"/><A name="c" seq="S"/></TryCatch>`, []string{"RUNNING a>R", "HALT a!"}, ""},
	{"no second catch on halt", `<TryCatch catch_on_halt="true"><A name="a" seq="F"/><A name="c" seq="R"/></TryCatch>`, []string{"RUNNING a>F c>R", "HALT c!"}, ""},
	{"catch within a sequence", `<Fallback><Sequence><TryCatch><A name="a" seq="F"/><A name="c" seq="RS"/></TryCatch><A name="b" seq="S"/></Sequence><A name="d" seq="S"/></Fallback>`,
		[]string{"RUNNING a>F c>R", "SUCCESS c.S d>S"}, ""},

	{"preconditions in order", `<Sequence><Script code="x:=1"/><A name="a" seq="S" _successIf="x==1" _failureIf="x==2"/>
		<Fallback><A name="b" seq="S" _failureIf="x==1" _successIf="x==1"/><A name="c" seq="S"/></Fallback></Sequence>`, []string{"SUCCESS c>S"}, "x=1"},
	{"a running node is not skipped", `<Sequence><Script code="x:=0"/><A name="a" seq="RS" _skipIf="x==1" _onSuccess="y:=1" _failureIf="x==1"/></Sequence>`,
		[]string{"RUNNING a>R", "SUCCESS a.S"}, "x=0 y=1"},
	{"while halts a running node", `<Parallel><A name="a" seq="RRR" _while="x==0" _onHalted="h:=1" _post="p:=1"/><Sequence><A name="b" seq="RS"/><Script code="x:=1"/></Sequence></Parallel>`,
		[]string{"ERROR"}, ""},
	{"while with the entry", `<Sequence><Script code="x:=0"/><Parallel><A name="a" seq="RRR" _while="x==0" _onHalted="h:=1" _post="p:=1"/>
		<Sequence><A name="b" seq="RS"/><Script code="x:=1"/><A name="c" seq="RS"/></Sequence></Parallel></Sequence>`,
		[]string{"RUNNING a>R b>R", "RUNNING a.R b.S c>R", "SUCCESS a! c.S"}, "h=1 x=1"},
	{"postconditions also of a precondition's result", `<Sequence><A name="a" seq="S" _successIf="true" _onSuccess="s:=1" _onFailure="f:=1" _post="p:=1"/></Sequence>`,
		[]string{"SUCCESS"}, "p=1 s=1"},
	{"on failure", `<Fallback><A name="a" seq="F" _onSuccess="s:=1" _onFailure="f:=1" _post="p:=f+1"/></Fallback>`, []string{"FAILURE a>F"}, "f=1 p=2.000000"},
	{"no postcondition of a skipped node", `<Sequence><A name="a" seq="S" _skipIf="true" _post="p:=1"/></Sequence>`, []string{"SKIPPED"}, ""},
	{"halting runs only the scripts of running nodes", `<Sequence _onHalted="s:=1"><A name="a" seq="S" _onHalted="a:=1"/><A name="b" seq="R" _onHalted="b:=1"/></Sequence>`,
		[]string{"RUNNING a>S b>R", "HALT b!"}, "b=1 s=1"},
	{"a precondition is asked once while its child runs", `<Sequence><Script code="x:=0"/><Precondition if="x==0" else="FAILURE"><Sequence><Script code="x:=1"/><A name="a" seq="RS"/></Sequence></Precondition></Sequence>`,
		[]string{"RUNNING a>R", "SUCCESS a.S"}, "x=1"},
	{"precondition else", `<Precondition if="false" else="SUCCESS"><A name="a" seq="S"/></Precondition>`, []string{"SUCCESS"}, ""},
	{"precondition compares doubles with some tolerance", `<Sequence><Script code="A:=1.1; B:=(1.0+0.1)"/><Precondition if="A==B"><A name="a" seq="S"/></Precondition></Sequence>`,
		[]string{"SUCCESS a>S"}, "A=1.100000 B=1.100000"},
	{"a script from the blackboard", `<Sequence><Script code="code:='x:=7'"/><Script code="{code}"/><Script code="code='x+=1'"/><Script code="{code}"/></Sequence>`,
		[]string{"SUCCESS"}, "code=x+=1 x=8"},
	{"a malformed script from the blackboard", `<Sequence><Script code="code:='x:='"/><Script code="{code}"/></Sequence>`, []string{"ERROR"}, "code=x:="},

	{"loop", `<LoopInt queue="1;2;3" value="{v}"><Sequence><Say message="{v}"/></Sequence></LoopInt>`,
		[]string{"RUNNING say:1", "RUNNING say:2", "RUNNING say:3", "SUCCESS", "RUNNING say:1"}, ""},
	{"loop over doubles, bools and texts", `<Sequence><LoopDouble queue="1.5;2" value="{d}"><Say message="{d}"/></LoopDouble>
		<LoopBool queue="true;0" value="{b}"><Say message="{b}"/></LoopBool><LoopString queue="x; y" value="{s}"><Say message="{s}"/></LoopString></Sequence>`,
		[]string{"RUNNING say:1.500000", "RUNNING say:2.000000", "RUNNING say:1", "RUNNING say:0", "RUNNING say:x", "RUNNING say: y", "SUCCESS"}, ""},
	{"an empty loop", `<Fallback><LoopInt queue="" if_empty="FAILURE" value="{v}"><A name="a" seq="S"/></LoopInt><LoopInt queue="" if_empty="SKIPPED" value="{v}"><A name="b" seq="S"/></LoopInt>
		<LoopInt queue="" value="{v}"><A name="c" seq="S"/></LoopInt></Fallback>`, []string{"SUCCESS"}, ""},
	{"a failure ends a loop", `<LoopInt queue="1;2;3" value="{v}"><A name="a" seq="SF"/></LoopInt>`, []string{"RUNNING a>S", "FAILURE a>F", "RUNNING a>S"}, ""},
	{"a loop whose child takes time", `<LoopInt queue="1;2" value="{v}"><A name="a" seq="RS"/></LoopInt>`,
		[]string{"RUNNING a>R", "RUNNING a.S", "RUNNING a>R", "RUNNING a.S", "SUCCESS"}, ""},
	{"a loop over text of an entry", `<Sequence><Script code="q:='4;5'"/><LoopInt queue="{q}" value="{v}"><Say message="{v}"/></LoopInt></Sequence>`,
		[]string{"RUNNING say:4", "RUNNING say:5", "SUCCESS", "RUNNING say:4"}, ""},
	{"a loop over nothing that was written", `<LoopInt queue="{q}" value="{v}"><A name="a" seq="S"/></LoopInt>`, []string{"ERROR"}, ""},

	{"no entry is no update", `<Sequence><Fallback><WasEntryUpdated entry="A"/><A name="a" seq="S"/></Fallback><SkipUnlessUpdated entry="A"><A name="b" seq="S"/></SkipUnlessUpdated></Sequence>`,
		[]string{"SUCCESS a>S"}, ""},
	{"an entry is updated once", `<Sequence><RunOnce><Script code="A:=1"/></RunOnce><Fallback><WasEntryUpdated entry="{A}"/><A name="a" seq="S"/></Fallback>
		<SkipUnlessUpdated entry="{A}"><A name="b" seq="S"/></SkipUnlessUpdated></Sequence>`, []string{"SUCCESS b>S", "SUCCESS a>S"}, "A=1"},
	{"and each time again", `<Sequence><Script code="A:=1"/><SkipUnlessUpdated entry="A"><A name="b" seq="RS"/></SkipUnlessUpdated></Sequence>`,
		[]string{"RUNNING b>R", "SUCCESS b.S", "RUNNING b>R"}, "A=1"},
	{"waiting for an update", `<Parallel><WaitValueUpdate entry="{A}"><A name="b" seq="S"/></WaitValueUpdate><Sequence><A name="c" seq="RS"/><Script code="A:=1"/><A name="d" seq="RS"/></Sequence></Parallel>`,
		[]string{"RUNNING c>R", "RUNNING c.S d>R", "SUCCESS b>S d.S"}, "A=1"},
	{"a watched entry's child is halted with it", `<ReactiveSequence><C name="k" seq="SF"/><Sequence><Script code="A:=1"/><SkipUnlessUpdated entry="A"><A name="b" seq="R"/></SkipUnlessUpdated></Sequence></ReactiveSequence>`,
		[]string{"RUNNING k?S b>R", "FAILURE k?F b!"}, "A=1"},

	{"set blackboard", `<Sequence><SetBlackboard value="42" output_key="a"/><SetBlackboard value="{a}" output_key="b"/><UnsetBlackboard key="a"/></Sequence>`,
		[]string{"SUCCESS"}, "b=42"},
	{"set blackboard converts for a typed entry", `<Sequence><Out i="{n}"/><SetBlackboard value="42" output_key="n"/><Script code="n+=1"/></Sequence>`, []string{"SUCCESS"}, "n=43"},
	{"set blackboard refuses what cannot be converted", `<Sequence><Out i="{n}"/><SetBlackboard value="x" output_key="n"/></Sequence>`, []string{"ERROR"}, ""},
	{"set blackboard from nothing", `<SetBlackboard value="{z}" output_key="n"/>`, []string{"FAILURE"}, ""},

	{"pipeline", `<PipelineSequence><A name="a" seq="SRS"/><A name="b" seq="RRS"/><A name="c" seq="RS"/></PipelineSequence>`,
		[]string{"RUNNING a>S b>R", "RUNNING b.R", "RUNNING b.S c>R", "SUCCESS c.S"}, ""},
	{"recovery", `<RecoveryNode number_of_retries="2"><A name="a" seq="F"/><A name="r" seq="S"/></RecoveryNode>`, []string{"FAILURE a>F r>S a>F r>S a>F", "FAILURE a>F r>S a>F r>S a>F"}, ""},
	{"recovery helps", `<RecoveryNode number_of_retries="1"><A name="a" seq="FS"/><A name="r" seq="RS"/></RecoveryNode>`, []string{"RUNNING a>F r>R", "SUCCESS r.S a>S"}, ""},
	{"recovery fails", `<RecoveryNode number_of_retries="5"><A name="a" seq="F"/><A name="r" seq="F"/></RecoveryNode>`, []string{"FAILURE a>F r>F"}, ""},
	{"round robin", `<RoundRobin wrap_around="true"><A name="a" seq="FS"/><A name="b" seq="S"/></RoundRobin>`, []string{"SUCCESS a>F b>S", "SUCCESS a>S", "SUCCESS b>S", "SUCCESS a>F b>S"}, ""},
	{"round robin without wrapping around", `<RoundRobin><A name="a" seq="FS"/><A name="b" seq="S"/></RoundRobin>`, []string{"SUCCESS a>F b>S", "FAILURE", "SUCCESS a>S"}, ""},
	{"round robin passes over skipped children", `<RoundRobin><A name="a" seq="S" _skipIf="true"/><A name="b" seq="F"/></RoundRobin>`, []string{"FAILURE b>F"}, ""},
	{"round robin of skipped children is skipped", `<RoundRobin><A name="a" seq="S" _skipIf="true"/></RoundRobin>`, []string{"SKIPPED"}, ""},
	{"round robin fails when all fail", `<RoundRobin><A name="a" seq="F"/><A name="b" seq="F"/></RoundRobin>`, []string{"FAILURE a>F b>F"}, ""},
	{"nonblocking sequence", `<NonblockingSequence><A name="a" seq="RS"/><A name="b" seq="S"/></NonblockingSequence>`, []string{"RUNNING a>R b>S", "SUCCESS a.S"}, ""},
	{"persistent sequence", `<Fallback><PersistentSequence current_child_idx="{i}"><A name="a" seq="S"/><A name="b" seq="RS"/></PersistentSequence></Fallback>`,
		[]string{"RUNNING a>S b>R", "HALT b!", "SUCCESS b>S"}, "i=0"},
	{"rate controller", `<PipelineSequence><RateController hz="10"><A name="a" seq="S"/></RateController><A name="b" seq="R"/></PipelineSequence>`,
		[]string{"RUNNING a>S b>R", "@50 RUNNING b.R", "@99 RUNNING b.R", "@100 RUNNING a>S b.R", "@150 RUNNING b.R", "@200 RUNNING a>S b.R"}, ""},
	{"rate controller ticks a running child", `<RateController hz="10"><A name="a" seq="RRS"/></RateController>`, []string{"RUNNING a>R", "@10 RUNNING a.R", "@20 SUCCESS a.S"}, ""},
	{"single trigger", `<Repeat num_cycles="2"><Fallback><SingleTrigger><A name="a" seq="S"/></SingleTrigger><A name="b" seq="S"/></Fallback></Repeat>`, []string{"RUNNING a>S", "SUCCESS a>S"}, ""},
}

func TestNodes(t *testing.T) {
	for _, c := range nodeCases {
		t.Run(c.name, func(t *testing.T) {
			f := build(t, c.xml)
			at := time.Duration(0)
			for i, want := range c.ticks {
				if rest, ok := strings.CutPrefix(want, "@"); ok {
					number, after, _ := strings.Cut(rest, " ")
					d, err := time.ParseDuration(number + "ms")
					if err != nil {
						t.Fatal(err)
					}
					at, want = d, after
				}
				got := ""
				if strings.HasPrefix(want, "HALT") {
					got = f.halt()
					if left := f.idle(); left != "" {
						t.Errorf("after halting: %s", left)
					}
				} else {
					got = f.tick(at)
				}
				if got != want {
					t.Fatalf("tick %d: %s, want %s", i, got, want)
				}
			}
			if got := f.board(); c.board != "" && got != c.board {
				t.Errorf("blackboard %s, want %s", got, c.board)
			}
		})
	}
}
