import { contextKey } from "@promptnce/core";
import type { Context } from "@promptnce/core";
import { FEWEST_UNITS, type ResamplingUnit, resamplingUnit } from "@promptnce/core/repeats";

/** The parts that a pair may share with others. */
interface SharedParts {
  readonly context?: Context | undefined;
  readonly x: string;
}

/**
 * The unit of pairs that is resampled whole: the coarsest one that repeats. The candidates are the
 * fields of a context that have ten values or more (such as the question, of questions and
 * attributes), then contexts, then x; otherwise single pairs are resampled.
 */
export function repeatingUnit(pairs: readonly SharedParts[]): ResamplingUnit {
  const contexts = pairs.map(({ context }) => contextKey(context));
  return resamplingUnit(pairs.length, [
    ...fieldsOf(pairs),
    { name: "context", keys: contexts },
    { name: "x", keys: pairs.map(({ x }, i) => JSON.stringify([contexts[i], x])) },
  ]);
}

/**
 * The fields of contexts with ten values or more, coarsest first; none if contexts have a single
 * field.
 */
function fieldsOf(pairs: readonly Pick<SharedParts, "context">[]) {
  const fields = Object.keys(pairs[0]?.context ?? {});
  if (fields.length < 2) return [];
  return fields
    .map((name) => {
      const keys = pairs.map(({ context }) => context?.[name] ?? "");
      return { name, keys, count: new Set(keys).size };
    })
    .filter(({ count }) => count >= FEWEST_UNITS)
    .toSorted((a, b) => a.count - b.count);
}
