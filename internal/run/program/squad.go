package program

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// SquadKind is a compiled kind of squad.
type SquadKind struct {
	Info   *def.SquadInfo
	Roles  squad.Roles
	Scores []*expr.Value  // by role; nil: members are equally suited
	From   []*expr.Source // by role: the function that returns the suited members; nil: all members are
	Reads  []bool         // by symbol: scores depend on it
	Opaque bool           // scores call the host
	Counts bool           // scores may depend on which objects there are
	Leases []*def.LeaseInfo
	Pools  []squad.LeaseRule // by lease
	Places []int             // by def.OrderInfo.ID: the place of its role; squad.NoRole: the squad has no such role
	Orders []int32           // by def.OrderInfo.ID: the first that is the same except for its urgency
}

// compileSquads compiles the squads of a model, by def.SquadInfo.ID.
func compileSquads(info *def.Info, tps int) []SquadKind {
	var kinds []SquadKind
	for _, s := range info.Squads {
		kinds = append(kinds, compileSquad(info, s, tps))
	}
	return kinds
}

func compileSquad(info *def.Info, s *def.SquadInfo, tps int) SquadKind {
	k := SquadKind{Info: s, Reads: make([]bool, len(info.Schema.Symbols))}
	for i := range s.Roles {
		r := &s.Roles[i]
		k.From = append(k.From, expr.CompileSource(r.From))
		k.Opaque = k.Opaque || r.From != nil
		k.Roles.List = append(k.Roles.List, squad.Role{Name: r.Name, Min: r.Min, Max: r.Max})
		if r.Score == nil {
			k.Scores = append(k.Scores, nil)
			continue
		}
		k.Scores = append(k.Scores, expr.CompileValue(r.Score))
		r.Score.Symbols(func(sym *world.Symbol) { k.Reads[sym.ID] = true })
		r.Score.Walk(func(t *expr.Term) bool {
			k.Opaque = k.Opaque || t.Kind == expr.TermFunc || t.Kind == expr.TermDerived && len(info.Functions) > 0
			k.Counts = k.Counts || t.Kind == expr.TermQuant || t.Kind == expr.TermDerived
			return true
		})
	}
	for _, l := range info.Leases {
		if l.Squad == s {
			k.Leases = append(k.Leases, l)
			k.Pools = append(k.Pools, squad.LeaseRule{Name: l.Name, Capacity: l.Count, LeaseTicks: def.Ticks(l.Lease, float64(tps))})
		}
	}
	for i, o := range info.Orders {
		k.Places = append(k.Places, slices.IndexFunc(s.Roles, func(r def.RoleInfo) bool { return r.Name == o.Role }))
		k.Orders = append(k.Orders, int32(slices.IndexFunc(info.Orders[:i+1], func(other *def.OrderInfo) bool {
			return other.Role == o.Role && other.Goal == o.Goal && other.Task == o.Task
		})))
	}
	return k
}
