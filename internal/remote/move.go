package remote

import (
	"errors"
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/world"
)

// Depart takes an agent out of the session and returns it as bytes, for [Session.Arrive] of this session or another; ok
// is false if there is no such agent, or if it has more than so many bytes: then it stays. Out is what the game learns:
// the actions of the agent end ([OpAbort]).
func (s *Session) Depart(id karakuri.AgentID, most int) (data, out []byte, ok bool) {
	s.fresh()
	if !s.in.Has(id) {
		return nil, nil, false
	}
	if data = s.in.SnapshotAgent(nil, id); len(data) > most {
		return nil, nil, false
	}
	body := s.in.Body(id)
	if !s.in.Remove(id) {
		return nil, nil, false
	}
	if body != 0 {
		s.senses.remove(body)
	}
	return data, slices.Clone(s.out), true
}

// Arrive adds an agent that [Session.Depart] has returned. Out is what the game learns: the agent with its body
// ([OpSpawned], with the given ref), and its actions, which continue ([OpRestored]). The error says why the agent
// cannot be here: nothing has changed then.
func (s *Session) Arrive(data []byte, ref int64) (out []byte, err error) {
	s.fresh()
	at := len(s.out)
	id, _, err := s.in.RestoreAgent(data, func(world.Object) world.Object { return 0 })
	if err != nil {
		return nil, err
	}
	if id == 0 {
		return nil, errNoRoom
	}
	restored := slices.Clone(s.out[at:])
	s.out = appendInt(appendInt(appendInt(appendHead(s.out[:at], OpSpawned, 0, 3, 0), ref), int64(id)), int64(s.in.Body(id)))
	s.out = append(s.out, restored...)
	return slices.Clone(s.out), nil
}

var errNoRoom = errors.New("remote: there is no room for another agent")

// fresh begins an answer, which keeps what waits to be sent since a restore.
func (s *Session) fresh() {
	if s.began {
		s.out = s.out[:0]
	}
	s.began = true
}
