package btexact

// kind is which of the nodes that this package knows a node is.
type kind uint8

const (
	kindLeaf    kind = iota // the host's
	kindTest                // a TestNode, instead of another
	kindSubTree             // calls a tree, its child
	kindPass                // an unknown decorator: it says what its child says
	kindSequence
	kindAsyncSequence
	kindSequenceWithMemory
	kindFallback
	kindAsyncFallback
	kindReactiveSequence
	kindReactiveFallback
	kindParallel
	kindParallelAll
	kindIfThenElse
	kindWhileDoElse
	kindSwitch
	kindTryCatch
	kindInverter
	kindForceSuccess
	kindForceFailure
	kindKeepRunning
	kindRepeat
	kindRetry
	kindRunOnce
	kindPrecondition
	kindDelay
	kindTimeout
	kindLoop
	kindUpdated // SkipUnlessUpdated and WaitValueUpdate
	kindAlwaysSuccess
	kindAlwaysFailure
	kindScript
	kindScriptCondition
	kindSetBlackboard
	kindUnsetBlackboard
	kindSleep
	kindWasUpdated
	kindManualSelector
	kindConsumeQueue
	kindPopFromQueue
	kindQueueSize
	kindPipeline
	kindRecovery
	kindRoundRobin
	kindNonblocking
	kindPersistent
	kindRate
	kindSingleTrigger
	kindBranch // the host's, with children
)

// known is a node that this package runs itself.
type known struct {
	kind        kind
	args        []string // ports that it looks at
	least, most int      // children; most 0: any number
}

// knownNodes are the nodes that this package runs itself, by ID: those of the library, and beyond them some that hosts
// register.
var knownNodes = map[string]known{
	"Sequence":                {kind: kindSequence, least: 1},
	"AsyncSequence":           {kind: kindAsyncSequence, least: 1},
	"SequenceWithMemory":      {kind: kindSequenceWithMemory, least: 1},
	"Fallback":                {kind: kindFallback, least: 1},
	"AsyncFallback":           {kind: kindAsyncFallback, least: 1},
	"ReactiveSequence":        {kind: kindReactiveSequence, least: 1},
	"ReactiveFallback":        {kind: kindReactiveFallback, least: 1},
	"Parallel":                {kind: kindParallel, args: []string{"success_count", "failure_count"}, least: 1},
	"ParallelAll":             {kind: kindParallelAll, args: []string{"max_failures"}, least: 1},
	"IfThenElse":              {kind: kindIfThenElse, least: 2, most: 3},
	"WhileDoElse":             {kind: kindWhileDoElse, least: 2, most: 3},
	"Switch2":                 switchOf("case_1", "case_2"),
	"Switch3":                 switchOf("case_1", "case_2", "case_3"),
	"Switch4":                 switchOf("case_1", "case_2", "case_3", "case_4"),
	"Switch5":                 switchOf("case_1", "case_2", "case_3", "case_4", "case_5"),
	"Switch6":                 switchOf("case_1", "case_2", "case_3", "case_4", "case_5", "case_6"),
	"TryCatch":                {kind: kindTryCatch, args: []string{"catch_on_halt"}, least: 2},
	"Inverter":                decorator(kindInverter),
	"ForceSuccess":            decorator(kindForceSuccess),
	"ForceFailure":            decorator(kindForceFailure),
	"KeepRunningUntilFailure": decorator(kindKeepRunning),
	"Repeat":                  decorator(kindRepeat, "num_cycles"),
	"RetryUntilSuccessful":    decorator(kindRetry, "num_attempts"),
	"RunOnce":                 decorator(kindRunOnce, "then_skip"),
	"Precondition":            decorator(kindPrecondition, "if", "else"),
	"Delay":                   decorator(kindDelay, "delay_msec"),
	"Timeout":                 decorator(kindTimeout, "msec"),
	"LoopInt":                 decorator(kindLoop, "queue", "if_empty", "value"),
	"LoopBool":                decorator(kindLoop, "queue", "if_empty", "value"),
	"LoopDouble":              decorator(kindLoop, "queue", "if_empty", "value"),
	"LoopString":              decorator(kindLoop, "queue", "if_empty", "value"),
	"SkipUnlessUpdated":       decorator(kindUpdated, "entry"),
	"WaitValueUpdate":         decorator(kindUpdated, "entry"),
	"AlwaysSuccess":           {kind: kindAlwaysSuccess},
	"AlwaysFailure":           {kind: kindAlwaysFailure},
	"Script":                  {kind: kindScript, args: []string{"code"}},
	"ScriptCondition":         {kind: kindScriptCondition, args: []string{"code"}},
	"SetBlackboard":           {kind: kindSetBlackboard, args: []string{"value", "output_key"}},
	"UnsetBlackboard":         {kind: kindUnsetBlackboard, args: []string{"key"}},
	"Sleep":                   {kind: kindSleep, args: []string{"msec"}},
	"WasEntryUpdated":         {kind: kindWasUpdated, args: []string{"entry"}},

	"ManualSelector":      {kind: kindManualSelector, args: []string{"repeat_last_selection"}},
	"ConsumeQueue":        decorator(kindConsumeQueue, "queue", "popped_item"),
	"PopFromQueue":        {kind: kindPopFromQueue, args: []string{"queue", "popped_item"}},
	"QueueSize":           {kind: kindQueueSize, args: []string{"queue", "size"}},
	"PipelineSequence":    {kind: kindPipeline, least: 1},
	"RecoveryNode":        {kind: kindRecovery, args: []string{"number_of_retries"}, least: 2, most: 2},
	"RoundRobin":          {kind: kindRoundRobin, args: []string{"wrap_around"}, least: 1},
	"NonblockingSequence": {kind: kindNonblocking, least: 1},
	"PersistentSequence":  {kind: kindPersistent, args: []string{"current_child_idx"}, least: 1},
	"RateController":      decorator(kindRate, "hz"),
	"SingleTrigger":       decorator(kindSingleTrigger),
}

func decorator(k kind, args ...string) known { return known{kind: k, args: args, least: 1, most: 1} }

func switchOf(cases ...string) known {
	n := len(cases) + 1
	return known{kind: kindSwitch, args: append([]string{"variable"}, cases...), least: n, most: n}
}
