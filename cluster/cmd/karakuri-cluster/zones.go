package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// zonesCmd are the commands of those who run a cluster.
type zonesCmd struct {
	Node      string `default:"http://127.0.0.1:7431" placeholder:"URL" help:"Any node of the cluster."`
	TokenFile string `placeholder:"FILE" help:"File with the node's token: of --admin-token-file, and for watch of --token-file."`

	List    listCmd       `cmd:"" help:"List zones and nodes."`
	Create  createCmd     `cmd:"" help:"Create a zone from a karakuri file."`
	Upgrade upgradeCmd    `cmd:"" help:"Have a zone continue with a changed karakuri file."`
	Move    moveCmd       `cmd:"" help:"Move a zone to a node, for as long as that is alive."`
	Drain   drainCmd      `cmd:"" help:"Move all zones of a node to others."`
	Studio  zoneStudioCmd `cmd:"" help:"Look into a zone's past, in the studio."`
	Send    sendCmd       `cmd:"" help:"Send a zone a batch, once, and print the answer."`
	Watch   watchCmd      `cmd:"" help:"Connect to a zone as a game, and print what it says."`
}

func (z *zonesCmd) admin() (cluster.Admin, error) {
	t, err := token("--token-file", z.TokenFile, true)
	return cluster.Admin{Node: z.Node, Token: t}, err
}

type listCmd struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Run prints the list.
func (cmd *listCmd) Run(c *console, g *grammar) error {
	a, err := g.Zones.admin()
	if err != nil {
		return err
	}
	list, err := a.List(c.ctx)
	if err != nil {
		return err
	}
	if cmd.JSON {
		e := json.NewEncoder(c.out)
		e.SetIndent("", "  ")
		return e.Encode(list)
	}
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ZONE\tOWNER\tEPOCH\tMOVED TO\tCHECKPOINT\tPROGRAM")
	for _, z := range list.Zones {
		owner, pinned := z.Owner, z.Pinned
		if owner == "" {
			owner = "none"
		}
		if pinned == "" {
			pinned = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\ttick %d\t%.12s\n", z.Zone, owner, z.Epoch, pinned, z.Checkpoint, z.Program)
	}
	fmt.Fprintln(w, "\nNODE\tURL\tENGINE\t")
	for _, n := range list.Nodes {
		fmt.Fprintf(w, "%s\t%s\t%.12s\t%s\n", n.Node, n.URL, n.Engine, strings.Join(stateOf(n), ", "))
	}
	return w.Flush()
}

// stateOf returns what is special about a node.
func stateOf(n cluster.NodeInfo) (list []string) {
	if n.Gone > 0 {
		list = append(list, fmt.Sprintf("gone for %.0f s", math.Ceil(n.Gone)))
	}
	if n.Drain {
		list = append(list, "drained")
	}
	if len(n.Unable) > 0 {
		list = append(list, "cannot replay "+strings.Join(n.Unable, " "))
	}
	return list
}

type createCmd struct {
	source
	Options string  `placeholder:"JSON" help:"Options of the crowd, as games give them to karakuri serve: {\"tps\": 20, \"seed\": 7}."`
	Area    string  `placeholder:"X,Y,X,Y" help:"Part of the world that the zone covers, from corner to corner in metres: zones with areas perceive each other near borders."`
	Margin  float64 `default:"30" placeholder:"METRES" help:"How far agents perceive beyond the area."`
}

// area returns the area that the options name; nil: none.
func (cmd *createCmd) area() (*cluster.Area, error) {
	if cmd.Area == "" {
		return nil, nil
	}
	a := &cluster.Area{Margin: cmd.Margin}
	if n, err := fmt.Sscanf(cmd.Area+" end", "%g,%g,%g,%g end", &a.MinX, &a.MinY, &a.MaxX, &a.MaxY); n != 4 || err != nil {
		return nil, fmt.Errorf("--area is %q; give two corners, in metres: 0,0,100,100", cmd.Area)
	}
	return a, a.Check()
}

// Run creates the zone.
func (cmd *createCmd) Run(c *console, g *grammar) error {
	a, x, err := cmd.read(g)
	if err != nil {
		return err
	}
	if cmd.Options != "" {
		if !json.Valid([]byte(cmd.Options)) {
			return fmt.Errorf("--options is no JSON: %s", cmd.Options)
		}
		x.Options = json.RawMessage(cmd.Options)
	}
	if x.Area, err = cmd.area(); err != nil {
		return err
	}
	if err := a.Create(c.ctx, x); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "zone %s runs %s\n", x.Zone, x.Main)
	return nil
}

// source is a zone with a karakuri file.
type source struct {
	Zone string `arg:"" help:"Name of the zone."`
	File string `arg:"" help:"Karakuri file; those that it imports are in its folder, or in --root."`
	Root string `placeholder:"DIR" help:"Folder that contains the file and those that it imports. Default: the folder of the file."`
}

type upgradeCmd struct {
	source
}

// Run has the zone continue with the file.
func (cmd *upgradeCmd) Run(c *console, g *grammar) error {
	a, x, err := cmd.read(g)
	if err != nil {
		return err
	}
	if err := a.Upgrade(c.ctx, x); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "zone %s continues with %s; its owner reports the tick, or why the zone keeps the former program\n", x.Zone, x.Main)
	return nil
}

// read returns who runs the cluster, and the zone with its program.
func (cmd *source) read(g *grammar) (a cluster.Admin, x cluster.Creation, err error) {
	if a, err = g.Zones.admin(); err != nil {
		return a, x, err
	}
	b, err := cmd.bundle()
	if err != nil {
		return a, x, err
	}
	return a, cluster.Creation{Zone: cmd.Zone, Main: b.Main, Files: b.Files}, nil
}

// bundle reads the file and those that it imports, from its folder or from --root.
func (cmd *source) bundle() (*zone.Bundle, error) {
	file, err := filepath.Abs(cmd.File)
	root, inside := filepath.Dir(file), filepath.Base(file)
	if cmd.Root != "" && err == nil {
		if root, err = filepath.Abs(cmd.Root); err == nil {
			inside, err = filepath.Rel(root, file)
		}
		if err == nil && !filepath.IsLocal(inside) {
			err = fmt.Errorf("%s lies outside --root %s", cmd.File, cmd.Root)
		}
	}
	if err != nil {
		return nil, err
	}
	return zone.ReadBundle(os.DirFS(root), filepath.ToSlash(inside))
}

type moveCmd struct {
	Zone string `arg:"" help:"The zone."`
	To   string `arg:"" optional:"" help:"The node. None: wherever hashing puts it."`
}

// Run moves the zone.
func (cmd *moveCmd) Run(c *console, g *grammar) error {
	a, err := g.Zones.admin()
	if err != nil {
		return err
	}
	if err := a.Move(c.ctx, cmd.Zone, cmd.To); err != nil {
		return err
	}
	to := cmd.To
	if to == "" {
		to = "where hashing puts it"
	}
	fmt.Fprintf(c.out, "zone %s moves to %s; zones list shows when it is there\n", cmd.Zone, to)
	return nil
}

type drainCmd struct {
	Name string `arg:"" name:"name" help:"The node."`
	Off  bool   `help:"Let zones come back."`
}

// Run drains the node.
func (cmd *drainCmd) Run(c *console, g *grammar) error {
	a, err := g.Zones.admin()
	if err != nil {
		return err
	}
	if err := a.Drain(c.ctx, cmd.Name, !cmd.Off); err != nil {
		return err
	}
	if cmd.Off {
		fmt.Fprintf(c.out, "zones may come back to node %s\n", cmd.Name)
	} else {
		fmt.Fprintf(c.out, "the zones of node %s move away; zones list shows when they have\n", cmd.Name)
	}
	return nil
}

type sendCmd struct {
	Zone string `arg:"" help:"The zone."`
	JSON string `arg:"" name:"json" help:"The batch: [{\"op\": \"spawn\", \"kind\": \"villager\", \"ref\": 1}]."`
}

// Run sends the batch and waits for its answer.
func (cmd *sendCmd) Run(c *console, g *grammar) error {
	a, err := g.Zones.admin()
	if err != nil {
		return err
	}
	m, err := manifest(c, a, cmd.Zone)
	if err != nil {
		return err
	}
	batch, err := m.ReadJSON(nil, []byte(cmd.JSON))
	if err != nil {
		return err
	}
	game, err := cluster.Connect(c.ctx, cluster.ClientOptions{Nodes: []string{a.Node}, Zone: cmd.Zone, Token: a.Token, Report: func(line string) { fmt.Fprintln(c.err, line) }})
	if err != nil {
		return err
	}
	defer game.Close()
	if err := game.Send(c.ctx, batch); err != nil {
		return err
	}
	for {
		d, err := game.Receive(c.ctx)
		if err != nil {
			return err
		}
		for _, x := range d.Answers {
			if x.Client != game.Name() {
				continue
			}
			if x.Fault != "" {
				return fmt.Errorf("zone %s refuses the batch in tick %d: %s", cmd.Zone, d.To, x.Fault)
			}
			text, err := m.AppendJSON(nil, x.Out)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.out, "tick %d: %s\n", d.To, text)
			return nil
		}
	}
}

type watchCmd struct {
	Zone  string   `arg:"" help:"The zone."`
	Spawn []string `placeholder:"KIND" help:"Agents to spawn first."`
	Done  bool     `help:"Report success for each action that starts, at once, so that characters go on."`
}

// Run prints deliveries until the user interrupts.
func (cmd *watchCmd) Run(c *console, g *grammar) error {
	a, err := g.Zones.admin()
	if err != nil {
		return err
	}
	m, err := manifest(c, a, cmd.Zone)
	if err != nil {
		return err
	}
	var b remote.Batch
	for i, name := range cmd.Spawn {
		kind := -1
		var names []string
		for k := range m.Kinds {
			if names = append(names, m.Kinds[k].Name); m.Kinds[k].Name == name {
				kind = k
			}
		}
		if kind < 0 {
			return fmt.Errorf("the program has no kind of agents %q; it has %s", name, strings.Join(names, ", "))
		}
		b.Add(remote.OpSpawn, 0, uint32(kind), int64(i))
	}
	game, err := cluster.Connect(c.ctx, cluster.ClientOptions{Nodes: []string{a.Node}, Zone: cmd.Zone, Token: a.Token, Report: func(line string) { fmt.Fprintln(c.err, line) }})
	if err != nil {
		return err
	}
	defer game.Close()
	if len(cmd.Spawn) > 0 {
		if err := game.Send(c.ctx, b.Bytes()); err != nil {
			return err
		}
	}
	for {
		d, err := game.Receive(c.ctx)
		if err != nil {
			return err
		}
		if err := cmd.print(c, m, d); err != nil {
			return err
		}
		b.Reset()
		for it := range remote.Items(d.Out) {
			if it.Op == remote.OpStart && cmd.Done {
				b.Add(remote.OpReport, 0, 2, it.Int(0))
			}
		}
		if len(b.Bytes()) > 0 {
			if err := game.Send(c.ctx, b.Bytes()); err != nil {
				return err
			}
		}
	}
}

// print prints a delivery: of ticks in which nothing was said, nothing.
func (cmd *watchCmd) print(c *console, m *remote.Manifest, d *cluster.Delivery) error {
	for _, a := range d.Answers {
		if a.Fault != "" {
			fmt.Fprintf(c.out, "tick %d, to %s: %s\n", d.To, a.Client, a.Fault)
		}
		if len(a.Out) > 0 {
			text, err := m.AppendJSON(nil, a.Out)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.out, "tick %d, to %s: %s\n", d.To, a.Client, text)
		}
	}
	said := false
	for it := range remote.Items(d.Out) {
		said = said || it.Op != remote.OpTick
	}
	if said {
		text, err := m.AppendJSON(nil, d.Out)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "tick %d: %s\n", d.To, text)
	}
	return nil
}

func manifest(c *console, a cluster.Admin, name string) (*remote.Manifest, error) {
	text, err := a.Manifest(c.ctx, name)
	if err != nil {
		return nil, err
	}
	m := &remote.Manifest{}
	return m, json.Unmarshal(text, m)
}
