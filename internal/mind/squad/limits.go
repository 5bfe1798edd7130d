package squad

// Limits of a squad.
const (
	// MaxMembers is how many members a squad has: beyond, a group is led better as a squad of squads.
	MaxMembers = 64
	// MaxRoles is how many roles a squad has. An assignment takes time with members times roles times members.
	MaxRoles = 32
	// MaxScore is the most that a score for a role counts, the bonus included: sums of scores stay whole numbers that are exact.
	MaxScore = 1024
	// Resolution is how finely scores for roles are compared: they are rounded to whole numbers of 1/Resolution, and to one at least.
	Resolution = 1 << 24
)

// Limits of a pool: far beyond what a squad needs, for pools that a whole world shares.
const (
	// MaxCapacity limits the simultaneous holders of a key, which are searched one by one.
	MaxCapacity = 64
	// MaxLeases is how many leases a pool lends at once. What would be one more is refused.
	MaxLeases = 1 << 16
	// MaxClaims limits the claims of a pool, waiting ones included. It refuses further ones.
	MaxClaims = 1 << 16
	// MaxKeys is how many keys of a pool have a capacity of their own.
	MaxKeys = 1 << 16
)

// Limits of a ledger.
const (
	// MaxOrders is how many orders a ledger holds, those included that ended in this tick or the last. One more is not taken.
	MaxOrders = 256
	// MaxWords is how many words the arguments of an order have: as many as a goal may have in its frame.
	MaxWords = 64
)
