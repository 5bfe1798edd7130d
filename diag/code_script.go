package diag

// Codes of the script language of BehaviorTree.CPP.
const (
	ScriptEmpty    Code = "K450"
	ScriptToken    Code = "K451"
	ScriptNumber   Code = "K452"
	ScriptUnclosed Code = "K453"
	ScriptOperand  Code = "K454"
	ScriptMissing  Code = "K455"
	ScriptTarget   Code = "K456"
	ScriptLimit    Code = "K457"
)

// Codes of what prevents running a BehaviorTree.CPP document.
const (
	ExactMain         Code = "K460"
	ExactUnbound      Code = "K461"
	ExactPort         Code = "K462"
	ExactChildren     Code = "K463"
	ExactLimit        Code = "K464"
	ExactSubstitution Code = "K465"
	ExactSimulation   Code = "K466"
)

var scriptCodes = []Info{
	{ScriptEmpty, "empty script", "A script has at least one expression, such as \"a := 1\". Otherwise remove the attribute."},
	{ScriptToken, "stray character in a script", "A script consists of names, numbers, 'text', true, false, parentheses, semicolons and the operators := = += -= *= /= ? : || && == != < > <= >= | ^ & + - .. * / ~ !."},
	{ScriptNumber, "faulty number in a script", "A number is a whole number of up to 64 bits, hexadecimal after 0x, or a decimal such as 1.5 or 2e3 with digits on both sides of the point."},
	{ScriptUnclosed, "text without an end", "Write text in a script between single quotes; it cannot contain any."},
	{ScriptOperand, "operand expected", "Write a name, a number, 'text', true, false, a sign or a parenthesis here."},
	{ScriptMissing, "something is missing in a script", "Every ( has its ), and every ? has its : in the same expression."},
	{ScriptTarget, "value assigned to something that is not a name", "Only a blackboard entry can be assigned to: the left side of := = += -= *= /= is a single name."},
	{ScriptLimit, "script too large", "A script has at most 65536 bytes, and its expressions nest at most 250 deep."},

	{ExactMain, "no tree to run", "The document does not name the tree to run, or names one that it does not contain. Set main_tree_to_execute, or name the tree when you compile."},
	{ExactUnbound, "node without a binding", "The host has no binding for this kind of node. Bind every action and condition that the trees use, or supply a fallback for the others."},
	{ExactPort, "port value missing or faulty", "The node needs a value for the port, or the literal does not fit the type of the port."},
	{ExactChildren, "wrong number of children", "This kind of node takes another number of children."},
	{ExactLimit, "tree too large", "With every subtree expanded, a tree has at most 65535 nodes, nested at most 1000 deep, with paths of 64 MiB and scripts of 1048576 operands and operators together."},
	{ExactSubstitution, "faulty substitution rule", "A rule names a node by name, kind or path with * and ?, and the test configuration or kind of node that takes its place."},
	{ExactSimulation, "faulty simulation script", "A simulation script is a JSON object with \"actions\": for each name, path or kind of node a list of \"success\", \"failure\", \"running\" and \"skipped\"."},
}
