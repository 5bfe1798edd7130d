package expr

// Word is a word of expressions or types, with what there is to say of it.
type Word struct{ Word, Form, Doc string }

// Words returns the words with a meaning within expressions, without the functions: see [Builtins]. Not to be changed.
func Words() []Word { return words }

var words = []Word{
	{"true", "true", "It holds."},
	{"false", "false", "It does not hold."},
	{"none", "target == none", "No object."},
	{"if", "if rich then 2 else 1", "One of two values, by a condition."},
	{"then", "if rich then 2 else 1", "The value where the condition holds."},
	{"else", "if rich then 2 else 1", "The value where the condition does not hold, or where nothing is found."},
	{"exists", "exists(e: enemy where visible(e))", "There is such a one."},
	{"forall", "forall(e: enemy where visible(e): alive(e))", "It holds for all."},
	{"count", "count(e: enemy where visible(e))", "How many there are."},
	{"min", "min(e: enemy where visible(e): distance(e) else 99)", "The least of the values."},
	{"max", "max(e: enemy where visible(e): distance(e) else 0)", "The greatest of the values."},
	{"sum", "sum(e: enemy where visible(e): power(e))", "The values, added up."},
	{"where", "count(e: enemy where visible(e))", "Which of them are meant."},
	{"in", "exists(e in remembered enemy)", "Stands before remembered, and before the values of a loop."},
	{"remembered", "exists(e in remembered enemy)", "Only objects that the agent remembers."},
}

// TypeWords returns the words that types begin with. Not to be changed.
func TypeWords() []Word { return typeWords }

var typeWords = []Word{
	{"bool", "bool", "True or false."},
	{"int", "int 0..100", "A whole number, perhaps from a range."},
	{"float", "float", "A number."},
	{"vec2", "vec2", "A point or a direction in the plane."},
	{wordText, wordText, "A text in double quotes, for arguments."},
	{wordList, "list of int", "A list of numbers or texts, for arguments: list of int, list of float, list of text."},
}
