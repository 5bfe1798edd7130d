package lang

import "github.com/karakuri-ai/karakuri/internal/model/def"

var operatorRules = tableRules[*def.Operator](def.OperatorTable.Body)
