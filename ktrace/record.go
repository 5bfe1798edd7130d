package ktrace

import "github.com/karakuri-ai/karakuri/internal/fact"

// Kind is the kind of a record.
type Kind uint8

// Kinds of records. The numbers are those of the file.
const (
	KindTick         Kind = iota + 1 // tick Tick begins
	KindReceive                      // between ticks, agents received changes of shared symbols
	KindWrites                       // the host wrote Writes to the state of Agent; 0 is the world
	KindSpawn                        // the host added Agent, of the kind Index
	KindRemove                       // the host removed Agent
	KindAddObject                    // the host added Object of type Type, named Name
	KindRemoveObject                 // the host removed Object
	KindCall                         // an action of the host was called
	KindAnswer                       // function Index of the host returned Result for Args, for the first time
	KindEvent                        // an agent decided something: Event
	KindCheckpoint                   // hashes of states: States, from number Index on
	KindEnd                          // the trace was closed: Hash, State, Tick

	kindProgram // the records of the header
	kindFile
	kindText
	kindOption
	kindConst
	kindName
	kindSituation
	kindBegin

	KindOrder        // the host ordered Agent to pursue the goal Index with Args; Object is 1 if the order is urgent
	KindWithdraw     // the host withdrew order Index of Agent
	KindSignificance // the host set the significance of Agent: Object is the float64 in bits
	KindWake         // the host woke Agent
	KindJoin         // the host made Agent a member of the squad that is agent Index
	KindQuit         // the host removed Agent from its squad

	KindSnapshot // a piece of the snapshot after Tick: Data, see [Unpacker]
	kindIndex    // places of snapshots
	KindFigures  // changed figures: Data, see [FigureSet]. Index is 1 if Data contains all figures
	kindFeature  // of the land, in the header
	KindPercepts // what Agent noticed and lost at the beginning of the tick: Args, see [Percept]
	KindTeam     // the host put Agent into the team Object
	KindGuise    // the host gave Agent the personality Index
	KindNaming   // texts call Agent by Name; empty: by its kind and number
)

// Where is the point of a run at which an input was given. A replay gives it at the same point.
type Where uint8

const (
	Outside   Where = iota // between ticks
	Initial                // before anything else: the initial situation
	Enter                  // within a tick, before an agent acts
	Call                   // during a call of an action: see Serial and Phase
	Sink                   // during a call of the sink
	Commit                 // before an agent's writes to shared symbols are committed to the world
	Leave                  // after agents were removed at the end of a tick
	lastWhere = Leave
)

// Phase is the kind of call of an action.
type Phase uint8

const (
	Start     Phase = iota // the start hook, if any
	Update                 // an update
	End                    // the hook after the last update
	Abort                  // the abort hook, called instead
	Suspend                // the suspend hook
	Resume                 // the resume hook
	Awake                  // the awake hook, called before the start hook
	Child                  // within an update, a composite or decorator ticks or halts a child
	lastPhase = Child
)

// phaseNames are the names of the phases.
var phaseNames = [lastPhase + 1]string{"start", "update", "end", "abort", "suspend", "resume", "awake", "child"}

// String returns "start", "update", "end", "abort", "suspend", "resume", "awake" or "child".
func (p Phase) String() string { return fact.Name(p, phaseNames[:]...) }

// Write is a word written to an address of a state.
type Write struct {
	Addr uint64
	Word int64
}

// Record is one entry of a trace. Kind determines which fields are used. Lists and texts from a [Reader] are valid
// until its next record.
type Record struct {
	Kind  Kind
	Where Where // if IsInput
	Phase Phase // for KindCall, and if Where is Call
	// Serial identifies a running action: actions are numbered from 1 in the order in which they were started. For
	// KindCall, and if Where is Call.
	Serial int64
	Tick   int64 // of the last KindTick
	Agent  int64 // number of an agent; 0: the world
	Index  int64
	Object int64
	Type   string
	Name   string
	Writes []Write
	Args   []int64  // KindCall with Start: the arguments of the action, with Child: the number of the child, and 1 if it is halted; KindAnswer, KindOrder, KindPercepts
	Result [2]int64 // KindAnswer
	Status uint8    // KindCall with Update: the returned status
	Reason uint8    // KindCall with Abort
	Fault  Fault    // KindCall, KindAnswer: the panic
	Event  Event    // KindEvent
	States []uint32 // KindCheckpoint: low bits of the hashes of the agents' states, in order
	State  uint64   // KindCheckpoint, KindEnd: hash of all states
	Hash   Hash     // KindCheckpoint, KindEnd: of all events so far
	Data   []byte   // KindSnapshot: from byte Index on, of Object bytes in total, with the last started action in Serial; KindFigures
}

// IsInput reports whether the record is an input from the host, as opposed to a result or a decision.
func (r *Record) IsInput() bool {
	return r.Kind >= KindReceive && r.Kind <= KindRemoveObject || r.Kind >= KindOrder && r.Kind <= KindQuit || r.Kind == KindTeam || r.Kind == KindGuise
}

// reset empties the record. It keeps the memory of its lists.
func (r *Record) reset() {
	*r = Record{Writes: r.Writes[:0], Args: r.Args[:0], States: r.States[:0],
		Event: Event{Args: r.Event.Args[:0], Bound: r.Event.Bound[:0]}}
}
