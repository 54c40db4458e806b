import { readFileSync } from "node:fs";

export interface GoldenPair {
  readonly name: string;
  readonly first: number[];
  readonly second: number[];
  readonly positions: number[];
  readonly totalVariation: number;
  readonly jensenShannon: number;
  readonly earthMovers: number;
}

/** By SciPy. */
export const goldenPairs: readonly GoldenPair[] = JSON.parse(
  readFileSync(new URL("../../fixtures/distances.json", import.meta.url), "utf8"),
).pairs;
