// A class made up by a program, with its exact joint distribution
export { syntheticClass, type SyntheticClass } from "./world/synthetic-class.ts";
export type { ProgramWorld } from "./world/program-world.ts";
