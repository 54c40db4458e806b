import { contextKey } from "@promptnce/core";
import type { Context } from "@promptnce/core";
import { FEWEST_UNITS, type ResamplingUnit, resamplingUnit } from "@promptnce/core/repeats";

/** What a pair may share with others. */
interface SharedParts {
  readonly context?: Context | undefined;
  readonly x: string;
}

/**
 * What of pairs is resampled whole: the coarsest that repeats, of a field of contexts with ten values or more, as the
 * question of a survey's questions and attributes, then contexts, then x; else pairs.
 */
export function repeatingUnit(pairs: readonly SharedParts[]): ResamplingUnit {
  const contexts = pairs.map(({ context }) => contextKey(context));
  return resamplingUnit(pairs.length, [
    ...fieldsOf(pairs),
    { name: "context", keys: contexts },
    { name: "x", keys: pairs.map(({ x }, i) => JSON.stringify([contexts[i], x])) },
  ]);
}

/** The coarsest field of contexts that is resampled whole; `undefined` where none is coarser than contexts. */
export function coarsestField(pairs: readonly Pick<SharedParts, "context">[]):
  | {
      readonly name: string;
      readonly keys: readonly string[];
    }
  | undefined {
  return fieldsOf(pairs)[0];
}

/** The fields of contexts that have several, from the coarsest on. */
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
