import type { Cause, Cell, Eyes } from "./types";

// What the server tells of a mind, as package studio writes it. Times are seconds.

export interface Share {
  text: string;
  kind: "part" | "inertia" | "cut";
  value: number;
}

export interface Factor {
  text: string;
  kind: string;
  value: number;
}

export interface Piece {
  kind: "value" | "sum" | "product" | "least" | "most" | "curve" | "mean";
  text: string;
  because?: string;
  value: number;
  /** 1 + place among the curves of the brain. */
  curve?: number;
  x?: number;
  under?: Piece[];
}

export interface CurveShape {
  kind: string;
  formula: string;
  with?: string;
  y: number[];
}

export interface Want {
  text: string;
  /** Of the want with its brain, as breakpoints name it. */
  name?: string;
  order: number;
  score: number;
  why?: string;
  blame?: string;
  chosen?: boolean;
  cooling?: boolean;
  rank?: number;
  parts?: { text: string; value: string; depth: number }[];
  bar?: Share[];
  factors?: Factor[];
  shape?: Piece;
}

export interface Brain {
  name: string;
  personality?: string;
  traits?: string[];
  rule: string;
  inertia?: number;
  next: number;
  pursues: { text: string; order?: number }[];
  orders?: string[];
  curves?: CurveShape[];
}

export interface Timer {
  kind: "succeeds" | "fails" | "expects" | "commits" | "cooldown" | "ban" | "quarantine" | "plans";
  text: string;
  left: number;
  of?: number;
}

export interface PlanStep {
  text: string;
  state: "done" | "running" | "next";
  elapsed?: number;
  doing?: string[];
  timers?: Timer[];
  awaits?: { kind: string; text: string; holds: boolean; cause?: Cause }[];
}

export interface PlanLine {
  goal: string;
  why?: string;
  steps: PlanStep[];
  within?: string[];
  planned: number;
  next?: number;
  every?: number;
  timers?: Timer[];
  failure?: string;
  ago?: number;
}

export interface NodeView {
  label: string;
  kind: string;
  parent: number;
  running?: boolean;
  last?: { status: string; tick: number; cause?: string };
  fired?: { tick: number; cause: string };
  left?: number;
  score?: number;
  services?: { name: string; every: number; running?: boolean; last?: number; next?: number }[];
  runs?: string;
  line?: number;
}

export interface TreeView {
  name: string;
  nodes: NodeView[];
}

export interface Run {
  kind: string;
  text: string;
  depth: number;
  uses?: string[];
  needs?: string[];
  holds?: boolean;
}

export interface ControlPart {
  name: string;
  kind: "reaction" | "mind" | "layer";
  state: string;
  on?: string;
  why?: string;
  rest?: number;
  uses?: string[];
  runs?: Run[];
}

export interface Control {
  parts: ControlPart[];
  resources?: { name: string; part: number; action?: string; path?: string[] }[];
  committed?: boolean;
}

export interface Remembered {
  name: string;
  agent?: string;
  type?: string;
  sense: string;
  where?: [number, number];
  spread?: number;
  confidence: number;
  seconds: number;
  times: number;
  sensed?: boolean;
  long?: boolean;
  missed?: boolean;
}

export interface Holder {
  name: string;
  priority?: number;
  left?: number;
}

export interface GivenOrder {
  number?: number;
  member: string;
  role?: string;
  text: string;
  state: string;
  why?: string;
  urgent?: boolean;
  ago: number;
  left?: number;
  ended?: boolean;
}

export interface Squad {
  roles: { name: string; min: number; max: number; short?: number; score?: string }[];
  members: { name: string; role: number; since: number; scores?: number[]; doing: string }[];
  lent?: { name: string; slot?: boolean; capacity: number; lease?: number; holders?: Holder[]; waiting?: Holder[] }[];
  orders?: GivenOrder[];
  known?: { name: string; sure: number; fresh: number; stale: number; who: string[]; told?: string[] }[];
  talk?: { delay: number; confidence: number };
}

export interface Membership {
  squad: string;
  role?: string;
  holds?: string[];
  waits?: string[];
  orders?: GivenOrder[];
  duty?: string;
  mates: string[];
}

export interface Mind {
  agent: string;
  kind: string;
  tick: number;
  seconds: number;
  lines: PlanLine[];
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
  brain?: Brain;
  control?: Control;
  memory: Remembered[] | null;
  squad?: Squad;
  member?: Membership;
}

export interface ScoresAt {
  tick: number;
  scores: Record<string, number>;
  chosen?: string;
}
