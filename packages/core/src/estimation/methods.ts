import { closed, direct, directPmi, empirical, grounded, none, open, split, ungrounded, type Term } from "./terms.ts";
import { logProbability } from "../statistics/pmi.ts";
import { gemMethod } from "./gem.ts";
import { contrastive } from "./contrastive.ts";
import { identify } from "./identify.ts";
import { implied } from "./implied.ts";
import type { Grounding, Marginal, Method } from "../types.ts";

const conditionals = { "direct-split": direct, infonce: closed, marginalnce: closed, promptnce: open };
const titles = {
  "direct-pmi": "Direct-PMI",
  "direct-split": "Direct-Split",
  infonce: "InfoNCE",
  marginalnce: "MarginalNCE",
  promptnce: "PromptNCE",
  identify: "Identification",
};

/** The five methods of the paper (Section 3), from the simplest to the most structured, and its Equation 2 as a question. */
export const methodNames = Object.keys(titles) as (keyof typeof titles)[];

/** Where a split takes P(y) from. */
export const marginalNames = ["grounded", "ungrounded", "empirical", "implied", "contrastive", "none"] as const;

export type MethodName = keyof typeof titles;
export type MarginalName = (typeof marginalNames)[number];

/** What of a dataset the marginals need. */
export interface MethodContext {
  readonly grounding: Grounding;
  readonly marginal: Marginal;
}

const marginals: Readonly<Record<Exclude<MarginalName, "none">, (of: MethodContext, conditional: Term) => Term>> = {
  grounded: ({ grounding }) => grounded(grounding),
  ungrounded: () => ungrounded,
  empirical: ({ marginal }) => empirical(marginal),
  implied: (_, conditional) => implied(conditional),
  contrastive: ({ grounding }) => contrastive(grounding),
};

/**
 * The method named `NAME` or `NAME:MARGINAL`, e.g. `infonce`, `direct-split:empirical`. Without a marginal it is the
 * paper's: grounded, and none for InfoNCE. The baseline `gem` is named as {@link gemMethod} says.
 * @throws RangeError for a name or a marginal it does not know.
 */
export function method(id: string, context: MethodContext): Method {
  if (/^gem([:+]|$)/.test(id)) return gemMethod(id);
  const [name, marginal, ...rest] = id.split(":") as [MethodName, MarginalName?, ...string[]];
  const known = Object.hasOwn(titles, name) && rest.length === 0;
  if (
    !known ||
    (marginal !== undefined &&
      (name === "direct-pmi" || id === "identify:implied" || !marginalNames.includes(marginal)))
  ) {
    throw new RangeError(
      `there is no method ${JSON.stringify(id)}: name one of ${methodNames.join(", ")}, ` +
        `all but the first with one of :${marginalNames.join(", :")} behind it if wanted, identify not with :implied, or gem, also as gem:empty, gem+plain`,
    );
  }
  if (name === "direct-pmi") return { id, title: titles[name], estimator: directPmi };
  const usual = name === "infonce" || name === "identify" ? "none" : "grounded";
  const term = marginal ?? usual;
  const own = term === usual;
  const conditional = name === "identify" ? direct : conditionals[name];
  const joined = (base: Term | typeof none) => (name === "identify" ? identify(base) : split(conditional, base));
  const shown = {
    id: own ? name : id,
    title: own ? titles[name] : `${titles[name]} (${term === "none" ? "no marginal" : term})`,
  };
  if (term === "none") return { ...shown, estimator: joined(none) };
  const base = marginals[term](context, conditional);
  // Each method implies a P(y) of its own; the others are the same for all.
  const from =
    term === "implied" ? { id: `implied/${name}`, title: `implied by ${titles[name]}` } : { id: term, title: term };
  const knowsNothing: Method = {
    id: `nothing:${from.id}`,
    title: `Knows nothing (${from.title})`,
    estimator: (trial, ask, pool) => {
      const marginal = base(trial, ask, pool);
      return marginal === undefined ? {} : { marginal, pmi: -logProbability(marginal) };
    },
  };
  return { ...shown, estimator: joined(base), knowsNothing };
}
