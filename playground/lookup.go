package playground

// lookup finds values by keys of which each has a small number, as slots of agents are: a list, in which a key that is
// not there costs nothing to ask for.
type lookup[K comparable, V any] struct {
	number func(K) int // from 0; negative: it is no key
	places []lookedUp[K, V]
}

type lookedUp[K comparable, V any] struct {
	key   K // the zero key: nothing
	value V
}

// get returns the value of a key.
func (l *lookup[K, V]) get(key K) (value V, ok bool) {
	var none K
	if i := l.number(key); uint(i) < uint(len(l.places)) && l.places[i].key == key && key != none {
		return l.places[i].value, true
	}
	return value, false
}

// put makes a value that of a key. Of keys with the same number there is one at a time.
func (l *lookup[K, V]) put(key K, value V) {
	i := l.number(key)
	for i >= len(l.places) {
		l.places = append(l.places, lookedUp[K, V]{})
	}
	l.places[i] = lookedUp[K, V]{key, value}
}

// drop takes a key out.
func (l *lookup[K, V]) drop(key K) {
	if _, ok := l.get(key); ok {
		l.places[l.number(key)] = lookedUp[K, V]{}
	}
}

func (l *lookup[K, V]) clear() { clear(l.places) }
