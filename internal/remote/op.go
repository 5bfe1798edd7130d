package remote

import "strconv"

// Op is the kind of an item of a batch.
type Op uint8

// Items that a game sends. Comments list the number in the head, then the words in order. The answer repeats ref, a
// number that the game chooses.
const (
	OpWrite        Op = iota + 1 // number: symbol; agent (0: the world, and the initial values of new agents), arguments, value
	OpReport                     // number: 2 success, 3 failure; instance
	OpSpent                      // instance: the action has used what its step's shared cooldown protects
	OpSpawn                      // number: kind; ref
	OpRemove                     // agent
	OpObject                     // number: object type; ref, name
	OpRemoveObject               // object
	OpBody                       // number: bits of the attributes that can be perceived, 0: all; object, x, y, velocity x, y (metres per tick), facing x, y, kind, importance, four values
	OpRemoveBody                 // object
	OpSound                      // number: what a voice says, a value of the enum of said, 0: nothing; from, x, y, loudness, kind, importance
	OpDamage                     // agent, from, x, y, amount, importance
	OpOrder                      // number: goal; ref, agent, arguments
	OpWithdraw                   // agent, order
	OpJoin                       // squad, agent
	OpLeave                      // agent
	OpTeam                       // agent, team
	OpSignificance               // agent, significance
	OpWake                       // agent
	OpWalls                      // x, y of the start and x, y of the end of each wall
	OpRead                       // number: symbol; ref, agent, arguments
	OpExplain                    // ref, agent
	OpStep                       // number: number of ticks to make
	OpTime                       // nanoseconds since the last OpTime: the session makes the ticks that are due
	OpVoice                      // object, loudness, kind, importance: what its agent says is heard from its body; loudness 0: no longer
	OpPersonality                // number: personality, 0: none; agent

	lastIn = OpPersonality
)

// Items that a session sends.
const (
	OpStart    Op = iota + 65 // number: action; instance, agent, arguments
	OpAbort                   // number: reason; instance, agent
	OpSuspend                 // instance, agent
	OpResume                  // instance, agent
	OpRestored                // number: action; instance, agent, arguments: the action continues after a restore or a reload
	OpOver                    // instance, agent: the grace period after an OpAbort is over
	OpSpawned                 // ref, agent (0: refused, there is no room), its body (0: none)
	OpAdded                   // ref, object (0: refused)
	OpOrdered                 // ref, order (0: refused)
	OpValue                   // ref, value
	OpText                    // ref, text
	OpTick                    // tick, hash, decisions so far, running actions
	OpEvent                   // number: kind; agent, member, order, score, step, steps, node, level, reason, cause, text
	OpRefused                 // number: refusal; index of the item in the batch, its op, the number that it concerns
	OpSaid                    // number: bark; agent, place of the text among those of the bark
)

// Flags of items.
const (
	FlagUrgent    = 1 // OpOrder: it takes precedence over other orders
	FlagFixed     = 1 // OpBody: it does not move by itself
	FlagClear     = 1 // OpWalls: it first removes the present walls
	FlagGrace     = 1 // OpAbort: a request to end the action: report when it has ended. OpOver follows if the grace period ends first
	FlagSuspended = 1 // OpRestored: it is suspended
	FlagEnding    = 2 // OpRestored: an OpAbort has requested its end
)

// form is the encoding of a word of an item.
type form uint8

const (
	formInt   form = iota + 1
	formFloat      // the bits of a float64
	formHash       // 16 hexadecimal digits in JSON
	formText       // the rest of the item
	formArgs       // the arguments of the symbol, action or goal with the item's number
	formValue      // the value of the symbol with the item's number
	formRest       // floats up to the end of the item
)

// field is a part of an item.
type field struct {
	name string
	form form
}

// numbering is the meaning of the number of an item.
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
	numberSaid
	numberBark
	numberPersonality
)

var numberNames = [...]string{"", "symbol", "action", "kind", "type", "goal", "status", "reason", "event", "refusal", "parts", "ticks", "said", "bark", "personality"}

// shape is the layout of the items of an op.
type shape struct {
	name   string
	number numbering
	flags  []string // by bit
	fields []field
	fixed  int // number of words; -1: it varies
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

// shapes are the layouts of all ops: the codec, the JSON form, the generated header and the documentation derive from
// them.
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
	OpSound:        {name: "sound", number: numberSaid, fields: floats(with(floats(ints("from"), "x", "y", "loudness"), ints("kind")...), "importance")},
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
	OpVoice:        {name: "voice", fields: floats(with(floats(ints("object"), "loudness"), ints("kind")...), "importance")},
	OpPersonality:  {name: "personality", number: numberPersonality, fields: ints("agent")},

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
	OpSaid:    {name: "said", number: numberBark, fields: ints("agent", "variant")},
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

// table holds the shapes by op, for fast access.
var table [256]*shape

// String returns the name of the op: "write".
func (op Op) String() string {
	if s := table[op]; s != nil {
		return s.name
	}
	return "Op(" + strconv.Itoa(int(op)) + ")"
}

// isIn reports whether a game may send items of the op.
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

var refusalTexts = [lastRefusal + 1]string{"", "the program has nothing with that number", "there is no such agent", "no action with that number is running",
	"the arguments do not match the declaration", "the value is invalid here", "the symbol is derived from others and cannot be written", "there is no such object", "there is no room for another",
	"an object has that name already", "the agent's kind has no brain", "the queue of orders is full", "the agent has no such order", "the agent cannot join or leave that squad, or the squad is full",
	"no agent of this program has senses, or there is no room for another percept", "it exceeds a limit", "its outcome has already been reported"}

// String returns the reason as text.
func (r Refusal) String() string {
	if r >= 1 && r <= lastRefusal {
		return refusalTexts[r]
	}
	return "Refusal(" + strconv.Itoa(int(r)) + ")"
}

// OpInfo describes the items of an op, for code generators.
type OpInfo struct {
	Op     Op
	Number string   // the meaning of the number in the head; empty: it has none
	Flags  []string // by bit
	Words  []string // names of the words; a name in brackets is a part of variable length
}

// Ops describes all ops, those that games send first.
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
