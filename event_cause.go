package karakuri

import "github.com/karakuri-ai/karakuri/internal/fact"

// Cause says why something happened: why a step failed, a plan was kept, or an order was declined. The zero Cause is no
// cause.
type Cause uint8

// Causes.
const (
	// Causes that end steps, goals and orders, and that keep them from starting.
	CauseConditionFalse Cause = iota + 1 // its condition does not hold
	CauseActionFailed                    // its action ended with Failure
	CauseActionPanicked                  // its action panicked: see Event.Fault
	CauseHostPanicked                    // a function of the game panicked: see Event.Fault
	CauseObjectMissing                   // an object that it is about no longer exists
	CauseWhileFalse                      // its while does not hold, or no longer
	CauseUntilHolds                      // its until holds
	CauseTimedOut                        // its time is over
	CauseUnmet                           // the world did not reach the state of the step's effects
	CauseClaimed                         // another agent has claimed its object
	CauseLeaseTaken                      // a token or a slot that it needs was taken away
	CauseOverran                         // an expression took more rounds than its limit
	CauseValueRefused                    // a value that it wrote was refused
	CauseInterrupted                     // something more important interrupted it
	CauseOutside                         // the game aborted it
	// Orders, on both sides.
	CauseOrderDeclined  // a member declined the order
	CauseOrderFailed    // a member failed at the order
	CauseOrderPreempted // a member had something more important to do
	CauseMemberLost     // a member was lost
	CauseNobodyInRole   // no member has the role that the order names
	CauseBusy           // it is busy: committed to something else
	CauseNotWanted      // its want for something else is stronger
	CauseUnable         // its goal or task cannot start
	CauseUnknown        // its kind cannot carry the order out
	CauseFull           // too many orders wait
	CauseNotReached     // it was tried and failed
	CauseChanged        // another order took its place
	CauseReplanned      // the squad has another plan
	CauseRoleTaken      // the member has another role now
	CauseDied           // the member died
	CauseLeft           // the member left
	CauseDisbanded      // the squad is disbanded
	// Why a running plan was kept.
	CauseSamePlan    // the new plan equals the rest of the running one
	CauseLowerPlan   // the new plan has lower priority
	CauseSameTarget  // the new target is not better by the margin
	CauseSameMethods // the new plan makes the same choices, and is not as far on
	CauseNothingElse // there is no other plan, and the running one can still be carried out
	CauseCommitted   // the running step is committed
	CauseOutdated    // the new plan came too late: the world changed meanwhile
	CauseNotCheaper  // of a line that plans for the cheapest plan: the new one does not cost less
	// Why there is nothing to carry out.
	CauseNoLine      // no plan line applies
	CauseNoPlan      // the planner found no plan
	CauseHitLimit    // planning hit a limit
	CauseAllDone     // nothing is left to do: the plan is empty
	CauseQuarantined // in quarantine after a panic
	CauseTreeEnded   // its tree has ended
	CauseSeeking     // its first plan is still being searched for, over several ticks
	// Causes of lifted bans, other than time.
	CauseBanChanged // the condition that failed holds now
	CauseBanProved  // the plan that replaced it was completed
	CauseBanWorked  // it has succeeded
	// Goals and brains.
	CauseWaysFailed     // no way of the goal that applies is left
	CauseProcessFailed  // its process failed
	CauseProcessDone    // its process is done
	CauseTooDeep        // too many goals are within each other
	CauseParentEnded    // the goal that it is under has ended
	CauseDropped        // it was interrupted, and its while does not hold
	CauseBetterWant     // another want is better
	CauseActivityFailed // what a step of a goal does ended with Failure: an action, a tree or a plan
	CauseNoLongerWanted // the want of the goal is no longer chosen
)

// String returns the cause in a few words: "its condition does not hold".
func (c Cause) String() string { return fact.Cause(c).String() }
