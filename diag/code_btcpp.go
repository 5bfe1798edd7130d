package diag

// Codes of BehaviorTree.CPP documents and their conversion.
const (
	BTXML          Code = "K400"
	BTLimit        Code = "K401"
	BTRoot         Code = "K402"
	BTFormat       Code = "K403"
	BTInclude      Code = "K404"
	BTIncludeCycle Code = "K405"
	BTPassedOver   Code = "K406"
	BTMissing      Code = "K407"
	BTName         Code = "K408"
	BTTwice        Code = "K409"
	BTMain         Code = "K410"
	BTChildren     Code = "K411"
	BTUnknownNode  Code = "K412"
	BTUnknownTree  Code = "K413"
	BTUnknownPort  Code = "K414"
	BTLeftToHost   Code = "K415"
	BTTreeNamed    Code = "K416"
	BTRecursion    Code = "K417"
	BTCategory     Code = "K418"
	BTLiteral      Code = "K419"
	BTPortType     Code = "K420"
	BTMissingPort  Code = "K421"
	BTOldName      Code = "K422"
	BTTwoAsync     Code = "K423"
	BTAttribute    Code = "K424"
	BTNoKey        Code = "K425"

	BTNotInModel Code = "K440"
	BTNotInXML   Code = "K441"
)

var btcppCodes = []Info{
	{BTXML, "BehaviorTree.CPP: malformed XML", "The file is not valid XML: the message names the tag, attribute or character that was expected. The rest of the file is not read."},
	{BTLimit, "BehaviorTree.CPP: beyond a limit", "Files, nodes and nesting are bounded, so that faulty input cannot take all memory or time. docs/btcpp.md lists the limits."},
	{BTRoot, "BehaviorTree.CPP: no document", `A document is one element <root>, with at least one <BehaviorTree> or <TreeNodesModel> in it or in what it includes.`},
	{BTFormat, "BehaviorTree.CPP: format version", `The root declares its version as BTCPP_format="4". Without it the file is read as version 4; "3" is read with the rules of version 3.`},
	{BTInclude, "BehaviorTree.CPP: include cannot be read", "The path of an include is relative to the including file and stays within the folder that is read from. The host program must supply the folder of a ros_pkg."},
	{BTIncludeCycle, "BehaviorTree.CPP: files include each other", "A file includes itself, directly or through others."},
	{BTPassedOver, "BehaviorTree.CPP: ignored", "Karakuri ignores this part, as BehaviorTree.CPP does. It is probably a mistake."},
	{BTMissing, "BehaviorTree.CPP: something is missing", "The element lacks an attribute that it must have."},
	{BTName, "BehaviorTree.CPP: faulty name", `Names of nodes, trees and ports are not empty, not "root", and have no blanks, control characters or any of < > & " ' / \ : * ? | . in them. A port's name begins with a letter and is not ID or name.`},
	{BTTwice, "BehaviorTree.CPP: declared twice", "Two declarations have the same name. For trees and models, the later declaration is used, as in BehaviorTree.CPP, with a warning; two subtrees with one instance name in one tree are an error, since their paths would be the same."},
	{BTMain, "BehaviorTree.CPP: main tree", "main_tree_to_execute names a tree that does not exist."},
	{BTChildren, "BehaviorTree.CPP: wrong number of children", "Actions, conditions and subtrees have no children, decorators exactly one, control nodes one or more. IfThenElse and WhileDoElse take two or three, SwitchN one for each case and one more, TryCatch at least two."},
	{BTUnknownNode, "BehaviorTree.CPP: unknown node", "The node is not in the library, and neither TreeNodesModel nor the program declares it. Letter case matters."},
	{BTUnknownTree, "BehaviorTree.CPP: unknown tree", "A SubTree names a tree that neither the file nor its includes contain. Letter case matters."},
	{BTUnknownPort, "BehaviorTree.CPP: unknown port", "The model of the node declares no port of this name. Attributes that are not ports begin with an underscore."},
	{BTLeftToHost, "BehaviorTree.CPP: undeclared node or port", "No model declares this node or port. Karakuri accepts it as used; the program that runs the tree must implement it."},
	{BTTreeNamed, "BehaviorTree.CPP: tree named like a node", "A tree has the name of a node of the library or of the program, so a use would be ambiguous."},
	{BTRecursion, "BehaviorTree.CPP: trees contain each other", "A tree contains itself, directly or through others, so it would never end."},
	{BTCategory, "BehaviorTree.CPP: node of another category", "The element has another category, such as Action, than the model of the node."},
	{BTLiteral, "BehaviorTree.CPP: value of another type", "The text cannot be converted to the type of the port or attribute. Write a key of the blackboard in braces."},
	{BTPortType, "BehaviorTree.CPP: types of ports do not match", "Two ports with different types use the same entry of the blackboard. The first port with a type determines the type of the entry. Text and ports without a type match every type."},
	{BTMissingPort, "BehaviorTree.CPP: port without a value", "The node needs a value for this port, and the port has no default."},
	{BTOldName, "BehaviorTree.CPP: old name", "The name belongs to an older version. Karakuri converts it to the name in version 4."},
	{BTTwoAsync, "BehaviorTree.CPP: two asynchronous children", "A ReactiveSequence can have only one child that takes several ticks, because two would halt each other."},
	{BTAttribute, "BehaviorTree.CPP: attribute out of place", "The attribute is not allowed here."},
	{BTNoKey, "BehaviorTree.CPP: output without a key", "An output port needs a blackboard key in braces, because a value written to a literal is lost."},

	{BTNotInModel, "BehaviorTree.CPP: no counterpart in karakuri", "The document is valid, but a part of it has no counterpart in a karakuri file. As a warning: the model loses a detail."},
	{BTNotInXML, "no counterpart in BehaviorTree.CPP", "A part of the karakuri file has no form in BehaviorTree.CPP's XML; the message names the part and the reason."},
}
