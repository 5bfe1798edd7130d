// Package edit changes karakuri files statement by statement: for the command karakuri edit, the language server and
// the studio.
//
// An operation names a statement by its path, as in task dine / method "buy first" / 1, and says what to do with it.
// [Apply] answers with the new texts, the operations that take them back, and the new paths of the statements. Only
// what an operation touches is laid out anew; every other byte stays.
package edit
