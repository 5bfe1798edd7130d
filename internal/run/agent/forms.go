package agent

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// forms describes the agents of a program for another program, which finds its counterparts: reactions, layers,
// memories, squads, orders and leases.
type forms struct {
	kinds  []kindForm
	squads []squadForm
	orders []orderForm
	needy  []needForm // actions that need leases
}

// squadForm is a kind of squad.
type squadForm struct {
	name   string
	roles  []string
	leases []leaseForm
}

type leaseForm struct {
	name  string // of the token, or of the type
	slot  bool
	count int
}

// orderForm is something that squads order.
type orderForm struct {
	role, does     string
	isGoal, urgent bool
	params         []world.Type
}

// needForm is an action that needs leases.
type needForm struct {
	name   string
	params [][]world.Type
}

// kindForm is a kind of agent.
type kindForm struct {
	reactions, layers []partForm
	perceives         bool
	memory            sense.Form // if it perceives
	leads             int32      // the kind of squad that it is, plus 1; 0: it is an agent
}

// partForm is a reaction or a layer.
type partForm struct {
	name   string // of a layer; what a reaction reacts to
	does   string // with arguments
	judged bool   // a reaction to a condition
}

// formsOf returns the forms of a program.
func formsOf(m *program.Timed) *forms {
	f := &forms{}
	for _, a := range m.Info.Agents {
		k := kindFormOf(a)
		if senses := m.Senses[a.ID]; senses != nil {
			k.perceives, k.memory = true, senses.Form()
		}
		if a.Leads != nil {
			k.leads = int32(a.Leads.ID) + 1
		}
		f.kinds = append(f.kinds, k)
	}
	for i := range m.Squads {
		f.squads = append(f.squads, squadFormOf(&m.Squads[i]))
	}
	for _, o := range m.Info.Orders {
		f.orders = append(f.orders, orderForm{o.Role, o.Name(), o.Goal != nil, o.Urgent, o.Params})
	}
	for _, a := range m.Info.Actions {
		if len(a.Needs) > 0 {
			n := needForm{name: a.Name}
			for _, p := range a.Params {
				n.params = append(n.params, p.Types)
			}
			f.needy = append(f.needy, n)
		}
	}
	return f
}

func squadFormOf(k *program.SquadKind) squadForm {
	s := squadForm{name: k.Info.Name}
	for i := range k.Info.Roles {
		s.roles = append(s.roles, k.Info.Roles[i].Name)
	}
	for _, l := range k.Leases {
		s.leases = append(s.leases, leaseForm{l.Name, l.Type.Kind == world.KindObject, l.Count})
	}
	return s
}

// memories returns the forms of the memories of all kinds that have one, as the observers of a crowd count them.
func (f *forms) memories() (list []sense.Form) {
	for i := range f.kinds {
		if f.kinds[i].perceives {
			list = append(list, f.kinds[i].memory)
		}
	}
	return list
}

func kindFormOf(a *def.AgentInfo) (k kindForm) {
	for i := range a.Reactions {
		r := &a.Reactions[i]
		part := partForm{does: callForm(r.Do), judged: r.On != nil}
		if part.judged {
			part.name = r.On.String()
		} else {
			part.name = r.Decl.On.(*expr.Ref).Name
		}
		k.reactions = append(k.reactions, part)
	}
	for i := range a.Layers {
		k.layers = append(k.layers, partForm{name: a.Layers[i].Name, does: callForm(a.Layers[i].Do)})
	}
	return k
}

// callForm returns what a call does, with its arguments.
func callForm(c *def.ActionCall) string {
	var b strings.Builder
	b.WriteString(c.Name())
	for i, a := range c.Args {
		b.WriteString([...]string{"(", ", "}[min(i, 1)] + a.String())
	}
	if len(c.Args) > 0 {
		b.WriteString(")")
	}
	return b.String()
}

func (f *forms) code(c *codec.Coder, schema *world.Schema) {
	for k := range codec.Each(c, &f.kinds, codec.NoLimit) {
		codeParts(c, &k.reactions)
		codeParts(c, &k.layers)
		if c.Bool(&k.perceives); k.perceives {
			k.memory.Code(c)
		}
		codec.Below(c, &k.leads, 1<<20)
	}
	for s := range codec.Each(c, &f.squads, codec.NoLimit) {
		s.code(c)
	}
	for o := range codec.Each(c, &f.orders, codec.NoLimit) {
		c.Texts(&o.role, &o.does)
		c.Bools(&o.isGoal, &o.urgent)
		codeTypes(c, schema, &o.params)
	}
	for n := range codec.Each(c, &f.needy, codec.NoLimit) {
		c.Text(&n.name)
		for p := range codec.Each(c, &n.params, codec.NoLimit) {
			codeTypes(c, schema, p)
		}
	}
	if c.Reads() {
		f.check(c)
	}
}

func (f *forms) check(c *codec.Coder) {
	for i := range f.kinds {
		if int(f.kinds[i].leads) > len(f.squads) {
			c.Fail("a kind of agent leads an unknown squad")
		}
	}
	for i := range f.needy {
		for _, types := range f.needy[i].params {
			if len(types) == 0 {
				c.Fail("a parameter has no type")
			}
		}
	}
}

func (s *squadForm) code(c *codec.Coder) {
	c.Text(&s.name)
	for r := range codec.Each(c, &s.roles, squad.MaxRoles) {
		c.Text(r)
	}
	for l := range codec.Each(c, &s.leases, codec.NoLimit) {
		c.Text(&l.name)
		c.Bools(&l.slot)
		codec.Below(c, &l.count, squad.MaxCapacity+1)
	}
}

func codeTypes(c *codec.Coder, schema *world.Schema, list *[]world.Type) {
	for t := range codec.Each(c, list, codec.NoLimit) {
		def.CodeType(c, schema, t)
	}
}

func codeParts(c *codec.Coder, list *[]partForm) {
	for p := range codec.Each(c, list, codec.NoLimit) {
		c.Texts(&p.name, &p.does)
		c.Bools(&p.judged)
	}
}

// matchParts returns the present index of each reaction or layer of then, or -1 if it is gone. A part still exists if
// it does the same with the same name, or on the same trigger. A reaction to a condition also exists if the condition
// has changed.
func matchParts(was, is []partForm) []int {
	list, taken := make([]int, len(was)), make([]bool, len(is))
	for i := range list {
		list[i] = -1
	}
	match := func(alike func(a, b *partForm) bool) {
		for i := range was {
			for k := range is {
				if list[i] < 0 && !taken[k] && alike(&was[i], &is[k]) {
					list[i], taken[k] = k, true
				}
			}
		}
	}
	match(func(a, b *partForm) bool { return *a == *b })
	match(func(a, b *partForm) bool { return a.does == b.does && a.judged && b.judged })
	return list
}

// orderNow returns what an order of then is now; -1: it is gone.
func (f *forms) orderNow(what int32, info *def.Info) int32 {
	was := &f.orders[what]
	for _, o := range info.Orders {
		if o.Role == was.role && o.Name() == was.does && (o.Goal != nil) == was.isGoal && o.Urgent == was.urgent {
			return o.ID
		}
	}
	return -1
}

// order makes an order that runs one of the present program. It returns why it cannot continue.
func (f *forms) order(o *issue, info *def.Info, m *world.Migration) (why string) {
	was := &f.orders[o.what]
	now := f.orderNow(o.what, info)
	if now < 0 {
		o.what = 0
		return "order " + was.role + " " + was.does + " is gone"
	}
	words, ok := def.TranslateAll(o.words, was.params, info.Orders[now].Params, m)
	if o.what, o.words = now, words; !ok {
		return "order " + was.role + " " + was.does + " has other parameters, or one is gone"
	}
	return ""
}

// need makes an action that needs leases one of the present program. It returns why it cannot continue.
func (f *forms) need(h *hold, actions []*def.ActionInfo, m *world.Migration) (why string) {
	was := &f.needy[h.action]
	h.action = int32(slices.IndexFunc(actions, func(a *def.ActionInfo) bool { return a.Name == was.name }))
	if h.action < 0 {
		h.action = 0
		return "action " + was.name + " is gone, or needs nothing any more"
	}
	params := actions[h.action].Params
	if len(params) != len(was.params) {
		return "action " + was.name + " has other parameters"
	}
	var out []world.Word
	for i, types := range was.params {
		which, words := 0, h.words
		if len(types) > 1 && len(words) > 0 {
			which, words = int(words[0]), words[1:]
		}
		if which < 0 || which >= len(types) || len(words) < types[which].Width() {
			return "an argument of action " + was.name + " does not fit"
		}
		t, ok := types[which], true
		if m != nil {
			t, ok = m.TypeNow(t)
		}
		at := slices.IndexFunc(params[i].Types, func(is world.Type) bool { return is.Kind == t.Kind && is.ID == t.ID })
		if !ok || at < 0 {
			return "action " + was.name + " no longer takes what it was started with"
		}
		if len(params[i].Types) > 1 {
			out = append(out, world.Word(at))
		}
		now, rest, fits := def.Translate(words, types[which], params[i].Types[at], m)
		if !fits {
			return "an argument of action " + was.name + " no longer exists"
		}
		out, h.words = append(out, now[:params[i].Types[at].Width()]...), rest
	}
	h.words = out
	return ""
}
