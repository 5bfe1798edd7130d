package hddl_test

import (
	root "github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// modelOfHDDL says a domain and a problem as a model, to be looked into.
func modelOfHDDL(d *hddl.Domain, p *hddl.Problem) (*def.Model, diag.List) {
	m, ds := hddl.Model(d, p)
	if m == nil {
		return nil, ds
	}
	return bridge.Model.In(m), ds
}

// fromModel says a model in HDDL.
func fromModel(m *def.Model, task string) (*hddl.Domain, *hddl.Problem, diag.List) {
	return hddl.FromModel(bridge.Model.Out(m).(*root.Model), task)
}
