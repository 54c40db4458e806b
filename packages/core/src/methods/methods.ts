import { directPmiFamily } from "./direct-pmi.ts";
import { directSplit } from "./direct-split.ts";
import { gemFamily } from "./gem.ts";
import { infonce } from "./infonce.ts";
import { marginalnce } from "./marginalnce.ts";
import { type MarginalName, marginalNames } from "../terms/marginals.ts";
import type { Method, MethodContext, MethodFamily } from "../terms/method.ts";
import { nearestName } from "./nearest-name.ts";
import { promptnce } from "./promptnce.ts";

const families: MethodFamily[] = [
  directPmiFamily,
  directSplit,
  infonce,
  marginalnce,
  promptnce,
  gemFamily,
];

/**
 * All methods by their families: the paper's five (Section 3) from the simplest to the most
 * structured, then GEM, then those of {@link addMethodFamily}.
 */
export const methodFamilies: readonly MethodFamily[] = families;

/**
 * Adds a family of methods to the end of {@link methodFamilies}, before the program uses one.
 *
 * @returns A function that removes it.
 * @throws RangeError if a family has that name.
 * @example
 * const make = (id, context) => ({ ...method("infonce", context), id, title: "Ours" });
 * const remove = addMethodFamily({ name: "ours", usage: "ours", make });
 * describeMethod("ours").title; // → "Ours"
 * remove();
 */
export function addMethodFamily(family: MethodFamily): () => void {
  if (families.some(({ name }) => name === family.name)) {
    throw new RangeError(`there is a method ${family.name} already: give this family another name`);
  }
  families.push(family);
  return () => void families.splice(families.indexOf(family), 1);
}

/** The families that come with the package. */
export type MethodName =
  | "direct-pmi"
  | "direct-split"
  | "infonce"
  | "marginalnce"
  | "promptnce"
  | "gem";

/** The ids of methods that come with the package, which an editor completes. */
type BuiltInMethodId =
  | MethodName
  | `${Exclude<MethodName, "direct-pmi" | "gem">}:${MarginalName}`
  | `gem:${string}`
  | `gem+${string}`;

/**
 * The id of a method: one that comes with the package, or that of a family which a program added.
 */
export type MethodId = BuiltInMethodId | (string & Record<never, never>);

/**
 * The method with an id: a family's name, optionally followed by a choice among its methods, as in
 * `direct-split:empirical` or `gem:empty+plain`. The bare name means the paper's method.
 *
 * @throws RangeError for an id unknown to all families, naming the existing ones.
 * @example
 * const words = {
 *   marginal: new Map([["PUSH", 0.02]]),
 *   grounding: { examples: [], labels: ["PUSH"] },
 * };
 * method("direct-split:empirical", words).title; // → "Direct-Split (empirical)"
 */
export function method(id: MethodId, context: MethodContext): Method {
  const found = makeMethod(id, context);
  if (found !== undefined) return found;
  const usages = methodFamilies.map(({ usage }) => usage).join(", ");
  const meant = meantId(id);
  const hint = meant === undefined ? "" : `did you mean ${meant}? Otherwise `;
  throw new RangeError(
    `there is no method ${JSON.stringify(id)}: ${hint}name one of ${usages}, MARGINAL being one of ${marginalNames.join(", ")}`,
  );
}

/** The id that is most like an unknown one; `undefined` where none is. */
function meantId(id: string): string | undefined {
  const [typedName = "", typedMarginal] = id.split(":");
  const families = methodFamilies.map(({ name }) => name);
  const name = nearestName(typedName, families);
  const marginal = typedMarginal && nearestName(typedMarginal, marginalNames);
  if (name === undefined || (typedMarginal !== undefined && !marginal)) return undefined;
  const meant = marginal ? `${name}:${marginal}` : name;
  return describeMethod(meant) && meant;
}

/**
 * The method with an id as data, without a dataset: its questions, needs and title; `undefined` for
 * an unknown id.
 *
 * @example
 * describeMethod("promptnce:empirical").title; // → "PromptNCE (empirical)"
 */
export function describeMethod(id: MethodId): Method | undefined {
  return makeMethod(id, { grounding: { examples: [], labels: [] }, marginal: new Map() });
}

function makeMethod(id: string, context: MethodContext): Method | undefined {
  const name = id.replace(/[:+].*$/s, "");
  return methodFamilies.find((family) => family.name === name)?.make(id, context);
}
