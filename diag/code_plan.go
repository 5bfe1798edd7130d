package diag

const (
	TooManyBranches Code = "K300"
	NotSearchable   Code = "K301"
	NotCompiled     Code = "K302"
)

// Codes of the host's bindings.
const (
	Unbound      Code = "K340"
	BoundUnknown Code = "K341"
	BoundTwice   Code = "K342"
	BoundParams  Code = "K343"
	BoundState   Code = "K344"
	NoFormation  Code = "K345"
	NoSpacing    Code = "K346"
)

var planCodes = []Info{
	{TooManyBranches, "unordered block too large", "The subtasks of one unordered block are kept in a 64-bit set. Unordered blocks within it count with theirs. Group some of them in tasks of their own."},
	{NotSearchable, "too complex for the planner", "The HDDL file is valid, but it compares numbers, or one of its conditions has too many alternatives to search."},
	{NotCompiled, "beyond a limit of the engine", "The declaration is valid, but a part of it exceeds a limit of the engine. The message names the limit."},
	{Unbound, "action or function not bound", "The model declares an action or function that the host has not bound. Bind all of them before you create the crowd."},
	{BoundUnknown, "bound to nothing", "The host binds an action or function that the model does not declare: one of the two names is misspelt, or the model has changed."},
	{BoundTwice, "bound twice", "The host binds an action or function a second time; only one of the two could be meant."},
	{BoundParams, "parameters do not match", "The Go struct for the parameters has one exported field for each parameter, in order, of a Go type that can hold its values."},
	{BoundState, "state that cannot be saved", "The private state of an action is saved with the game: it is plain data, without pointers, strings, slices, maps, functions or interfaces."},
	{NoFormation, "unknown formation", "The squad's symbol formation says how the action march of the playground forms a squad up. Its values are names of formations."},
	{NoSpacing, "impossible spacing", "The squad's symbol spacing is the distance between neighbours in a formation of the playground, in metres, within a range."},
}
