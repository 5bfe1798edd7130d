package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
)

// lintLayers warns of reactions that never or once come, and of layers that are in each other's way.
func (c *checker) lintLayers() {
	for _, a := range c.info.Agents {
		for i := range a.Reactions {
			r := &a.Reactions[i]
			c.lintConstant("on", r.On, "it fires once at most", "it never fires")
			c.lintSense(a, r)
		}
		for i := range a.Layers {
			c.lintLayer(a, i)
		}
	}
}

// lintSense warns of a reaction on percepts of a sense that the agent lacks.
func (c *checker) lintSense(a *AgentInfo, r *ReactionInfo) {
	if r.Percept == nil {
		return
	}
	kind := c.perceptOf(r.Decl.On)
	if !slices.ContainsFunc(a.Senses, func(s *SenseInfo) bool { return s.Kind == kind }) {
		c.diags.Warnf(diag.NoSense, r.Decl.On.Span(), "agent %q has no sense of kind %s for the reaction", a.Name, kind).Hint = "declare sense " + kind + " { ... }, and give it to the agent: sense " + kind
	}
}

// lintLayer warns of a layer that uses what one before it does.
func (c *checker) lintLayer(a *AgentInfo, i int) {
	mine := a.Layers[i].Do.Uses()
	for k := range a.Layers[:i] {
		for _, name := range a.Layers[k].Do.Uses() {
			if slices.Contains(mine, name) {
				d := c.diags.Warnf(diag.LayerOverlap, headSpan(&a.Layers[i].Decl.Head), "layer %q blocks layer %q: both use %s", a.Layers[k].Name, a.Layers[i].Name, name)
				d.Related = []diag.Related{{Span: headSpan(&a.Layers[k].Decl.Head), Message: "it has priority"}}
				return
			}
		}
	}
}
