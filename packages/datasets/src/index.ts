export { DatasetError } from "./dataset-error.ts";
export type { DataFile } from "./data-file.ts";
export { parseChaosNli } from "./chaosnli.ts";
export { parseGoEmotions } from "./goemotions.ts";
export { parseWords } from "./words.ts";
export { mutualInformation } from "./mutual-information.ts";
export { syntheticWorld } from "./synthetic-world.ts";
export type { SyntheticWorld } from "./mixture-world.ts";
export type { ShapeName } from "./synthetic-shapes.ts";
