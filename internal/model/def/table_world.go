package def

// The declarations of the world: types, objects, constants, state, what holds at the start, and functions of the host.

// ImportTable lists the clauses of an import.
var ImportTable = Statement{
	Word: "import", Title: "Import", Decl: true, Doc: "Makes the declarations of another file known.",
	Form: `import "common/places.krk"`,
	JSON: `{"kind": "import", "path": "common/places.krk"}`,
	Head: []Clause{{Field: "path", Takes: TakesPath, Need: true, Doc: "Relative to this file, with forward slashes.", at: in(func(d *Import) any { return &d.Path })}},
	kept: keptIn(func(*Import) Kept { return Kept{} }),
}

// EnumTable lists the clauses of the declaration of an enumeration.
var EnumTable = Statement{
	Word: "type", Kind: "enum", Title: "Enumeration", Decl: true, Doc: "A type with a fixed list of values.",
	Form: "type place = { home, shop, office }",
	JSON: `{"kind": "enum", "name": "place", "values": ["home", "shop", "office"]}`,
	Name: "Name of the type.",
	Head: []Clause{{Field: "values", Takes: TakesNames, List: true, Need: true, Doc: "The values, in their order.", at: in(func(d *TypeDecl) any { return &d.Values })}},
	kept: kept{func() Decl { return &TypeDecl{Enum: true} }, typeParts},
}

// TypeTable lists the clauses of the declaration of an object type.
var TypeTable = Statement{
	Word: "type", Title: "Object type", Decl: true, Doc: "A type of objects that may come and go while the game runs.",
	Form: "type sniper: enemy max 8",
	JSON: `{"kind": "type", "name": "sniper", "is": ["enemy"], "max": 8}`,
	Name: "Name of the type.",
	Head: []Clause{
		{Field: "is", Takes: TakesNames, List: true, Doc: "The types it is a kind of.", at: in(func(d *TypeDecl) any { return &d.Parents })},
		{Word: "max", Takes: TakesWhole, Form: "max 8", Doc: "The maximum number of objects at one time.", Without: "unspecified", at: in(func(d *TypeDecl) any { return &d.Max })},
	},
	kept: kept{func() Decl { return &TypeDecl{} }, typeParts},
}

func typeParts(d Decl) Kept { return Kept{Name: &d.(*TypeDecl).Name} }

// ObjectsTable lists the clauses of the declaration of objects.
var ObjectsTable = Statement{
	Word: "objects", Title: "Objects", Decl: true, Doc: "Objects that exist from the start.",
	Form: "objects e1, e2: enemy",
	JSON: `{"kind": "objects", "names": ["e1", "e2"], "type": "enemy"}`,
	Head: objectsClauses,
	kept: keptIn(func(*Objects) Kept { return Kept{} }),
}

var objectsClauses = []Clause{
	{Field: "names", Takes: TakesNames, List: true, Need: true, Some: true, Doc: "Their names, at least one.", at: in(func(d *Objects) any { return &d.Names })},
	{Field: "type", Takes: TakesName, Need: true, Doc: "Their type.", at: in(func(d *Objects) any { return &d.Type })},
}

// ConstTable lists the clauses of the declaration of a constant.
var ConstTable = Statement{
	Word: "const", Title: "Constant", Decl: true, Doc: "A number or other value with a name; it can be tuned while running.",
	Form: "const reach: float = 3",
	JSON: `{"kind": "const", "name": "reach", "type": "float", "value": "3"}`,
	Name: "Name of the constant.",
	Head: []Clause{
		{Field: "type", Takes: TakesType, Doc: "Default: the type of the value.", at: in(func(d *Const) any { return &d.Type })},
		{Field: "value", Takes: TakesValue, Need: true, Doc: "A constant expression.", at: in(func(d *Const) any { return &d.Value })},
	},
	kept: keptIn(func(d *Const) Kept { return Kept{Name: &d.Name} }),
}

// Scopes are the words for whose symbols those of a state are.
var Scopes = []string{"agent", "squad", "world"}

// StateTable lists the clauses of a block of state.
var StateTable = Statement{
	Word: "state", Title: "World state", Decl: true, Doc: "Symbols of one scope.",
	Form: "state agent {\n    money: int 0..100 = 5\n}",
	JSON: `{"kind": "state", "scope": "agent", "symbols": [{"name": "money", "type": "int 0..100", "default": "5"}]}`,
	Head: []Clause{{Field: "scope", Takes: TakesChoice, Words: Scopes, Need: true, Doc: "The owner of the symbols.", at: in(func(d *State) any { return &d.Scope })}},
	Body: []Clause{listed(Clause{Field: "symbols", Of: &SymbolTable, Need: true, Doc: "The symbols."}, func(d *State) *[]*Symbol { return &d.Symbols })},
	kept: keptIn(func(d *State) Kept { return Kept{End: &d.End} }),
}

// SymbolTable lists the clauses of the line of a symbol.
var SymbolTable = Statement{
	Word: "symbol", Title: "Symbol", Doc: "One value of the world state, or a relation over objects; stored (type) or computed from others (derived).",
	Form: "state agent {\n    sensed distance(e: enemy): float = 99\n    ready := has_meal && at == home\n}",
	JSON: "{\"name\": \"distance\", \"parameters\": \"e: enemy\", \"type\": \"float\", \"default\": \"99\", \"sensed\": true}\n{\"name\": \"ready\", \"derived\": \"has_meal && at == home\"}",
	Name: "Name of the symbol.", Params: "Default: none.",
	Head: []Clause{
		{Field: "type", Takes: TakesType, Doc: "Type of a stored symbol.", at: in(func(d *Symbol) any { return &d.Type })},
		{Field: "default", Takes: TakesValue, Doc: "Initial value.", Without: "false, 0, the least of the range, the first value, none", at: in(func(d *Symbol) any { return &d.Default })},
		{
			Word: "sensed", Takes: TakesFlag, Form: "sensed", Doc: "Only the host or sensors write it; effects on it are expectations.",
			at: in(func(d *Symbol) any { return &d.Sensed }),
		},
		{
			Word: "remembered", Takes: TakesFlag, Form: "remembered", Doc: "The engine writes it, from what the agent remembers; not together with sensed.",
			at: in(func(d *Symbol) any { return &d.Remembered }),
		},
		{
			Field: "derived", Takes: TakesValue, Doc: "The expression of a derived symbol, which has no type, default, sensed or remembered.",
			at: in(func(d *Symbol) any { return &d.Derived }),
		},
	},
	kept: keptIn(func(d *Symbol) Kept { return Kept{Name: &d.Name, Params: &d.Params} }),
}

// InitTable lists the clauses of a block of initial values.
var InitTable = Statement{
	Word: "init", Title: "Initial values", Decl: true, Doc: "Initial values.",
	Form: "init {\n    fare(home, shop) = 3\n}",
	JSON: `{"kind": "init", "effects": ["fare(home, shop) = 3"]}`,
	Body: []Clause{{Field: "effects", Takes: TakesEffects, List: true, Line: true, Need: true, Doc: "One effect each."}},
	kept: keptIn(func(d *Init) Kept { return Kept{End: &d.End} }),
}

// FunctionTable lists the clauses of the declaration of a function.
var FunctionTable = Statement{
	Word: "function", Title: "Function", Decl: true, Doc: "A pure function of the host program.",
	Form: "function clear(a: place, b: place): bool",
	JSON: `{"kind": "function", "name": "clear", "parameters": "a: place, b: place", "result": "bool"}`,
	Name: "Name of the function.", Params: "Default: none.",
	Head: []Clause{{Field: "result", Takes: TakesType, Need: true, Doc: "Type of the result.", at: in(func(d *Function) any { return &d.Result })}},
	kept: keptIn(func(d *Function) Kept { return Kept{Name: &d.Name, Params: &d.Params} }),
}
