package main

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/files"
)

type logCmd struct {
	File string `arg:"" help:"Log (.btlog) from run --log or BehaviorTree.CPP."`
	JSON bool   `help:"Print one JSON object for each transition."`
}

// Help returns the text of --help.
func (*logCmd) Help() string {
	return `Prints a log of BehaviorTree.CPP (FileLogger2), one line for each change of a node's status: seconds since the start of the log,
the old status, the new status, and the path of the node.

    karakuri run tree.xml --log tree.btlog
    karakuri log tree.btlog

If the log is truncated or damaged, log prints the readable part and exits with 1.`
}

// loggedNode is a node of a log's trees.
type loggedNode struct{ path, id string }

// Run prints the log.
func (cmd *logCmd) Run(c *console) error {
	file, err := files.Open(cmd.File)
	if err != nil {
		return err
	}
	defer file.Close()
	log, damage := btcpp.ReadLog(bufio.NewReader(file))
	if log == nil {
		return fmt.Errorf("cannot read %s: %w", cmd.File, damage)
	}
	nodes, err := loggedNodes(log.XML)
	if err != nil {
		return fmt.Errorf("cannot read %s: its trees: %w", cmd.File, err)
	}
	out := bufio.NewWriter(c.out)
	show := cmd.lines(out, log)
	status := map[uint16]btcpp.LogStatus{}
	for _, r := range log.Records {
		node, ok := nodes[r.UID]
		if !ok {
			node = loggedNode{path: fmt.Sprintf("node %d", r.UID)}
		}
		show(r, node, status[r.UID])
		status[r.UID] = r.Status
		select {
		case <-c.stop:
			return answer(exitNo)
		default:
		}
	}
	if damage != nil {
		damage = fmt.Errorf("%s is damaged: %w", cmd.File, damage)
	}
	return errors.Join(out.Flush(), damage)
}

// lines returns what prints a record of a log.
func (cmd *logCmd) lines(out io.Writer, log *btcpp.Log) func(btcpp.LogRecord, loggedNode, btcpp.LogStatus) {
	if cmd.JSON {
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		return func(r btcpp.LogRecord, node loggedNode, prev btcpp.LogStatus) {
			enc.Encode(treeEvent{Seconds: seconds(r), Event: "transition", UID: r.UID, Path: node.path, ID: node.id, From: prev.String(), To: r.Status.String()})
		}
	}
	if log.First != 0 {
		fmt.Fprintf(out, "begins %s\n", time.UnixMicro(log.First).UTC().Format("2006-01-02 15:04:05.000000 MST"))
	}
	return func(r btcpp.LogRecord, node loggedNode, prev btcpp.LogStatus) {
		fmt.Fprintf(out, "%10.3fs %s\n", seconds(r), transitionText(node.path, prev, r.Status))
	}
}

// seconds is when a record was made, since the beginning of the log.
func seconds(r btcpp.LogRecord) float64 { return float64(r.Offset) / 1e6 }

// loggedNodes returns the nodes of a log's trees by number. The trees are written once for each use, so that several
// have the same ID: that is why they are not read as a document.
func loggedNodes(text string) (map[uint16]loggedNode, error) {
	nodes := map[uint16]loggedNode{}
	dec := xml.NewDecoder(strings.NewReader(text))
	dec.Strict = false
	tree := ""
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return nodes, nil
		}
		if err != nil {
			return nil, err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if start.Name.Local == "BehaviorTree" {
			tree = attrOf(start, "_fullpath")
			continue
		}
		uid, err := strconv.ParseUint(attrOf(start, "_uid"), 10, 16)
		if err != nil {
			continue // no node
		}
		nodes[uint16(uid)] = loggedNodeOf(start, uint16(uid), tree)
	}
}

// loggedNodeOf returns the name of an element's node in a log: the path of its tree with its name, as in
// BehaviorTree.CPP.
func loggedNodeOf(e xml.StartElement, uid uint16, tree string) loggedNode {
	n := loggedNode{id: e.Name.Local}
	if id := attrOf(e, "ID"); id != "" {
		n.id = id
	}
	if n.path = attrOf(e, "_fullpath"); n.path != "" {
		return n
	}
	name := attrOf(e, "name")
	if name == "" || name == n.id {
		name = fmt.Sprintf("%s::%d", n.id, uid)
	}
	if n.path = name; tree != "" {
		n.path = tree + "/" + name
	}
	return n
}

func attrOf(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
