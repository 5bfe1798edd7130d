package diag

// Codes of HDDL: domains and problems of the hierarchical planning competition.
const (
	HDDLSyntax       Code = "K250"
	HDDLBracket      Code = "K251"
	HDDLStray        Code = "K252"
	HDDLLimit        Code = "K253"
	HDDLKind         Code = "K254"
	HDDLSection      Code = "K255"
	HDDLTwice        Code = "K256"
	HDDLMissing      Code = "K257"
	HDDLNotAvailable Code = "K258"
	HDDLName         Code = "K259"
	HDDLTyping       Code = "K260"
	HDDLNumber       Code = "K261"
	HDDLSpelling     Code = "K262"

	HDDLUnknownType        Code = "K265"
	HDDLUnknownPredicate   Code = "K266"
	HDDLUnknownTask        Code = "K267"
	HDDLUnknownObject      Code = "K268"
	HDDLUnknownVariable    Code = "K269"
	HDDLUnknownFunction    Code = "K270"
	HDDLUnknownLabel       Code = "K271"
	HDDLUnknownRequirement Code = "K272"

	HDDLArity        Code = "K275"
	HDDLArgument     Code = "K276"
	HDDLDeclared     Code = "K277"
	HDDLTypeCycle    Code = "K278"
	HDDLOrderCycle   Code = "K279"
	HDDLDomain       Code = "K280"
	HDDLWrongKind    Code = "K281"
	HDDLNotGround    Code = "K282"
	HDDLConstraint   Code = "K283"
	HDDLContradicted Code = "K284"
	HDDLTooMany      Code = "K285"
	NotInModel       Code = "K286"
	NotInHDDL        Code = "K287"
)

var hddlCodes = []Info{
	{HDDLSyntax, "HDDL: something else was expected here", "The text does not follow the grammar at this place. The message says what could stand here and what was found; docs/hddl.md lists what karakuri reads."},
	{HDDLBracket, "HDDL: parentheses do not match", "A parenthesis is missing or superfluous. If one is missing, the place is that of the unclosed parenthesis, as far as the reader can find it."},
	{HDDLStray, "HDDL: text that is not part of the language", "A byte that is not UTF-8, a control character or an unusual space. Save the file as UTF-8 and remove the character."},
	{HDDLLimit, "HDDL: beyond a limit", "The file is too large, or nested too deeply. HDDL is read only up to a size and a depth, so that faulty input cannot take all memory."},
	{HDDLKind, "HDDL: neither domain nor problem", "A file holds one (define (domain ...) ...) or one (define (problem ...) ...). The domain is given first, the problem second."},
	{HDDLSection, "HDDL: unknown section", "A section or a part of one begins with a keyword that does not exist here. The hint names the nearest one, or all that are possible."},
	{HDDLTwice, "HDDL: part given twice", "A part that may occur once occurs twice. Merge the two, or remove one."},
	{HDDLMissing, "HDDL: something is missing", "The declaration lacks a part that it must have."},
	{HDDLNotAvailable, "HDDL: not available", "The file uses a part of HDDL or PDDL that karakuri does not support, such as durations, derived predicates or preferences."},
	{HDDLName, "HDDL: not a name", "Names are words without parentheses; variables begin with a question mark, keywords with a colon, names with neither."},
	{HDDLTyping, "HDDL: faulty list with types", "Write the names, a minus sign with spaces around it, and the type: ?a ?b - truck, or ?a - (either truck train)."},
	{HDDLNumber, "HDDL: faulty number", "A number has digits, perhaps a fraction and an exponent, and is finite."},
	{HDDLSpelling, "HDDL: nonstandard spelling", "The parser of the planning competition accepts it, and so does karakuri; other programs may not. Examples are a sign without a space after it, another word for a part, or a file name that does not end in .hddl."},

	{HDDLUnknownType, "HDDL: unknown type", "The domain declares no type of this name. Letter case matters."},
	{HDDLUnknownPredicate, "HDDL: unknown predicate", "The domain declares no predicate of this name. Letter case matters."},
	{HDDLUnknownTask, "HDDL: unknown task", "The domain declares no task and no action of this name. Letter case matters."},
	{HDDLUnknownObject, "HDDL: unknown object", "Neither the domain nor the problem declares an object of this name. Letter case matters; a variable begins with a question mark."},
	{HDDLUnknownVariable, "HDDL: unknown variable", "The variable is not a parameter here, and no quantifier around it binds it. Letter case matters."},
	{HDDLUnknownFunction, "HDDL: unknown function", "The domain declares no numeric function of this name. Letter case matters."},
	{HDDLUnknownLabel, "HDDL: unknown label", "No subtask of this network has the label. Subtasks get labels as in (t1 (deliver ?p))."},
	{HDDLUnknownRequirement, "HDDL: unknown requirement", "The requirement is unknown and ignored. The reader accepts all supported features, whatever the file requires."},

	{HDDLArity, "HDDL: wrong number of arguments", "A predicate, function or task takes as many arguments as it has parameters."},
	{HDDLArgument, "HDDL: argument of another type", "No object can have both the type of the argument and the type of the parameter. A variable of a wider type is accepted and narrowed. If a variable of a method fits no object, this is only a warning: the method can never apply."},
	{HDDLDeclared, "HDDL: declared twice", "Two declarations of one kind have the same name; tasks and actions count as one kind. An object may be declared again with the same type."},
	{HDDLTypeCycle, "HDDL: types descend from each other", "A type is its own ancestor. Remove one of the parents."},
	{HDDLOrderCycle, "HDDL: subtasks wait for each other", "The orderings form a cycle, so no order of the subtasks satisfies them all."},
	{HDDLDomain, "HDDL: problem of another domain", "The problem names another domain than the given one. This is reported only together with other mistakes, because it may be their cause."},
	{HDDLWrongKind, "HDDL: name of another kind", "The name is declared, but its kind is not allowed here."},
	{HDDLNotGround, "HDDL: variable in the initial state", "The initial state refers to objects only: nothing binds a variable here."},
	{HDDLConstraint, "HDDL: faulty constraint", "Constraints say which arguments are the same and which differ: =, combined by and, or, not and imply."},
	{HDDLContradicted, "HDDL: contradiction", "Two statements about the initial state contradict each other. A fact may be given twice, but not with different values."},
	{NotInModel, "HDDL: no counterpart in karakuri", "The HDDL file is valid, but a part of it has no counterpart in a karakuri file. As a warning: the model loses a detail."},
	{NotInHDDL, "no counterpart in HDDL", "HDDL has objects, facts, numbers, tasks, methods and actions. Other parts of a karakuri file cannot be exported; the message names the part, and the hint a replacement."},
	{HDDLTooMany, "HDDL: too many of something", "Parameters and declarations are bounded, so that faulty input cannot take all memory or time."},
}
