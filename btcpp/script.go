package btcpp

import (
	"strconv"

	"github.com/karakuri-ai/karakuri/diag"
)

// Limits of scripts. Scripts are attributes written by hand; the limits prevent noise from taking time or stack.
const (
	// MaxScriptSize is the greatest length of a script, in bytes.
	MaxScriptSize = 1 << 16
	// MaxScriptDepth is how deep the expressions of a script may nest.
	MaxScriptDepth = 250
)

// Script is a parsed script: the code of Script and ScriptCondition, and of pre- and postconditions. Immutable once
// parsed.
type Script struct {
	Src        *diag.Source
	Statements []*ScriptExpr // at least one; the value of the script is that of the last
}

// ScriptOp is the kind of a node of a script's tree.
type ScriptOp uint8

// The operations. Those without an operator sign are operands.
const (
	ScriptInt          ScriptOp = iota + 1 // 42, 0x2A: [ScriptExpr.Int]
	ScriptReal                             // 1.5, 2e3: [ScriptExpr.Real]
	ScriptBool                             // true and false: [ScriptExpr.Int] is 1 or 0
	ScriptString                           // 'text': [ScriptExpr.Text]
	ScriptName                             // a blackboard entry or an enum: [ScriptExpr.Text]
	ScriptNegate                           // -a
	ScriptComplement                       // ~a
	ScriptNot                              // !a
	ScriptAdd                              // a + b, of numbers or text
	ScriptSub                              // a - b
	ScriptMul                              // a * b
	ScriptDiv                              // a / b
	ScriptConcat                           // a .. b
	ScriptBitAnd                           // a & b
	ScriptBitOr                            // a | b
	ScriptBitXor                           // a ^ b
	ScriptAnd                              // a && b; both are evaluated
	ScriptOr                               // a || b; both are evaluated
	ScriptCompare                          // a < b <= c: [ScriptExpr.Compare] holds the operators
	ScriptChoose                           // a ? b : c
	ScriptCreate                           // a := b, creates the entry
	ScriptAssign                           // a = b, of an entry that is there
	ScriptAddAssign                        // a += b
	ScriptSubAssign                        // a -= b
	ScriptMulAssign                        // a *= b
	ScriptDivAssign                        // a /= b
	ScriptEqual                            // ==, only in Compare, as those below
	ScriptNotEqual                         // !=
	ScriptLess                             // <
	ScriptGreater                          // >
	ScriptLessEqual                        // <=
	ScriptGreaterEqual                     // >=
)

// ScriptExpr is a node of a script's tree.
type ScriptExpr struct {
	Op      ScriptOp
	At      diag.Span // from its first to its last character, without parentheses around it
	Args    []*ScriptExpr
	Compare []ScriptOp // of a ScriptCompare: the operator between Args[i] and Args[i+1]
	Int     int64
	Real    float64
	Text    string

	height int // of the tree below: 0 for an operand
}

// IsAssignment reports whether the operation writes to the blackboard itself.
func (op ScriptOp) IsAssignment() bool { return op >= ScriptCreate && op <= ScriptDivAssign }

// ParseScript parses a script and reports all its mistakes, with their places in src. It returns nil after an error.
// Statements are separated by semicolons or follow each other directly.
func ParseScript(src *diag.Source, ds *diag.List) *Script {
	if len(src.Text) > MaxScriptSize {
		ds.Errorf(diag.ScriptLimit, diag.Span{Src: src, End: 1}, "the script has %d bytes, more than %d", len(src.Text), MaxScriptSize)
		return nil
	}
	p := scriptParser{src: src, ds: ds, tokens: scanScript(src, ds)}
	s := p.script()
	if p.failed || p.tokens.failed {
		return nil
	}
	return s
}

// scriptLevel is a level of precedence: the higher, the tighter an operator binds.
type scriptLevel int8

const (
	levelNone    scriptLevel = 0
	levelAssign  scriptLevel = 2
	levelChoose  scriptLevel = 4
	levelOr      scriptLevel = 6
	levelAnd     scriptLevel = 8
	levelCompare scriptLevel = 10
	levelBitOr   scriptLevel = 12
	levelBitAnd  scriptLevel = 14
	levelSum     scriptLevel = 16
	levelProduct scriptLevel = 18
	levelPrefix  scriptLevel = 20
	levelOperand scriptLevel = 22
)

// scriptSigns lists the operators: their signs, and how tightly they bind.
var scriptSigns = [...]struct {
	sign  string
	level scriptLevel
}{
	ScriptInt: {"", levelOperand}, ScriptReal: {"", levelOperand}, ScriptBool: {"", levelOperand},
	ScriptString: {"", levelOperand}, ScriptName: {"", levelOperand},
	ScriptNegate: {"-", levelPrefix}, ScriptComplement: {"~", levelPrefix}, ScriptNot: {"!", levelPrefix},
	ScriptAdd: {"+", levelSum}, ScriptSub: {"-", levelSum}, ScriptConcat: {"..", levelSum},
	ScriptMul: {"*", levelProduct}, ScriptDiv: {"/", levelProduct},
	ScriptBitAnd: {"&", levelBitAnd}, ScriptBitOr: {"|", levelBitOr}, ScriptBitXor: {"^", levelBitOr},
	ScriptAnd: {"&&", levelAnd}, ScriptOr: {"||", levelOr},
	ScriptCompare: {"", levelCompare}, ScriptChoose: {"?", levelChoose},
	ScriptCreate: {":=", levelAssign}, ScriptAssign: {"=", levelAssign},
	ScriptAddAssign: {"+=", levelAssign}, ScriptSubAssign: {"-=", levelAssign},
	ScriptMulAssign: {"*=", levelAssign}, ScriptDivAssign: {"/=", levelAssign},
	ScriptEqual: {"==", levelCompare}, ScriptNotEqual: {"!=", levelCompare},
	ScriptLess: {"<", levelCompare}, ScriptGreater: {">", levelCompare},
	ScriptLessEqual: {"<=", levelCompare}, ScriptGreaterEqual: {">=", levelCompare},
}

// String returns the operator's sign; for operands a word.
func (op ScriptOp) String() string {
	if int(op) < len(scriptSigns) && scriptSigns[op].sign != "" {
		return scriptSigns[op].sign
	}
	switch op {
	case ScriptInt, ScriptReal:
		return "number"
	case ScriptBool:
		return "truth value"
	case ScriptString:
		return "text"
	case ScriptName:
		return "name"
	case ScriptCompare:
		return "comparison"
	}
	return "operation " + strconv.Itoa(int(op))
}
