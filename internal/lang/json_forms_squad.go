package lang

import "github.com/karakuri-ai/karakuri/internal/model/def"

// jsonSquadForms are the forms of squads, and of what agents do beside their minds.
var jsonSquadForms = []jsonForm{
	tableForm(&def.SquadTable), tableForm(&def.RoleTable), tableForm(&def.TokenTable), tableForm(&def.SlotTable), tableForm(&def.ReactionTable), tableForm(&def.LayerTable),
}
