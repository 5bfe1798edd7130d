// Package graph makes pictures of what a program declares and of plans: boxes with lines and edges between them, laid out in layers, written as
// SVG, as dot for Graphviz, or as a flowchart for Mermaid. What comes out is the same each time for the same program.
//
//	g := graph.Domain(p.Info)
//	err := graph.SVG(w, g, "soldier.krk")
package graph
