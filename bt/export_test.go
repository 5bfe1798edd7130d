package bt

// Looked returns how many watches of children have been looked at so far.
func (e *Env) Looked() int { return e.looked }
