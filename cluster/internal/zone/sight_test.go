package zone

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

const seers = `
type person max 40
sense sight { range 8 }
memory short { span 20s }
agent villager { sense sight; memory short; body person }
`

// seer returns the machine of a zone with an agent in its middle, who has the body of the given number.
func seer(t *testing.T, name string, x float64) (m *Machine, body int64) {
	t.Helper()
	programs := NewPrograms(&memoryObjects{all: map[string][]byte{}})
	b, err := ReadBundle(fstest.MapFS{"x.krk": {Data: []byte(seers)}}, "x.krk")
	if err != nil {
		t.Fatal(err)
	}
	hash, err := programs.Put(b)
	if err != nil {
		t.Fatal(err)
	}
	area := &Area{MinX: 0, MinY: 0, MaxX: 20, MaxY: 20, Margin: 10}
	m, err = NewMachine(Spec{Zone: name, Program: hash, Area: area}, programs, "")
	if err != nil {
		t.Fatal(err)
	}
	var in remote.Batch
	in.Add(remote.OpSpawn, 0, 0, 0)
	said, _, err := m.carryOut(in.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	for it := range remote.Items(said) {
		body = it.Int(2)
	}
	moveTo(t, m, body, x)
	return m, body
}

func moveTo(t *testing.T, m *Machine, body int64, x float64) {
	t.Helper()
	var in remote.Batch
	word := remote.FloatWord
	in.Add(remote.OpBody, 0, 0, body, word(x), word(10), 0, 0, 0, 0, 7, word(1), 0, 0, 0, 0)
	if said, fault, err := m.carryOut(in.Bytes()); len(said) > 0 || fault != "" || err != nil {
		t.Fatal(said, fault, err)
	}
}

// remembered returns how many objects the only agent remembers.
func remembered(m *Machine) (n int) {
	for a := range m.Crowd().All {
		n += len(a.Memories(nil))
	}
	return n
}

// viewOf returns a move that shows a zone's figures to another zone.
func viewOf(from *Machine, area *Area, epoch uint64, tick int64) Move {
	return Move{Kind: MoveSight, Zone: from.spec.Zone, Data: appendView(viewMark{epoch, tick}, appendFigures(nil, from.Border(area)))}
}

func see(t *testing.T, m *Machine, moves ...Move) []byte {
	t.Helper()
	_, out, _, err := m.tick(nil, moves)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSight: an agent perceives one of another zone who is near the border, as an object that its games learn of, and
// remembers it; when that goes away, it is no longer perceived, and later there is no such object.
func TestSight(t *testing.T) {
	here, _ := seer(t, "here", 18)
	there, body := seer(t, "there", 22)
	out := see(t, here, viewOf(there, here.spec.Area, 1, 1))
	var learned []string
	for it := range remote.Items(out) {
		if it.Op == remote.OpAdded || it.Op == remote.OpText {
			learned = append(learned, it.Op.String())
		}
	}
	ghosts := here.Ghosts()
	if len(ghosts) != 1 || ghosts[0].Zone != "there" || ghosts[0].At.X != 22 || !slices.Equal(learned, []string{"added", "text"}) {
		t.Fatalf("%+v; games learn %v", ghosts, learned)
	}
	for range 10 {
		see(t, here)
	}
	if n := remembered(here); n != 1 {
		t.Errorf("%d objects are remembered", n)
	}
	moveTo(t, there, body, 25)
	see(t, here, viewOf(there, here.spec.Area, 1, 2))
	if now := here.Ghosts(); len(now) != 1 || now[0].Object != ghosts[0].Object || now[0].At.X != 25 {
		t.Errorf("it has moved: %+v", now)
	}
	here.logged, here.hash = here.Crowd().Tick(), here.Crowd().TraceHash()
	again, err := RestoreMachine(here.spec, here.programs, "", here.Snapshot())
	if err != nil || fmt.Sprint(again.sights) != fmt.Sprint(here.sights) {
		t.Errorf("after a restore: %+v, %v", again.sights, err)
	}
	moveTo(t, there, body, 45)
	see(t, here, viewOf(there, here.spec.Area, 1, 3))
	if now := here.Ghosts(); len(now) != 0 || !here.Crowd().World().Alive(ghosts[0].Object) {
		t.Errorf("it is far: %+v", now)
	}
	for range (hiddenSeconds + 1) * here.TPS() {
		see(t, here)
	}
	out = see(t, here, viewOf(there, here.spec.Area, 1, 4))
	if gone := len(here.sights.ghosts) == 0; !gone || !strings.Contains(fmt.Sprint(kinds(out)), "added") {
		t.Errorf("after %d seconds: %+v, and games learn %v", hiddenSeconds, here.sights.ghosts, kinds(out))
	}
}

func kinds(out []byte) (list []string) {
	for it := range remote.Items(out) {
		list = append(list, it.Op.String())
	}
	return list
}

// TestSightInOrder: an older view than the newest one does nothing, also one of an owner whose epoch is over; damage
// shows nothing.
func TestSightInOrder(t *testing.T) {
	here, _ := seer(t, "here", 18)
	there, body := seer(t, "there", 22)
	old := viewOf(there, here.spec.Area, 1, 900)
	moveTo(t, there, body, 23)
	see(t, here, viewOf(there, here.spec.Area, 2, 5))
	see(t, here, old)
	see(t, here, viewOf(there, here.spec.Area, 2, 5))
	if now := here.Ghosts(); len(now) != 1 || now[0].At.X != 23 {
		t.Errorf("%+v", now)
	}
	whole := viewOf(there, here.spec.Area, 2, 6)
	for n := range whole.Data {
		cut := whole
		cut.Data = append(appendView(viewMark{3, int64(n)}, nil), whole.Data[2:max(2, n)]...)
		see(t, here, cut)
		if now := here.Ghosts(); len(now) != 0 {
			t.Fatalf("%d bytes of a view: %+v", n, now)
		}
	}
	see(t, here, Move{Kind: MoveSight, Zone: "there", Data: appendView(viewMark{4, 1}, whole.Data[2:])})
	if len(here.Ghosts()) != 1 {
		t.Error("a sound view after damaged ones shows nothing")
	}
	see(t, here, Move{Kind: MoveSight, Zone: "there"})
	if len(here.Ghosts()) != 0 {
		t.Error("a neighbour without news is still perceived")
	}
}

// TestSightIsBounded: a zone shows so many agents, those nearest to the border; objects for which there is no room are
// left out.
func TestSightIsBounded(t *testing.T) {
	here, _ := seer(t, "here", 18)
	list := make([]remote.Figure, MaxGhosts+50)
	for i := range list {
		list[i] = remote.Figure{Agent: karakuri.AgentID(i + 1), Type: "person"}
		list[i].Is.At.X = 21
	}
	see(t, here, Move{Kind: MoveSight, Zone: "there", Data: appendView(viewMark{1, 1}, appendFigures(nil, list[:MaxGhosts]))})
	if n := len(here.Ghosts()); n != 39 { // of 40 persons one is the agent's body
		t.Errorf("%d ghosts", n)
	}
	see(t, here, Move{Kind: MoveSight, Zone: "there", Data: appendView(viewMark{1, 2}, appendFigures(nil, list))})
	if n := len(here.Ghosts()); n != 0 {
		t.Errorf("a view that is too long shows %d ghosts", n)
	}
}

// carrier is Views of one machine.
type carrier map[[2]string][]byte

func (c carrier) Show(to, from string, data []byte) { c[[2]string{to, from}] = data }
func (c carrier) Seen(to, from string) ([]byte, uint64) {
	data := c[[2]string{to, from}]
	return data, uint64(len(data)) + uint64(lastByte(data))<<32
}

func lastByte(b []byte) (n int) {
	for _, x := range b {
		n += int(x)
	}
	return n
}

// TestOwnersShow: an owner shows its zone to neighbours, whoever they are, takes what it sees into its log, and hides
// ghosts of a neighbour from whom nothing comes.
func TestOwnersShow(t *testing.T) {
	x := newOwner(t)
	here, _ := seer(t, "z", 18)
	there, _ := seer(t, "there", 22)
	x.m = here
	x.stores.Views = carrier{}
	far := &Area{MinX: 100, MinY: 100, MaxX: 101, MaxY: 101}
	x.Owner.zones = func() []Spec { return []Spec{here.spec, there.spec, {Zone: "far", Area: far}, {Zone: "nowhere"}} }
	x.stores.Views.Show("z", "there", viewOf(there, here.spec.Area, 1, 1).Data)
	x.stores.Views.Show("z", "far", viewOf(there, here.spec.Area, 1, 1).Data)
	moves := x.look(nil)
	if len(moves) != 1 || moves[0].Zone != "there" || len(x.look(nil)) != 0 {
		t.Fatalf("%+v", moves)
	}
	see(t, here, moves...)
	x.env.now += 1e9
	x.show()
	_, n := x.stores.Views.Seen("there", "z")
	if _, other := x.stores.Views.Seen("far", "z"); n == 0 || other != 0 {
		t.Errorf("it shows %d to its neighbour, %d to a zone far away", n, other)
	}
	x.env.now += ghostTime + 1
	moves = x.look(nil)
	if len(moves) != 1 || len(moves[0].Data) > 0 {
		t.Fatalf("without news: %+v", moves)
	}
	see(t, here, moves...)
	if len(here.Ghosts()) > 0 || len(x.look(nil)) > 0 {
		t.Errorf("%+v", here.Ghosts())
	}
}
