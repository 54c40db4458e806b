import { closed, direct, directPmi, empirical, grounded, none, open, split, ungrounded } from "./terms.ts";
import { summed, type Term } from "./terms.ts";
import { logProbability } from "../statistics/pmi.ts";
import { gemMethod } from "./gem.ts";
import { contrastive } from "./contrastive.ts";
import { identify } from "./identify.ts";
import { attenuated } from "./attenuated.ts";
import { counted } from "./counted.ts";
import { implied } from "./implied.ts";
import { writtenZeros } from "./written-zeros.ts";
import type { CountedLabels, Grounding, Marginal, Method, SynonymsOf } from "../types.ts";

/** What each is called, and by which ways of asking it has P(y|x). */
const methods: Readonly<Record<MethodName, { readonly title: string; readonly ways: readonly Term[] }>> = {
  "direct-pmi": { title: "Direct-PMI", ways: [] },
  "direct-split": { title: "Direct-Split", ways: [direct] },
  infonce: { title: "InfoNCE", ways: [closed] },
  marginalnce: { title: "MarginalNCE", ways: [closed] },
  promptnce: { title: "PromptNCE", ways: [open] },
  identify: { title: "Identification", ways: [] },
  attenuated: { title: "Attenuated", ways: [direct, closed, open] },
};

/** The five methods of the paper (Section 3), from the simplest to the most structured, then `identify`, `attenuated`. */
export const methodNames = Object.keys(methods) as MethodName[];

export type MethodName =
  | "direct-pmi"
  | "direct-split"
  | "infonce"
  | "marginalnce"
  | "promptnce"
  | "identify"
  | "attenuated";
export type MarginalName = "grounded" | "ungrounded" | "empirical" | "counted" | "implied" | "contrastive" | "none";

/** What of a dataset the marginals need. */
export interface MethodContext {
  readonly grounding: Grounding;
  readonly marginal: Marginal;
  /** A few labels that people gave, for `counted`, which without them is the grounded rate. */
  readonly counts?: CountedLabels;
  /** Whose probabilities are summed with that of a label; none if not given. A set holds all of its label's. */
  readonly synonyms?: SynonymsOf;
}

type Zeros = (term: Term) => Term;

const marginals: Readonly<
  Record<Exclude<MarginalName, "none">, (of: MethodContext, conditional: Term, zeros: Zeros) => Term>
> = {
  grounded: ({ grounding }, _, zeros) => zeros(grounded(grounding)),
  ungrounded: (_, __, zeros) => zeros(ungrounded),
  empirical: ({ marginal }) => empirical(marginal),
  counted: ({ grounding, counts = { counts: new Map(), total: 0 } }, _, zeros) =>
    counted(counts, zeros(grounded(grounding))),
  implied: (_, conditional) => implied(conditional),
  contrastive: ({ grounding }, _, zeros) => zeros(contrastive(grounding)),
};

/** Where a split takes P(y) from. */
export const marginalNames = [...Object.keys(marginals), "none"] as MarginalName[];

/**
 * The method named `NAME` or `NAME:MARGINAL`, e.g. `direct-split:empirical`. Without a marginal it is the paper's:
 * grounded, and none for InfoNCE. With `+digits` behind the name, as in `promptnce+digits:implied`, a probability
 * answered as 0 counts as {@link writtenZeros} says, not as the paper's clamp. Of `gem` see {@link gemMethod}.
 * @throws RangeError for a name or a marginal it does not know.
 */
export function method(id: string, context: MethodContext): Method {
  if (/^gem([:+]|$)/.test(id)) return gemMethod(id);
  const [variant, marginal, ...rest] = id.split(":") as [string, MarginalName?, ...string[]];
  const name = variant.replace(/\+digits$/, "") as MethodName;
  const written = name !== variant;
  const known = Object.hasOwn(methods, name) && rest.length === 0;
  const refused = name === "direct-pmi" ? id !== name : name === "identify" && (written || marginal === "implied");
  if (!known || refused || (marginal !== undefined && !marginalNames.includes(marginal))) {
    throw new RangeError(
      `there is no method ${JSON.stringify(id)}: name one of ${methodNames.join(", ")}, ` +
        `all but the first with +digits behind it if wanted and then one of :${marginalNames.join(", :")}, identify not with +digits nor :implied, or gem, also as gem:empty, gem+plain`,
    );
  }
  const { title, ways } = methods[name];
  if (name === "direct-pmi") return { id, title, estimator: directPmi };
  const usual = name === "infonce" || name === "identify" ? "none" : "grounded";
  const term = marginal ?? usual;
  const zeros: Zeros = (of) => (written ? writtenZeros(of) : of);
  const terms = ways.map(zeros);
  // Beside no P(y), or one that is made of it, an attenuated conditional is the mean of its terms.
  const given = (beside: Term = () => 1): Term => (terms.length === 1 ? terms[0]! : attenuated(terms, beside));
  const { synonyms } = context;
  const together = (one: Term): Term => (synonyms ? summed(one, synonyms) : one);
  const titled = (of: string, ...how: string[]): string => {
    const words = written ? [...how, "zeros as written"] : how;
    return words.length === 0 ? of : `${of} (${words.join(", ")})`;
  };
  const single = term === "none" ? undefined : marginals[term](context, given(), zeros);
  const base = single && together(single);
  const isPooled = written || ["identify", "attenuated"].includes(name) || ["implied", "contrastive"].includes(term);
  const own: Method = {
    id: term === usual ? variant : `${variant}:${term}`,
    title: titled(title, ...(term === usual ? [] : [term === "none" ? "no marginal" : term])),
    estimator: name === "identify" ? identify(base) : split(together(given(single)), base ?? none),
    ...(isPooled && { pooled: true }),
  };
  if (base === undefined) return own;
  // Each method implies a P(y) of its own; the others are the same for all.
  const from = term === "implied" ? { id: `implied/${name}`, title: `implied by ${title}` } : { id: term, title: term };
  const knowsNothing: Method = {
    id: `nothing:${from.id}${written ? "+digits" : ""}`,
    title: titled("Knows nothing", from.title),
    estimator: (trial, ask, pool) => {
      const marginal = base(trial, ask, pool);
      return marginal === undefined ? {} : { marginal, pmi: -logProbability(marginal) };
    },
  };
  return { ...own, knowsNothing };
}
