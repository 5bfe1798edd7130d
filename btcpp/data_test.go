package btcpp_test

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
)

// dataDir finds the files of BehaviorTree.CPP and Nav2, which are not part of the repository. If they are missing, it
// skips the test and says so.
func dataDir(t *testing.T) string {
	t.Helper()
	dir := cmp.Or(os.Getenv("KARAKURI_BTCPP_DATA"), filepath.Join("..", "..", "shared", "data", "btcpp"))
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the files of BehaviorTree.CPP are not here (%v); set KARAKURI_BTCPP_DATA to the folder that holds them", err)
	}
	return dir
}

// testNodes are the nodes of testdata/nodes.xml as a host registers them.
func testNodes(t *testing.T) []btcpp.Model {
	t.Helper()
	d, ds := btcpp.Read(os.DirFS("testdata"), "nodes.xml", btcpp.Options{})
	for i := range ds.All {
		t.Fatal(ds.All[i].Error())
	}
	return models(d)
}

func models(d *btcpp.Document) (list []btcpp.Model) {
	for _, m := range d.Models {
		list = append(list, *m)
	}
	return list
}

// hostOptions are those of a host for the library's tests: what has types it registers, the rest is left to it.
func hostOptions(t *testing.T) btcpp.Options {
	return btcpp.Options{
		Nodes:   testNodes(t),
		Lenient: true,
		Bases:   []btcpp.Base{{Type: "Cat", Base: "Animal"}, {Type: "Dog", Base: "Animal"}, {Type: "Sphynx", Base: "Cat"}},
		Accepts: func(typ, text string) bool {
			switch typ {
			case "TestPoint":
				return strings.Count(text, ";") == 1
			case "std::shared_ptr<Point2D>":
				return text == "json:null"
			}
			return true
		},
	}
}

// refused are the files that are not read, with the code of the first error, and why.
var refused = map[string]struct {
	code diag.Code
	why  string
}{
	"ex03_ncurses_manual_selector__01":                                                        {diag.BTChildren, "a control node without children, which the library refuses as well"},
	"gtest_blackboard__03__BlackboardTest.TypoInPortName":                                     {diag.BTUnknownPort, "the test wants an exception"},
	"gtest_factory__05__BehaviorTreeFactory.Issue7":                                           {diag.BTChildren, "the test wants an exception"},
	"gtest_factory__13__BehaviorTreeFactory.MalformedXML_MissingRootElement":                  {diag.BTRoot, "the test wants an exception"},
	"gtest_factory__14__BehaviorTreeFactory.MalformedXML_EmptyBehaviorTree":                   {diag.BTChildren, "the test wants an exception"},
	"gtest_factory__15__BehaviorTreeFactory.MalformedXML_EmptyBehaviorTreeID":                 {diag.BTMissing, "the test wants an exception"},
	"gtest_factory__16__BehaviorTreeFactory.MalformedXML_MissingBehaviorTreeID":               {diag.BTMissing, "the test wants an exception"},
	"gtest_factory__17__BehaviorTreeFactory.MalformedXML_DeeplyNestedElements":                {diag.BTXML, "the begin of a text that the test puts together; TestNesting has all of it"},
	"gtest_factory__18__BehaviorTreeFactory.MalformedXML_ModerateNestingIsOK":                 {diag.BTXML, "the begin of a text that the test puts together; TestNesting has all of it"},
	"gtest_factory__19__BehaviorTreeFactory.MalformedXML_MultipleBTChildElements":             {diag.BTChildren, "the test wants an exception"},
	"gtest_factory__20__BehaviorTreeFactory.MalformedXML_EmptyRoot":                           {diag.BTRoot, "the test wants an exception when the tree is created"},
	"gtest_if_then_else__08__IfThenElseTest.InvalidChildCount_One":                            {diag.BTChildren, "the test wants an exception at the first tick"},
	"gtest_if_then_else__09__IfThenElseTest.InvalidChildCount_Four":                           {diag.BTChildren, "the test wants an exception at the first tick"},
	"gtest_name_validation__03__NameValidationXMLTest.InvalidBehaviorTreeID_Root":             {diag.BTName, "the test wants an exception"},
	"gtest_name_validation__04__NameValidationXMLTest.InvalidBehaviorTreeID_root_lowercase":   {diag.BTName, "the test wants an exception"},
	"gtest_name_validation__05__NameValidationXMLTest.InvalidBehaviorTreeID_WithSpace":        {diag.BTName, "the test wants an exception"},
	"gtest_name_validation__06__NameValidationXMLTest.InvalidBehaviorTreeID_WithPeriod":       {diag.BTName, "the test wants an exception"},
	"gtest_name_validation__11__NameValidationXMLTest.InvalidSubTreeID_WithSpace":             {diag.BTName, "the test wants an exception"},
	"gtest_name_validation__16__NameValidationXMLTest.InvalidSubTreePortName_WithSpace":       {diag.BTName, "the test wants an exception"},
	"gtest_name_validation__17__NameValidationXMLTest.InvalidSubTreePortName_Reserved":        {diag.BTName, "the test wants an exception"},
	"gtest_name_validation__18__NameValidationXMLTest.InvalidSubTreePortName_StartsWithDigit": {diag.BTName, "the test wants an exception"},
	"gtest_polymorphic_ports__03__PolymorphicPortTest.XML_InoutRejectsTypeMismatch":           {diag.BTPortType, "the test wants an exception"},
	"gtest_polymorphic_ports__04__PolymorphicPortTest.XML_InvalidConnection_UnrelatedTypes":   {diag.BTPortType, "the test wants an exception"},
	"gtest_port_type_rules__12__PortTypeRules.TypeLock_XMLTreeCreation_TypeMismatch":          {diag.BTPortType, "the test wants an exception"},
	"gtest_port_type_rules__13__PortTypeRules.TypeLock_IntToDouble_Fails":                     {diag.BTPortType, "the test wants an exception"},
	"gtest_port_type_rules__14__PortTypeRules.TypeLock_CustomTypeChange_Fails":                {diag.BTPortType, "the test wants an exception"},
	"gtest_port_type_rules__20__PortTypeRules.StringLiteralValidation_InvalidFormat":          {diag.BTLiteral, "the test wants an exception"},
	"gtest_port_type_rules__23__PortTypeRules.CustomTypeStringLiteral_InvalidFormat":          {diag.BTLiteral, "the test wants an exception; the host says so"},
	"gtest_ports__03__PortTest.WrongPort":                                                     {diag.BTUnknownPort, "the test wants an exception"},
	"gtest_ports__11__PortTest.DefaultWronglyOverriden":                                       {diag.BTLiteral, "the test wants an exception; the host says so"},
	"gtest_reactive__05__Reactive.TwoAsyncNodesInReactiveSequence":                            {diag.BTTwoAsync, "the test wants an exception"},
	"gtest_subtree__18__SubTree.SubtreeNameNotRegistered":                                     {diag.BTTreeNamed, "the test wants an exception"},
	"gtest_subtree__19__SubTree.RecursiveSubtree":                                             {diag.BTRecursion, "the test wants an exception"},
	"gtest_subtree__20__SubTree.RecursiveCycle":                                               {diag.BTRecursion, "the test wants an exception"},
	"gtest_subtree__22__SubTree.DuplicateSubTreeName_Groot2Issue56":                           {diag.BTTwice, "the test wants an exception"},
	"gtest_subtree__23__SubTree.DuplicateSubTreeName_ErrorMessage":                            {diag.BTTwice, "the test wants an exception"},
	"gtest_subtree__26__SubTree.NestedDuplicateNames_ShouldFail":                              {diag.BTTwice, "the test wants an exception"},
	"gtest_switch__01": {diag.BTXML, "no test loads it: a quote is missing"},
	"gtest_try_catch__08__TryCatchTest.MinimumTwoChildren_ParseTimeValidation": {diag.BTChildren, "the test wants an exception"},
	"gtest_while_do_else__09__WhileDoElseTest.InvalidChildCount_One":           {diag.BTChildren, "the test wants an exception at the first tick"},
	"gtest_while_do_else__10__WhileDoElseTest.InvalidChildCount_Four":          {diag.BTChildren, "the test wants an exception at the first tick"},
	"gtest_xml_null_subtree_id__01__XMLParserTest.SubTreeModelMissingID_Bug7":  {diag.BTMissing, "the test wants an exception"},
	"corpus2": {diag.BTMissingPort, "a seed of the library's fuzzer: Timeout without msec"},
	"corpus3": {diag.BTMissingPort, "a seed of the library's fuzzer: SetBlackboard without output_key"},
	"corpus4": {diag.BTChildren, "a seed of the library's fuzzer: decorators without a child"},
}

// together are files that a test loads before another.
var together = map[string][]string{
	"gtest_factory__03": {"gtest_factory__04"},
	"gtest_factory__12__BehaviorTreeFactory.CreateTreeFromTextFindsRegisteredSubtree": {"gtest_factory__11__BehaviorTreeFactory.CreateTreeFromTextFindsRegisteredSubtree"},
	"gtest_substitution__06__Substitution.SubTreeNodeSubstitution":                    {"gtest_substitution__07__Substitution.SubTreeNodeSubstitution"},
	"gtest_updates__02__EntryUpdates.NoEntry":                                         {"gtest_updates__01"},
	"gtest_updates__03__EntryUpdates.Initialized":                                     {"gtest_updates__01"},
	"gtest_updates__04__EntryUpdates.UpdateOnce":                                      {"gtest_updates__01"},
	"gtest_updates__05__EntryUpdates.UpdateTwice":                                     {"gtest_updates__01"},
	"t07_load_multiple_xml__01":                                                       {"t07_load_multiple_xml__02", "t07_load_multiple_xml__03"},
	"t14_subtree_model__02":                                                           {"t14_subtree_model__01"},
}

// Every tree of the library's tests and examples is read, or refused for the reason that its test wants.
func TestFilesOfTheLibrary(t *testing.T) {
	dir := filepath.Join(dataDir(t), "xml")
	files := os.DirFS(dir)
	unused := maps.Clone(refused)
	read := 0
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".xml" {
			return err
		}
		base := strings.TrimSuffix(path.Base(name), ".xml")
		delete(unused, base)
		d, ds := readWith(t, files, name, base)
		read++
		if r, isRefused := refused[base]; isRefused {
			if i := slices.IndexFunc(ds.All, isError); i < 0 || ds.All[i].Code != r.code {
				t.Errorf("%s: want %s (%s), got %v", base, r.code, r.why, ds.Err())
			}
			return nil
		}
		if err := ds.Err(); err != nil {
			t.Errorf("%s: %v", base, err)
			return nil
		}
		readAgain(t, d, hostOptions(t))
		return nil
	})
	if err != nil || read < 300 {
		t.Errorf("%d files, %v", read, err)
	}
	for base := range unused {
		t.Errorf("there is no %s", base)
	}
}

func isError(d diag.Diagnostic) bool { return d.Severity == diag.Error }

// readWith reads a file, with those that belong to it.
func readWith(t *testing.T, files fs.FS, name, base string) (*btcpp.Document, diag.List) {
	others := together[base]
	if others == nil {
		return btcpp.Read(files, name, hostOptions(t))
	}
	all := fstest.MapFS{}
	main := `<root BTCPP_format="4">`
	for _, b := range append(slices.Clone(others), base) {
		text, err := fs.ReadFile(files, path.Join(path.Dir(name), b+".xml"))
		if err != nil {
			t.Fatal(err)
		}
		all[b+".xml"] = &fstest.MapFile{Data: text}
		main += `<include path="` + b + `.xml"/>`
	}
	all["main.xml"] = &fstest.MapFile{Data: []byte(main + "</root>")}
	return btcpp.Read(all, "main.xml", hostOptions(t))
}

// The built-in nodes are those that the library says it has.
func TestBuiltinsAreThoseOfTheLibrary(t *testing.T) {
	dir := filepath.Join(dataDir(t), "xml")
	d, ds := btcpp.Read(os.DirFS(dir), "_builtin_models_4.10.0.xml", btcpp.Options{})
	for i := range ds.All {
		t.Error(ds.All[i].Error())
	}
	if len(d.Models) != len(btcpp.Builtins()) {
		t.Errorf("%d models, %d built-in", len(d.Models), len(btcpp.Builtins()))
	}
	for _, want := range d.Models {
		m := btcpp.Builtin(want.ID)
		if m == nil || m.Category != want.Category || len(m.Ports) != len(want.Ports) {
			t.Errorf("%s: %+v", want.ID, m)
			continue
		}
		for _, p := range want.Ports {
			got := m.Port(p.Name)
			if got == nil || got.Direction != p.Direction || got.Type != p.Type || got.Default != p.Default || got.HasDefault != p.HasDefault {
				t.Errorf("%s: %s is %+v", want.ID, p.Name, got)
			}
		}
	}
}

// Nav2's trees fit the models that Nav2 gives of its nodes.
func TestFilesOfNav2(t *testing.T) {
	files := os.DirFS(filepath.Join(dataDir(t), "nav2"))
	d, ds := btcpp.Read(files, "nav2_tree_nodes.xml", btcpp.Options{})
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	readAgain(t, d, btcpp.Options{})
	names, err := fs.Glob(files, "*.xml")
	if err != nil || len(names) < 15 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		o := btcpp.Options{Nodes: models(d)}
		// The only tree that uses a node of its own, "inverter".
		o.Lenient = name == "application_example.xml"
		tree, ds := btcpp.Read(files, name, o)
		if err := ds.Err(); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		readAgain(t, tree, o)
		if tree, ds = btcpp.Read(files, name, btcpp.Options{Lenient: true}); ds.HasErrors() {
			t.Errorf("%s without models: %v", name, ds.Err())
		} else {
			readAgain(t, tree, btcpp.Options{Lenient: true})
		}
	}
}

// The trees of the recorded traces are read as they are.
func TestTreesOfTheTraces(t *testing.T) {
	o := btcpp.Options{Nodes: testNodes(t)}
	for i, c := range tracedCases(t) {
		d, ds := btcpp.ReadString("case.xml", c.XML, o)
		if c.ParseError != "" {
			continue // TestTranslatedTreesDoTheSame wants it refused
		}
		if len(ds.All) > 0 {
			t.Fatalf("case %s: %v\n%s", c.ID, ds.All[0].Error(), c.XML)
		}
		if i%50 == 0 {
			readAgain(t, d, o)
		}
	}
}
