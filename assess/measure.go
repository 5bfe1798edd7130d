package assess

import "github.com/karakuri-ai/karakuri/internal/fact"

// Measure is something that is measured: the sum of counts divided by the sum of what they refer to.
type Measure struct {
	Name string // short, for JSON and flags
	Text string // for people
	Unit Unit
	Bar  float64 // the value that a good game does not exceed; negative: there is none
	Body bool    // only games in a playground have it
}

// Unit is what the counts of a measure refer to.
type Unit uint8

// Units.
const (
	PerMinute Unit = iota // and character
	Share                 // of the time, or of what [Definition] says: 0..1
	Seconds               // each, on average
)

// String returns the unit as tables show it.
func (u Unit) String() string { return fact.Name(u, "/min", "%", "s") }

const noBar = -1

// Indices of Measures.
const (
	changes = iota
	unprovoked
	oscillation
	aborted
	repeated
	idle
	stuck
	bunched
	exposed
	ignored
	early
	response
	lineOfFire
	untrue
	refused
	deaths
	kills
	hits
	taken
	energy
	power
	numMeasures
)

// Measures are all measures, in the order of reports.
var Measures = [numMeasures]Measure{
	changes:     {"changes", "changes of mind", PerMinute, noBar, false},
	unprovoked:  {"unprovoked", "of them unprovoked", PerMinute, 1, false},
	oscillation: {"oscillation", "A-B-A within 2 s", PerMinute, 0.5, false},
	aborted:     {"aborted", "actions stopped by the own mind", PerMinute, noBar, false},
	repeated:    {"repeated", "the same failure three times", PerMinute, 0, false},
	idle:        {"idle", "idle", Share, 0.002, false},
	stuck:       {"stuck", "stuck", Share, 0.002, true},
	bunched:     {"bunched", "bunched up", Share, noBar, true},
	exposed:     {"exposed", "exposed and idle under fire", Share, noBar, true},
	ignored:     {"ignored", "hits from unseen that are ignored", Share, noBar, true},
	early:       {"early", "reactions under 0.15 s", PerMinute, 0, true},
	response:    {"response", "from sight to action", Seconds, noBar, true},
	lineOfFire:  {"line_of_fire", "shots past allies", Share, noBar, true},
	untrue:      {"untrue", "acts on what it cannot know", PerMinute, 0, true},
	refused:     {"refused", "orders not carried out", Share, noBar, false},
	deaths:      {"deaths", "deaths", PerMinute, noBar, true},
	kills:       {"kills", "kills", PerMinute, noBar, true},
	hits:        {"hits", "hits", PerMinute, noBar, true},
	taken:       {"taken", "health lost to others", PerMinute, noBar, true},
	energy:      {"energy", "items of energy", PerMinute, noBar, true},
	power:       {"power", "items of power", PerMinute, noBar, true},
}

// Definition returns what a measure counts; "" if there is none of that name.
func Definition(name string) string {
	for i := range Measures {
		if Measures[i].Name == name {
			return definitions[i]
		}
	}
	return ""
}

// definitions are apart from the measures, so that programs which do not print them do not contain them.
var definitions = [numMeasures]string{
	changes:     "The mind stops an action to do something else: another want, plan or branch, or something that interrupts. It does not count if the same action on the same things starts again.",
	unprovoked:  "Changes of mind before which, for a second, none of these occurred: a percept of a thing that the old or the new action names; a wound; an order or a loss of a lease; the end of an action of its own; a change of a value that names such a thing, or of a bool, enum, object or whole number that names none. If neither action names a thing, each percept counts.",
	oscillation: "Two changes of mind within two seconds, the second of which returns to an action that the first stopped, although the agent remembers what the action in between names.",
	aborted:     "Actions that end because their agent decided again, also if the same action starts again at once.",
	repeated:    "An action fails for the third time on the same things within ten seconds, without a percept of those things and without a changed value that names them since the first failure.",
	idle:        "The time that a character spends without any action but stand, in pauses of half a second and more.",
	stuck:       "The time in which a character has wanted to walk for a second, and was nowhere more than 0.25 metres away.",
	bunched:     "The time in which a member of a squad has another within 4.5 metres, the radius of a grenade, while there is room: a free spot in a straight line 4.5 metres away, with no other member within that distance of it.",
	exposed:     "Of the time under fire, which is two seconds from each shot or strike at a character: the share in which it has no action but stand, and an enemy within the range of its weapon has a free view of it, past all cover.",
	ignored:     "Of the wounds by somebody whom the character does not perceive: the share after which, for a second, it starts no other action and does not turn towards the attacker by 30 degrees. One wound a second counts, and only if the character lives that long.",
	early:       "An action on a character starts less than 0.15 seconds after that character came into view or touch, having been out of view for a second, unless it was remembered then or was heard, felt or reported since.",
	response:    "The time from when a character comes into view, as in early, to the first action on it within three seconds.",
	lineOfFire:  "The share of shots with a living member of the own team within half a metre of the line between shooter and aim.",
	untrue:      "An action starts on a character or item that neither its agent nor another member of its squad remembers; or on a spot within a metre of an enemy whom the agent remembers more than three metres from there, as do all members of its squad that remember it. Agents without memory know everything.",
	refused:     "Of the orders of squads that members refused or ended: the share that they refused or failed at.",
	deaths:      "How often a character dies.",
	kills:       "Characters of other teams that it kills.",
	hits:        "Its strikes and shots that hit.",
	taken:       "Health that others take from it.",
	energy:      "Items of energy that it picks up.",
	power:       "Items of power that it picks up.",
}
