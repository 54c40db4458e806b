import { contextKey, inContext, type InContext } from "@promptnce/core";
import type { Context, CountedLabels, Grounding, Label, Marginal, Pair } from "@promptnce/core";
import { OptionError } from "@promptnce/core/errors";
import type { MethodContext } from "@promptnce/core/methods";
import { drawGrounding, random, shuffle } from "@promptnce/core/sampling";
import { inputKey } from "../input/read-rows.ts";
import { pairKey } from "../survey/people.ts";
import type { Survey } from "../survey/survey.ts";
import type { TaskSetup } from "../task/task-setup.ts";

/** What of rows base rates rest on. */
export type SurveyedRows = Pick<
  Survey,
  "people" | "labels" | "inputs" | "examples" | "contexts" | "inContext"
>;

interface BaseRateOptions {
  readonly task: Pick<TaskSetup, "fields" | "examples">;
  readonly survey: SurveyedRows;
  readonly seed: string;
  readonly marginal: InContext<Marginal>;
  readonly counts?: InContext<ReadonlyMap<Label, number>> | undefined;
}

/**
 * What base rates rest on, of each context where there are several: a grounded prompt shows the task's examples or, where
 * it has none, four of the rows. `shown`: ids of the rows' pairs that are among them.
 */
export function baseRates(
  options: BaseRateOptions,
): MethodContext & { readonly shown: ReadonlySet<string> } {
  const { survey, marginal, counts } = options;
  const counted = counts && { counts: countedOf(survey, counts) };
  if (survey.contexts === undefined) {
    const pairs = exampleBase(options);
    return {
      grounding: groundingOf(pairs, options),
      marginal,
      ...counted,
      shown: idsOf(pairs, options),
    };
  }
  const known = new Map<string, Grounding>();
  const grounding = (context: Context | undefined): Grounding => {
    const key = contextKey(context);
    const own = known.get(key) ?? groundingIn(survey.inContext(context), options.seed);
    known.set(key, own);
    return own;
  };
  const shown = survey.contexts.flatMap((own) => examplesIn(own).map(({ id }) => id));
  return { grounding, marginal, ...counted, shown: new Set(shown) };
}

function exampleBase({ task, survey }: BaseRateOptions): readonly Pair[] {
  return task.examples?.map((pair, i) => ({ ...pair, id: String(i) })) ?? survey.examples;
}

/** By the id that a row with this pair has, since a row may repeat an example. */
function idsOf(pairs: readonly Pair[], { task }: BaseRateOptions): ReadonlySet<string> {
  return new Set(pairs.map(({ x, y }) => pairKey(inputKey(task.fields, x), y)));
}

function groundingOf(pairs: readonly Pair[], { survey, seed }: BaseRateOptions): Grounding {
  try {
    return drawGrounding(pairs, survey.labels, seed);
  } catch {
    throw new OptionError(
      "methods",
      (write) =>
        `a grounded base rate shows 4 pairs with distinct inputs, and the rows have ${pairs.length}; give more rows with ${write("columns.y")}, or say :ungrounded behind the method`,
    );
  }
}

type OneContext = Pick<Survey, "labels" | "examples" | "inputs">;

/**
 * So many inputs a context has at least where pairs of it are shown: of fewer, as a survey's two or three groups, too
 * much would be shown of what is scored.
 */
const SHOWN_OF = 8;

function examplesIn({ examples, inputs }: OneContext): readonly Pair[] {
  return inputs < SHOWN_OF || examples.length < 4 ? [] : examples;
}

/** The labels of a context, and pairs of it where it has enough of them. */
function groundingIn(context: OneContext, seed: string): Grounding {
  const pairs = examplesIn(context);
  if (pairs.length > 0) return drawGrounding(pairs, context.labels, seed);
  const labels = shuffle(context.labels, random(`${seed}/grounding/labels`)).slice(0, 8);
  return { examples: [], labels };
}

/** The counts, compared with the rates of the rows' labels, which are asked for anyway. */
export function countedOf(
  {
    labels,
    contexts,
    inContext: surveyed,
  }: Pick<SurveyedRows, "labels" | "contexts" | "inContext">,
  counts: InContext<ReadonlyMap<Label, number>>,
): InContext<CountedLabels> {
  const of = (context: Context | undefined, asked: readonly Label[]): CountedLabels => {
    const own = inContext(counts, context);
    const total = [...own.values()].reduce((sum, count) => sum + count, 0);
    return { counts: own, total, asked };
  };
  if (contexts !== undefined) return (context) => of(context, surveyed(context).labels);
  const all = of(undefined, labels);
  if (labels.some((label) => all.counts.has(label))) return all;
  throw new OptionError(
    "counts",
    `none of its ${all.counts.size} labels is one of the rows', such as ${JSON.stringify(labels[0])}; give it theirs`,
  );
}
