import { counted } from "./counted.ts";
import { implied } from "./implied.ts";
import type { ConditionalTerm, MarginalPart, MethodContext, Needs } from "./method.ts";
import { empirical, grounded, type Term, ungrounded } from "./terms.ts";

export type MarginalName = "grounded" | "ungrounded" | "empirical" | "counted" | "implied" | "none";

/**
 * A marginal as data, with the function that makes its term from a dataset and a method's
 * conditional.
 */
export interface MarginalTerm extends MarginalPart {
  readonly name: Exclude<MarginalName, "none">;
  readonly needs: Needs;
  /** Whether it depends on the conditional, so that methods do not share its baseline. */
  readonly isOfConditional?: true;
  term(context: MethodContext, conditional: ConditionalTerm): Term;
}

/** The sources of P̂(y), in the order of the help text. */
export const marginals: readonly MarginalTerm[] = [
  {
    name: "grounded",
    title: "grounded",
    asks: ["grounded"],
    isElicited: true,
    needs: {},
    term: ({ grounding }) => grounded(grounding),
  },
  {
    name: "ungrounded",
    title: "ungrounded",
    asks: ["marginal"],
    isElicited: true,
    needs: {},
    term: () => ungrounded,
  },
  {
    name: "empirical",
    title: "empirical",
    asks: [],
    isElicited: false,
    needs: { people: true },
    term: ({ marginal }) => empirical(marginal),
  },
  {
    name: "counted",
    title: "counted",
    asks: ["grounded"],
    isElicited: false,
    needs: { counts: true },
    term: ({ grounding, counts = { counts: new Map(), total: 0 } }) =>
      counted(counts, grounded(grounding)),
  },
  {
    name: "implied",
    title: "implied",
    asks: [],
    isElicited: false,
    isOfConditional: true,
    needs: { allAnswers: true },
    term: (_, { term }) => implied(term),
  },
];

/** The names allowed after the colon of a method's id. */
export const marginalNames: readonly MarginalName[] = [
  ...marginals.map(({ name }) => name),
  "none",
];
