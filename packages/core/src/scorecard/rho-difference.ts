import type { Frame } from "../frame/frame.ts";
import { type RhoDifference, type RhoOptions, sharedRhos } from "./shared-rhos.ts";

/** ρ of the first column minus that of the second; `undefined` for fewer than three pairs. */
export function rhoDifference(
  frame: Frame,
  columns: readonly [first: number, second: number],
  options: RhoOptions,
): RhoDifference | undefined {
  return sharedRhos(frame, columns, options)?.difference(0, 1);
}
