package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// top is the header without its numbers.
//
//go:embed karakuri.h.txt
var top string

// generated are the files that are made from the table of ops, by their path.
func generated() map[string]string {
	return map[string]string{
		"cmd/libkarakuri/karakuri.h":           strings.Replace(top, "@NUMBERS@\n", cNumbers(), 1),
		"clients/python/ops.py":                pyNumbers(),
		"clients/js/ops.mjs":                   jsNumbers(),
		"clients/js/ops.d.mts":                 tsNumbers(),
		"clients/csharp/Runtime/Ops.cs":        csNumbers(),
		"clients/godot/addons/karakuri/ops.gd": gdNumbers(),
	}
}

func writeGenerated(root string) error {
	for file, text := range generated() {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, file)), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// layout says what an item holds.
func layout(op remote.OpInfo) string {
	var parts []string
	if op.Number != "" {
		parts = append(parts, "number: "+op.Number)
	}
	for i, f := range op.Flags {
		parts = append(parts, fmt.Sprintf("flag %d: %s", 1<<i, f))
	}
	if len(op.Words) > 0 {
		parts = append(parts, strings.Join(op.Words, ", "))
	}
	return strings.Join(parts, "; ")
}

func cNumbers() string {
	var b strings.Builder
	fmt.Fprintf(&b, "#define KRK_PROTOCOL %d\n\n/* The kind of an item: the lowest byte of its head. Parts in brackets have a variable length. */\nenum {\n", remote.Protocol)
	for _, op := range remote.Ops() {
		fmt.Fprintf(&b, "    KRK_OP_%s = %d, /* %s */\n", strings.ToUpper(op.Op.String()), op.Op, layout(op))
	}
	b.WriteString("};\n\n/* Why an item was refused: the number of KRK_OP_REFUSED. */\nenum {\n")
	for r := remote.Refusal(1); r <= remote.LastRefusal; r++ {
		fmt.Fprintf(&b, "    KRK_REFUSED_%d = %d, /* %s */\n", r, r, r)
	}
	b.WriteString("};\n")
	return b.String()
}

// numbers is a file of the numbers of items in one of the languages: top with the version of the protocol, a line for
// each op from its name and number, and the end of the file.
func numbers(top, line string, name func(string) string, end string) string {
	var b strings.Builder
	fmt.Fprintf(&b, top, remote.Protocol)
	for _, op := range remote.Ops() {
		fmt.Fprintf(&b, line, name(op.Op.String()), op.Op, layout(op))
	}
	return b.String() + end
}

// outcomes are the numbers of a report, a line for each.
func outcomes(line string) string {
	var b strings.Builder
	for _, outcome := range []action.Status{action.Success, action.Failure} {
		fmt.Fprintf(&b, line, strings.ToUpper(outcome.String()), outcome, "outcome: the number of a report")
	}
	return b.String()
}

func pyNumbers() string {
	return numbers("\"\"\"Numbers of items. Made by: go run ./internal/tools/lib -header\"\"\"\n\nPROTOCOL = %d\n\n", "%s = %d  # %s\n", strings.ToUpper, outcomes("%s = %d  # %s\n"))
}

func jsNumbers() string {
	return numbers("// Numbers of items. Made by: go run ./internal/tools/lib -header\n\nexport const PROTOCOL = %d;\n\n", "export const %s = %d; // %s\n", strings.ToUpper, outcomes("export const %s = %d; // %s\n"))
}

func tsNumbers() string {
	return numbers("// Numbers of items. Made by: go run ./internal/tools/lib -header\n\nexport const PROTOCOL: %d;\n\n", "export const %s: %d; // %s\n", strings.ToUpper, outcomes("export const %s: %d; // %s\n"))
}

func gdNumbers() string {
	return numbers("# Numbers of items. Made by: go run ./internal/tools/lib -header\n\nconst PROTOCOL = %d\n\n", "const %s = %d  # %s\n", strings.ToUpper, outcomes("const %s = %d  # %s\n"))
}

func csNumbers() string {
	return numbers(`// Made by: go run ./internal/tools/lib -header
namespace Karakuri
{
    /// <summary>What both sides have to agree on.</summary>
    public static class Protocol
    {
        /// <summary>The version of batches.</summary>
        public const int Version = %d;
    }

    /// <summary>The kind of an item. Parts in brackets have a variable length.</summary>
    public enum Op : byte
    {
`, "        /// <summary>%[3]s</summary>\n        %[1]s = %[2]d,\n", pascal, "    }\n}\n")
}

// pascal writes a name as types are named: RemoveObject.
func pascal(name string) string {
	var b strings.Builder
	for _, word := range strings.Split(name, "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
