package agent

// View answers questions about the agents of a crowd, for inspection: what they do, why, and the texts for both. It
// changes no decision. Between ticks it reports agents as the last tick left them, with what the host wrote since;
// within a tick, as far as the tick has come. Results are valid until the next tick, unless the method says otherwise.
// Not safe for concurrent use with the crowd.
type View struct {
	core       *core
	agents     *population
	families   *families
	routines   *routines
	reflexes   *reflexes
	perception *perception
	squads     *squads
	exchange   *exchange
	meter      *meter
	journal    *journal
	naming     func(ID) string // nil: texts name agents by kind and number
}

// NameAgents sets how texts name agents: [View.SquadText] and [View.Explain]. Name is called with agents of the crowd, between ticks and while events
// are delivered; it may only read the crowd. Without it, or if it returns "", texts name agents by kind and number: "villager 7".
func (c *Crowd) NameAgents(name func(ID) string) { c.view.naming = name }

// View returns the view that answers questions about the agents of the crowd. It is valid as long as the crowd.
func (c *Crowd) View() *View { return &c.view }
