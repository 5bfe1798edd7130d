package studio

import "sync"

// picture is a picture as it is sent, with what its figures are called by.
type picture struct {
	data  []byte
	cast  *casting
	epoch int // of cast, when it was made
}

// mailbox holds the last picture for a page: one that has not been fetched is replaced.
type mailbox struct {
	lock sync.Mutex
	last picture
	full chan struct{} // has one place
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
