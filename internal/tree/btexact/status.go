package btexact

// Status is the result of a node. The numbers are those of BehaviorTree.CPP and of its log.
type Status uint8

// The statuses.
const (
	Idle    Status = iota // not ticked, or taken back since
	Running               // started, and not done
	Success
	Failure
	Skipped // did nothing because a condition said so; it is an answer to the parent, never a status that stays
)

var statusNames = [...]string{"IDLE", "RUNNING", "SUCCESS", "FAILURE", "SKIPPED"}

// String returns the status as BehaviorTree.CPP writes it, "SUCCESS".
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return "UNDEFINED"
}

// Completed reports whether the status is Success or Failure.
func (s Status) Completed() bool { return s == Success || s == Failure }

// active reports whether a node with this status has begun something: it is neither idle nor skipped.
func (s Status) active() bool { return s != Idle && s != Skipped }

// ParseStatus returns the status of a name such as "SUCCESS".
func ParseStatus(name string) (Status, bool) {
	for s, n := range statusNames {
		if n == name {
			return Status(s), true
		}
	}
	return Idle, false
}
