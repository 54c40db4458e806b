import { keyOf, type RecordedReplies, repliesAt } from "./recorded-replies.ts";

/**
 * The replies from which an estimate can be read. An x whose masses are all 0 is left out: the reply
 * is empty, which is not P(y|x) = 0. If all stated base rates of a context are 0, they become NaN.
 *
 * @param masses those of the replies as recorded, before any smoothing
 */
export function readableReplies(
  recorded: Omit<RecordedReplies, "unreadable">,
  masses: ArrayLike<number> = recorded.mass,
): RecordedReplies {
  const { keys, own, units } = recorded;
  const xOf = keys.x.map((x, row) => keyOf(keys.contexts[row]!, x));
  const readX = withMass(xOf, masses);
  const stated = own && withMass(keys.contexts, own);
  const isStated = (row: number): boolean => !stated || stated.has(keys.contexts[row]!);
  const unstatedUnits = new Set(units.filter((_, row) => !isStated(row)));
  const ofX = new Set(xOf).size;
  return repliesAt(
    {
      ...recorded,
      ...(own && { own: own.map((rate, row) => (isStated(row) ? rate : Number.NaN)) }),
      unreadable: {
        x: ofX - readX.size,
        ofX,
        baseRates: unstatedUnits.size,
        ofBaseRates: own ? new Set(units).size : 0,
      },
    },
    [...xOf.keys()].filter((row) => readX.has(xOf[row]!)),
  );
}

/** The keys with a mass above 0 in at least one row. */
function withMass(keys: readonly string[], masses: ArrayLike<number>): ReadonlySet<string> {
  return new Set(keys.filter((_, row) => masses[row]! > 0));
}
