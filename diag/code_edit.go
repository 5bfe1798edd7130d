package diag

// Codes of edits.
const (
	EditOp      Code = "K600"
	EditPath    Code = "K601"
	EditPlace   Code = "K602"
	EditLoad    Code = "K603"
	EditBase    Code = "K604"
	EditComment Code = "K605"
	EditName    Code = "K606"
)

var editCodes = []Info{
	{EditOp, "faulty operation", "An operation has a word that does not exist, or lacks a field that it needs. karakuri edit --ops lists all operations with their fields."},
	{EditPath, "no such statement", "A path names a declaration, and then lines in it by their words and names, or by their places from 0, as in: task dine / method \"buy first\" / 1."},
	{EditPlace, "operation that is not possible here", "The statement is not of a kind that the operation is for, or the result would not be a karakuri file."},
	{EditLoad, "edit after which the program would not load", "The operations would lead to a program with mistakes that it does not have now. Apply those that belong together as one, or accept the mistakes: karakuri edit --unchecked."},
	{EditBase, "file that has changed", "The operations were made for another text than the present one. Read the file again, or merge both."},
	{EditComment, "edit that would lose a comment", "The operation keeps comments, but one stands where there is no place for it afterwards."},
	{EditName, "name that an edit cannot use", "The name would mean something else in the result, is no name, or several declarations have it."},
}
