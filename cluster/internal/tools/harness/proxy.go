//go:build unix

package main

import (
	"net"
	"sync"
	"time"
)

// proxy is the link of a node to NATS. It can be cut and slowed.
type proxy struct {
	listen net.Listener
	to     string

	lock  sync.Mutex
	cut   bool
	delay time.Duration
	open  map[net.Conn]bool
}

func newProxy(to string) (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{listen: l, to: to, open: map[net.Conn]bool{}}
	go p.serve()
	return p, nil
}

func (p *proxy) url() string { return "nats://" + p.listen.Addr().String() }

func (p *proxy) serve() {
	for {
		from, err := p.listen.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("tcp", p.to)
		if err != nil || !p.add(from, to) {
			from.Close()
			if err == nil {
				to.Close()
			}
			continue
		}
		go p.pass(from, to)
		go p.pass(to, from)
	}
}

// add notes a connection; false: the link is cut.
func (p *proxy) add(list ...net.Conn) bool {
	p.lock.Lock()
	defer p.lock.Unlock()
	for _, c := range list {
		p.open[c] = !p.cut
	}
	return !p.cut
}

// pass passes on what one side says, until one of them closes.
func (p *proxy) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		p.lock.Lock()
		delay := p.delay
		p.lock.Unlock()
		time.Sleep(delay)
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}

// set cuts the link, or slows it down; neither: it is as it should be.
func (p *proxy) set(cut bool, delay time.Duration) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.cut, p.delay = cut, delay
	for c := range p.open {
		if cut {
			c.Close()
			delete(p.open, c)
		}
	}
}
