// Worlds of which everything is known. An entry point of its own, which a browser can have: it reads no files.
export { shapeNames, type ShapeName } from "./synthetic-shapes.ts";
export { mutualInformation, syntheticWorld, type SyntheticWorld } from "./synthetic-world.ts";
