package lsp

// The parts of the protocol that the server uses, with the names of the specification.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"` // in UTF-16 code units
}

type lspRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string   `json:"uri"`
	Range lspRange `json:"range"`
}

type documentID struct {
	URI string `json:"uri"`
}

type positionParams struct {
	TextDocument documentID `json:"textDocument"`
	Position     position   `json:"position"`
}

type documentParams struct {
	TextDocument documentID `json:"textDocument"`
	Range        *lspRange  `json:"range"` // of requests for a part
}

type textEdit struct {
	Range   lspRange `json:"range"`
	NewText string   `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

func markdown(text string) *markup { return &markup{"markdown", text} }

type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

type clientInfo struct {
	ProcessID        *int           `json:"processId"`
	RootURI          string         `json:"rootUri"`
	RootPath         string         `json:"rootPath"`
	WorkspaceFolders []documentID   `json:"workspaceFolders"`
	Capabilities     map[string]any `json:"capabilities"`
}

type empty struct{}
