// Code generated from the types of package studio by: go run ./internal/tools/wire. DO NOT EDIT.
// What pages ask and are told: fields and their comments are those of the Go types.

export const figureBytes = 16;
export const noAngle = -32768;
export const noHealth = -1;
/** MaxSets is how many values one question may change. */
export const maxSets = 100;

/** What can be asked for, with the type of the answer. */
export interface Answers {
  files: string[];
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
  frame: Figure[];
  agents: AgentLine[];
  members: Present[];
  mind: Mind;
  scores: ScoresAt[];
  events: EventList;
  plannings: Planning[];
  explain: Exploration;
  whynot: WhyNot;
  ask: Reply;
  domain: DomainGraph;
  heat: Coverage;
  breaks: BreakList;
  break: BreakList;
  unbreak: BreakList;
  bookmarks: Bookmark[];
  bookmark: Bookmark[];
  unmark: Bookmark[];
  lanes: LaneList;
  set: void;
  move: void;
  eyes: Sights;
  constants: Constant[];
  tune: Opened;
  source: SourceText;
  index: Declaration[];
  offers: Offer[];
  check: Finding[];
  format: SourceText;
  save: Saved;
}

/** abort is that a watch of a node has cut short what ran, and what had changed. */
export interface Abort {
  tick: number;
  /** what had changed */
  cause: string;
}

/** AgentLine is an agent as it is listed. */
export interface AgentLine {
  name: string;
  kind: string;
  doing: string;
  idle?: boolean;
}

/** Awaited is a condition that ends a running step. */
export interface Awaited {
  /** until, while, expects */
  kind: string;
  text: string;
  holds: boolean;
  /** it does not hold */
  cause?: Cause;
}

/** Bar is something that took some time. */
export interface Bar {
  k: Track;
  r?: number;
  /** tick */
  a: number;
  /** tick; -1: it goes on */
  b: number;
  t: string;
  /** how it ended: good, bad or warn */
  c?: Tone;
  /** of a plan: adopted, merged or repaired */
  v?: string;
  /** it began before From, in a recording: nobody has looked when */
  e?: boolean;
}

/** Bookmark is a moment that somebody has marked. */
export interface Bookmark {
  /** 0: a new one */
  id: number;
  tick: number;
  agent?: string;
  note?: string;
}

/** Brain is what a brain arbitrates with, beside its wants. */
export interface Brain {
  name: string;
  personality?: string;
  /** what the personality changes, as it is written */
  traits?: string[];
  /** best, weighted random, first over */
  rule: string;
  inertia?: number;
  /** seconds until it arbitrates again, unless something is noticed before */
  next: number;
  pursues: Pursuit[];
  /** that wait */
  orders?: string[];
  curves?: CurveShape[];
}

/** Break is a breakpoint. */
export interface Break {
  /** 0: a new one */
  id: number;
  kind: BreakKind;
  /** of what is declared; "dine/buy first" of a method, of a node its tree, or a condition as it is written */
  name: string;
  /** number within the tree */
  node?: number;
  /** of the node */
  label?: string;
  /** of this agent alone */
  agent?: string;
  /** of agents of this kind alone */
  of?: string;
  off?: boolean;
  hits: number;
  /** why it cannot be reached */
  fault?: string;
}

/** BreakKind is what the simulation pauses at. */
export type BreakKind = "" | "operator" | "action" | "task" | "method" | "node" | "goal" | "want" | "condition";

/** BreakList is the answer to all questions about breakpoints. */
export interface BreakList {
  breaks: Break[];
  /** what is wrong with a condition: nothing has been set */
  findings?: Finding[];
}

/** Cause is why something came to nothing. */
export interface Cause {
  text: string;
  /** the condition */
  failed?: string;
  /** what of it did not hold */
  part?: string;
  /** what stands before that in the condition */
  before?: string;
  behind?: string;
  /** Part says what is cooling down: there is no more to it */
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
  /** written by the host */
  sensed?: boolean;
}

/** Change is a cell that something has written. */
export interface Change {
  name: string;
  /** without arguments */
  symbol: string;
  was: string;
  is: string;
}

/** Comparison is what was decided between the plan that ran and the one that was found. */
export interface Comparison {
  /** of the event */
  kind: PlanningKind;
  /** the verdict in short: better, equal, committed, cooldown, merged at step 3, ... */
  word: string;
  /** merged: the last step of the new plan that goes on; repaired: the first that was planned anew; from 1 */
  step?: number;
  /** what the event says beside its kind */
  text: string;
  /** the first number at which the records differ; -1: they do not, or there is only one */
  index: number;
  why: string;
  /** Cooling tells what could not be taken because it is cooling down, though it comes before what was decided. */
  cooling?: string[];
}

/** Cone is what a sense of sight looks into: an angle in radians, half to each side of where it looks. */
export interface Cone {
  range: number;
  angle: number;
}

/** Constant is a constant of the program with its value in the simulation. */
export interface Constant {
  name: string;
  type: string;
  value: string;
  /** its value as the file says */
  said: string;
  /** of an enum */
  values?: string[];
  number?: boolean;
  /** a number without a fraction */
  whole?: boolean;
  /** of a whole number with bounds: the least and the greatest */
  range?: [number, number];
  at: Spot;
}

/** Control is who is in control of an agent: its reactions, its mind, its layers, and which of them has which resource. */
export interface Control {
  parts: PartView[];
  resources?: ResourceView[];
  /** the mind holds off reactions and other plans */
  committed?: boolean;
}

/** Number is a count with its description. */
export interface Count {
  text: string;
  n: number;
}

/** Coverage is how often what is declared was chosen and rejected, with the time of which that is, in seconds of the run. */
export interface Coverage {
  seconds: number;
  plannings: number;
  nodes: number;
  backtracks: number;
  of: Record<string, DeclCounts>;
  from: number;
  until: number;
  /** it is of the time before a moment of the past, made again */
  past?: boolean;
  /** a moment of the past was asked for, and this is of the run as it is now: why */
  why?: string;
}

/** CurveShape is a curve to draw: its values at equal distances from 0 to 1. */
export interface CurveShape {
  kind: string;
  formula: string;
  /** its parameters that are not the usual ones */
  with?: string;
  y: number[];
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

/** Declaration is something with a name that a file declares. */
export interface Declaration {
  name: string;
  /** the word that declares it; of a symbol "state" */
  kind: string;
  /** its first line, as it is written */
  line: string;
  at: Spot;
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

/** Entry is an event as it is listed. */
export interface Entry {
  seq: number;
  tick: number;
  agent: string;
  /** plan, tree, goal, sense, squad */
  family: string;
  kind: string;
  text: string;
  /** of plans that trees and goals ask for, and of goals under goals */
  level?: number;
  /** it is of a node of a tree without children */
  leaf?: boolean;
  /** the kind by its number; 0: it is sensed, or of a later version */
  code?: number;
  /** what it is about, with arguments: "store(crate)" */
  subject?: string;
  /** of squads: whom it concerns beside, or the role that is taken */
  object?: string;
  /** why, in words, or of an abort what had changed */
  cause?: string;
}

/** EventList is the answer to an EventQuery. */
export interface EventList {
  /** the latest, if there are more than MaxListed or than were asked for */
  entries: Entry[];
  /** how many there are */
  total: number;
  /** of all kinds, whatever kinds were asked for; by name */
  counts: KindCount[];
  /** tick of the earliest event that is kept */
  kept: number;
}

/** EventQuery says which events are wanted. What is empty says nothing. */
export interface EventQuery {
  /** tick */
  from?: number;
  /** tick; 0: to the last */
  to?: number;
  agent?: string;
  /** kind of agents */
  of?: string;
  families?: string[];
  /** besides the families */
  kinds?: KindName[];
  /** these are not wanted */
  omit?: KindName[];
  /** is in the event's text, kind or agent, in capitals or not */
  text?: string;
}

/** Exploration is a planning, taken apart: everything that was tried, as a tree, with the state at every step of the search. */
export interface Exploration {
  agent: string;
  tick: number;
  seconds: number;
  /** it is over the picture that the planner saw; else over the state at that moment */
  seen: boolean;
  levels: string[];
  /** which of them this is */
  level: number;
  goal: string;
  status: string;
  limit?: string;
  nodes: number;
  backtracks: number;
  dropped?: number;
  roots: Task[];
  /** by number of what was tried */
  trail: Trail[];
  start: Cell[];
  /** what the search found */
  plan?: PlanView;
  /** what was being carried out before the tick */
  old?: PlanView;
  /** what is being carried out after it */
  now?: PlanView;
  verdict?: Comparison;
  bans?: string[];
}

/** Eyes is what there is to draw of one agent's mind. */
export interface Eyes {
  cones?: Cone[];
  /** it sees through walls */
  through?: boolean;
  /** how far each sense of hearing goes */
  ears?: number[];
  reaches?: Reach[];
  /** the rest of the path that it is walking */
  way?: [number, number][];
  /** the rest of its plan, as far as steps have a place */
  route?: Stop[];
  facts?: Fact[];
}

/** Faces is a message that tells a page what the numbers stand for, from a number on: name, item and team of each. From 0 on it is all of them. */
export interface Faces {
  push: 'faces';
  from: number;
  faces: [name: string, item: string, team: number][];
}

/** Fact is where an agent takes an object to be. */
export interface Fact {
  name: string;
  x: number;
  y: number;
  spread: number;
  confidence: number;
  seconds: number;
  sensed: boolean;
  /** the character that it is */
  figure?: string;
  /** where it is; nil: nowhere, or not known */
  truly?: [number, number];
}

/** Factor is what a score is multiplied by. */
export interface Factor {
  text: string;
  /** part, weight, personality, inertia, repetition */
  kind: string;
  value: number;
  piece?: Piece;
}

/** Figure is a character or an item as it is now. */
export interface Figure {
  n: string;
  /** what it gives; empty: it is a character */
  i?: string;
  x: number;
  y: number;
  /** a way of one metre; 0, 0: not known */
  f: [number, number];
  /** as a share; below 0: not known */
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

/** Frame is a picture of the simulation: who is where. */
export interface Frame {
  push: 'frame';
  file: string;
  /** changes when the simulation begins anew */
  run: number;
  tick: number;
  /** earliest tick that can be looked at */
  first: number;
  /** of a recording: its last tick */
  last?: number;
  tps: number;
  playing: boolean;
  speed: number;
  /** why it paused by itself */
  paused?: string;
  /** the file to which it is recorded */
  record?: string;
  /** the breakpoint at which it did */
  hit?: Hit;
  /** changes whenever breakpoints or bookmarks do */
  notes: number;
  /** of the last event */
  seq: number;
  /** changes when agents come or go */
  crowd: number;
  figures: Figure[];
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
  /** seconds since it was given, or has ended */
  ago: number;
  /** seconds until it is withdrawn */
  left?: number;
  ended?: boolean;
}

/** Hit is what a simulation has paused at. */
export interface Hit {
  break: number;
  kind: BreakKind;
  name: string;
  agent: string;
  tick: number;
  /** of the plan */
  level?: number;
  text: string;
}

/** Holder is who holds something, or waits for it. */
export interface Holder {
  name: string;
  priority?: number;
  /** seconds */
  left?: number;
}

/** KeepReason is why a plan was kept. */
export type KeepReason = "same" | "methods" | "lower" | "margin" | "nothing" | "committed" | "outdated" | "cost";

/** KindCount is how many events of a kind there are. */
export interface KindCount {
  family: string;
  kind: string;
  n: number;
}

/** KindName is the name of a kind of events, which belongs to a family. */
export interface KindName {
  family: string;
  kind: string;
}

/** Known is an object that members know of. */
export interface Known {
  name: string;
  /** the greatest confidence */
  sure: number;
  /** seconds: of who knows it best */
  fresh: number;
  /** of who has heard of it last */
  stale: number;
  who: string[];
  /** those of them who were told */
  told?: string[];
}

/** Land is what a world view draws once. Lengths are metres, from the upper left corner. */
export interface Land {
  min: [number, number];
  max: [number, number];
  places?: Place[];
  walls?: Wall[];
}

/** Lane is what happened to an agent. */
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

/** Lent is a token, or the slots at a place, with who holds it and who waits. */
export interface Lent {
  name: string;
  slot?: boolean;
  capacity: number;
  /** seconds; 0: as long as it is needed */
  lease?: number;
  holders?: Holder[];
  waiting?: Holder[];
}

/** Mark is something that happened. */
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
  /** place in Roles; -1: none */
  role: number;
  /** seconds for which that is so */
  since: number;
  /** for each role */
  scores?: number[];
  doing: string;
}

/** Membership is the part that an agent has in its squad. */
export interface Membership {
  squad: string;
  role?: string;
  holds?: string[];
  waits?: string[];
  orders?: GivenOrder[];
  duty?: string;
  mates: string[];
}

/** Method is one of a task's methods. */
export interface Method {
  index: number;
  name: string;
  when?: string;
  each?: string;
  verdict: Verdict;
  tries?: Try[];
  /** candidates for its free variables */
  count?: number;
  at: Spot;
}

/** Mind is all that there is to see of one agent at a moment. */
export interface Mind {
  agent: string;
  kind: string;
  tick: number;
  seconds: number;
  /** what it plans for: its plan line, then what trees and goals asked for */
  lines: PlanLine[];
  /** its plan lines */
  chances?: PlanChance[];
  trees: TreeView[];
  /** what it pursues and how its wants compare, as text */
  goals?: string;
  wants?: Want[];
  /** why it has nothing to carry out: in short, then what stands in the way */
  idle?: string[];
  waits: string[];
  bans: string[];
  fault?: string;
  cells: Cell[];
  eyes: Eyes;
  brain?: Brain;
  control?: Control;
  /** left out: it has none */
  memory?: Remembered[];
  /** it is one */
  squad?: Squad;
  /** it is in one */
  member?: Membership;
}

/** NodeView is a node of a tree. */
export interface NodeView {
  label: string;
  kind: string;
  /** the label without the kind */
  detail?: string;
  parent: number;
  running?: boolean;
  /** how it ended last */
  last?: Result;
  /** the last abort that it fired */
  fired?: Abort;
  /** seconds that its time still runs */
  left?: number;
  /** a child of a utility selector */
  score?: number;
  services?: ServiceView[];
  /** the plan, goal or action that it has started */
  runs?: string;
  /** place of that plan in Mind.Lines */
  line?: number;
}

/** Offer is a word of the language at a place where it can occur, with its documentation: for completion, hover texts and forms. */
export interface Offer {
  word: string;
  /** what it belongs to: "operator"; of declarations and words of expressions empty */
  of: string;
  doc: string;
  /** what stands behind it: "a constant time, greater than zero" */
  takes?: string;
  /** of a number */
  unit?: string;
  /** what holds without it */
  default?: string;
  /** what may stand behind it, where that is one of some words */
  words?: string[];
  /** an example */
  form?: string;
  /** the version that brought it; empty: the first */
  since?: string;
}

/** Opened is the answer to "open": what a page has to know of a simulation. */
export interface Opened {
  file: string;
  /** source files */
  files: string[];
  record: boolean;
  scene: boolean;
  /** what the agents live in */
  place: string;
  /** the game keeps its own loop: pages cannot say how fast it goes, nor begin it anew */
  hosted?: boolean;
  /** characters can be put somewhere else */
  movable?: boolean;
  seed: number;
  outline: Outline;
  land: Land;
  frame: Frame;
}

/** Outline is what a program declares, for lists and graphs. */
export interface Outline {
  tasks: OutlineTask[];
  operators: OutlineOperator[];
  trees: string[];
  goals: string[];
  symbols: OutlineSymbol[];
  agents: string[];
}

/** OutlineMethod is one way to achieve a task. */
export interface OutlineMethod {
  name: string;
  when?: string;
  /** free variables with where and order */
  each?: string;
  /** subtasks, by name */
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

/** Part is what a score is made of. */
export interface Part {
  text: string;
  value: string;
  depth: number;
}

/** PartKind is what a part of an agent is. */
export type PartKind = "reaction" | "mind" | "layer";

/** PartView is a reaction, the mind or a layer. What is before goes first. */
export interface PartView {
  name: string;
  kind: PartKind;
  state: string;
  /** of a reaction: to what */
  on?: string;
  /** it waits */
  why?: string;
  /** seconds in which a reaction does not start again */
  rest?: number;
  /** resources that it may need */
  uses?: string[];
  runs?: Run[];
}

/** Piece is a part of a score, taken apart. */
export interface Piece {
  kind: string;
  text: string;
  because?: string;
  value: number;
  /** 1 + place in Brain.Curves */
  curve?: number;
  x?: number;
  under?: Piece[];
  /** the text is a number, the value itself */
  number?: boolean;
}

/** Place is something with a name to go to. */
export interface Place {
  name: string;
  x: number;
  y: number;
  thing?: boolean;
  /** one can stand behind it */
  cover?: boolean;
}

/** PlanChance is a line of an agent that says what it plans for, with whether it holds: the first that does is planned for. */
export interface PlanChance {
  goal: string;
  when?: string;
  holds: boolean;
  /** it is the one that is planned for */
  now?: boolean;
  cause?: Cause;
}

/** PlanChoice is a task of a plan with the method that was taken for it. */
export interface PlanChoice {
  task: string;
  method: string;
  index: number;
  /** how many methods the task has */
  of: number;
  depth: number;
  bound?: string;
}

/** PlanLine is a plan that is being carried out. */
export interface PlanLine {
  goal: string;
  /** there is no plan */
  why?: string;
  steps: PlanStep[];
  /** what has asked for it, from the outside in; of the plan line nothing */
  within?: string[];
  /** seconds since the last planning */
  planned: number;
  /** seconds until it is planned again though nothing changes; null: then it is not */
  next?: number;
  /** seconds between two plannings */
  every?: number;
  /** that are not those of a step */
  timers?: Timer[];
  /** the last step that has failed, and why */
  failure?: string;
  /** seconds since then */
  ago?: number;
}

/** PlanStep is a step with how far it is. */
export interface PlanStep {
  text: string;
  state: StepState;
  /** running: seconds */
  elapsed?: number;
  /** running: actions of the host */
  doing?: string[];
  timers?: Timer[];
  awaits?: Awaited[];
}

/** PlanView is a plan with how it came about. */
export interface PlanView {
  steps: string[];
  /** steps that are done; -1: it is not being carried out */
  done: number;
  mtr: number[];
  /** one for each number of the MTR */
  choices: PlanChoice[];
  cost: number;
}

/** Planning is an event after which there is a planning to look at. */
export interface Planning {
  tick: number;
  /** 0: of the plan line; else of what a tree or goal asked for */
  level: number;
  kind: PlanningKind;
  text: string;
  /** the text without the kind */
  brief: string;
  steps: number;
  /** what was planned for */
  goal: string;
  /** kept: why */
  keep?: KeepReason;
}

/** PlanningKind is what came of a planning. */
export type PlanningKind = "adopted" | "kept" | "none" | "limit" | "merged" | "repaired" | "what if";

/** Present is an agent that is there, by name and kind. */
export interface Present {
  name: string;
  kind: string;
}

/** Pursuit is a goal that a brain pursues; the last is active, the others are interrupted. */
export interface Pursuit {
  text: string;
  order?: number;
}

/** Reach is how far an attack or another action goes. */
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

/** Memory is what an agent remembers of an object. */
export interface Remembered {
  /** of the object */
  name: string;
  /** whose body it is */
  agent?: string;
  /** of the object */
  type?: string;
  /** by which it came to attention last */
  sense: string;
  where?: [number, number];
  /** metres */
  spread?: number;
  confidence: number;
  /** since its place was last known */
  seconds: number;
  times: number;
  /** now */
  sensed?: boolean;
  /** in long-term memory */
  long?: boolean;
  /** it was not found there */
  missed?: boolean;
}

/** Reply is the answer to a question of any kind, as pages show it. */
export interface Reply {
  /** its kind: "what would" */
  question: string;
  /** what was asked about, as it is declared; empty: nothing was named */
  about: string;
  agent: string;
  /** the moment of the answer */
  tick: number;
  /** code of the first finding */
  verdict: string;
  /** the verdict says that it happens, or has happened */
  done: boolean;
  /** the whole answer, in lines: the same that the command line prints */
  text: string;
}

/** Request is what a page asks for. Which fields mean something depends on Op; every answer carries ID. */
export interface Request {
  id: number;
  op: string;
  file?: string;
  agent?: string;
  /** nil: as it is now */
  tick?: number;
  /** why not: the tick of the planning that is looked at; nil: that of Tick */
  plan?: number;
  level?: number;
  name?: string;
  /** ask: the kind of question, as in "what would" */
  ask?: string;
  text?: string;
  /** save: the hash of the text that is replaced */
  was?: string;
  /** other values of symbols */
  sets?: Setting[];
  /** other values of constants */
  tuned?: Setting[];
  names?: string[];
  count?: number;
  since?: number;
  /** the last tick */
  until?: number;
  on?: boolean;
  speed?: number;
  seed?: number;
  /** metres */
  at?: [number, number];
  break?: Break;
  mark?: Bookmark;
  events?: EventQuery;
}

/** ResourceView is a resource with what has it; nobody: it is free. */
export interface ResourceView {
  name: string;
  /** place in Parts; -1: free */
  part: number;
  action?: string;
  /** what has started the action, from the outside in */
  path?: string[];
}

/** Result is the same as it is told. */
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
  /** members that it has too few */
  short?: number;
  /** by what members are chosen */
  score?: string;
}

/** Run is something that runs; what it has started comes after it, one deeper. */
export interface Run {
  kind: string;
  text: string;
  depth: number;
  uses?: string[];
  /** it waits for these tokens and slots */
  needs?: string[];
  /** it is not to be interrupted */
  holds?: boolean;
}

/** Saved is the answer to "save". */
export interface Saved {
  /** with errors among them nothing has been written, and the simulation goes on as it was */
  findings: Finding[];
  saved: boolean;
  /** what could not go over to the new program */
  notes?: string[];
  /** why the simulation has begun anew instead of going on */
  restart?: string;
  opened?: Opened;
  /** of the text that has been written */
  hash?: string;
  /** Conflict is the file as somebody else has written it since the page read it: then nothing has been written. A page that wants to overwrite it all the same sends the hash of this one. */
  conflict?: SourceText;
}

/** ScoresAt is what an agent's wants scored at a moment. */
export interface ScoresAt {
  tick: number;
  scores: Record<string, number>;
  chosen?: string;
}

/** SeenCell is a value that a failed condition saw. */
export interface SeenCell {
  symbol: string;
  value: string;
  /** index of the step that had set it, -1: from the start */
  step: number;
  /** that step's operator */
  by?: string;
}

/** ServiceView is a service of a node. Times are seconds. */
export interface ServiceView {
  name: string;
  every: number;
  running?: boolean;
  /** since it has run */
  last?: number;
  /** until it runs */
  next?: number;
}

/** Setting is another value of a symbol or a constant. */
export interface Setting {
  /** "money", "visible(e1)" */
  name: string;
  /** as it is written: "3", "true"; of a symbol any expression */
  value: string;
}

/** Share is what one part of a score adds to it: the shares of a want add up to its score. */
export interface Share {
  text: string;
  kind: ShareKind;
  value: number;
}

/** ShareKind is what a share is of. */
export type ShareKind = "part" | "inertia" | "cut";

/** Sights is what all characters perceive with and believe, as far as it was asked for. */
export interface Sights {
  eyes: Record<string, Eyes>;
  /** how many more there are */
  left?: number;
}

/** SourceText is a file as an editor shows it. */
export interface SourceText {
  file: string;
  text: string;
  /** it is in a trace, or part of a program */
  readonly?: boolean;
  /** of the text as it is on disk: to be sent along when the file is saved */
  hash?: string;
}

/** Spot is a place in a file; lines count from 1. */
export interface Spot {
  file: string;
  line: number;
}

/** Squad is what there is to see of a squad. */
export interface Squad {
  roles: Role[];
  members: Member[];
  lent?: Lent[];
  orders?: GivenOrder[];
  /** what members know, one by one or from each other */
  known?: Known[];
  talk?: Talk;
}

/** StepState is how far a step of a plan is. */
export type StepState = "done" | "running" | "next";

/** Stop is where a step of a plan leads: running or next. */
export interface Stop {
  text: string;
  state: StepState;
  x: number;
  y: number;
}

/** Talk is how members tell each other what they know. */
export interface Talk {
  /** seconds */
  delay: number;
  confidence: number;
}

/** Taping tells pages of a recording on demand. */
export interface Taping {
  on: boolean;
  /** that is, or was last, written */
  file?: string;
  /** of it */
  bytes?: number;
  /** why it has ended by itself */
  why?: string;
}

/** Task is one time that a task came up, with all its methods in order; or an operator. */
export interface Task {
  /** number of what was tried */
  id: number;
  ended?: number;
  /** with arguments */
  name: string;
  /** name alone */
  decl: string;
  inPlan: boolean;
  /** an operator: its number in the plan so far; nil: its condition failed, or it is a task */
  step?: number;
  /** it is an operator */
  leaf?: boolean;
  cause?: Cause;
  pruned?: string;
  methods?: Method[];
}

/** Timer is a time that runs. Times are seconds. */
export interface Timer {
  kind: TimerKind;
  /** of a cooldown its name, of a ban what it is on */
  text: string;
  left: number;
  /** how long it lasts in all; 0: not known */
  of?: number;
}

/** TimerKind is what a time that runs is for. */
export type TimerKind = "succeeds" | "fails" | "expects" | "commits" | "cooldown" | "ban" | "quarantine" | "plans";

/** Tone is how something ended. */
export type Tone = "good" | "bad" | "warn";

/** Track is a row of a lane. */
export type Track = "want" | "goal" | "plan" | "step" | "leaf" | "percept" | "order";

/** Trail is one step of the search. */
export interface Trail {
  kind: string;
  text: string;
  /** kind step: its number in the plan so far */
  step: number;
  /** kind backtrack: the number of the task that is come back to; -1: it is a choice of order */
  to: number;
  changes?: Change[];
}

/** TreeView is a tree that runs, node by node. */
export interface TreeView {
  name: string;
  nodes: NodeView[];
}

/** Try is one time that a method, or one binding of it, was looked at. */
export interface Try {
  id: number;
  /** number of the return that took it back; 0: it stands */
  ended?: number;
  bound?: string[];
  verdict: Verdict;
  cause?: Cause;
  /** its subtasks, as they came up */
  items?: Task[];
}

/** Verdict is what became of a method, or of one try of it. */
export type Verdict = "chosen" | "abandoned" | "rejected" | "banned" | "never";

/** Wall is a line, or where it is solid a box between two corners. */
export interface Wall {
  a: [number, number];
  b: [number, number];
  solid?: boolean;
}

/** Want is a candidate of a brain with its score. */
export interface Want {
  text: string;
  /** what its scores go by: an order is without what it says */
  key: string;
  /** of the want with its brain, as breakpoints name it */
  name?: string;
  /** place of the want in its brain; -1: what it was ordered */
  order: number;
  score: number;
  /** it was left out */
  why?: string;
  /** what of its condition does not hold */
  blame?: string;
  chosen?: boolean;
  cooling?: boolean;
  rank?: number;
  parts?: Part[];
  bar?: Share[];
  /** beside what it is made of */
  factors?: Factor[];
  shape?: Piece;
}

/** WhyNot is the answer to why something is not done, as pages show it. */
export interface WhyNot {
  /** what was asked about, as it is declared: "operator hurl(kane)" */
  name: string;
  /** "in plan" of what is done; else the code of the verdict */
  verdict: string;
  /** it is done, or a step of the plan */
  inPlan: boolean;
  summary: string;
  /** what there is to say beside the summary, what alone suffices first */
  cases: WhyNotCase[];
}

/** WhyNotCase is one finding. */
export interface WhyNotCase {
  /** -1 */
  id: number;
  /** the methods or nodes on the way to it */
  within: string;
  /** the verdict in words */
  outcome: string;
  text: string;
  /** what failed within, or what was looked at */
  later?: string[];
}
