package ktrace

import "strconv"

// Kind is what a record tells.
type Kind uint8

// Kinds of records. The numbers are those of the file.
const (
	KindTick         Kind = iota + 1 // tick Tick begins
	KindReceive                      // between ticks, agents were shown what had been written to shared symbols
	KindWrites                       // the host wrote Writes to the state of Agent; 0 is the world
	KindSpawn                        // the host added an agent: Agent, of the kind Index
	KindRemove                       // the host took Agent out
	KindAddObject                    // the host added Object of type Type, named Name
	KindRemoveObject                 // the host removed Object
	KindCall                         // the host's code was called to carry out an action
	KindAnswer                       // function Index of the host gave Result for Args, for the first time
	KindEvent                        // an agent decided something: Event
	KindCheckpoint                   // the states were so: States, from number Index on
	KindEnd                          // the trace was closed: Hash, State, Tick

	kindProgram // the records of the header
	kindFile
	kindText
	kindOption
	kindConst
	kindName
	kindSituation
	kindBegin

	KindOrder    // the host told Agent to pursue the goal Index with Args; Object is 1 where that is urgent
	KindWithdraw // the host took back order Index of Agent
	KindWeigh    // the host said how much Agent matters: Object is the float64 in bits
	KindWake     // the host woke Agent
	KindJoin     // the host made Agent a member of the squad that is agent Index
	KindQuit     // the host took Agent out of its squad

	KindSnapshot // a piece of all there was after Tick: Data, see [Unpacker]
	kindIndex    // where snapshots are
	KindFigures  // where figures are, as far as that has changed: Data, see [FigureSet]. Index is 1 where it is all there is
	kindFeature  // of the land: it is of the header
	KindPercepts // what Agent has noticed and lost at the beginning of the tick: Args, see [Percept]
)

// Where tells at which point of a run an input was given. Replaying gives it at the same.
type Where uint8

const (
	Outside   Where = iota // between ticks
	Initial                // before anything else: the situation at the start
	Enter                  // within a tick, before an agent acts
	Call                   // while the host's code is called for an action: see Serial and Phase
	Sink                   // while the host is told of an event
	Commit                 // before what an agent wrote to shared symbols becomes the world's
	Leave                  // after agents have left at the end of a tick
	lastWhere = Leave
)

// Phase is in what way the host's code is called for an action.
type Phase uint8

const (
	Start     Phase = iota // the start hook, if there is one
	Update                 // one tick of the action
	End                    // the hook after the last update
	Abort                  // the hook that is called instead
	Suspend                // the hook when it is suspended
	Resume                 // the hook when it goes on after that
	lastPhase = Resume
)

// phaseNames are for people.
var phaseNames = [lastPhase + 1]string{"start", "update", "end", "abort", "suspend", "resume"}

// String returns "start", "update", "end", "abort", "suspend" or "resume".
func (p Phase) String() string {
	if p > lastPhase {
		return "Phase(" + strconv.Itoa(int(p)) + ")"
	}
	return phaseNames[p]
}

// Write is a word that was written at an address of a state.
type Write struct {
	Addr uint64
	Word int64
}

// Record is one entry of a trace. Which fields mean something depends on Kind. Lists and texts that a [Reader] gives are valid until
// its next record.
type Record struct {
	Kind  Kind
	Where Where // where IsInput
	Phase Phase // KindCall, and where Where is Call
	// Serial says which running action is meant: they are numbered from 1 in the order in which they were started. With KindCall, and
	// where Where is Call.
	Serial int64
	Tick   int64 // of the last KindTick
	Agent  int64 // number of an agent; 0: the world
	Index  int64
	Object int64
	Type   string
	Name   string
	Writes []Write
	Args   []int64  // KindCall with Start: what the action was given; KindAnswer, KindOrder, KindPercepts
	Result [2]int64 // KindAnswer
	Status uint8    // KindCall with Update: what it returned
	Reason uint8    // KindCall with Abort
	Fault  Fault    // KindCall, KindAnswer: what panicked
	Event  Event    // KindEvent
	States []uint32 // KindCheckpoint: low bits of the hashes of the agents' states, in order
	State  uint64   // KindCheckpoint, KindEnd: hash of all states
	Hash   Hash     // KindCheckpoint, KindEnd: of all events so far
	Data   []byte   // KindSnapshot: from byte Index on, of Object altogether; KindFigures. Serial is that of the action that was started last
}

// IsInput reports whether the record is something that the host did of itself, rather than an answer or what came of it.
func (r *Record) IsInput() bool {
	return r.Kind >= KindReceive && r.Kind <= KindRemoveObject || r.Kind >= KindOrder && r.Kind <= KindQuit
}

// reset makes the record an empty one. The memory of its lists is used again.
func (r *Record) reset() {
	*r = Record{Writes: r.Writes[:0], Args: r.Args[:0], States: r.States[:0],
		Event: Event{Args: r.Event.Args[:0], Bound: r.Event.Bound[:0]}}
}
