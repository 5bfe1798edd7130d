package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// top is the header without its numbers.
//
//go:embed karakuri.h.txt
var top string

// generated are the files that are made from the table of ops, by their path.
func generated() map[string]string {
	return map[string]string{
		"cmd/libkarakuri/karakuri.h": strings.Replace(top, "@NUMBERS@\n", cNumbers(), 1),
		"clients/python/ops.py":      pyNumbers(),
		"clients/js/ops.mjs":         jsNumbers(),
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
	return strings.Join(append(parts, strings.Join(op.Words, ", ")), "; ")
}

func cNumbers() string {
	var b strings.Builder
	fmt.Fprintf(&b, "#define KRK_PROTOCOL %d\n\n/* What an item is: the lowest byte of its head. Words in brackets are as many as the number says. */\nenum {\n", remote.Protocol)
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

func pyNumbers() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\"\"\"Numbers of items. Made by: go run ./internal/tools/lib -header\"\"\"\n\nPROTOCOL = %d\n\n", remote.Protocol)
	for _, op := range remote.Ops() {
		fmt.Fprintf(&b, "%s = %d  # %s\n", strings.ToUpper(op.Op.String()), op.Op, layout(op))
	}
	return b.String()
}

func jsNumbers() string {
	var b strings.Builder
	fmt.Fprintf(&b, "// Numbers of items. Made by: go run ./internal/tools/lib -header\n\nexport const PROTOCOL = %d;\n\n", remote.Protocol)
	for _, op := range remote.Ops() {
		fmt.Fprintf(&b, "export const %s = %d; // %s\n", strings.ToUpper(op.Op.String()), op.Op, layout(op))
	}
	return b.String()
}
