import { logProbability } from "../information/pmi.ts";
import { type MarginalName, marginals, type MarginalTerm } from "../terms/marginals.ts";
import type { ConditionalTerm, Method, MethodContext, MethodFamily } from "../terms/method.ts";
import { none, split, summed, type Term } from "../terms/terms.ts";

/** Methods that elicit P(y|x) in one way and take P(y) from any marginal. */
export interface SplitFamily<Name extends string> {
  readonly name: Name;
  readonly title: string;
  readonly conditional: ConditionalTerm;
  /** The paper's marginal for it, which the bare name means. */
  readonly usual: MarginalName;
}

/**
 * The family of a conditional: `NAME` with its usual marginal, `NAME:MARGINAL` with another.
 *
 * @example
 * const conditional = { name: "direct", title: "direct", asks: ["conditional"], term: direct };
 * const family = splitFamily({ name: "mine", title: "Mine", conditional, usual: "ungrounded" });
 * family.make("mine:none", {}).title; // → "Mine (no marginal)"
 */
export function splitFamily<Name extends string>({
  name,
  title,
  conditional,
  usual,
}: SplitFamily<Name>): MethodFamily<Name> {
  return {
    name,
    usage: `${name}[:MARGINAL]`,
    make(id, context) {
      const suffix = id === name ? usual : id.slice(name.length + 1);
      const marginal = marginals.find((one) => one.name === suffix);
      const isKnown = marginal !== undefined || suffix === "none";
      if (!isKnown || id.at(name.length) === "+") return undefined;
      const isUsual = suffix === usual;
      const shown = suffix === "none" ? "no marginal" : suffix;
      const named = {
        id: isUsual ? name : `${name}:${suffix}`,
        title: isUsual ? title : `${title} (${shown})`,
      };
      return splitMethod(named, conditional, marginal, context);
    },
  };
}

function splitMethod(
  { id, title }: { readonly id: string; readonly title: string },
  conditional: ConditionalTerm,
  marginal: MarginalTerm | undefined,
  context: MethodContext,
): Method {
  const { synonyms } = context;
  const together = (term: Term): Term => (synonyms ? summed(term, synonyms) : term);
  const conditionalTerm = together(conditional.term);
  const base = marginal && together(marginal.term(context, conditional));
  const { term: _, ...conditionalPart } = conditional;
  return {
    id,
    title,
    conditional: conditionalPart,
    needs: marginal?.needs ?? {},
    asks: [...conditional.asks, ...(marginal?.asks ?? [])],
    estimator: split(conditionalTerm, base ?? none),
    ...(marginal &&
      base && {
        marginal: partOf(marginal),
        baseline: baselineOf(marginal, base, conditional),
      }),
  };
}

function partOf({ name, title, asks, isElicited }: MarginalTerm) {
  return { name, title, asks, isElicited };
}

/** The baseline of a marginal: one for all methods that share it. */
function baselineOf(marginal: MarginalTerm, base: Term, conditional: ConditionalTerm): Method {
  const { name, title, needs, asks, isOfConditional } = marginal;
  return {
    id: isOfConditional ? `baseline:${name}/${conditional.name}` : `baseline:${name}`,
    title: isOfConditional ? `Baseline (${title}, ${conditional.title})` : `Baseline (${title})`,
    marginal: partOf(marginal),
    needs,
    asks: isOfConditional ? conditional.asks : asks,
    estimator: (trial, ask, group) => {
      const rate = base(trial, ask, group);
      return rate === undefined ? {} : { marginal: rate, pmi: -logProbability(rate) };
    },
  };
}
