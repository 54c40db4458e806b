import type { FrameKeys } from "../frame/frame.ts";
import { pairGroups } from "../repeats/pair-groups.ts";
import { FEWEST_UNITS, type ResamplingUnit, resamplingUnit } from "../repeats/resampling-unit.ts";

/**
 * The unit of pairs that is resampled whole: the coarsest one that repeats. The candidates are the
 * fields of a context that have ten values or more (such as the question, of questions and
 * attributes), then contexts, then x; otherwise single pairs are resampled.
 *
 * @param named the unit where the data dictate it, however often it repeats: a field of contexts
 * that have several, `context`, `x`, `label` or `pair`
 * @throws RangeError if there is no such field
 * @example
 * import { frameBuilder } from "@promptnce/core/frame";
 * const builder = frameBuilder(["mine"]);
 * for (const [x, y] of ["cat dog", "cat sun", "day dog", "day sun"].map((pair) => pair.split(" ")))
 *   builder.add({ x, y, estimates: [{ pmi: 0.5 }] });
 * frameUnit(builder.build().keys); // → { name: "x", count: 2 }
 */
export function frameUnit(keys: FrameKeys, named?: string): ResamplingUnit {
  if (named !== undefined) return namedUnit(keys, named);
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

function namedUnit(keys: FrameKeys, name: string): ResamplingUnit {
  if (name === "pair") return resamplingUnit(keys.x.length, []);
  const { x, labels } = pairGroups(keys);
  const units = [
    ...keys.fields.map((field) => ({ name: field.name, clusters: field.of })),
    { name: "context", clusters: keys.contexts },
    { name: "x", clusters: x.of },
    { name: "label", clusters: labels.of },
  ];
  const unit = units.find((one) => one.name === name);
  if (unit) return { ...unit, count: new Set(unit.clusters).size };
  const names = units.map((one) => one.name).join(", ");
  throw new RangeError(`the unit must be one of ${names} and pair, not ${name}`);
}
