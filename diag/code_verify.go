package diag

// Codes of plans that are verified against an HDDL domain and problem.
const (
	PlanSyntax   Code = "K290"
	PlanTree     Code = "K291"
	PlanName     Code = "K292"
	PlanArgument Code = "K293"
	PlanAction   Code = "K294"
	PlanMethod   Code = "K295"
	PlanOrder    Code = "K296"
	PlanInitial  Code = "K297"
	PlanGoal     Code = "K298"
	PlanTooHard  Code = "K299"
)

var verifyCodes = []Info{
	{PlanSyntax, "malformed plan file", `A plan is enclosed by "==>" and "<==": a line for each action (id, name, arguments), then "root" with the ids of the initial tasks, then a line for each compound task (id, name, arguments, "->", method, ids of the subtasks).`},
	{PlanTree, "lines that do not form a tree", "Each id belongs to one line and one parent task, and everything descends from the root: no line is missing, used twice or below itself."},
	{PlanName, "unknown name in a plan", "The domain and the problem declare no action, task, method or object of this name. Upper and lower case differ."},
	{PlanArgument, "argument does not fit", "A task or action takes as many arguments as it has parameters, each an object of the parameter's type."},
	{PlanAction, "action not applicable", "The precondition of the action does not hold in the state after the actions before it."},
	{PlanMethod, "method does not apply", "The method is for another task, its subtasks are not those that the plan lists, or no choice of its parameters makes its types, constraints and precondition hold."},
	{PlanOrder, "order broken", "A method or the initial network orders two of its subtasks; every action below the first comes before every action below the second."},
	{PlanInitial, "not the initial tasks", "The root lists exactly the initial tasks of the problem, each once."},
	{PlanGoal, "goal not reached", "The problem also has a goal, which does not hold in the state after the last action."},
	{PlanTooHard, "too hard to validate", "A plan leaves choices open: the parameters of methods, and which listed task is which subtask. The verifier tries them up to a limit, and reached it without an answer."},
}
