package diag

// Codes of declarations: what [def.Check] finds beyond single expressions.
const (
	DeclaredTwice Code = "K100"
	NotAName      Code = "K101"
	HiddenName    Code = "K102"
	UnknownDecl   Code = "K103"
	WrongKind     Code = "K104"
	ActionInTask  Code = "K105"
	PartMissing   Code = "K108"
	TooManyParts  Code = "K109"

	FaultyParent   Code = "K110"
	TypeCycle      Code = "K111"
	FaultyMax      Code = "K112"
	EmptyEnum      Code = "K113"
	TooManyObjects Code = "K114"

	ConstCycle   Code = "K121"
	UnknownConst Code = "K122"

	SymbolParam   Code = "K130"
	UnknownScope  Code = "K131"
	DerivedCycle  Code = "K132"
	StateTooLarge Code = "K133"
	DerivedForm   Code = "K134"
	FirstObject   Code = "K135"

	HostInInitial   Code = "K140"
	GivenDerived    Code = "K141"
	InitialTooLarge Code = "K142"

	MethodPart    Code = "K150"
	FaultyNumber  Code = "K151"
	FaultyBinding Code = "K152"

	OperatorPart   Code = "K153"
	FaultyParallel Code = "K154"
	ResourceTwice  Code = "K155"
	FaultyClaim    Code = "K156"

	TestWithoutTask Code = "K160"
	FaultyExpect    Code = "K161"

	NeverApplies   Code = "K180"
	UnusedOperator Code = "K181"
	UnusedTask     Code = "K182"
	UnreadSymbol   Code = "K183"
	LeftRecursion  Code = "K184"
	NeverFinishes  Code = "K185"
	NoMethods      Code = "K186"
	ConstantClause Code = "K187"
	NeverComes     Code = "K188"
	SharedAlone    Code = "K189"
	UnusedConst    Code = "K190"
	UnusedFunction Code = "K191"
	UnusedAction   Code = "K192"
	NoUnit         Code = "K193"
	Todo           Code = "K194"
	FaultyTodo     Code = "K195"
)

var defCodes = []Info{
	{DeclaredTwice, "name declared twice", "Types, symbols, constants, functions, objects, actions, operators, tasks, trees, goals, brains, squads and agents share one table of names, over all files of a model; personalities, senses and memories have one each, as have the roles and the tokens of a squad. Rename one of the two."},
	{NotAName, "not a name", "A name is not empty, has no backquotes and no control characters, and at most 1024 bytes. The language writes names in backquotes that are not just letters, digits and underscores, or that are reserved words."},
	{HiddenName, "parameter hides a name", "Inside, the name refers to the parameter or variable, so the declaration with the same name is not accessible. Rename the parameter."},
	{UnknownDecl, "unknown task, operator or action", "Neither the file nor its imports declare this name."},
	{WrongKind, "name of another kind", "The name is declared, but its kind is not allowed here."},
	{ActionInTask, "action called in a task", "Subtasks are tasks and operators: an operator says when an action can run and what it changes. Wrap the action in an operator."},
	{PartMissing, "something is missing", "The declaration lacks a part that it must have."},
	{TooManyParts, "too many of something", "Parameters, arguments and nesting are bounded, so that faulty input cannot take all memory or time."},

	{FaultyParent, "not an object type", "Only object types have parents, and only object types can be parents."},
	{TypeCycle, "types descend from each other", "An object type is its own ancestor. Remove one of the parents."},
	{FaultyMax, "faulty max", "max is the greatest number of objects of a family of types at one time: from 1 to 1048575."},
	{EmptyEnum, "enum without values", "An enum needs at least one value: the first is the initial value of its symbols."},
	{TooManyObjects, "more objects than max", "More objects are declared than the greatest max of the type and its relatives allows."},

	{ConstCycle, "constants need each other", "The value of a constant depends on the constant itself."},
	{UnknownConst, "unknown constant", "A value was given for a constant that the model does not declare."},

	{SymbolParam, "parameter type not allowed", "A symbol has one value for each combination of its arguments: they must be enums, objects, bools or ints with a range."},
	{UnknownScope, "unknown scope", "The scope of a state block is agent, squad or world."},
	{DerivedCycle, "derived symbols need each other", "A derived symbol may refer to itself if it has parameters, is a bool, and refers to itself only positively: not under !, and not within a count or a comparison. Otherwise its value would depend on itself."},
	{StateTooLarge, "state too large", "The symbol has more combinations of arguments than can be addressed. Use fewer parameters, or types with a smaller max."},
	{DerivedForm, "neither stored nor derived", "A symbol has either a type and optionally a first value, or := and an expression. A derived symbol cannot be sensed."},
	{FirstObject, "symbol with parameters starts with an object", "There are no objects yet when the symbols of a state get their first values. Give the value in an init block."},

	{HostInInitial, "host function in initial values", "Initial values and the givens of tests are computed before there is a host, so they cannot call its functions."},
	{GivenDerived, "derived symbol given", "A derived symbol is computed from others. Set those instead."},
	{InitialTooLarge, "initial values take too long", "A line of initial values visits more combinations of values than allowed. Use fewer variables, or types with fewer members."},

	{MethodPart, "part of a method that needs another", "where and order need free variables (each), margin needs order."},
	{FaultyNumber, "number not allowed here", "The message names the permitted numbers: times, for example, are greater than zero."},
	{FaultyBinding, "cannot range over this type", "A free variable ranges over the values of an enum or the objects of a type, or over a set of these that a function of the host returns; only free variables of methods have such a source."},

	{OperatorPart, "part of an operator that needs another", "until, while, succeed_after, fail_after and commit apply to a running action: without one, the step ends as soon as it starts. shared needs a cooldown."},
	{FaultyParallel, "faulty do parallel", "do parallel has actions, and a join that says how their ends make the end of the step: all, any or primary."},
	{ResourceTwice, "parallel actions that use the same resource", "An action occupies the resources after uses while it runs, so two actions of one do parallel cannot use the same one."},
	{FaultyClaim, "faulty claim", "claim names parameters of its operator that are objects, each once: no other step may claim the same object while the step runs."},

	{TestWithoutTask, "test without a task", "A test plans for the task it names, or else for the first plan line of the first agent in its file."},
	{FaultyExpect, "faulty expectation", "A test expects none, or the operators of the plan in order."},

	{NeverApplies, "can never apply", "The condition is false in every state, so the method, operator, plan line or until is dead."},
	{UnusedOperator, "operator that nothing uses", "No task, agent or test mentions the operator."},
	{UnusedTask, "task that nothing uses", "No agent, tree, goal or test plans for the task, neither directly nor through other tasks."},
	{UnreadSymbol, "symbol that nothing reads", "No condition, effect, order, cost or argument reads the symbol: it cannot make a difference to any decision."},
	{LeftRecursion, "task that leads back to itself first", "The task leads back to itself with the same arguments before any step, so nothing can have changed. The planner detects this and backtracks, but it is probably a mistake."},
	{NeverFinishes, "task that can never finish", "Every method of the task leads back to the task itself, so it can never finish. Add a method that does not."},
	{NoMethods, "task without methods", "There is no way to achieve the task: plans that need it fail."},
	{ConstantClause, "condition that never changes", "until and while are watched while a step runs; a constant condition either ends it at once or never."},
	{NeverComes, "time that never comes", "The shorter of succeed_after and fail_after ends the step, so the other has no effect."},
	{SharedAlone, "cooldown that no other operator shares", "Operators whose cooldowns have the same name after shared cool down together. Only one operator uses this name; it may be misspelt."},
	{UnusedConst, "constant that nothing uses", "No expression mentions the constant."},
	{UnusedFunction, "function that nothing uses", "No expression calls the function, and the host must bind it all the same."},
	{UnusedAction, "action that nothing uses", "No operator, tree, goal, service, reaction or layer does the action, and the host must bind it all the same."},
	{NoUnit, "long time without a unit", "A time without a unit is in seconds, and from 100 on it is more likely meant in milliseconds. Write the unit: 500ms, 500s or 2min."},
	{Todo, "still to be done", "This is a placeholder, which fails when it runs. karakuri check --todo lists all placeholders."},
	{FaultyTodo, "placeholder out of place", "todo can replace a subtask, a node, a step of a goal, the action of an operator, or the goal of a want."},
}
