package btcpp_test

import (
	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// toModel converts a document, to be looked into.
func toModel(d *btcpp.Document) (*def.Model, diag.List) {
	m, ds := btcpp.ToModel(d)
	if m == nil {
		return nil, ds
	}
	return bridge.Model.In(m), ds
}

// fromModel converts a model.
func fromModel(m *def.Model) (*btcpp.Document, diag.List) {
	return btcpp.FromModel(bridge.Model.Out(m).(*karakuri.Model))
}
