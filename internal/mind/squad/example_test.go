package squad_test

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/world"
)

// A squad of two: its leader, the member that may shoot, and the outcome of an order.
func Example() {
	alpha, ann, bob := squad.OfSquad(1), squad.OfAgent(1), squad.OfAgent(2)
	roles := squad.Roles{Bonus: 0.2, List: []squad.Role{{Name: "pointman", Min: 1, Max: 1}, {Name: "flanker", Max: 2}}}

	var members squad.Members
	members.Reset(alpha)
	members.Join(ann, 1)
	members.Join(bob, 1)
	var assigner squad.Assigner
	for _, c := range members.Assign(&assigner, &roles, []float64{0.8, 0.7, 0.9, 0.2}, 1, nil) {
		fmt.Println(c.Member, "is", roles.List[c.To].Name)
	}

	var tokens squad.Pool // at most one shoots at a time
	tokens.Reset(squad.LeaseRule{Name: "shoot", Capacity: 1, LeaseTicks: 30})
	tokens.Claim(squad.Claim{Holder: ann, Priority: 2})
	tokens.Claim(squad.Claim{Holder: bob, Priority: 1})
	for _, e := range tokens.Commit(1) {
		fmt.Println(e.Holder, e.Kind)
	}

	const flank = 5 // the number of a goal
	var ledger squad.Ledger
	ledger.Reset(alpha)
	number := ledger.Give(squad.Command{Member: ann, Role: 1, Activity: flank, Args: []world.Word{7}}, 1)
	ledger.Commit(1) // the tick ends: ann learns of it with the next
	ledger.Report(ann, number, squad.Declined, squad.Why{Cause: squad.Busy, Retry: true})
	for _, e := range ledger.Commit(2) {
		fmt.Println(e.Member, e.State, "order", e.Number, "since", e.Cause)
	}
	// Output:
	// agent 1 is flanker
	// agent 2 is pointman
	// agent 2 granted
	// agent 1 refused
	// agent 1 declined order 1 since it is busy
}
