package remote

import (
	"errors"
	"math"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// symbol is a symbol of the program, stored or derived.
type symbol struct {
	name    string
	stored  *world.Symbol // nil: derived
	derived int32
	params  []world.Type
	typ     world.Type
	args    int // words that the arguments take
}

// symbolsOf returns the symbols that a game can name: stored ones, then derived ones.
func symbolsOf(info *def.Info) (list []symbol) {
	for i := range info.Schema.Symbols {
		if sym := &info.Schema.Symbols[i]; sym.Says == "" {
			list = append(list, symbol{name: sym.Name, stored: sym, params: sym.Params, typ: sym.Type, args: width(sym.Params)})
		}
	}
	for _, d := range info.Derived {
		list = append(list, symbol{name: d.Name, derived: d.ID, params: d.Params, typ: d.Type, args: width(d.Params)})
	}
	return list
}

// goal is a goal for orders.
type goal struct {
	name   string
	params []world.Type
	words  []world.Word // memory for arguments
}

func goalsOf(info *def.Info) (list []goal) {
	for _, g := range info.Goals {
		x := goal{name: g.Name}
		for _, p := range g.Params {
			x.params = append(x.params, p.Type)
		}
		x.words = make([]world.Word, width(x.params))
		list = append(list, x)
	}
	return list
}

func width(types []world.Type) (n int) {
	for _, t := range types {
		n += t.Width()
	}
	return n
}

// refuse reports that the present item was not carried out.
func (s *Session) refuse(why Refusal, op Op, about int64) {
	s.out = appendHead(s.out, OpRefused, 0, 3, uint32(why))
	s.out = appendInt(appendInt(appendInt(s.out, int64(s.item)), int64(op)), about)
}

// carryOut carries out an item that is well-formed and not a write.
func (s *Session) carryOut(it Item) {
	switch it.Op {
	case OpReport:
		s.report(it)
	case OpStep:
		s.steps(it.Number)
	case OpTime:
		s.let(time.Duration(it.Int(0)))
	case OpRead:
		s.read(it)
	case OpExplain:
		s.explain(it)
	case OpObject, OpRemoveObject, OpBody, OpRemoveBody, OpWalls, OpSound, OpDamage, OpVoice:
		s.place(it)
	default:
		s.manage(it)
	}
}

// write writes a symbol.
func (s *Session) write(it *Item) {
	if int(it.Number) >= len(s.symbols) {
		s.refuse(UnknownNumber, OpWrite, int64(it.Number))
		return
	}
	sym := &s.symbols[it.Number]
	n := sym.typ.Width()
	switch {
	case sym.stored == nil:
		s.refuse(Derived, OpWrite, int64(it.Number))
		return
	case it.Len() != 1+sym.args+n:
		s.refuse(BadArguments, OpWrite, int64(it.Number))
		return
	}
	st := s.in.Home(karakuri.AgentID(it.Int(0)), sym.stored.Scope)
	if st == nil {
		s.refuse(NoAgent, OpWrite, it.Int(0))
		return
	}
	if !s.arguments(st, it, 1, sym.params) {
		s.refuse(BadArguments, OpWrite, int64(it.Number))
		return
	}
	at, ok := sym.stored.Addr(s.words[:sym.args]...)
	if !ok {
		s.refuse(BadArguments, OpWrite, int64(it.Number))
		return
	}
	for i := range n {
		if !isValue(st, sym.typ, it.word(1+sym.args+i)) {
			s.refuse(BadValue, OpWrite, int64(it.Number))
			return
		}
	}
	for i := range n {
		st.Set(at+world.Addr(i), it.word(1+sym.args+i))
	}
}

// arguments reads arguments from a word of an item on. It is false if one is not of its type; objects must exist.
func (s *Session) arguments(st *world.State, it *Item, from int, params []world.Type) bool {
	n := 0
	for _, t := range params {
		for range t.Width() {
			w := it.word(from + n)
			if n == len(s.words) || !isValue(st, t, w) || t.Kind == world.KindObject && w == 0 {
				return false
			}
			s.words[n] = w
			n++
		}
	}
	return true
}

// isValue reports whether a word is of a type: see [world.State.Fits]. Numbers are finite.
func isValue(st *world.State, t world.Type, w world.Word) bool {
	if f := w.Float(); (t.Kind == world.KindFloat || t.Kind == world.KindVec2) && (math.IsNaN(f) || math.IsInf(f, 0)) {
		return false
	}
	return st.Fits(t, w)
}

// read answers with the value of a symbol, as the agent sees it.
func (s *Session) read(it Item) {
	if int(it.Number) >= len(s.symbols) {
		s.refuse(UnknownNumber, OpRead, int64(it.Number))
		return
	}
	sym := &s.symbols[it.Number]
	if it.Len() != 2+sym.args || sym.args > len(s.words) {
		s.refuse(BadArguments, OpRead, int64(it.Number))
		return
	}
	st := s.in.State(karakuri.AgentID(it.Int(1)))
	if it.Int(1) == 0 {
		st = s.in.World()
	}
	if st == nil {
		s.refuse(NoAgent, OpRead, it.Int(1))
		return
	}
	if !s.arguments(st, &it, 2, sym.params) {
		s.refuse(BadArguments, OpRead, int64(it.Number))
		return
	}
	var w [2]world.Word
	if sym.stored == nil {
		w = s.in.Derive(st, sym.derived, s.words, sym.args)
	} else {
		at, ok := sym.stored.Addr(s.words[:sym.args]...)
		if !ok {
			s.refuse(BadArguments, OpRead, int64(it.Number))
			return
		}
		if w[0] = st.Get(at); sym.typ.Width() == 2 {
			w[1] = st.Get(at + 1)
		}
	}
	s.out = appendInt(appendHead(s.out, OpValue, 0, 1+sym.typ.Width(), it.Number), it.Int(0))
	for i := range sym.typ.Width() {
		s.out = appendInt(s.out, int64(w[i]))
	}
}

// explain answers with a text that says what an agent does and why.
func (s *Session) explain(it Item) {
	a := s.crowd.Agent(karakuri.AgentID(it.Int(1)))
	if !a.Exists() {
		s.refuse(NoAgent, OpExplain, it.Int(1))
		return
	}
	text := a.Explain().String()
	if room := (MaxItemWords - 2) * WordBytes; len(text) > room {
		const cut = "\n(cut off here)"
		text = clip(text, room-len(cut)) + cut
	}
	s.out = appendText(appendInt(appendHead(s.out, OpText, 0, 1+textWords(len(text)), 0), it.Int(0)), text)
}

// report notes the outcome of an action, for its next update.
func (s *Session) report(it Item) {
	status := action.Status(min(it.Number, 255))
	if status != action.Success && status != action.Failure {
		s.refuse(BadValue, OpReport, int64(it.Number))
		return
	}
	if d, ok := s.find(it); ok {
		if d.job.Report != 0 {
			s.refuse(Reported, OpReport, it.Int(0))
			return
		}
		d.job.Report = uint8(status)
	}
}

// find returns the running action that an item is about, or reports that there is none.
func (s *Session) find(it Item) (*doing, bool) {
	d, ok := s.running.find(it.Int(0))
	if !ok {
		s.refuse(NoInstance, it.Op, it.Int(0))
	}
	return d, ok
}

// manage carries out what concerns agents.
func (s *Session) manage(it Item) {
	ok, why, about := true, NoAgent, int64(0)
	if it.Len() > 0 {
		about = it.Int(0)
	}
	id := karakuri.AgentID(about)
	switch it.Op {
	case OpSpent:
		if d, running := s.find(it); running {
			d.job.Spent = true
		}
	case OpSpawn:
		s.spawn(it)
	case OpRemove:
		body := s.in.Body(id)
		if ok = s.in.Remove(id); ok && body != 0 {
			s.senses.remove(body)
		}
	case OpOrder:
		s.order(it)
	case OpWithdraw:
		ok, why = s.in.Withdraw(id, it.Int(1)), NoOrder
	case OpJoin:
		ok, why = s.in.Join(id, karakuri.AgentID(it.Int(1))) == nil, NoSquad
	case OpLeave:
		ok, why = s.in.Leave(id), NoSquad
	case OpTeam:
		ok = s.in.SetTeam(id, it.Int(1))
	case OpSignificance:
		if ok = s.in.Has(id); ok {
			ok, why = s.in.SetSignificance(id, it.Float(1)), BadValue
		}
	case OpWake:
		ok = s.in.Wake(id)
	case OpPersonality:
		ok, why = s.personality(id, int(it.Number))
	}
	if !ok {
		s.refuse(why, it.Op, about)
	}
}

// personality gives an agent a personality, or says why not.
func (s *Session) personality(id karakuri.AgentID, number int) (ok bool, why Refusal) {
	name, known := s.manifest.name(numberPersonality, number)
	switch {
	case !s.in.Has(id):
		return false, NoAgent
	case !known:
		return false, UnknownNumber
	}
	err := s.in.SetPersonality(id, name)
	if errors.Is(err, agent.ErrNoBrain) {
		return false, NoBrain
	}
	return err == nil, BadValue
}

func (s *Session) spawn(it Item) {
	kinds := s.program.Info.Agents
	if int(it.Number) >= len(kinds) {
		s.refuse(UnknownNumber, OpSpawn, int64(it.Number))
		return
	}
	id := s.in.Spawn(kinds[it.Number].Name)
	if id == 0 {
		s.refuse(NoRoom, OpSpawn, int64(it.Number))
	}
	s.out = appendInt(appendInt(appendInt(appendHead(s.out, OpSpawned, 0, 3, 0), it.Int(0)), int64(id)), int64(s.in.Body(id)))
}

func (s *Session) order(it Item) {
	if int(it.Number) >= len(s.goals) {
		s.refuse(UnknownNumber, OpOrder, int64(it.Number))
		return
	}
	g := &s.goals[it.Number]
	if it.Len() != 2+len(g.words) {
		s.refuse(BadArguments, OpOrder, int64(it.Number))
		return
	}
	for i := range g.words {
		g.words[i] = it.word(2 + i)
	}
	args := append([]world.Word(nil), g.words...) // the crowd keeps them until they are taken up
	number, err := s.in.Order(karakuri.AgentID(it.Int(1)), agent.Order{Goal: g.name, Args: args, Urgent: it.Flags&FlagUrgent != 0})
	switch {
	case errors.Is(err, agent.ErrNoBrain):
		s.refuse(NoBrain, OpOrder, it.Int(1))
	case errors.Is(err, agent.ErrOrdersFull):
		s.refuse(OrdersFull, OpOrder, it.Int(1))
	case err != nil:
		s.refuse(BadArguments, OpOrder, int64(it.Number))
	}
	s.out = appendInt(appendInt(appendHead(s.out, OpOrdered, 0, 2, 0), it.Int(0)), number)
}
