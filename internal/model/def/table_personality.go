package def

// PersonalityTable lists the clauses of a personality.
var PersonalityTable = Statement{
	Word: "personality", Title: "Personality", Decl: true, Doc: "How one kind of agent differs in its wants.",
	Form: "personality brave { kill * 1.5; rest never; get_item score power_of(i) }",
	JSON: `{"kind": "personality", "name": "brave", "traits": ["kill * 1.5", "rest never", "get_item score power_of(i)"]}`,
	Name: "Name of the personality.",
	Body: []Clause{{
		Field: "traits", Takes: TakesTraits, List: true, Line: true, Need: true, Doc: "How the scores of wants change.",
		at: in(func(d *Personality) any { return &d.Traits }),
	}},
	kept: keptIn(func(d *Personality) Kept { return Kept{Name: &d.Name, End: &d.End} }),
}
