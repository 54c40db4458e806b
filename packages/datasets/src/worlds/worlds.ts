// Worlds of which everything is known. An entry point of its own, which a browser can have: it reads no files.
export { type SyntheticWorld, mutualInformation } from "./mixture-world.ts";
export { shapeNames, type ShapeName } from "./synthetic-shapes.ts";
export { syntheticWorld } from "./synthetic-world.ts";
