// Students and the synthetic class
export type { Attempt, Student, Window } from "./student.ts";
export { syntheticClass } from "./synthetic-class.ts";
export type { SyntheticClass } from "./synthetic-class.ts";
export { programWorld } from "./program-world.ts";
export type { ProgramWorld } from "./program-world.ts";
