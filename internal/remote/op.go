package remote

import "strconv"

// Op says what an item of a batch is.
type Op uint8

// What a game says. Words are named in their order; ref is a number of the game's own, which the answer repeats.
const (
	OpWrite        Op = iota + 1 // number: symbol; agent (0: the world, and what new agents begin with), arguments, value
	OpReport                     // number: 2 success, 3 failure; instance
	OpSpent                      // instance: what a shared cooldown is for has been spent
	OpSpawn                      // number: kind; ref
	OpRemove                     // agent
	OpObject                     // number: object type; ref, name
	OpRemoveObject               // object
	OpBody                       // number: which readings it offers, 0: all; object, x, y, velocity x, y (metres a tick), facing x, y, kind, importance, four values
	OpRemoveBody                 // object
	OpSound                      // from, x, y, loudness, kind, importance
	OpDamage                     // agent, from, x, y, amount, importance
	OpOrder                      // number: goal; ref, agent, arguments
	OpWithdraw                   // agent, order
	OpJoin                       // squad, agent
	OpLeave                      // agent
	OpTeam                       // agent, team
	OpSignificance               // agent, significance
	OpWake                       // agent
	OpWalls                      // from x, y, to x, y of each wall
	OpRead                       // number: symbol; ref, agent, arguments
	OpExplain                    // ref, agent
	OpStep                       // number: how many ticks to make
	OpTime                       // nanoseconds that have passed: the ticks that are due are made

	lastIn = OpTime
)

// What a session says.
const (
	OpStart    Op = iota + 65 // number: action; instance, agent, arguments
	OpAbort                   // number: reason; instance, agent
	OpSuspend                 // instance, agent
	OpResume                  // instance, agent
	OpRestored                // number: action; instance, agent, arguments: it goes on from a snapshot, or in another program
	OpOver                    // instance, agent: it was asked to end, and its grace is over
	OpSpawned                 // ref, agent (0: there was no room), its body (0: none)
	OpAdded                   // ref, object (0: it was refused)
	OpOrdered                 // ref, order (0: it was refused)
	OpValue                   // ref, value
	OpText                    // ref, text
	OpTick                    // tick, hash, decisions so far, running actions
	OpEvent                   // number: kind; agent, member, order, score, step, steps, node, level, reason, cause, text
	OpRefused                 // number: refusal; index of the item in the batch, its op, what it is about
)

// Flags of items.
const (
	FlagUrgent    = 1 // OpOrder: it goes before others
	FlagFixed     = 1 // OpBody: it does not move by itself
	FlagClear     = 1 // OpWalls: the walls so far are taken away first
	FlagGrace     = 1 // OpAbort: a request; report when the action has ended, or OpOver tells that its time is over
	FlagSuspended = 1 // OpRestored: it is suspended
	FlagEnding    = 2 // OpRestored: it was asked to end
)

// form is what a word of an item is.
type form uint8

const (
	formInt   form = iota + 1
	formFloat      // a float's bits
	formHash       // 16 hexadecimal digits in JSON
	formText       // the rest of the item
	formArgs       // the arguments of what the number names
	formValue      // the value of the symbol that the number names
	formRest       // floats up to the end of the item
)

// field is a part of an item.
type field struct {
	name string
	form form
}

// numbering is what the number of an item counts.
type numbering uint8

const (
	numberNone numbering = iota
	numberSymbol
	numberAction
	numberKind
	numberType
	numberGoal
	numberStatus
	numberReason
	numberEvent
	numberRefusal
	numberParts
	numberTicks
)

var numberNames = [...]string{"", "symbol", "action", "kind", "type", "goal", "status", "reason", "event", "refusal", "parts", "ticks"}

// shape is how an item of an op is laid out.
type shape struct {
	name   string
	number numbering
	flags  []string // by bit
	fields []field
	fixed  int // words; -1: that depends on what the number names
}

func ints(names ...string) (list []field) {
	for _, n := range names {
		list = append(list, field{n, formInt})
	}
	return list
}

func floats(list []field, names ...string) []field {
	for _, n := range names {
		list = append(list, field{n, formFloat})
	}
	return list
}

func with(list []field, more ...field) []field { return append(list, more...) }

// shapes are the layouts of all ops: the codec, the JSON form, the generated header and the documentation are made of it.
var shapes = map[Op]*shape{
	OpWrite:        {name: "write", number: numberSymbol, fields: with(ints("agent"), field{"args", formArgs}, field{"value", formValue})},
	OpReport:       {name: "report", number: numberStatus, fields: ints("instance")},
	OpSpent:        {name: "spent", fields: ints("instance")},
	OpSpawn:        {name: "spawn", number: numberKind, fields: ints("ref")},
	OpRemove:       {name: "remove", fields: ints("agent")},
	OpObject:       {name: "object", number: numberType, fields: with(ints("ref"), field{"name", formText})},
	OpRemoveObject: {name: "remove_object", fields: ints("object")},
	OpBody: {name: "body", number: numberParts, flags: []string{"fixed"},
		fields: floats(with(floats(ints("object"), "x", "y", "velocity_x", "velocity_y", "facing_x", "facing_y"), ints("kind")...), "importance", "value_1", "value_2", "value_3", "value_4")},
	OpRemoveBody:   {name: "remove_body", fields: ints("object")},
	OpSound:        {name: "sound", fields: floats(with(floats(ints("from"), "x", "y", "loudness"), ints("kind")...), "importance")},
	OpDamage:       {name: "damage", fields: floats(ints("agent", "from"), "x", "y", "amount", "importance")},
	OpOrder:        {name: "order", number: numberGoal, flags: []string{"urgent"}, fields: with(ints("ref", "agent"), field{"args", formArgs})},
	OpWithdraw:     {name: "withdraw", fields: ints("agent", "order")},
	OpJoin:         {name: "join", fields: ints("squad", "agent")},
	OpLeave:        {name: "leave", fields: ints("agent")},
	OpTeam:         {name: "team", fields: ints("agent", "team")},
	OpSignificance: {name: "significance", fields: floats(ints("agent"), "significance")},
	OpWake:         {name: "wake", fields: ints("agent")},
	OpWalls:        {name: "walls", flags: []string{"clear"}, fields: []field{{"lines", formRest}}},
	OpRead:         {name: "read", number: numberSymbol, fields: with(ints("ref", "agent"), field{"args", formArgs})},
	OpExplain:      {name: "explain", fields: ints("ref", "agent")},
	OpStep:         {name: "step", number: numberTicks},
	OpTime:         {name: "time", fields: ints("nanoseconds")},

	OpStart:    {name: "start", number: numberAction, fields: with(ints("instance", "agent"), field{"args", formArgs})},
	OpAbort:    {name: "abort", number: numberReason, flags: []string{"grace"}, fields: ints("instance", "agent")},
	OpSuspend:  {name: "suspend", fields: ints("instance", "agent")},
	OpResume:   {name: "resume", fields: ints("instance", "agent")},
	OpRestored: {name: "restored", number: numberAction, flags: []string{"suspended", "ending"}, fields: with(ints("instance", "agent"), field{"args", formArgs})},
	OpOver:     {name: "over", fields: ints("instance", "agent")},
	OpSpawned:  {name: "spawned", fields: ints("ref", "agent", "body")},
	OpAdded:    {name: "added", fields: ints("ref", "object")},
	OpOrdered:  {name: "ordered", fields: ints("ref", "order")},
	OpValue:    {name: "value", number: numberSymbol, fields: with(ints("ref"), field{"value", formValue})},
	OpText:     {name: "text", fields: with(ints("ref"), field{"text", formText})},
	OpTick:     {name: "tick", fields: with(with(ints("tick"), field{"hash", formHash}), ints("decisions", "running")...)},
	OpEvent: {name: "event", number: numberEvent,
		fields: with(floats(ints("agent", "member", "order"), "score"), with(ints("step", "steps", "node", "level", "status", "reason", "cause"), field{"text", formText})...)},
	OpRefused: {name: "refused", number: numberRefusal, fields: ints("item", "of", "about")},
}

func init() {
	for _, s := range shapes {
		for _, f := range s.fields {
			if f.form != formInt && f.form != formFloat && f.form != formHash {
				s.fixed = -1
			}
		}
		if s.fixed == 0 {
			s.fixed = len(s.fields)
		}
	}
	for op, s := range shapes {
		table[op] = s
	}
}

// table is the same by op, for what happens often.
var table [256]*shape

// String returns the op in a word: "write".
func (op Op) String() string {
	if s := table[op]; s != nil {
		return s.name
	}
	return "Op(" + strconv.Itoa(int(op)) + ")"
}

// isIn reports whether a game may say it.
func (op Op) isIn() bool { return op >= 1 && op <= lastIn }

// Refusal says why an item was not carried out.
type Refusal uint8

// Refusals. Their numbers are frozen: games compare them.
const (
	UnknownNumber Refusal = iota + 1
	NoAgent
	NoInstance
	BadArguments
	BadValue
	Derived
	NoObject
	NoRoom
	NameTaken
	NoBrain
	OrdersFull
	NoOrder
	NoSquad
	NoSense
	TooMany
	Reported
	lastRefusal = Reported
)

var refusalTexts = [lastRefusal + 1]string{"", "the program has nothing of that number", "there is no such agent", "no action of that number is running",
	"the arguments do not fit", "the value does not fit", "it is derived from other symbols, and cannot be written", "there is no such object", "there is no room for another",
	"an object has that name already", "the agent's kind has no brain", "as many orders wait as may", "the agent has no such order", "it is no squad that the agent can join, or it is full",
	"nobody perceives in this program, or there is no room for another percept", "it is beyond a limit", "its outcome was reported before"}

// String returns the refusal in a sentence.
func (r Refusal) String() string {
	if r >= 1 && r <= lastRefusal {
		return refusalTexts[r]
	}
	return "Refusal(" + strconv.Itoa(int(r)) + ")"
}

// OpInfo describes the items of an op, for what is generated.
type OpInfo struct {
	Op     Op
	Number string   // what the number of the head is; empty: nothing
	Flags  []string // by bit
	Words  []string // names of the words; those in brackets are any number of words, as the number says
}

// Ops returns what is known of all ops: those of games first.
func Ops() (list []OpInfo) {
	for op := range table {
		s := table[op]
		if s == nil {
			continue
		}
		x := OpInfo{Op: Op(op), Number: numberNames[s.number], Flags: s.flags}
		for _, f := range s.fields {
			name := f.name
			switch f.form {
			case formText, formArgs, formValue, formRest:
				name = "[" + name + "]"
			}
			x.Words = append(x.Words, name)
		}
		list = append(list, x)
	}
	return list
}

// LastRefusal is the last refusal in use.
const LastRefusal = lastRefusal
