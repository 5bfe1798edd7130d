// Numbers of items. Made by: go run ./internal/tools/lib -header

export const PROTOCOL: 1;

export const WRITE: 1; // number: symbol; agent, [args], [value]
export const REPORT: 2; // number: status; instance
export const SPENT: 3; // instance
export const SPAWN: 4; // number: kind; ref
export const REMOVE: 5; // agent
export const OBJECT: 6; // number: type; ref, [name]
export const REMOVE_OBJECT: 7; // object
export const BODY: 8; // number: parts; flag 1: fixed; object, x, y, velocity_x, velocity_y, facing_x, facing_y, kind, importance, value_1, value_2, value_3, value_4
export const REMOVE_BODY: 9; // object
export const SOUND: 10; // number: said; from, x, y, loudness, kind, importance
export const DAMAGE: 11; // agent, from, x, y, amount, importance
export const ORDER: 12; // number: goal; flag 1: urgent; ref, agent, [args]
export const WITHDRAW: 13; // agent, order
export const JOIN: 14; // squad, agent
export const LEAVE: 15; // agent
export const TEAM: 16; // agent, team
export const SIGNIFICANCE: 17; // agent, significance
export const WAKE: 18; // agent
export const WALLS: 19; // flag 1: clear; [lines]
export const READ: 20; // number: symbol; ref, agent, [args]
export const EXPLAIN: 21; // ref, agent
export const STEP: 22; // number: ticks
export const TIME: 23; // nanoseconds
export const VOICE: 24; // object, loudness, kind, importance
export const PERSONALITY: 25; // number: personality; agent
export const START: 65; // number: action; instance, agent, [args]
export const ABORT: 66; // number: reason; flag 1: grace; instance, agent
export const SUSPEND: 67; // instance, agent
export const RESUME: 68; // instance, agent
export const RESTORED: 69; // number: action; flag 1: suspended; flag 2: ending; instance, agent, [args]
export const OVER: 70; // instance, agent
export const SPAWNED: 71; // ref, agent, body
export const ADDED: 72; // ref, object
export const ORDERED: 73; // ref, order
export const VALUE: 74; // number: symbol; ref, [value]
export const TEXT: 75; // ref, [text]
export const TICK: 76; // tick, hash, decisions, running
export const EVENT: 77; // number: event; agent, member, order, score, step, steps, node, level, status, reason, cause, [text]
export const REFUSED: 78; // number: refusal; item, of, about
export const SAID: 79; // number: bark; agent, variant
export const SUCCESS: 2; // outcome: the number of a report
export const FAILURE: 3; // outcome: the number of a report
