// Pairs with people's numbers and estimates, as columns
export { frameBuilder } from "./frame-builder.ts";
export type { FrameBuilder, FrameOptions, FrameRow, PairTerms } from "./frame-builder.ts";
export { frameKeys, type PairTexts } from "./frame-keys.ts";
export { pairsAt, placesWhere } from "./frame.ts";
export type { ContextField, Frame, FrameColumn, FrameKeys, FrameTerms } from "./frame.ts";
