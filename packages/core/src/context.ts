import type { Context, Marginal, TrialGroup, Marginals } from "./types.ts";

/**
 * A key that is equal for two contexts exactly if they have the same texts, in any order; empty
 * where all pairs share one context.
 *
 * @example
 * contextKey({ country: "France", year: "2020" }) ===
 *   contextKey({ year: "2020", country: "France" }); // → true
 */
export function contextKey(context: Context | undefined): string {
  if (context === undefined) return "";
  const cached = keys.get(context);
  if (cached !== undefined) return cached;
  const key = JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1)));
  keys.set(context, key);
  return key;
}

/** Keys of contexts, which trials share and nothing changes. */
const keys = new WeakMap<Context, string>();

/** One value for all pairs, or one for each context. */
export type InContext<T extends object> = T | ((context: Context | undefined) => T);

/**
 * The value in a context.
 *
 * @example
 * const marginals = ({ question }) => new Map([["YES", question === "Q1" ? 0.7 : 0.2]]);
 * inContext(marginals, { question: "Q1" }).get("YES"); // → 0.7
 */
export function inContext<T extends object>(value: InContext<T>, context: Context | undefined): T {
  return typeof value === "function" ? value(context) : value;
}

/**
 * P(y) of a dataset, or of each of its contexts: what candidate sets and counted base rates rest
 * on.
 *
 * @example
 * marginalsOf({ marginal: new Map([["PUSH", 0.02]]) }).get("PUSH"); // → 0.02
 */
export function marginalsOf({ marginal, marginalIn }: Marginals): InContext<Marginal> {
  if (marginalIn === undefined) return marginal;
  return (context) => (context === undefined ? marginal : marginalIn(context));
}

/**
 * The items of each context, in order; none for a context without items.
 *
 * @example
 * const pairs = [
 *   { y: "YES", context: { question: "Q1" } },
 *   { y: "NO", context: { question: "Q2" } },
 * ];
 * byContext(pairs)({ question: "Q2" }).map(({ y }) => y); // → ["NO"]
 */
export function byContext<T extends { readonly context?: Context | undefined }>(
  items: readonly T[],
): (context: Context | undefined) => readonly T[] {
  const groups = Map.groupBy(items, ({ context }) => contextKey(context));
  return (context) => groups.get(contextKey(context)) ?? [];
}

/** A function that computes a value from a group of trials, once for each group. */
export function oncePerGroup<T>(of: (group: TrialGroup) => T): (group: TrialGroup) => T {
  const values = new WeakMap<TrialGroup, { readonly value: T }>();
  return (group) => {
    const { value } = values.get(group) ?? { value: of(group) };
    values.set(group, { value });
    return value;
  };
}

/**
 * A function that computes a value from the trials of a group that share a context, once for each
 * context.
 */
export function oncePerContext<T>(
  of: (group: TrialGroup) => T,
): (group: TrialGroup, trial: { readonly context?: Context }) => T {
  const groupsOf = oncePerGroup(groupsByContext);
  const worked = oncePerGroup(of);
  return (group, { context }) => {
    const groupInContext = groupsOf(group).get(contextKey(context));
    return groupInContext === undefined ? of({ ...group, trials: [] }) : worked(groupInContext);
  };
}

function groupsByContext(group: TrialGroup): ReadonlyMap<string, TrialGroup> {
  const trials = Map.groupBy(group.trials, ({ context }) => contextKey(context));
  if (trials.size === 1) return new Map([[[...trials.keys()][0]!, group]]);
  return new Map(Array.from(trials, ([key, own]) => [key, { ...group, trials: own }]));
}
