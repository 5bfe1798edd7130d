package btcpp

// Options say what is known beside the files.
type Options struct {
	// Nodes that the host registers beside the built-in ones. They count more than what files declare.
	Nodes []Model
	// Lenient accepts nodes and ports that nobody declared: they are left to the host, with one warning for each kind of
	// node, and their models are made up from the uses.
	Lenient bool
	// Blanks accepts blanks in the names of nodes and trees, as editors and older versions of the library do. Such a node is written <Action ID="Open door"/>.
	Blanks bool
	// Bases lists types that only the host knows and what they can be used as: an input of a base type may read an entry of
	// a derived one, and the other way round where the value turns out to be one.
	Bases []Base
	// Accepts, when set, says whether text can be converted to a type that only the host knows. Without it all text can.
	Accepts func(typ, text string) bool
	// Packages are the folders of ROS packages, for includes with ros_pkg, by name, as paths in the file system that is read.
	Packages map[string]string
	// Display, when set, gives the name that a file has in findings.
	Display func(name string) string
}

// Base says that values of one type can be used as those of another.
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
