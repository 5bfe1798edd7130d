package builder_test

import (
	"github.com/karakuri-ai/karakuri/builder"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// modelOf returns what a domain declares, to be looked into.
func modelOf(d *builder.Domain) (*def.Model, diag.List) {
	m, found := d.Model()
	return bridge.Model.In(m), found
}
