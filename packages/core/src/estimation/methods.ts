import { closed, direct, directPmi, empirical, grounded, none, open, split, ungrounded, type Term } from "./terms.ts";
import { logProbability } from "../statistics/pmi.ts";
import { gemMethod } from "./gem.ts";
import { implied } from "./implied.ts";
import type { Grounding, Marginal, Method } from "../types.ts";

const conditionals = { "direct-split": direct, infonce: closed, marginalnce: closed, promptnce: open };
const titles = {
  "direct-pmi": "Direct-PMI",
  "direct-split": "Direct-Split",
  infonce: "InfoNCE",
  marginalnce: "MarginalNCE",
  promptnce: "PromptNCE",
};

/** The five methods of the paper (Section 3), from the simplest to the most structured. */
export const methodNames = Object.keys(titles) as (keyof typeof titles)[];

/** Where a split takes P(y) from. */
export const marginalNames = ["grounded", "ungrounded", "empirical", "implied", "none"] as const;

export type MethodName = keyof typeof titles;
export type MarginalName = (typeof marginalNames)[number];

/** What of a dataset the marginals need. */
export interface MethodContext {
  readonly grounding: Grounding;
  readonly marginal: Marginal;
}

const marginals = {
  grounded: ({ grounding }: MethodContext) => grounded(grounding),
  ungrounded: () => ungrounded,
  empirical: ({ marginal }: MethodContext) => empirical(marginal),
} satisfies { readonly [M in NonNullable<Method["marginal"]>]: (context: MethodContext) => Term };

/**
 * The method named `NAME` or `NAME:MARGINAL`, e.g. `infonce`, `direct-split:empirical`. Without a marginal it is the
 * paper's: grounded, and none for InfoNCE. The baseline `gem` is named as {@link gemMethod} says.
 * @throws RangeError for a name or a marginal it does not know.
 */
export function method(id: string, context: MethodContext): Method {
  if (/^gem([:+]|$)/.test(id)) return gemMethod(id);
  const [name, marginal, ...rest] = id.split(":") as [MethodName, MarginalName?, ...string[]];
  const known = Object.hasOwn(titles, name) && rest.length === 0;
  if (!known || (marginal !== undefined && (name === "direct-pmi" || !marginalNames.includes(marginal)))) {
    throw new RangeError(
      `there is no method ${JSON.stringify(id)}: name one of ${methodNames.join(", ")}, ` +
        `all but the first with one of :${marginalNames.join(", :")} behind it if wanted, or gem, also as gem:empty, gem+plain`,
    );
  }
  if (name === "direct-pmi") return { id, title: titles[name], estimator: directPmi };
  const usual = name === "infonce" ? "none" : "grounded";
  const term = marginal ?? usual;
  const own = term === usual;
  return {
    id: own ? name : id,
    title: own ? titles[name] : `${titles[name]} (${term === "none" ? "no marginal" : term})`,
    ...(term === "none" || term === "implied"
      ? { estimator: split(conditionals[name], term === "none" ? none : implied(conditionals[name])) }
      : { estimator: split(conditionals[name], marginals[term](context)), marginal: term }),
  };
}

/**
 * The one who knows nothing of x: −log P̂(y) alone, which a constant conditional comes to. It asks no more than the base
 * rate; a method with that marginal that does not rank better has learnt nothing from x that helps.
 */
export function knowsNothing(marginal: NonNullable<Method["marginal"]>, context: MethodContext): Method {
  const term = marginals[marginal](context);
  return {
    id: `nothing:${marginal}`,
    title: `Knows nothing (${marginal})`,
    marginal,
    estimator: (trial, ask) => {
      const base = term(trial, ask);
      return base === undefined ? {} : { marginal: base, pmi: -logProbability(base) };
    },
  };
}
