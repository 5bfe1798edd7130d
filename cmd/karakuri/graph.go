package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/graph"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

type graphCmd struct {
	File string `arg:"" help:"Karakuri file."`
	What string `enum:"domain,tree,plan" default:"domain" help:"domain: all declarations of the file. tree: a tree, node by node. plan: the plan that the plan command prints."`
	Name string `placeholder:"NAME" help:"For domain: draw only what this declaration reaches. For tree: the tree to draw."`
	situationFlags
	Format string `enum:"auto,svg,dot,mermaid" default:"auto" help:"svg: a picture. dot: for Graphviz. mermaid: for Markdown. auto: by the extension of --out, else svg."`
	Out    string `short:"o" placeholder:"FILE" help:"File to write; an existing file is overwritten. Default: standard output."`
}

// Help returns the text of --help.
func (*graphCmd) Help() string {
	return `Draws the declarations of a file, a tree or a plan, for documents and reviews. The same file always gives the same picture.

    karakuri graph examples/meal/meal.krk -o meal.svg
    karakuri graph examples/soldier/soldier.krk --name survive -o survive.svg
    karakuri graph examples/guards/guards.krk --what tree --name guard
    karakuri graph examples/meal/meal.krk --what plan --set money=0 --format mermaid

From left to right, the picture shows agents and squads, brains, goals, tasks with their methods in order, operators, trees, and
actions. Dashed lines lead to actions that are performed, and to goals and tasks that are ordered. An SVG follows the reader's light or dark
theme. If there is no plan to draw, graph says so and exits with 1.`
}

// Validate is called by kong.
func (cmd *graphCmd) Validate() error {
	planned := cmd.Task != "" || cmd.Objects != nil || cmd.Set != nil
	switch {
	case cmd.What != "plan" && planned:
		return &usageError{"--task, --objects and --set are for --what plan"}
	case cmd.What == "plan" && cmd.Name != "":
		return &usageError{"--name is for domains and trees; use --task for the task to plan for"}
	case isXML(cmd.File) || isHDDL(cmd.File) || isTrace(cmd.File):
		return &usageError{cmd.File + " is not a karakuri file"}
	}
	return nil
}

// graphWriters are the forms that a graph can be written in.
var graphWriters = map[string]func(io.Writer, *graph.Graph, string) error{"svg": graph.SVG, "dot": graph.Dot, "mermaid": graph.Mermaid}

// graphEndings give the form by the name of the file that is written.
var graphEndings = map[string]string{".svg": "svg", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".mermaid": "mermaid"}

func (cmd *graphCmd) form() string {
	if cmd.Format != "auto" {
		return cmd.Format
	}
	if form := graphEndings[strings.ToLower(filepath.Ext(cmd.Out))]; form != "" {
		return form
	}
	return "svg"
}

// Run draws. Nothing is written where something is wrong.
func (cmd *graphCmd) Run(c *console) error {
	g, title, err := cmd.draw(c)
	if err != nil {
		return err
	}
	if len(g.Boxes) > graph.MaxBoxes {
		return fmt.Errorf("%s: %d boxes are too many for a picture, which has at most %d: draw a part of it by --name", cmd.File, len(g.Boxes), graph.MaxBoxes)
	}
	var b bytes.Buffer
	if err := graphWriters[cmd.form()](&b, g, title); err != nil {
		return err
	}
	if cmd.Out != "" {
		if err := os.WriteFile(cmd.Out, b.Bytes(), 0o644); err != nil {
			return fmt.Errorf("cannot write %s: %w", cmd.Out, fileReason(err))
		}
		return nil
	}
	_, err = c.out.Write(b.Bytes())
	return err
}

// draw makes the graph, and its title.
func (cmd *graphCmd) draw(c *console) (g *graph.Graph, title string, err error) {
	base := filepath.Base(cmd.File)
	if cmd.What == "plan" {
		return cmd.drawPlan(c, base)
	}
	p, err := load(c, cmd.File)
	if err != nil {
		return nil, "", err
	}
	if cmd.What == "tree" {
		name, err := treeNamed(p.Info, cmd.Name)
		if err != nil {
			return nil, "", err
		}
		g, _ := graph.Tree(p.Info, name)
		return g, fmt.Sprintf("%s: tree %s", base, name), nil
	}
	g, title = graph.Domain(p.Info), base
	if cmd.Name == "" {
		return g, title, nil
	}
	part, ok := g.From(cmd.Name)
	if !ok {
		var names []string
		for _, b := range g.Boxes {
			names = append(names, b.Name)
		}
		return nil, "", &usageError{fmt.Sprintf("--name: %s declares no %q; %s", base, cmd.Name, didYouMean(cmd.Name, names))}
	}
	return part, title + ": " + cmd.Name, nil
}

// treeNamed returns the name of the tree that is asked for, or of the only one.
func treeNamed(info *def.Info, name string) (string, error) {
	var names []string
	for _, t := range info.Trees {
		if t.Name == name {
			return name, nil
		}
		names = append(names, t.Name)
	}
	switch {
	case len(names) == 0:
		return "", &usageError{"the file has no tree"}
	case name != "":
		return "", &usageError{fmt.Sprintf("--name: there is no tree %q; %s", name, didYouMean(name, names))}
	case len(names) > 1:
		return "", &usageError{"add --name with one of the trees: " + brief(names)}
	}
	return names[0], nil
}

// drawPlan plans as plan does.
func (cmd *graphCmd) drawPlan(c *console, base string) (*graph.Graph, string, error) {
	s, err := cmd.load(c, cmd.File)
	if err != nil {
		return nil, "", err
	}
	r := searchTask(c, htn.NewPlanner(s.program.Domain, htn.Options{Limits: htn.Limits{Cancel: c.stop}, Search: s.search}), s)
	if r.Plan == nil {
		text := r.Status.String()
		if r.Limit != htn.NoBound {
			text += ": " + r.Limit.String()
		}
		fmt.Fprintf(c.err, "no plan for %s (%s): nothing is drawn; karakuri plan prints the reason\n", s.name, text)
		return nil, "", answer(exitNo)
	}
	order := r.Plan.Order(&expr.Machine{State: s.state})
	return graph.Plan(s.program.Info, r.Plan, s.state, order), fmt.Sprintf("%s: plan for %s", base, s.name), nil
}
