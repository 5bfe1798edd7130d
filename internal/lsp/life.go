package lsp

// initialize tells the client what the server can do.
func (s *server) initialize(p *clientInfo) (any, error) {
	s.client = *p
	for _, f := range p.WorkspaceFolders {
		s.space.addFolder(keyOf(f.URI))
	}
	if len(p.WorkspaceFolders) == 0 && p.RootURI != "" {
		s.space.addFolder(keyOf(p.RootURI))
	}
	s.phase = running
	return map[string]any{
		"serverInfo":   map[string]string{"name": "karakuri", "version": s.opts.Version},
		"capabilities": capabilities,
	}, nil
}

var capabilities = map[string]any{
	"positionEncoding": "utf-16",
	"textDocumentSync": map[string]any{"openClose": true, "change": 2, "save": map[string]any{"includeText": false}},
	"workspace":        map[string]any{"workspaceFolders": map[string]any{"supported": true, "changeNotifications": true}},

	"hoverProvider":                   true,
	"completionProvider":              map[string]any{"triggerCharacters": []string{".", "(", " "}},
	"signatureHelpProvider":           map[string]any{"triggerCharacters": []string{"(", ","}},
	"definitionProvider":              true,
	"declarationProvider":             true,
	"typeDefinitionProvider":          true,
	"referencesProvider":              true,
	"documentHighlightProvider":       true,
	"documentSymbolProvider":          true,
	"workspaceSymbolProvider":         true,
	"foldingRangeProvider":            true,
	"selectionRangeProvider":          true,
	"inlayHintProvider":               true,
	"documentFormattingProvider":      true,
	"documentRangeFormattingProvider": true,
	"documentOnTypeFormattingProvider": map[string]any{
		"firstTriggerCharacter": "}", "moreTriggerCharacter": []string{"\n"},
	},
	"renameProvider":     map[string]any{"prepareProvider": true},
	"codeActionProvider": map[string]any{"codeActionKinds": []string{"quickfix", "refactor.extract", "refactor.inline", "refactor.rewrite"}, "resolveProvider": true},
	"codeLensProvider":   map[string]any{"resolveProvider": false},
	"semanticTokensProvider": map[string]any{
		"legend": map[string]any{"tokenTypes": tokenTypes, "tokenModifiers": tokenModifiers}, "full": true, "range": true,
	},
	"callHierarchyProvider": true,
}

// initialized asks a client that can watch files to do so: what other programs write is then noticed at once, not with
// the next key.
func (s *server) initialized(*empty) error {
	if s.client.watches() {
		s.out.ask("watch", "client/registerCapability", map[string]any{"registrations": []any{map[string]any{
			"id": "watch", "method": "workspace/didChangeWatchedFiles",
			"registerOptions": map[string]any{"watchers": []any{map[string]any{"globPattern": "**/*.krk"}}},
		}}})
	}
	return nil
}

// watches reports whether the client can be asked to watch files.
func (c *clientInfo) watches() bool {
	space, _ := c.Capabilities["workspace"].(map[string]any)
	files, _ := space["didChangeWatchedFiles"].(map[string]any)
	dynamic, _ := files["dynamicRegistration"].(bool)
	return dynamic
}

// shutdown ends the session; the client sends exit next.
func (s *server) shutdown(*empty) (any, error) {
	s.phase, s.asked = shut, true
	s.space = newWorkspace(s.opts.Further)
	return nil, nil
}
