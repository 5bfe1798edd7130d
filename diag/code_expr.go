package diag

// Names, types and arity in expressions and effects.
const (
	TypeMismatch  Code = "K010"
	UnknownType   Code = "K011"
	UnknownSymbol Code = "K012"
	WrongArity    Code = "K013"
	AmbiguousName Code = "K014"
	UnknownValue  Code = "K015"
	NotComparable Code = "K016"
	BadOperand    Code = "K017"
	NotAssignable Code = "K018"
	OutOfRange    Code = "K019"
	NotConstant   Code = "K020"
	BadRange      Code = "K021"
	TooComplex    Code = "K022"
	BadVariable   Code = "K023"
	UnknownField  Code = "K024"
	BadSet        Code = "K025"
	MisplacedSet  Code = "K026"
	UntypedNone   Code = "K027"

	FaultyList       Code = "K028"
	MisplacedLiteral Code = "K029"
)

var exprCodes = []Info{
	{TypeMismatch, "wrong type", "The expression does not have the type that its place needs. An int is accepted in place of a float; nothing else is converted."},
	{UnknownType, "unknown type", "No type of this name is declared or imported. The built-in types are bool, int, float and vec2, and for arguments text and lists."},
	{UnknownSymbol, "unknown symbol", "No symbol, constant, parameter, enum value, object or function of this name is visible here."},
	{WrongArity, "wrong number of arguments", "A symbol or function takes as many arguments as it has parameters."},
	{AmbiguousName, "ambiguous enum value", "Several enums have a value of this name, and the context does not decide between them. Qualify it with its type, as in place.home."},
	{UnknownValue, "unknown enum value", "The enum has no value of this name."},
	{NotComparable, "values that cannot be compared", "Only numbers with numbers, values of one enum, and objects that can be the same can be compared."},
	{BadOperand, "operator does not take this type", "Arithmetic takes numbers and vec2; < takes numbers and enum values; && || ! take conditions."},
	{NotAssignable, "cannot be assigned to", "Effects change stored symbols only: not constants, parameters, derived symbols or functions."},
	{OutOfRange, "constant outside the range", "The constant is outside the range of the int that it is assigned to."},
	{NotConstant, "not a constant", "This place needs a value that is known without any state."},
	{BadRange, "faulty range", "The lower bound of a range comes first, and only an int can have a range."},
	{TooComplex, "expression beyond a limit", "Expressions are bounded in depth, size, arguments and bound variables, so that checking and evaluating them take bounded time. Split it into derived symbols."},
	{BadVariable, "faulty variable", "A bound variable has a new name, and an enum or object type whose values it takes."},
	{UnknownField, "unknown field", "Only a vec2 has fields: x and y."},
	{BadSet, "faulty right side of in", "in takes a set { a, b }, a range 1..5, or the name of an object type."},
	{MisplacedSet, "set or range outside of in", "Sets and ranges are not values: they stand only at the right of in. Variables of methods, wants, roles and quantifiers range over what a function returns as a set: each p: place from near(pos)."},
	{UntypedNone, "none without a type", "none is a value of any object type, but no object is expected here."},
	{FaultyList, "faulty list", "A list contains literals, all of them whole numbers, numbers, or texts, and at most 64. Its parameter is a list of int, float or text."},
	{MisplacedLiteral, "text or list that is not an argument", "Texts and lists can only be literal arguments of actions, operators, tasks, goals and trees. No symbol, constant or function has such a value."},
}
