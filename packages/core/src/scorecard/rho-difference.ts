import type { Frame } from "../frame/frame.ts";
import { type RhoDifference, type RhoOptions, sharedRhos } from "./shared-rhos.ts";

/**
 * ρ of the first column minus that of the second; `undefined` for fewer than three pairs.
 *
 * @example
 * import { frameBuilder } from "@promptnce/core/frame";
 * const builder = frameBuilder(["mine", "theirs"]);
 * for (const [people, mine, theirs] of ["112", "223", "341", "434"]) {
 *   const estimates = [{ pmi: Number(mine) }, { pmi: Number(theirs) }];
 *   builder.add({ x: people, y: "dog", truth: { marginal: 0.1, pmi: Number(people) }, estimates });
 * }
 * rhoDifference(builder.build(), [0, 1], { seed: "1", replicates: 100, term: "pmi" }).difference;
 * // → 0.4
 */
export function rhoDifference(
  frame: Frame,
  columns: readonly [first: number, second: number],
  options: RhoOptions,
): RhoDifference | undefined {
  return sharedRhos(frame, columns, options)?.difference(0, 1);
}
