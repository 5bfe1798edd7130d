// Code generated from the types of package studio by: go run ./internal/tools/wire. DO NOT EDIT.
// What pages ask and are told: fields and their comments are those of the Go types.

export const figureBytes = 16;
export const noAngle = -32768;
export const noHealth = -1;
/** MaxSets is the maximum number of values that one request may change. */
export const maxSets = 100;

/** What can be asked for, with the type of the answer. */
export interface Answers {
  files: string[];
  demos: Demo[];
  glimpse: Glimpse;
  drop: string;
  open: Opened;
  play: void;
  pause: void;
  step: void;
  speed: void;
  restart: Opened;
  seek: void;
  recorded: Entry[];
  record: Taping;
  recording: Taping;
  clip: Clip;
  frame: Figure[];
  agents: AgentLine[];
  members: Present[];
  mind: Mind;
  lens: Lens;
  scores: ScoresAt[];
  truth: Truth;
  events: EventList;
  said: Saying[];
  plannings: Planning[];
  explain: Exploration;
  whynot: WhyNot;
  astest: TestText;
  ask: Reply;
  decision: Decision;
  domain: DomainGraph;
  coverage: Coverage;
  breaks: BreakList;
  break: BreakList;
  unbreak: BreakList;
  bookmarks: Bookmark[];
  bookmark: Bookmark[];
  unmark: Bookmark[];
  lanes: LaneList;
  suppose: Supposed;
  set: void;
  move: void;
  eyes: Sights;
  constants: Constant[];
  numbers: Literal[];
  tune: Opened;
  source: SourceText;
  index: Declaration[];
  nameables: Nameable[];
  offers: Offer[];
  check: Checked;
  structure: Structure;
  palette: Insertable[];
  tries: Tried;
  edit: Edited;
  format: SourceText;
  save: Saved;
  prepare: Prepared;
  foresee: Foreseen;
  foreseen: Foreseen;
  forget: void;
  sweep: Sweep;
  swept: Sweep;
  unsweep: void;
  fork: ForkState;
  forked: ForkState;
  unfork: void;
  ghosts: Ghosts;
  forklanes: LaneList;
  scene: SceneText;
  merge: Merged;
  disk: string;
  diff: Diff;
  bundle: Bundle;
}

/** abort is an abort that a node's watch fired, and its cause. */
export interface Abort {
  tick: number;
  /** the change */
  cause: string;
}

/** AgentLine is an agent with its action, for lists. */
export interface AgentLine {
  name: string;
  kind: string;
  doing: string;
  idle?: boolean;
}

/** Awaited is a condition that will end a running step. */
export interface Awaited {
  /** until, while, expects */
  kind: string;
  text: string;
  holds: boolean;
  /** why it does not hold */
  cause?: Cause;
}

/** Bar is something that lasted for some time. */
export interface Bar {
  k: Track;
  r?: number;
  /** tick */
  a: number;
  /** tick; -1: it still runs */
  b: number;
  t: string;
  /** how it ended: good, bad or warn */
  c?: Tone;
  /** for a plan: adopted, merged or repaired */
  v?: string;
  /** it began before From, in a part of a recording that was not read */
  e?: boolean;
}

/** Bookmark is a moment that a user has marked. */
export interface Bookmark {
  /** 0: a new one */
  id: number;
  tick: number;
  agent?: string;
  note?: string;
}

/** Brain shows how a brain arbitrates; its wants are in Mind. */
export interface Brain {
  name: string;
  personality?: string;
  /** the changes that the personality makes, as declared */
  traits?: string[];
  /** best, weighted random, first over */
  rule: string;
  inertia?: number;
  /** seconds until the next arbitration, unless a change triggers one earlier */
  next: number;
  pursues: Pursuit[];
  /** waiting orders */
  orders?: string[];
  curves?: CurveShape[];
}

/** Break is a breakpoint. */
export interface Break {
  /** 0: a new one */
  id: number;
  kind: BreakKind;
  /** the declaration's name: "dine/buy first" for a method, the tree for a node, the text for a condition */
  name: string;
  /** its number within the tree */
  node?: number;
  /** the node's label */
  label?: string;
  /** only for this agent */
  agent?: string;
  /** only for agents of this kind */
  of?: string;
  off?: boolean;
  hits: number;
  /** why the breakpoint can never be reached */
  fault?: string;
}

/** BreakKind says what kind of event pauses the simulation. */
export type BreakKind = "" | "operator" | "action" | "task" | "method" | "node" | "goal" | "want" | "condition";

/** BreakList is the answer to all requests about breakpoints. */
export interface BreakList {
  breaks: Break[];
  /** mistakes in a condition; if there are any, no breakpoint was set */
  findings?: Finding[];
}

/** Bundle is everything that a run starts from, for sharing it: files and seed. */
export interface Bundle {
  /** the file to open */
  file: string;
  seed: number;
  /** the program's files, the main one first, then the scene */
  files: SourceText[];
}

/** Cause is the reason for a failure. */
export interface Cause {
  text: string;
  /** the condition */
  failed?: string;
  /** the part of it that did not hold */
  part?: string;
  /** the text of the condition before that part */
  before?: string;
  behind?: string;
  /** Part is a cooldown; there is nothing more to show */
  cooling?: boolean;
  seen?: SeenCell[];
}

/** Cell is a value of the world state. */
export interface Cell {
  /** "money", "visible(e1)" */
  name: string;
  /** without arguments: "visible" */
  symbol: string;
  value: string;
  scope: string;
  type: string;
  /** the host writes it */
  sensed?: boolean;
}

/** Change is a cell that was written. */
export interface Change {
  name: string;
  /** without arguments */
  symbol: string;
  was: string;
  is: string;
}

/** Changed is what has become of a statement between two versions of a text. */
export type Changed = "added" | "removed" | "moved" | "changed" | "changed in";

/** Checked is the answer to "check". */
export interface Checked {
  findings: Finding[];
  fixes: Fix[];
}

/** Choice is a place that a position query considered. */
export interface Choice {
  query: string;
  x: number;
  y: number;
  score: number;
  /** the measure whose filter refused it; empty: it has a score */
  by?: string;
  best?: boolean;
}

/** Clip is a trace of the time before a moment, to look at what went wrong in it. */
export interface Clip {
  /** the trace */
  file: string;
  /** first tick */
  from: number;
  to: number;
  /** all bookmarks: the moment has one that names the trace */
  marks: Bookmark[];
}

/** Comparison describes the decision between the running plan and the one that planning found. */
export interface Comparison {
  /** of the event */
  kind: PlanningKind;
  /** the decision in short: better, equal, committed, cooldown, merged at step 3, ... */
  word: string;
  /** merged: the last step of the new plan that continues; repaired: the first step planned again; from 1 */
  step?: number;
  /** the text of the event without its kind */
  text: string;
  /** index of the first difference between the MTRs; -1 if there is none, or only one plan */
  index: number;
  why: string;
  /** Cooling lists what comes before the chosen methods but was skipped because of its cooldown. */
  cooling?: string[];
}

/** Cone is the field of view of a sense of sight: an angle in radians, half to each side of the facing. */
export interface Cone {
  range: number;
  angle: number;
}

/** Conflict is a place that the operations and the present text change in different ways. */
export interface Conflict {
  /** in the merged text, from 1 */
  line: number;
  base: string;
  /** after the operations */
  ours: string;
  theirs: string;
}

/** Constant is a constant of the program with its present value. */
export interface Constant {
  name: string;
  type: string;
  value: string;
  /** its value in the file */
  said: string;
  /** for an enum */
  values?: string[];
  number?: boolean;
  /** it must be an integer */
  whole?: boolean;
  /** the bounds of an integer */
  range?: [number, number];
  at: Spot;
}

/** Contender is something that an agent can do, with the reason why it does or does not. */
export interface Contender {
  by: string;
  /** the tree, brain or squad */
  of?: string;
  /** whom to ask about it, if another agent */
  agent?: string;
  /** its name in questions */
  ask: string;
  label: string;
  /** of a node */
  kind?: string;
  depth?: number;
  /** code */
  verdict: string;
  /** the verdict in words */
  word: string;
  done?: boolean;
  reason?: string;
  score?: number;
  /** score of the chosen option, or of the holder of the role */
  best?: number;
  /** candidates, and failures inside */
  others?: string[];
  /** how a node last ended */
  last?: Result;
  /** the last abort that a node has fired */
  fired?: Abort;
  /** its planning, as a level of "explain" */
  plan?: number;
  /** index of a node in its tree */
  node?: number;
  at?: Spot;
}

/** Control shows what controls an agent: its reactions, mind and layers, and which of them has which resource. */
export interface Control {
  parts: PartView[];
  resources?: ResourceView[];
  /** the mind does not allow reactions or other plans to interrupt */
  committed?: boolean;
}

/** Number is a count with its description. */
export interface Count {
  text: string;
  n: number;
}

/** Counted is how many decisions of a kind there are. */
export interface Counted {
  /** decisions that were made again */
  looked: number;
  /** those with another result */
  differ: number;
  /** those that could not be made again, because a function of the game panicked */
  unknown: number;
}

/** Coverage counts how often each declaration was chosen and rejected, and over which time, in seconds of the run. */
export interface Coverage {
  seconds: number;
  plannings: number;
  nodes: number;
  backtracks: number;
  of: Record<string, DeclCounts>;
  from: number;
  until: number;
  /** the counts are of the time before a moment of the past, which was replayed */
  past?: boolean;
  /** why the counts are of the present run, although a moment of the past was requested */
  why?: string;
}

/** CurveParam is a parameter of a curve. */
export interface CurveParam {
  name: string;
  /** in the formula */
  symbol: string;
  value: number;
  /** as it is written; empty: it has its default */
  said?: string;
}

/** CurveShape is a curve to draw: its values at equal distances from 0 to 1. */
export interface CurveShape {
  kind: string;
  formula: string;
  /** parameters that differ from the default */
  with?: string;
  y: number[];
}

/** Decision is everything that competes for control of an agent at a moment, in order of precedence. */
export interface Decision {
  agent: string;
  tick: number;
  choices: Contender[];
  /** there are more choices than one answer holds */
  more?: boolean;
}

/** DeclCounts holds the counts of one declaration. Facts says what chosen means: part of a plan that was found, started, activated. */
export interface DeclCounts {
  chosen: number;
  tried: number;
  rejected: number;
  /** reasons for rejections, the most frequent first */
  reasons?: Count[];
  facts?: Count[];
}

/** Declaration is a named declaration of a file. */
export interface Declaration {
  name: string;
  /** its keyword; "state" for a symbol */
  kind: string;
  /** its first line */
  line: string;
  at: Spot;
}

/** Demo is a file that the start page offers. */
export interface Demo {
  file: string;
  /** the first sentence of its first comment, without the file's name */
  says?: string;
  trace?: boolean;
  /** length of a trace */
  bytes?: number;
  /** when a trace was last written, in seconds since 1970; 0: unknown */
  when?: number;
}

/** Diff is what differs between a page's text and another version of the file. */
export interface Diff {
  changes: LineChange[];
  marks: NodeMark[];
}

/** Difference is a recorded decision that the changed program would make differently. */
export interface Difference {
  tick: number;
  seconds: number;
  agent: string;
  kind: Kind;
  /** of a planning */
  goal?: string;
  before: string;
  after: string;
}

/** Divergence is where a character first does something else than it does without the change. */
export interface Divergence {
  tick: number;
  agent: string;
  /** the event without the change; empty: nothing */
  as?: string;
  /** the event with it; empty: nothing */
  but?: string;
}

/** Box is a declaration, a node of a tree, or a step of a plan. */
export interface DomainBox {
  /** kind and name: "task serve", "tree guard"; for nodes of trees with their number: "node guard 3" */
  id: string;
  /** agent, squad, brain, goal, task, operator, tree, node, action, step */
  kind: string;
  /** as declared */
  name: string;
  /** with parameters */
  title: string;
  note?: string;
  lines?: DomainLine[];
  /** for a node, the ID of its tree's box */
  tree?: string;
  /** for a node, the number of its parent; -1: none */
  up: number;
  /** for a tree, its number of nodes */
  size?: number;
  file?: string;
  /** line in the file, from 1 */
  line?: number;
}

/** Edge connects a box, or one of its lines, to a box that it calls. */
export interface DomainEdge {
  from: string;
  /** -1: the box as a whole */
  out: number;
  to: string;
  /** calls, does, orders, has */
  kind: string;
}

/** Graph is boxes with edges between them. Boxes are in the order agents, brains, goals, tasks, operators, trees, actions, and within a kind in the order of the file. */
export interface DomainGraph {
  boxes: DomainBox[];
  edges: DomainEdge[];
}

/** Line is a part of a box: a method of a task, a way of a goal, a want of a brain, a plan line, reaction, layer or role. */
export interface DomainLine {
  /** method, way, interrupt, want, plan, tree, brain, reaction, layer, role, idle */
  kind: string;
  name: string;
  note?: string;
  file?: string;
  line?: number;
}

/** Edited is the answer to "edit". If the findings have errors, the operations were refused. */
export interface Edited {
  text: string;
  changes: TextChange[];
  moved: Move[];
  inverse: Op[];
  /** the path of the statement to select */
  at?: string;
  /** where it begins in the new text */
  cursor: number;
  findings: Finding[];
}

/** Entry is an event in the form in which pages list it. */
export interface Entry {
  seq: number;
  tick: number;
  agent: string;
  /** plan, tree, goal, sense, squad */
  family: string;
  kind: string;
  text: string;
  /** of plans that trees and goals request, and of subgoals */
  level?: number;
  /** the event is of a tree node without children */
  leaf?: boolean;
  /** number of the kind; 0: a percept, or a kind of a later version */
  code?: number;
  /** what the event is about, with arguments: "store(crate)" */
  subject?: string;
  /** for squads: who else is concerned, or the role; for barks: what is said */
  object?: string;
  /** the reason in words; for an abort, the change */
  cause?: string;
}

/** EventList is the answer to an EventQuery. */
export interface EventList {
  /** the latest ones, if there are more than MaxListed or than requested */
  entries: Entry[];
  /** number of selected events */
  total: number;
  /** of all kinds, including those that were not selected; by name */
  counts: KindCount[];
  /** tick of the earliest event that is still kept */
  kept: number;
}

/** EventQuery selects events. Empty fields select all. */
export interface EventQuery {
  /** tick */
  from?: number;
  /** tick; 0: up to the last */
  to?: number;
  agent?: string;
  /** kind of agents */
  of?: string;
  families?: string[];
  /** added to those of the families */
  kinds?: KindName[];
  /** kinds to leave out */
  omit?: KindName[];
  /** found in the event's text, kind or agent, ignoring case */
  text?: string;
}

/** Exploration is a planning in all detail: every attempt, as a tree, with the state at every step of the search. */
export interface Exploration {
  agent: string;
  tick: number;
  seconds: number;
  /** it used the picture that the planner saw, not the state at that moment */
  seen: boolean;
  levels: string[];
  /** which of the agent's plannings this is */
  level: number;
  goal: string;
  status: string;
  limit?: string;
  nodes: number;
  backtracks: number;
  dropped?: number;
  roots: Task[];
  /** by number of the attempt */
  trail: Trail[];
  start: Cell[];
  /** the plan that the search found */
  plan?: PlanView;
  /** the plan before the tick */
  old?: PlanView;
  /** the plan after the tick */
  now?: PlanView;
  verdict?: Comparison;
  bans?: string[];
}

/** Eyes is an agent's perception and beliefs, for drawing. */
export interface Eyes {
  cones?: Cone[];
  /** it sees through walls */
  through?: boolean;
  /** how far each sense of hearing goes */
  ears?: number[];
  reaches?: Reach[];
  /** the rest of its current path */
  way?: [number, number][];
  /** the rest of its plan, without steps that have no place */
  route?: Stop[];
  facts?: Fact[];
  /** the candidates of its position queries */
  choices?: Choice[];
}

/** Faces is a message with the faces of consecutive numbers: name, item and team of each. If it starts at 0, it replaces all earlier faces. */
export interface Faces {
  push: 'faces';
  from: number;
  faces: [name: string, item: string, team: number][];
}

/** Fact is where an agent believes an object to be. */
export interface Fact {
  name: string;
  x: number;
  y: number;
  spread: number;
  confidence: number;
  seconds: number;
  sensed: boolean;
  /** a symbol of the agent says so, such as seen_at(kane), which is its name */
  belief?: boolean;
  /** the character, if the object is one */
  figure?: string;
  /** its true position; nil: none, or unknown */
  truly?: [number, number];
}

/** Factor is a factor of a score. */
export interface Factor {
  text: string;
  /** part, weight, personality, inertia, repetition */
  kind: string;
  value: number;
  piece?: Piece;
}

/** Figure is a character or an item at the moment. */
export interface Figure {
  n: string;
  /** what the item gives; empty: the figure is a character */
  i?: string;
  x: number;
  y: number;
  /** a unit vector; 0, 0: unknown */
  f: [number, number];
  /** as a fraction; below 0: unknown */
  h: number;
  t?: number;
}

/** Record is a finding as tools read it. Lines and columns count from 1, columns in characters; 0: no place. */
export interface Finding {
  file: string;
  line: number;
  col: number;
  endLine: number;
  endCol: number;
  /** error, warning */
  severity: string;
  code: string;
  message: string;
  hint?: string;
  related?: RelatedRecord[];
}

/** Fix is a replacement that a finding in the checked text proposes. Offsets count UTF-16 code units. */
export interface Fix {
  /** its place in the list */
  finding: number;
  from: number;
  to: number;
  old: string;
  text: string;
}

/** Foreseen is what would come of a text if it were saved. */
export interface Foreseen {
  /** why nothing can be said */
  error?: string;
  /** nothing more will be added */
  done: boolean;
  tests: TestOutcome[];
  /** all tests have been run */
  tested: boolean;
  agent?: string;
  /** of the chosen character */
  choice?: Outlook;
  /** why there is no choice */
  unknown?: string;
  /** of the running simulation and of the recordings */
  records: Report[];
}

/** Fork is what comes of a change when a moment goes on twice: without it, and with it. */
export interface Fork {
  /** the tick after which the two differ */
  from: number;
  /** the last tick that was run */
  to: number;
  tps: number;
  /** nil: all characters did the same */
  first?: Divergence;
  /** the first of each character that does something else, in the order of ticks */
  agents: Divergence[];
  /** how many were compared: without the change, and with it */
  events: [number, number];
  /** what the comparison cannot show, and why */
  notes?: string[];
}

/** ForkState is how far a fork is, and what it leads to. */
export interface ForkState {
  done: boolean;
  error?: string;
  /** the moment that goes on twice */
  tick: number;
  /** ticks */
  ran: number;
  of: number;
  result?: Fork;
  /** the result, as "karakuri fork" prints it */
  text?: string;
}

/** Frame is a picture of the simulation: all figures and where they are. */
export interface Frame {
  push: 'frame';
  file: string;
  /** changes when the simulation restarts */
  run: number;
  tick: number;
  /** earliest tick that can be viewed */
  first: number;
  /** of a recording: its last tick */
  last?: number;
  tps: number;
  playing: boolean;
  speed: number;
  /** why it paused by itself */
  paused?: string;
  /** the file that the run is recorded to */
  record?: string;
  /** the breakpoint that paused it */
  hit?: Hit;
  /** changes whenever breakpoints or bookmarks change */
  notes: number;
  /** number of the last event */
  seq: number;
  /** changes when agents come or leave */
  crowd: number;
  figures: Figure[];
}

/** Ghosts are the figures of both sides of a fork at a moment. */
export interface Ghosts {
  /** the moment kept that is nearest before the one asked for */
  tick: number;
  /** without the change */
  as: Figure[];
  but: Figure[];
}

/** GivenOrder is an order that a squad has given. */
export interface GivenOrder {
  number?: number;
  member: string;
  role?: string;
  text: string;
  state: string;
  why?: string;
  urgent?: boolean;
  /** seconds since it was given or ended */
  ago: number;
  /** seconds until it is withdrawn */
  left?: number;
  ended?: boolean;
}

/** Glimpse is what the start page draws of a file: the world at its beginning. */
export interface Glimpse {
  land: Land;
  figures: Figure[];
}

/** Group says among what a statement may stand. */
export type Group = "declaration" | "method" | "subtask" | "node" | "step" | "symbol" | "line";

/** Handle is a point of a drawn curve that can be dragged. Its name is unique within the curve. */
export interface Handle {
  name: string;
  /** the parameter that follows it sideways; empty: it moves up and down only */
  across?: string;
  /** the one that follows it upwards; empty: it moves sideways only */
  up?: string;
  /** may be out of 0..1 */
  x: number;
  y: number;
}

/** Hit describes what a simulation paused at. */
export interface Hit {
  break: number;
  kind: BreakKind;
  name: string;
  agent: string;
  tick: number;
  /** plan level */
  level?: number;
  text: string;
}

/** Holder is a member that holds something or waits for it. */
export interface Holder {
  name: string;
  priority?: number;
  /** seconds */
  left?: number;
}

/** Insertable is something that may be inserted, or the reason why not. */
export interface Insertable {
  label: string;
  doc?: string;
  /** what it is: "node", "task", "as written" */
  of: string;
  op?: Op;
  /** other forms, for when the program would not load with it */
  else?: Op[];
  /** why it cannot be inserted here */
  refused?: string;
  /** its text has placeholders: it is to be edited next */
  edit?: boolean;
}

/** KeepReason is why a plan was kept. */
export type KeepReason = "same" | "methods" | "lower" | "margin" | "nothing" | "committed" | "outdated" | "cost";

/** Kind is the kind of a decision. */
export type Kind = "plan" | "turn";

/** KindCount is the number of events of a kind. */
export interface KindCount {
  family: string;
  kind: string;
  n: number;
}

/** KindName is the name of a kind of events within a family. */
export interface KindName {
  family: string;
  kind: string;
}

/** Known is an object that members know. */
export interface Known {
  name: string;
  /** the highest confidence */
  sure: number;
  /** seconds since the freshest sighting */
  fresh: number;
  /** seconds since the oldest news of it */
  stale: number;
  who: string[];
  /** those who know it from other members */
  told?: string[];
}

/** Land is the part of the world that a view draws once. Lengths are metres from the upper left corner. */
export interface Land {
  min: [number, number];
  max: [number, number];
  places?: Place[];
  walls?: Wall[];
}

/** Lane shows what happened to an agent. */
export interface Lane {
  agent: string;
  bars: Bar[];
  marks: Mark[];
}

/** LaneList is the answer to "lanes". */
export interface LaneList {
  lanes: Lane[];
  /** tick of the earliest event that is kept */
  kept: number;
}

/** Lens shows the chosen character as a text judges it that may not be saved yet: the scores of its wants, or its squad. Wants and their pieces have the paths of their statements in that text. */
export interface Lens {
  agent: string;
  kind: string;
  tick: number;
  /** by the running program; else by the text */
  running?: boolean;
  /** why it is not by the text */
  why?: string;
  brain?: Brain;
  wants?: Want[];
  /** its squad: itself, or that which it is a member of */
  band?: string;
  /** the declaration of that squad */
  bandOf?: string;
  squad?: Squad;
}

/** LineChange replaces lines of the other version. */
export interface LineChange {
  /** the first, in the other version, from 1 */
  line: number;
  old: string;
  new: string;
}

/** LineClause is a clause on the line of a statement. */
export interface LineClause {
  word: string;
  text: string;
  start: number;
  end: number;
}

/** Literal is a number in the text of the program, with its present value: what can be tuned besides constants. Its name is for requests only. */
export interface Literal {
  name: string;
  type: string;
  value: string;
  /** its value in the file */
  said: string;
  /** for an enum */
  values?: string[];
  number?: boolean;
  /** it must be an integer */
  whole?: boolean;
  /** the bounds of an integer */
  range?: [number, number];
  at: Spot;
  path: string;
  index: number;
  /** the line that it stands in */
  line: string;
  /** where in that line, in UTF-16 code units */
  from: number;
  to: number;
}

/** Mark is an event at one moment. */
export interface Mark {
  k: Track;
  a: number;
  t: string;
  c?: Tone;
  v: string;
}

/** Member is a member of a squad. */
export interface Member {
  name: string;
  /** index in Roles; -1: none */
  role: number;
  /** seconds in this role */
  since: number;
  /** one for each role */
  scores?: number[];
  doing: string;
}

/** Membership is an agent's place in its squad. */
export interface Membership {
  squad: string;
  role?: string;
  holds?: string[];
  waits?: string[];
  orders?: GivenOrder[];
  duty?: string;
  mates: string[];
}

/** Merged is the merge of a page's text with the file's. */
export interface Merged {
  /** with the lines of the file where both changed the same */
  text: string;
  conflicts: Conflict[];
  /** of the file's text */
  hash: string;
  theirs: string;
}

/** Method is a method of a task. */
export interface Method {
  index: number;
  name: string;
  when?: string;
  each?: string;
  verdict: Verdict;
  tries?: Try[];
  /** number of candidates for its free variables */
  count?: number;
  at: Spot;
}

/** Mind shows one agent at a moment. */
export interface Mind {
  agent: string;
  kind: string;
  tick: number;
  seconds: number;
  /** its plans: the plan line first, then those that trees and goals requested */
  lines: PlanLine[];
  /** all its plan lines */
  chances?: PlanChance[];
  trees: TreeView[];
  /** its pursuits and the scores of its wants, as text */
  goals?: string;
  wants?: Want[];
  /** why it has nothing to do: first in short, then what prevents it */
  idle?: string[];
  waits: string[];
  bans: string[];
  fault?: string;
  cells: Cell[];
  eyes: Eyes;
  brain?: Brain;
  control?: Control;
  /** omitted: it has no memory */
  memory?: Remembered[];
  /** if the agent is a squad */
  squad?: Squad;
  /** if the agent is in a squad */
  member?: Membership;
}

/** Move is a statement whose path changes. */
export interface Move {
  file: string;
  from: string;
  /** empty: it is gone */
  to: string;
}

/** Nameable is a value that the text of a program can name: a declared object, or a value of an enum. */
export interface Nameable {
  name: string;
  type: string;
  object?: boolean;
}

/** NodeMark says that a statement differs between two versions of a text. */
export interface NodeMark {
  /** in the new text; of a removed statement in the old one */
  path: string;
  what: Changed;
  /** the line of a changed or removed statement */
  old?: string;
  /** of a removed one: the statement that it was in; empty: it was a declaration */
  near?: string;
}

/** NodeView is a node of a tree. */
export interface NodeView {
  label: string;
  kind: string;
  /** its label without the kind */
  detail?: string;
  parent: number;
  running?: boolean;
  /** how it last ended */
  last?: Result;
  /** the last abort that it fired */
  fired?: Abort;
  /** seconds that are left of its time */
  left?: number;
  /** for a child of a utility selector */
  score?: number;
  services?: ServiceView[];
  /** the plan, goal or action that it started */
  runs?: string;
  /** index of that plan in Mind.Lines */
  line?: number;
}

/** Offer is a word of the language at a place where it can occur, with its documentation: for completion, hover texts and forms. */
export interface Offer {
  word: string;
  /** its parent: "operator"; empty for declarations and words of expressions */
  of: string;
  doc: string;
  /** what stands behind it: "a constant time, greater than zero" */
  takes?: string;
  /** of a number */
  unit?: string;
  /** what holds without it */
  default?: string;
  /** words that may follow, if the value is one of some words */
  words?: string[];
  /** an example */
  form?: string;
  /** the version that brought it; empty: the first */
  since?: string;
}

/** Op is one operation. Which fields it takes depends on its kind; see [Kinds]. */
export interface Op {
  op: string;
  /** relative to the folder of the files; empty: the main file */
  file?: string;
  /** the path of a statement */
  at?: string;
  /** the path of the last of several statements that stand next to each other */
  through?: string;
  /** Where something is put: beside a statement, or into one, at a place from 0. Without an index it becomes the last; without any of the three it goes into the file. */
  before?: string;
  after?: string;
  into?: string;
  index?: number;
  text?: string;
  /** whether a blank line stands above; default: if Text begins with one, and between declarations of different kinds */
  gap?: boolean;
  clause?: string;
  /** a text, a number, true; null: none */
  value?: unknown;
  to?: string;
  name?: string;
  behind?: boolean;
  off?: boolean;
  drop?: boolean;
  /** a todo that is the only line of the place is replaced */
  over?: boolean;
  pieces?: TextPiece[];
}

/** Opened is the answer to "open": what a page needs to know about a simulation. */
export interface Opened {
  file: string;
  /** source files */
  files: string[];
  record: boolean;
  scene: boolean;
  /** SceneFile is the file of the scene, which pages can show and, like source files, write; empty: there is none. */
  sceneFile?: string;
  /** where the agents live */
  place: string;
  /** the game keeps its own loop: pages can neither set its speed nor restart it */
  hosted?: boolean;
  /** characters can be moved */
  movable?: boolean;
  seed: number;
  outline: Outline;
  land: Land;
  frame: Frame;
}

/** Outline lists a program's declarations, for lists and graphs. */
export interface Outline {
  tasks: OutlineTask[];
  operators: OutlineOperator[];
  trees: string[];
  goals: string[];
  symbols: OutlineSymbol[];
  agents: string[];
  /** Personalities lists the personalities of the brains that kinds of agents have, by kind. */
  personalities?: Record<string, string[]>;
}

/** OutlineMethod is one way to achieve a task. */
export interface OutlineMethod {
  name: string;
  when?: string;
  /** free variables with where and order */
  each?: string;
  /** names of the subtasks */
  calls: string[];
  at: Spot;
}

/** OutlineOperator is an operator. */
export interface OutlineOperator {
  name: string;
  call: string;
  when?: string;
  do?: string;
  effect?: string;
  at: Spot;
}

/** OutlineSymbol is a symbol without its values. */
export interface OutlineSymbol {
  name: string;
  type: string;
  scope: string;
  params: number;
  /** of an enum */
  values?: string[];
}

/** OutlineTask is a task with its methods in order. */
export interface OutlineTask {
  name: string;
  /** with its parameters */
  call: string;
  at: Spot;
  methods: OutlineMethod[];
}

/** Outlook is what a character decides at a moment with two programs. */
export interface Outlook {
  kind: Kind;
  /** of a planning */
  goal?: string;
  before: string;
  after: string;
  differ: boolean;
}

/** Part is a part of a score. */
export interface Part {
  text: string;
  value: string;
  depth: number;
}

/** PartKind is the kind of a part of an agent. */
export type PartKind = "reaction" | "mind" | "layer";

/** PartView is a reaction, the mind or a layer. Earlier parts take precedence. */
export interface PartView {
  name: string;
  kind: PartKind;
  state: string;
  /** a reaction's trigger */
  on?: string;
  /** why it waits */
  why?: string;
  /** seconds until the reaction can start again */
  rest?: number;
  /** resources that it may use */
  uses?: string[];
  runs?: Run[];
}

/** Piece is a part of a score, with its own parts. */
export interface Piece {
  kind: string;
  text: string;
  because?: string;
  value: number;
  /** index in Brain.Curves + 1 */
  curve?: number;
  x?: number;
  under?: Piece[];
  /** the text is a number and equals the value */
  number?: boolean;
  /** for lenses: of the statement of the curve, or of the consideration */
  path?: string;
  /** of the curve in that statement */
  index?: number;
}

/** Place is a named place that characters can go to. */
export interface Place {
  name: string;
  x: number;
  y: number;
  thing?: boolean;
  /** characters can take cover behind it */
  cover?: boolean;
}

/** PlanChance is a plan line of an agent and whether its condition holds. The agent plans for the first line that holds. */
export interface PlanChance {
  goal: string;
  when?: string;
  holds: boolean;
  /** the agent plans for this line */
  now?: boolean;
  cause?: Cause;
}

/** PlanChoice is a task of a plan with its chosen method. */
export interface PlanChoice {
  task: string;
  method: string;
  index: number;
  /** number of methods of the task */
  of: number;
  depth: number;
  bound?: string;
}

/** PlanLine is a plan that is being carried out. */
export interface PlanLine {
  goal: string;
  /** why there is no plan */
  why?: string;
  steps: PlanStep[];
  /** what requested it, from the outside in; empty for the plan line */
  within?: string[];
  /** seconds since the last planning */
  planned: number;
  /** seconds until the next planning without a change; null: none is due */
  next?: number;
  /** seconds between two plannings */
  every?: number;
  /** except those of steps */
  timers?: Timer[];
  /** the last failed step, and why */
  failure?: string;
  /** seconds since then */
  ago?: number;
}

/** PlanStep is a step with its progress. */
export interface PlanStep {
  text: string;
  state: StepState;
  /** seconds since it began */
  elapsed?: number;
  /** actions of the host that run */
  doing?: string[];
  timers?: Timer[];
  awaits?: Awaited[];
}

/** PlanView is a plan and how it came about. */
export interface PlanView {
  steps: string[];
  /** finished steps; -1: the plan is not being carried out */
  done: number;
  mtr: number[];
  /** one for each number of the MTR */
  choices: PlanChoice[];
  cost: number;
}

/** Planning is an event of a planning that pages can look at in detail. */
export interface Planning {
  tick: number;
  /** 0: of the plan line; else of a tree's or goal's request */
  level: number;
  kind: PlanningKind;
  text: string;
  /** the text without the kind */
  brief: string;
  steps: number;
  /** the goal */
  goal: string;
  /** why the plan was kept */
  keep?: KeepReason;
}

/** PlanningKind is the result of a planning. */
export type PlanningKind = "adopted" | "kept" | "none" | "limit" | "merged" | "repaired" | "what if";

/** Pool is a token, or the slots at a place, with the members that hold it and those that wait for it. */
export interface Pool {
  name: string;
  slot?: boolean;
  capacity: number;
  /** seconds; 0: until returned */
  lease?: number;
  holders?: Holder[];
  waiting?: Holder[];
}

/** Prepared is how much of the run and the recordings of a program has been read, so that the consequences of edits are found without playing them. */
export interface Prepared {
  /** ticks */
  played: number;
  of: number;
  /** all has been read */
  done: boolean;
}

/** Present is an agent in the simulation. */
export interface Present {
  name: string;
  kind: string;
}

/** Pursuit is a goal that a brain pursues. The last one is active; the others are interrupted. */
export interface Pursuit {
  text: string;
  order?: number;
}

/** Reach is the range of an attack or another action. */
export interface Reach {
  name: string;
  range: number;
}

/** RelatedRecord is a [Related] place as tools read it. */
export interface RelatedRecord {
  file: string;
  line: number;
  col: number;
  endLine: number;
  endCol: number;
  message: string;
}

/** Memory is an agent's memory of an object. */
export interface Remembered {
  /** the object's name */
  name: string;
  /** the agent whose body it is */
  agent?: string;
  /** the object's type */
  type?: string;
  /** the sense that last perceived it */
  sense: string;
  where?: [number, number];
  /** metres */
  spread?: number;
  confidence: number;
  /** since its place was last known */
  seconds: number;
  times: number;
  /** perceived at present */
  sensed?: boolean;
  /** in long-term memory */
  long?: boolean;
  /** the agent looked there and did not find it */
  missed?: boolean;
}

/** Reply is the answer to a question of any kind, in the form that pages show. */
export interface Reply {
  /** the kind of question, as in "what would" */
  question: string;
  /** the declaration that was asked about; empty: none was named */
  about: string;
  agent: string;
  /** the tick that the answer is about */
  tick: number;
  /** code of the first finding */
  verdict: string;
  /** by its verdict, the thing happens or has happened */
  done: boolean;
  /** the whole answer in lines, as the command line prints it */
  text: string;
  /** Remedies are the changes that a "what would" has found, the easiest first. */
  remedies?: string[];
}

/** Report says how many decisions of a recording would differ. With Played below Of it is a sample of the recording. */
export interface Report {
  name: string;
  plans: Counted;
  /** samples of trees and brains, one a second */
  turns: Counted;
  /** ticks looked at */
  played: number;
  /** ticks of the recording */
  of: number;
  /** the first ones, in order of time */
  list: Difference[];
  /** what could not be compared, and why */
  notes: string[];
}

/** Request is a request of a page. Op determines which fields it uses. The answer has the same ID. */
export interface Request {
  id: number;
  op: string;
  file?: string;
  agent?: string;
  /** nil: now */
  tick?: number;
  /** for why not: the tick of the shown planning; nil: that of Tick */
  plan?: number;
  level?: number;
  /** for palette: the line that was typed */
  name?: string;
  /** for ask: the kind of question, as in "what would" */
  ask?: string;
  text?: string;
  /** for merge: the text that the page began with */
  base?: string;
  /** for save: the hash of the replaced text */
  was?: string;
  /** other values of symbols */
  sets?: Setting[];
  /** other values of constants, and of numbers */
  tuned?: Setting[];
  names?: string[];
  count?: number;
  since?: number;
  /** last tick */
  until?: number;
  /** for astest: of what decides for the agent, not of a planning */
  on?: boolean;
  speed?: number;
  seed?: number;
  /** metres */
  at?: [number, number];
  break?: Break;
  mark?: Bookmark;
  events?: EventQuery;
  ops?: Op[];
  /** for edit: refuse what makes mistakes in the program */
  loads?: boolean;
  /** for edit: each is tried instead of Ops if those are refused */
  else?: Op[];
  /** for palette and tries */
  slot?: Slot;
  /** for scene: what to change in Text */
  scene?: SceneEdit;
}

/** ResourceView is a resource and its user. */
export interface ResourceView {
  name: string;
  /** index in Parts; -1: free */
  part: number;
  action?: string;
  /** what started the action, from the outside in */
  path?: string[];
}

/** Result is a result in the form that pages show. */
export interface Result {
  status: string;
  tick: number;
  /** what aborted it */
  cause?: string;
}

/** Role is a role of a squad. */
export interface Role {
  name: string;
  min: number;
  max: number;
  /** number of missing members */
  short?: number;
  /** the expression that ranks members */
  score?: string;
}

/** Run is an activity that runs. The activities that it started follow it, one level deeper. */
export interface Run {
  kind: string;
  text: string;
  depth: number;
  uses?: string[];
  /** tokens and slots that it waits for */
  needs?: string[];
  /** it must not be interrupted */
  holds?: boolean;
}

/** Saved is the answer to "save". */
export interface Saved {
  findings: Finding[];
  saved: boolean;
  /** why the simulation runs on with the program that it had */
  kept?: string;
  /** what could not continue in the new program */
  notes?: string[];
  /** why the simulation restarted instead of continuing */
  restart?: string;
  opened?: Opened;
  /** hash of the written text */
  hash?: string;
  /** Conflict is the file as it is now, if it has changed since the page read it. Nothing was written then. To overwrite it anyway, a page sends the hash of this text. */
  conflict?: SourceText;
}

/** Saying is what a character has said in the last seconds before a moment. */
export interface Saying {
  agent: string;
  text: string;
  tick: number;
}

/** SceneAction is what a change of a scene's text does. */
export type SceneAction = "move" | "add" | "remove";

/** SceneEdit is a change of a scene's text. */
export interface SceneEdit {
  what: SceneAction;
  /** of the handle */
  index: number;
  kind?: string;
  type?: string;
  /** metres */
  points?: [number, number][];
}

/** SceneHandle is something in a scene that can be moved. */
export interface SceneHandle {
  kind: string;
  /** as people call it */
  name: string;
  line: number;
  points: [number, number][];
}

/** SceneText is the text of a scene, with what stands in it. */
export interface SceneText {
  text: string;
  handles: SceneHandle[];
  /** the handle of the change; -1: none */
  chosen: number;
  /** nil: the text has mistakes */
  land?: Land;
  /** all mistakes, or why the program cannot run in it; empty: none */
  fault: string;
  /** of handles that can be added */
  kinds: string[];
  /** of the program, for cover and places */
  types: string[];
}

/** ScoresAt holds the scores of an agent's wants at a moment. */
export interface ScoresAt {
  tick: number;
  scores: Record<string, number>;
  chosen?: string;
}

/** SeenCell is a value that a failed condition saw. */
export interface SeenCell {
  symbol: string;
  value: string;
  /** index of the step that had set it, -1: none of the plan */
  step: number;
  /** that step's operator */
  by?: string;
}

/** ServiceView is a service of a node. Times are seconds. */
export interface ServiceView {
  name: string;
  every: number;
  running?: boolean;
  /** since its last run */
  last?: number;
  /** until its next run */
  next?: number;
}

/** Setting is a value for a symbol or a constant. */
export interface Setting {
  /** "money", "visible(e1)" */
  name: string;
  /** as in the language: "3", "true"; any expression for a symbol */
  value: string;
}

/** Share is the contribution of one part to a score. The shares of a want add up to its score. */
export interface Share {
  text: string;
  kind: ShareKind;
  value: number;
}

/** ShareKind is the kind of a share of a score. */
export type ShareKind = "part" | "inertia" | "cut";

/** Sights holds what all characters perceive with and believe, as far as requested. */
export interface Sights {
  eyes: Record<string, Eyes>;
  /** number of characters left out */
  left?: number;
}

/** Sketched is a statement of a text, for views that draw it. Offsets are in bytes. */
export interface Sketched {
  path: string;
  group: Group;
  /** the word of its row in the table, as in task, method, when; of a node its words, as in random selector */
  kind: string;
  name?: string;
  /** its text before its braces */
  head: string;
  start: number;
  headEnd: number;
  end: number;
  /** on its line */
  clauses?: LineClause[];
  /** the comment right above it, or behind it */
  remark?: string;
  /** a disabled node */
  off?: boolean;
  /** it is marked as collapsed */
  closed?: boolean;
  /** the title of the frame that begins with it */
  frame?: string;
  /** the path of the last statement in that frame */
  until?: string;
  /** what its braces hold; empty: it has none */
  takes?: Group;
  /** which of its parent's braces it stands in */
  body?: number;
  lines?: Sketched[];
  /** response curves in its own text */
  curves?: TextCurve[];
  /** Broken says that the declaration has mistakes of syntax: only its place and first line are known. */
  broken?: boolean;
}

/** Slot is where something is to be inserted: beside a statement, into one, or as a clause on its line. Without any of them it is the end of the file. */
export interface Slot {
  before?: string;
  after?: string;
  into?: string;
  index?: number;
  /** the path of the statement that gets a clause */
  clause?: string;
}

/** SourceText is a file for the editor. */
export interface SourceText {
  file: string;
  text: string;
  /** it is in a trace, or part of a program */
  readonly?: boolean;
  /** hash of the text on disk; pages send it along to save the file */
  hash?: string;
}

/** Spot is a place in a file; lines count from 1. */
export interface Spot {
  file: string;
  line: number;
}

/** Squad shows a squad. */
export interface Squad {
  roles: Role[];
  members: Member[];
  pools?: Pool[];
  orders?: GivenOrder[];
  /** what its members know by themselves or from each other */
  known?: Known[];
  talk?: Talk;
}

/** StepState is the progress of a plan's step. */
export type StepState = "done" | "running" | "next";

/** Stop is the place of a plan's step, which is running or next. */
export interface Stop {
  text: string;
  state: StepState;
  x: number;
  y: number;
}

/** Structure is the structure of a text that may have mistakes. Offsets count UTF-16 code units. */
export interface Structure {
  parts: Sketched[];
  /** it has no mistakes of syntax */
  whole: boolean;
}

/** Supposed is what would be if a figure stood somewhere else now. */
export interface Supposed {
  /** whose decisions */
  agent: string;
  /** what would stand elsewhere */
  moved: string;
  /** the moment of the answer: the first difference, or the end of what was tried */
  tick: number;
  seconds: number;
  /** the agent's first event that differs, as it is; empty: nothing happens */
  as: string;
  /** the event instead; both empty: it does the same */
  but: string;
  /** the first difference of another character */
  other?: string;
  /** why the agent does nothing about what was moved, or does it; nil: it is moved itself */
  why?: WhyNot;
  /** what the agent does at the moment of the answer */
  does: string;
  /** what it does then as it is */
  did: string;
  /** Remedies are the smallest changes that would make it do something about what was moved there, if asked for. */
  remedies?: string[];
}

/** Sweep is what two sets of values of constants lead to over many seeds. */
export interface Sweep {
  done: boolean;
  error?: string;
  /** games that have been run, of both sets */
  ran: number;
  of: number;
  /** the comparison, as "karakuri assess --against" prints it */
  text?: string;
}

/** Talk says how members share their knowledge. */
export interface Talk {
  /** seconds */
  delay: number;
  confidence: number;
}

/** Taping describes a recording made on request. */
export interface Taping {
  on: boolean;
  /** the trace that is, or was last, written */
  file?: string;
  /** its length */
  bytes?: number;
  /** why recording stopped by itself */
  why?: string;
}

/** Task is one occurrence of a task with all its methods in order, or of an operator. */
export interface Task {
  /** number of the attempt */
  id: number;
  ended?: number;
  /** with arguments */
  name: string;
  /** name without arguments */
  decl: string;
  inPlan: boolean;
  /** an operator's step in the plan so far; nil: its condition failed, or this is a task */
  step?: number;
  /** this is an operator */
  leaf?: boolean;
  cause?: Cause;
  pruned?: string;
  methods?: Method[];
}

/** TestOutcome is the outcome of a test block with a text that is not saved yet. */
export interface TestOutcome {
  name: string;
  at: Spot;
  passed: boolean;
  /** it failed, and passes with the running program; or the other way round */
  newly?: boolean;
  want?: string;
  got?: string;
  reason?: string;
}

/** TestText is the answer to "astest": a test block. */
export interface TestText {
  text: string;
}

/** TextChange replaces a piece of a text. Its offsets count UTF-16 code units, as pages do, in the text before all changes. */
export interface TextChange {
  from: number;
  to: number;
  text: string;
}

/** TextCurve is a response curve in the text of a statement. */
export interface TextCurve {
  kind: string;
  formula: string;
  text: string;
  start: number;
  end: number;
  /** it shapes the consideration of its line */
  through?: boolean;
  params: CurveParam[];
  /** those whose parameters the text says as numbers, or not at all */
  handles?: Handle[];
  /** its values at equal distances from 0 to 1 */
  y?: number[];
  /** why it cannot be drawn */
  unknown?: string;
  /** why some of it cannot be dragged */
  fixed?: string;
}

/** TextPiece replaces a piece of text. It stands at an offset, or elsewhere if it stands nowhere else. */
export interface TextPiece {
  offset: number;
  old: string;
  new: string;
}

/** Timer is a period of time that runs. Times are seconds. */
export interface Timer {
  kind: TimerKind;
  /** a cooldown's name, or the banned way */
  text: string;
  left: number;
  /** its total length; 0: unknown */
  of?: number;
}

/** TimerKind says what a timer is for. */
export type TimerKind = "succeeds" | "fails" | "expects" | "commits" | "cooldown" | "ban" | "quarantine" | "plans";

/** Tone says how something ended. */
export type Tone = "good" | "bad" | "warn";

/** Track is a row of a lane. */
export type Track = "want" | "goal" | "plan" | "step" | "leaf" | "percept" | "order";

/** Trail is one step of the search. */
export interface Trail {
  kind: string;
  text: string;
  /** for a step: its number in the plan so far */
  step: number;
  /** for a backtrack: number of the task that the search returns to; -1: a choice of order */
  to: number;
  changes?: Change[];
}

/** TreeView shows a running tree, node by node. */
export interface TreeView {
  name: string;
  nodes: NodeView[];
}

/** Tried says which choices of a palette lead to a program that does not load. */
export interface Tried {
  /** how many choices have been tried */
  until: number;
  of: number;
  wants: Wanting[];
}

/** Truth says which conditions of a file hold for a character at a moment, and how often they held in the minute before. */
export interface Truth {
  tick: number;
  /** the moments that are counted: this one, and the whole seconds of the minute before */
  of: number;
  /** seconds of the run at the first of them */
  since: number;
  /** others are being read: ask again */
  more?: boolean;
  list: TruthLamp[];
}

/** TruthLamp is a condition of the running program. What is not known is omitted. */
export interface TruthLamp {
  /** of its statement */
  path: string;
  /** the clause on the line of the statement that holds it; without one, the line */
  text: string;
  holds: boolean;
  /** how many values of its parameters it holds for */
  for?: number;
  /** of how many; 0: it has none, or their values are known */
  tried?: number;
  /** at how many moments it held */
  often: number;
  /** of how many */
  known: number;
}

/** Try is one attempt at a method, or at one binding of it. */
export interface Try {
  id: number;
  /** number of the backtracking that took it back; 0: it stands */
  ended?: number;
  bound?: string[];
  verdict: Verdict;
  cause?: Cause;
  /** its subtasks, in the order in which the search reached them */
  items?: Task[];
}

/** Verdict is the outcome of a method, or of one try of it. */
export type Verdict = "chosen" | "abandoned" | "rejected" | "banned" | "never";

/** Wall is a line, or a box between two corners if it is solid. */
export interface Wall {
  a: [number, number];
  b: [number, number];
  solid?: boolean;
}

/** Want is a candidate of a brain with its score. */
export interface Want {
  text: string;
  /** identifies its scores; for an order, without the order's text */
  key: string;
  /** the names of brain and want, as breakpoints use them */
  name?: string;
  /** for lenses: of its statement */
  path?: string;
  /** index of the want in its brain; -1: an order */
  order: number;
  score: number;
  /** why it is not a candidate */
  why?: string;
  /** the part of its condition that does not hold */
  blame?: string;
  chosen?: boolean;
  cooling?: boolean;
  rank?: number;
  parts?: Part[];
  bar?: Share[];
  /** besides its parts */
  factors?: Factor[];
  shape?: Piece;
}

/** Wanting is a choice that needs something else to load. */
export interface Wanting {
  /** index of the choice */
  at: number;
  why: string;
}

/** WhyNot is the answer to a why-not question, in the form that pages show. */
export interface WhyNot {
  /** the declaration asked about: "operator hurl(kane)" */
  name: string;
  /** "in plan" if it is done; else the code of the verdict */
  verdict: string;
  /** the code of the verdict, also of what is done */
  code: string;
  /** it is done, or is a step of the plan */
  inPlan: boolean;
  summary: string;
  /** further findings; those that alone suffice come first */
  cases: WhyNotCase[];
  /** the findings without the places of their subjects, for a card */
  brief: string[];
  /** the whole answer in lines, as the command line prints it */
  text: string;
}

/** WhyNotCase is one finding. */
export interface WhyNotCase {
  /** begins with the verdict */
  text: string;
  /** what failed within it, or was considered */
  later?: string[];
}
