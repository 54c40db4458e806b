// Worlds in which every probability is known: a separate entry point, which reads no files and so
// runs in a browser too.
export { shapeNames, type ShapeName } from "./synthetic-shapes.ts";
export { mutualInformation, syntheticWorld, type SyntheticWorld } from "./synthetic-world.ts";
