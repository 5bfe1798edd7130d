package def

// minds adds the brains, what agents perceive and remember with, and which of them agents have; nothing to a model
// without any.
func (d *digest) minds(i *Info) {
	bodies := false
	for _, a := range i.Agents {
		bodies = bodies || a.Body != none
	}
	if len(i.Brains)+len(i.Senses)+len(i.Memories) == 0 && !bodies {
		return
	}
	d.count(len(i.Brains))
	for _, b := range i.Brains {
		d.brain(b)
	}
	d.count(len(i.Senses))
	for _, s := range i.Senses {
		d.sense(s)
	}
	d.count(len(i.Memories))
	for _, m := range i.Memories {
		d.memory(m)
	}
	d.recollections(i)
	d.alerts(i)
	for _, a := range i.Agents {
		d.mind(a)
	}
}

func (d *digest) brain(b *BrainInfo) {
	d.text(b.Name)
	d.count(len(b.Wants))
	for _, w := range b.Wants {
		d.want(w)
	}
	d.count(len(b.Personalities))
	for _, p := range b.Personalities {
		d.text(p.Name)
		d.count(len(p.Traits))
		for _, t := range p.Traits {
			d.count(t.Want)
			d.float(t.Scale)
			d.score(t.Score)
			d.flag(t.Never)
		}
	}
	d.selection(&b.Select)
	d.clauses(BrainTable.Body, b)
}

func (d *digest) selection(s *SelectInfo) {
	d.count(int(s.Rule))
	d.flag(s.Ranked)
	d.count(s.Top)
	for _, f := range [...]float64{s.TopPercent, s.Within, s.Over} {
		d.float(f)
	}
}

func (d *digest) want(w *WantInfo) {
	d.text(w.Name)
	d.count(int(w.Goal.ID))
	d.terms(w.Args)
	if d.flag(w.Each != nil); w.Each != nil {
		d.b = w.Each.Type.Append(d.b)
	}
	d.source(w.From)
	d.symbol(w.Remembered)
	d.clauses(WantTable.Head, w)
	d.clauses(WantTable.Body, w)
	d.count(len(w.Considers))
	for i := range w.Considers {
		d.consider(&w.Considers[i])
	}
	d.count(w.Combine)
}

func (d *digest) consider(k *ConsiderInfo) {
	if d.shape {
		return
	}
	d.text(k.Name)
	d.term(k.Value)
	d.clauses(ConsiderTable.Head, k)
	d.curve(&k.Curve)
}

func (d *digest) sense(s *SenseInfo) {
	d.text(s.Name)
	d.text(s.Kind)
	d.clauses(senseClauses, s)
}

func (d *digest) memory(m *MemoryInfo) {
	d.text(m.Name)
	d.text(m.Kind)
	d.clauses(memoryClauses, m)
}

// recollections adds the symbols that the engine writes from memories. Their names imply their contents.
func (d *digest) recollections(i *Info) {
	d.count(len(i.Remembered))
	for k := range i.Remembered {
		d.symbol(i.Remembered[k].Symbol)
	}
}

// alerts adds what alerts agents; nothing to a model without.
func (d *digest) alerts(i *Info) {
	if i.Alertness == nil {
		return
	}
	d.symbol(i.Alertness.Level)
	d.symbol(i.Alertness.Place)
	for _, a := range i.Agents {
		d.count(len(a.Alerts))
		for k := range a.Alerts {
			l := &a.Alerts[k]
			d.count(l.Level)
			d.count(len(l.On))
			for _, on := range l.On {
				d.text(on)
			}
			if d.flag(l.Each != nil); l.Each != nil {
				d.b = l.Each.Type.Append(d.b)
			}
			d.clauses(AlertTable.Head, l)
		}
	}
}

// mind adds what an agent has of all this.
func (d *digest) mind(a *AgentInfo) {
	if d.flag(a.Mind != nil); a.Mind != nil {
		d.count(int(a.Mind.Brain.ID))
		d.count(a.Mind.Personality + 1)
	}
	d.b = a.Body.Append(d.b)
	d.count(len(a.Senses))
	for _, s := range a.Senses {
		d.count(int(s.ID))
	}
	d.count(len(a.Memories))
	for _, m := range a.Memories {
		d.count(int(m.ID))
	}
}
