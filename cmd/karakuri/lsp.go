package main

import (
	"github.com/karakuri-ai/karakuri/internal/lsp"
)

type lspCmd struct {
	Stdio bool `help:"Use standard input and output. That is the only way and the default; editors pass the flag."`
}

// Help returns the text of --help.
func (*lspCmd) Help() string {
	return `Runs the language server for an editor: version 3.17 of the Language Server Protocol on standard input and output.
Editors start it. docs/editors.md says how to set up VS Code, Neovim, Emacs, Helix and Zed.

    karakuri lsp`
}

// Run serves until the editor leaves. It exits with 1 if the editor leaves without asking it to shut down.
func (*lspCmd) Run(c *console) error {
	version, _ := versionNumber()
	return lsp.Serve(c.in, c.out, lsp.Options{Version: version, Log: c.err, Further: ofPlayground})
}
