package diag

// Codes of goals, brains, senses and memories, and of expressions about them.
const (
	UnknownCurve      Code = "K500"
	NothingRemembered Code = "K501"

	GoalPart      Code = "K502"
	FaultyWant    Code = "K503"
	FaultySelect  Code = "K504"
	FaultyTrait   Code = "K505"
	FaultyPercept Code = "K506"
	FaultyClause  Code = "K507"
	FaultyRecall  Code = "K508"
	FaultySenses  Code = "K509"

	EmptyGoal         Code = "K580"
	GoalRecursion     Code = "K581"
	NeverWins         Code = "K582"
	IdleRank          Code = "K583"
	NoMemory          Code = "K584"
	UnusedGoal        Code = "K585"
	UnusedBrain       Code = "K586"
	UnusedPersonality Code = "K587"
	UnusedSense       Code = "K588"
	UnusedMemory      Code = "K589"
	ScoreCut          Code = "K590"
	TargetsCut        Code = "K591"
)

var goalCodes = []Info{
	{UnknownCurve, "unknown response curve", "There is no response curve of this name. The command karakuri curves lists all of them, with their parameters."},
	{NothingRemembered, "nothing is remembered", "remembered(x) and \"in remembered\" refer to an agent's memory, but the model declares none. Declare one, as in: memory short { span 8s }."},

	{GoalPart, "part of a goal that it cannot have", "A goal has steps or ways, not both. The step of an interrupt cannot have retry, else or optional: the interrupted step continues however it ends. backoff follows retry."},
	{FaultyWant, "faulty want", "A want has a score or considerations, not both. each makes one option for each value of an enum, object of a type, or remembered object; where and forget_when need such a target."},
	{FaultySelect, "faulty selection", "select is best, weighted, first or dual. top and within belong to weighted and dual, over to first; ranked precedes best and first."},
	{FaultyTrait, "faulty trait", "A trait names a want of a brain, once in a personality, and changes its score: a factor, another score, or never."},
	{FaultyPercept, "faulty sense or memory", "A sense is sight, touch, hearing, damage or talk, a memory short or long: its kind is its name, or follows the colon."},
	{FaultyClause, "clause that a sense or memory cannot have", "Each kind of sense and memory has clauses of its own, each given once; docs/reference.md lists them."},
	{FaultyRecall, "faulty remembered symbol", "A remembered symbol belongs to the agent and has one parameter, an object type; or none, if it holds how alert the agent is. The engine writes it, so it cannot also be sensed, and starts empty. Its name says what it holds; any other name is a float attribute of the host."},
	{FaultySenses, "faulty senses of an agent", "An agent has each sense once, at most one memory of each kind, and senses only with a memory."},

	{EmptyGoal, "goal without anything to do", "The goal has no steps, so it is achieved as soon as it is activated."},
	{GoalRecursion, "goal that begins with itself", "The goal's only way begins with the goal itself, so it fails when the limit for nested goals is reached."},
	{NeverWins, "want that can never win", "The score of the want is never above 0, or never above the score of another want that is always available. The brain chooses it only if the other want has failed."},
	{IdleRank, "rank that makes no difference", "Ranks count in a ranked or dual selection only."},
	{NoMemory, "brain without the memory that it needs", "The brain reads remembered objects, but the agent has no memory, so it remembers only what the host adds."},
	{UnusedGoal, "goal that nothing uses", "No brain wants the goal, and no tree, operator or other goal leads to it."},
	{UnusedBrain, "brain that nothing uses", "No agent has the brain."},
	{UnusedPersonality, "personality that nothing uses", "No agent has the personality."},
	{UnusedSense, "sense that nothing uses", "No agent has the sense."},
	{UnusedMemory, "memory that nothing uses", "No agent has the memory."},
	{ScoreCut, "score above the limit", "Scores of wants, orders and roles are limited to 1024. Two scores above the limit count as equal, so the first wins."},
	{TargetsCut, "more targets than a brain compares", "A brain compares the first 256 targets of a want: objects in the order in which they were added, and values as they were declared. Later ones are never chosen."},
}
