// What the server tells, as package studio writes it.
import type { Hit } from "./time";

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
  file: string;
  run: number;
  tick: number;
  first: number;
  /** Of a recording: its last tick. */
  last?: number;
  /** The file to which it is being recorded. */
  record?: string;
  tps: number;
  playing: boolean;
  speed: number;
  paused?: string;
  hit?: Hit;
  notes: number;
  seq: number;
  /** Changes when agents come or go. */
  crowd: number;
  figures: Figure[];
}

export interface Spot {
  file: string;
  line: number;
}

export interface Land {
  min: [number, number];
  max: [number, number];
  places?: { name: string; x: number; y: number; thing?: boolean; cover?: boolean }[];
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
  place: string; // what the agents live in
  hosted?: boolean; // the game keeps its own loop
  movable?: boolean;
  seed: number;
  outline: Outline;
  land: Land;
  frame: Frame;
}

export interface Member {
  name: string;
  kind: string;
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
  through?: boolean;
  ears?: number[];
  reaches?: { name: string; range: number }[];
  way?: [number, number][];
  route?: { text: string; state: string; x: number; y: number }[];
  facts?: { name: string; x: number; y: number; spread: number; confidence: number; seconds: number; sensed: boolean; figure?: string; truly?: [number, number] }[];
}

export type { Mind, NodeView, TreeView, Want } from "./mind";

export interface Entry {
  seq: number;
  tick: number;
  agent: string;
  family: "plan" | "tree" | "goal" | "sense" | "squad";
  kind: string;
  text: string;
  level?: number;
  leaf?: boolean;
}

export interface Planning {
  tick: number;
  level: number;
  kind: string;
  text: string;
  steps: number;
  goal: string;
  /** Of one that was kept: why. */
  keep?: Keep;
}

export type Keep = "same" | "methods" | "lower" | "margin" | "nothing" | "committed" | "outdated";

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
  /** Of a return: the number of the task that is come back to; -1: a choice of order. */
  to: number;
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
  level: number;
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
  verdict?: { kind: string; word: string; step?: number; text: string; index: number; why: string; cooling?: string[] };
  bans?: string[];
}

export interface WhyNot {
  name: string;
  kind: string;
  verdict: "in plan" | "tried" | "passed" | "unreached" | "elsewhere";
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
  /** Of the text as it is on disk. */
  hash?: string;
}

export interface Saved {
  findings: Finding[];
  saved: boolean;
  notes?: string[];
  restart?: string;
  opened?: Opened;
  hash?: string;
  /** The file as somebody else has written it: nothing has been saved. */
  conflict?: SourceText;
}
