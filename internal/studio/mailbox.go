package studio

import "sync"

// picture is an encoded picture with the faces of its figures.
type picture struct {
	data  []byte
	cast  *casting
	epoch int // of cast, when the picture was made
}

// mailbox holds the last picture for a page. A new picture replaces one that the page has not fetched.
type mailbox struct {
	lock sync.Mutex
	last picture
	full chan struct{} // capacity 1
}

func newMailbox() *mailbox { return &mailbox{full: make(chan struct{}, 1)} }

func (m *mailbox) put(p picture) {
	m.lock.Lock()
	m.last = p
	m.lock.Unlock()
	select {
	case m.full <- struct{}{}:
	default:
	}
}

func (m *mailbox) take() picture {
	m.lock.Lock()
	defer m.lock.Unlock()
	return m.last
}
