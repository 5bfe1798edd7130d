package diag

// Codes of squads, orders, leases, reactions, alertness and layers.
const (
	UnknownRole    Code = "K510"
	FaultyRole     Code = "K511"
	FaultyOrder    Code = "K512"
	FaultyNeed     Code = "K513"
	FaultySlots    Code = "K514"
	SquadCycle     Code = "K515"
	FaultyReaction Code = "K516"
	FaultyAlert    Code = "K517"

	UnusedSquad   Code = "K520"
	UnusedRole    Code = "K521"
	UnusedLease   Code = "K522"
	TakesNoOrders Code = "K523"
	OrderNotTaken Code = "K524"
	OrderGiver    Code = "K525"
	LayerOverlap  Code = "K526"
	NoSense       Code = "K527"
	NoSlots       Code = "K528"
	NobodySuits   Code = "K529"
	NeverAlerted  Code = "K530"
)

var squadCodes = []Info{
	{UnknownRole, "unknown role", "An order goes to all members with a role: order ROLE GOAL(...). No squad has a role of this name."},
	{FaultyRole, "faulty role", "A role declares the minimum and the maximum number of members; the maximum is at least one and not below the minimum. A score compares members, so it needs a variable for the member, which is an object."},
	{FaultyOrder, "faulty order", "Operators give orders, of goals and of tasks: do order ROLE GOAL(...), or do order urgent ROLE GOAL(...)."},
	{FaultyNeed, "faulty need", "An action needs tokens of squads, by name, and slots: the objects of its parameters. Each is listed once."},
	{FaultySlots, "slots declared twice for an object", "An object can be a slot of one kind only. A squad declares slots once for a type, which includes its subtypes."},
	{SquadCycle, "squad within itself", "A squad can be a member of a squad of another kind, but not of its own kind, directly or through others."},
	{FaultyReaction, "faulty reaction or layer", "A reaction has a trigger: a condition, or a kind of sense, for each of its percepts. A reaction or layer runs an action, a tree or a goal with constant arguments. Each layer has its own name."},
	{FaultyAlert, "faulty alert line", "An alert line names a level: a value, but not the first, of the enum of the remembered symbol without a parameter. Percepts of kinds of senses raise the agent to it; each x and where say which of them."},

	{UnusedSquad, "squad without members", "No kind of agent or squad can be a member of the squad."},
	{UnusedRole, "role without orders", "No operator gives orders to the role, so the role has no effect."},
	{UnusedLease, "token or slots that nothing needs", "No action needs the token, or an object of the type, so the limit has no effect."},
	{TakesNoOrders, "member that takes no orders", "The agent's mind is a tree, which takes no orders: each order to a role that the agent has fails."},
	{OrderNotTaken, "order that no member takes", "Brains take goals and decline tasks, agents with plan lines and squads take both, and trees take nothing. No kind of member takes this order."},
	{OrderGiver, "order to a role that does not exist", "The plan gives orders, but the agent is not a squad, or is a squad without that role: the order fails."},
	{LayerOverlap, "layers that use the same resource", "A layer runs all the time and keeps its resources from the layers below it. They wait forever, or are aborted repeatedly."},
	{NoSense, "reaction without the sense that it needs", "The agent has no sense of the kind, so there are no percepts to react on, unless the host adds them."},
	{NoSlots, "need of slots that no squad has", "No squad limits how many members may use an object of the type at a time, so the action never waits for one."},
	{NobodySuits, "role that no member suits", "The score is never above 0, or no kind of member has a body of the type of the role."},
	{NeverAlerted, "alert by a sense that the agent does not have", "The agent has no sense of the kind, so there are no such percepts, unless the host adds them."},
}
