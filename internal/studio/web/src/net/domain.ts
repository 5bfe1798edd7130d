// The graph of what a program declares, and its heat, as packages graph and studio write them.

export interface DomainLine {
  kind: string;
  name: string;
  note?: string;
  file?: string;
  line?: number;
}

export interface DomainBox {
  id: string;
  kind: string;
  name: string;
  title: string;
  note?: string;
  lines?: DomainLine[];
  /** Of a node of a tree: the box of the tree. */
  tree?: string;
  up: number;
  /** Of a tree: how many nodes it has. */
  size?: number;
  file?: string;
  line?: number;
}

export interface DomainEdge {
  from: string;
  /** The line of the box that it leads from; -1: the box as a whole. */
  out: number;
  to: string;
  kind: string;
}

export interface DomainGraph {
  boxes: DomainBox[];
  edges: DomainEdge[] | null;
}

export interface Count {
  text: string;
  n: number;
}

export interface Warmth {
  chosen: number;
  tried: number;
  rejected: number;
  reasons?: Count[];
  facts?: Count[];
}

export interface Heat {
  seconds: number;
  /** Of which time it is, in seconds of the run. */
  from: number;
  until: number;
  /** It is of the time before a moment of the past. */
  past?: boolean;
  /** A moment of the past was asked for, and it is of the run as it is now: why. */
  why?: string;
  plannings: number;
  nodes: number;
  backtracks: number;
  /** By the ID of a box, and of its lines by "ID/number". */
  of: Record<string, Warmth>;
}
