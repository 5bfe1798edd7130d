package sense

// Percept is a perception of an object, from which a [Mind] learns. A [Field] makes percepts; hosts may make others.
type Percept struct {
	Object     ObjectID
	Sensor     SensorKind
	Fixed      bool    // see [Object.Fixed]
	Has        Parts   // which of the following readings it holds
	Tick       int64   // of the stimulus
	Confidence float64 // from 0 to 1
	At         Point   // the position of the object
	Spread     float64 // how far from there it may have been, metres
	Velocity   Point   // metres a tick
	Kind       int64
	Values     [MaxValues]float64
	Importance float64

	Said  int64 // what its object says, which the sensor heeds; 0: nothing
	until int64 // tick up to which that counts
	holds int64 // for how many ticks it is as sure as now: until the next look
}

// reading returns what the percept holds of an attribute.
func (p *Percept) reading(a Attr) (x, y float64) {
	switch a {
	case Position:
		return p.At.X, p.At.Y
	case Velocity:
		return p.Velocity.X, p.Velocity.Y
	case Kind:
		return float64(p.Kind), 0
	}
	return p.Values[a-firstValue], 0
}

// sane reports whether the percept can be learned from.
func (p *Percept) sane() bool {
	ok := p.Object != 0 && p.Sensor > 0 && p.Sensor < kindEnd && within(float64(p.Tick), 0, MaxSpanTicks) && p.Has&^AllParts == 0 &&
		within(p.Confidence, 0, 1) && isSpot(p.At) && isSpot(p.Velocity) && within(p.Spread, 0, maxNumber) &&
		within(p.Importance, 0, maxNumber) && within(float64(p.Kind), -maxKind, maxKind) && isSaid(p.Said, p.until)
	for _, v := range p.Values {
		ok = ok && sane(v)
	}
	return ok
}

// isSaid reports whether something said is valid.
func isSaid(said, until int64) bool {
	return within(float64(said), 0, maxKind) && within(float64(until), 0, 2*MaxSpanTicks)
}

// maxKind bounds the kinds of objects: readings are floats, which hold whole numbers up to here.
const maxKind = 1 << 53

// perceptOf is a sensor's percept of an object.
func perceptOf(id ObjectID, o *Object, s *Sensor, now int64) Percept {
	has := o.Has
	if has == 0 {
		has = AllParts
	}
	return Percept{Object: id, Sensor: s.Kind, Tick: now, Confidence: s.Confidence, Has: has & s.Readings, At: o.At, Velocity: o.Velocity,
		Kind: o.Kind, Values: o.Values, Importance: o.Importance, Fixed: o.Fixed}
}
