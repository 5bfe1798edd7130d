package btcpp

// Options describe the host beyond the files.
type Options struct {
	// Nodes that the host registers besides the built-in ones. They take precedence over declarations in files.
	Nodes []Model
	// Lenient accepts undeclared nodes and ports: the host implements them, with one warning for each kind of node.
	// Their models are inferred from their uses.
	Lenient bool
	// Blanks accepts blanks in the names of nodes and trees, as editors and older versions of the library do. Such a
	// node is written <Action ID="Open door"/>.
	Blanks bool
	// Bases lists types that only the host knows and their base types: an input of a base type may read an entry of a
	// derived one, and the other way round if the value turns out to be one.
	Bases []Base
	// Accepts, if set, reports whether text can be converted to a type that only the host knows. Without it all text
	// can.
	Accepts func(typ, text string) bool
	// Packages are the folders of ROS packages, for includes with ros_pkg, by name, as paths in the file system that is
	// read.
	Packages map[string]string
	// Display, when set, gives the name that a file has in findings.
	Display func(name string) string
}

// Base declares that values of one type can be used as those of another.
type Base struct{ Type, Base string }

// derives reports whether a type can be used as another, by any number of steps.
func (o *Options) derives(typ, base string) bool {
	seen := map[string]bool{typ: true}
	for queue := []string{typ}; len(queue) > 0; queue = queue[1:] {
		for _, b := range o.Bases {
			if b.Type != queue[0] || seen[b.Base] {
				continue
			}
			if b.Base == base {
				return true
			}
			seen[b.Base] = true
			queue = append(queue, b.Base)
		}
	}
	return false
}
