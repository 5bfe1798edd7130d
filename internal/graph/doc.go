// Package graph draws the declarations of a program and plans: boxes with lines, and edges between them, in layers,
// written as SVG, as dot for Graphviz, or as a flowchart for Mermaid. The output is deterministic.
//
//	g := graph.Domain(p.Info)
//	err := graph.SVG(w, g, "soldier.krk")
package graph
