import type { FrameKeys } from "../frame/frame.ts";
import { pairGroups } from "../repeats/pair-groups.ts";
import { FEWEST_UNITS, type ResamplingUnit, resamplingUnit } from "../repeats/resampling-unit.ts";

/**
 * The unit of pairs that is resampled whole: the coarsest one that repeats. The candidates are the
 * fields of a context that have ten values or more (such as the question, of questions and
 * attributes), then contexts, then x; otherwise single pairs are resampled.
 */
export function frameUnit(keys: FrameKeys): ResamplingUnit {
  const fields = keys.fields
    .filter(({ count }) => count >= FEWEST_UNITS)
    .toSorted((a, b) => a.count - b.count)
    .map(({ name, of }) => ({ name, keys: of }));
  return resamplingUnit(keys.x.length, [
    ...fields,
    { name: "context", keys: keys.contexts },
    { name: "x", keys: pairGroups(keys).x.of },
  ]);
}
