package action

// standing is an instance's condition, agent and number in one word, because there are many instances.
type standing uint64

const (
	isBroken standing = 1 << iota // a hook panicked that others come after: it fails with its next update
	isEnding                      // its end or abort hook has been called: neither is called again; an instance that was asked to end is still updated

	ownerShift  = 2
	ownerBits   = 24 // as the slot of an agent has
	serialShift = ownerShift + ownerBits
	serialBits  = 64 - serialShift
)

// standingOf returns the standing of a new instance.
func standingOf(owner uint32, serial int64) standing {
	return standing(owner)<<ownerShift | standing(serial)<<serialShift
}

// has reports whether a flag is set.
func (s standing) has(flag standing) bool { return s&flag != 0 }

// owner returns the agent of the instance: see ownerOf.
func (s standing) owner() uint32 { return uint32(s>>ownerShift) & (1<<ownerBits - 1) }

// serial returns the number of the instance, when so many were given: it is the last one with the same low bits. That
// is so unless 2^38 actions have started since, which takes a month of a hundred thousand in a second.
func (s standing) serial(begun int64) int64 {
	return begun - (begun-int64(s>>serialShift))&(1<<serialBits-1)
}

// own has the instance be an agent's.
func (s *standing) own(owner uint32) {
	*s = *s&^((1<<ownerBits-1)<<ownerShift) | standing(owner)<<ownerShift
}
