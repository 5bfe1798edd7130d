// What the server tells, as package studio writes it.

export interface Figure {
  n: string;
  i?: string;
  x: number;
  y: number;
  f: [number, number];
  h: number;
  t?: number;
}

export interface Frame {
  push: "frame";
  run: number;
  tick: number;
  first: number;
  tps: number;
  playing: boolean;
  speed: number;
  paused?: string;
  seq: number;
  figures: Figure[];
}

export interface Spot {
  file: string;
  line: number;
}

export interface Land {
  min: [number, number];
  max: [number, number];
  places?: { name: string; x: number; y: number; thing?: boolean }[];
  walls?: { a: [number, number]; b: [number, number]; solid?: boolean }[];
}

export interface OutlineMethod {
  name: string;
  when?: string;
  each?: string;
  calls: string[];
  at: Spot;
}

export interface OutlineTask {
  name: string;
  call: string;
  at: Spot;
  methods: OutlineMethod[];
}

export interface OutlineOperator {
  name: string;
  call: string;
  when?: string;
  do?: string;
  effect?: string;
  at: Spot;
}

export interface OutlineSymbol {
  name: string;
  type: string;
  scope: string;
  params: number;
  values?: string[];
}

export interface Outline {
  tasks: OutlineTask[];
  operators: OutlineOperator[];
  trees: string[];
  goals: string[];
  symbols: OutlineSymbol[] | null;
  agents: string[];
}

export interface Opened {
  file: string;
  files: string[];
  record: boolean;
  scene: boolean;
  seed: number;
  outline: Outline;
  land: Land;
  frame: Frame;
}

export interface AgentLine {
  name: string;
  kind: string;
  doing: string;
  idle?: boolean;
}

export interface Cell {
  name: string;
  value: string;
  scope: string;
  type: string;
  sensed?: boolean;
}

export interface Eyes {
  cones?: { range: number; angle: number }[];
  way?: [number, number][];
  facts?: { name: string; x: number; y: number; spread: number; confidence: number; seconds: number; sensed: boolean }[];
}

export interface NodeView {
  label: string;
  kind: string;
  parent: number;
  running?: boolean;
  last?: { status: string; tick: number; cause?: string };
}

export interface TreeView {
  name: string;
  nodes: NodeView[];
}

export interface Want {
  text: string;
  score: number;
  why?: string;
  chosen?: boolean;
  parts?: { text: string; value: string; depth: number }[];
}

export interface Mind {
  agent: string;
  kind: string;
  tick: number;
  seconds: number;
  lines: { goal: string; why?: string; steps: { text: string; state: "done" | "running" | "next" }[] }[];
  chances?: { goal: string; when?: string; holds: boolean; now?: boolean; cause?: Cause }[];
  trees: TreeView[];
  goals?: string;
  wants?: Want[];
  idle?: string;
  waits: string[];
  bans: string[];
  fault?: string;
  cells: Cell[];
  eyes: Eyes;
}

export interface Entry {
  seq: number;
  tick: number;
  agent: string;
  family: "plan" | "tree" | "goal";
  kind: string;
  text: string;
}

export interface Planning {
  tick: number;
  level: number;
  kind: string;
  text: string;
  steps: number;
}

export interface SeenCell {
  symbol: string;
  value: string;
  step: number;
  by?: string;
}

export interface Cause {
  text: string;
  failed?: string;
  part?: string;
  seen?: SeenCell[];
}

export type Verdict = "chosen" | "abandoned" | "rejected" | "banned" | "never";

export interface Try {
  id: number;
  ended?: number;
  bound?: string[];
  verdict: Verdict;
  cause?: Cause;
  items?: Task[];
}

export interface Method {
  index: number;
  name: string;
  when?: string;
  each?: string;
  verdict: Verdict;
  tries?: Try[];
  count?: number;
  at: Spot;
}

export interface Task {
  id: number;
  ended?: number;
  name: string;
  decl: string;
  inPlan: boolean;
  step?: number;
  leaf?: boolean;
  cause?: Cause;
  pruned?: string;
  methods?: Method[];
}

export interface Change {
  name: string;
  was: string;
  is: string;
}

export interface Trail {
  kind: string;
  text: string;
  step: number;
  changes?: Change[];
}

export interface PlanView {
  steps: string[];
  done: number;
  mtr: number[];
  choices: { task: string; method: string; index: number; of: number; depth: number; bound?: string }[];
  cost: number;
}

export interface Exploration {
  agent: string;
  tick: number;
  seconds: number;
  seen: boolean;
  levels: string[];
  goal: string;
  status: string;
  limit?: string;
  nodes: number;
  backtracks: number;
  dropped?: number;
  roots: Task[] | null;
  trail: Trail[];
  start: Cell[];
  plan?: PlanView;
  old?: PlanView;
  now?: PlanView;
  verdict?: { kind: string; text: string; index: number; why: string };
  bans?: string[];
}

export interface WhyNot {
  name: string;
  kind: string;
  inPlan: boolean;
  summary: string;
  cases: { id: number; within: string; outcome: string; text: string; later?: string[] }[];
}

export interface Finding {
  file: string;
  line: number;
  col: number;
  endLine: number;
  endCol: number;
  severity: string;
  code: string;
  message: string;
  hint?: string;
}

export interface SourceText {
  file: string;
  text: string;
  readonly?: boolean;
}

export interface Saved {
  findings: Finding[];
  saved: boolean;
  notes?: string[];
  restart?: string;
  opened?: Opened;
}
