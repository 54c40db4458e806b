import { counted } from "./counted.ts";
import { implied } from "./implied.ts";
import type { ConditionalTerm, MarginalPart, MethodContext, Needs } from "./method.ts";
import { empirical, grounded, type Term, ungrounded } from "./terms.ts";

export type MarginalName = "grounded" | "ungrounded" | "empirical" | "counted" | "implied" | "none";

/** A marginal as data, with the term that it is of a dataset and a method's conditional. */
export interface MarginalTerm extends MarginalPart {
  readonly name: Exclude<MarginalName, "none">;
  readonly needs: Needs;
  /** Whether each conditional gives another one, so that methods do not share their baseline. */
  readonly isOfConditional?: true;
  term(context: MethodContext, conditional: ConditionalTerm): Term;
}

/** Where P̂(y) can come from, in the order in which help names them. */
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

/** What may stand behind the colon of a method's id. */
export const marginalNames: readonly MarginalName[] = [
  ...marginals.map(({ name }) => name),
  "none",
];
