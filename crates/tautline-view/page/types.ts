// The shapes of what the modules hand each other. Nothing here is code: the page has no build step, and never loads this file.

export type Place = [number, number];

/** An option of a planner, as the registry describes it. */
export interface PlannerOption {
  name: string;
  default: string;
  choices?: string[];
  range?: [number, number];
  whole?: boolean;
  help: string;
}

/** A planner of the registry. */
export interface Planner {
  id: string;
  name: string;
  paper: string;
  guarantee: "optimal" | "bounded" | "suboptimal";
  places: "cells" | "corners" | "points";
  any_angle: boolean;
  needs_index: boolean;
  terrain: boolean;
  links: boolean;
  hexagons: boolean;
  options: PlannerOption[];
}

export interface Generator {
  name: string;
  help: string;
  params: { name: string; help: string; default: number; min: number; max: number }[];
}

export interface About {
  protocol: number;
  program: string;
  given: string | null;
  planners: Planner[];
  generators: Generator[];
  scenes: { name: string; help: string; agents: number }[];
  models: string[];
  limits: { cells: number; upload: number; events: number; expansions: number; seconds: number; agents: number };
}

export interface MapInfo {
  name: string;
  width: number;
  height: number;
  hexagons: boolean;
  terrain: boolean;
  start: Place | null;
  goal: Place | null;
  free: number;
}

export type MapSource =
  | { kind: "builtin" }
  | { kind: "given" }
  | { kind: "generated"; generator: string; width: number; height: number; seed: number; params: Record<string, number> }
  | { kind: "empty"; width: number; height: number }
  | { kind: "file"; name: string }
  | { kind: "cells"; name: string; width: number; height: number }
  | { kind: "scene"; scene: string; agents: number; seed: number };

/** A planner with its options. */
export interface Choice {
  id: string;
  options: Record<string, string>;
}

export interface PlanRequest {
  planner: string;
  options: Record<string, string>;
  start: Place;
  goal: Place;
  optimal?: boolean;
  events?: number;
}

/** How a planner was made to fit the map. */
export interface Fitting {
  how: "prepared" | "repaired" | "rebuilt";
  nanoseconds: number;
}

/** How far the preparation is that a path needs. */
export interface Progress {
  planner: string;
  update: boolean;
  milliseconds: number;
  waits_for: string | null;
}

export interface Plan {
  outcome: "found" | "partial" | "unreachable" | "stopped";
  cost: number | null;
  turns: number | null;
  path: Place[];
  places: "cells" | "corners" | "points";
  guarantee: string | null;
  stats: Record<string, number> | null;
  nanoseconds: number | null;
  preparation: Fitting[];
  optimal?: number | null;
}

/** A plan, and the events of its search in columns. */
export interface Recording {
  plan: Plan;
  count: number;
  cut: boolean;
  values: Float64Array;
  spots: Float32Array;
  kinds: Uint8Array;
}

export interface FileAnswer {
  name: string;
  blob: Blob;
}

export interface Crowd {
  map: MapInfo | null;
  costs: Uint16Array | null;
  count: number;
  timeStep: number;
  maxSpeed: number;
  /** Radius, goal x, goal y, group of each agent. */
  agents: Float32Array;
}

export interface Explanation {
  agent: number;
  preferred: Place;
  chosen: Place;
  max_speed: number;
  reach: number;
  neighbours: number[];
  way: Place[];
  walls: [number, number, number, number][];
  half_planes: [number, number, number, number][];
  cones: [number, number, number, number, number, number][];
}

export interface Walked {
  time: number;
  arrived: number;
  stuck: number;
  collisions: number;
  microseconds: number;
  done: boolean;
  explanation: Explanation | null;
  /** x, y, velocity x, velocity y of each agent. */
  states: Float32Array;
  /** 1 arrived, 2 overlaps another one, 4 has no way. */
  flags: Uint8Array;
}

export type Mode = "plan" | "watch" | "compare" | "crowd";
export type Tool = "move" | "wall" | "erase" | "terrain" | "agent";
export type Heat = "none" | "g" | "h" | "f";
