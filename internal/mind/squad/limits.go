package squad

// Limits of a squad.
const (
	// MaxMembers is the maximum number of members of a squad: larger groups work better as a squad of squads.
	MaxMembers = 64
	// MaxRoles is the maximum number of roles of a squad. The time of an assignment is proportional to members times
	// roles times members.
	MaxRoles = 32
	// MaxScore is the most that a score for a role counts, the bonus included: sums of scores stay whole numbers that
	// are exact.
	MaxScore = 1024
	// Resolution is how finely scores for roles are compared: they are rounded to whole numbers of 1/Resolution, and to
	// one at least.
	Resolution = 1 << 24
)

// Limits of a pool: far beyond what a squad needs, for pools that a whole world shares.
const (
	// MaxCapacity limits the simultaneous holders of a key, which are searched one by one.
	MaxCapacity = 64
	// MaxLeases is the maximum number of leases of a pool at once. Further ones are refused.
	MaxLeases = 1 << 16
	// MaxClaims limits the claims of a pool, waiting ones included. It refuses further ones.
	MaxClaims = 1 << 16
	// MaxKeys is the maximum number of keys of a pool that have a capacity of their own.
	MaxKeys = 1 << 16
)

// Limits of a ledger.
const (
	// MaxOrders is the maximum number of orders in a ledger, including those that ended in this tick or the last.
	// Further ones are refused.
	MaxOrders = 256
	// MaxWords is the maximum number of words of an order's arguments: the size of a goal's frame.
	MaxWords = 64
)
