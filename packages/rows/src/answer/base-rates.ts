import {
  contextKey,
  inContext,
  type InContext,
  type Context,
  type CountedLabels,
  type Grounding,
  type Label,
  type Marginal,
  type Pair,
} from "@promptnce/core";
import { OptionError } from "@promptnce/core/errors";
import type { MethodContext } from "@promptnce/core/methods";
import { drawContextGrounding, drawGrounding } from "@promptnce/core/sampling";
import { inputKey } from "../input/read-rows.ts";
import { pairKey } from "../survey/people.ts";
import type { InputSurvey } from "../survey/context-counts.ts";
import type { LabelSurvey } from "../survey/survey.ts";
import type { TaskData } from "../task/task-setup.ts";

/** The number of pairs that a grounded prompt shows. */
const EXAMPLES = 4;

/** What grounded prompts take their examples from. */
interface ExampleSource {
  readonly task: TaskData;
  readonly survey: LabelSurvey;
}

interface BaseRateOptions extends ExampleSource {
  readonly seed: string;
  readonly marginal: InContext<Marginal>;
  readonly counts?: InContext<ReadonlyMap<Label, number>> | undefined;
}

/**
 * The grounding examples, people's marginals and counts that methods take their base rates from,
 * for each context where there are several. A grounded prompt shows the task's examples or, if the
 * task has none, four pairs of the rows. `shown` holds the ids of the pairs that such a prompt
 * shows.
 *
 * @throws OptionError for `methods` if fewer than four pairs can be shown, and for `counts` if no
 *   counted label occurs in the rows.
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
  const groundings = new Map<string, Grounding>();
  const grounding = (context: Context | undefined): Grounding => {
    const key = contextKey(context);
    const drawn = groundings.get(key) ?? groundingIn(survey.inContext(context), options.seed);
    groundings.set(key, drawn);
    return drawn;
  };
  const shown = survey.contexts.flatMap((context) => examplesIn(context).map(({ id }) => id));
  return { grounding, marginal, ...counted, shown: new Set(shown) };
}

/**
 * Whether a grounded prompt has something to show: the labels of each context, or four pairs with
 * different x, which are the task's examples or rows.
 */
export function canGround(options: ExampleSource): boolean {
  return options.survey.contexts !== undefined || exampleBase(options).length >= EXAMPLES;
}

function exampleBase({ task, survey }: ExampleSource): readonly Pair[] {
  return task.examples?.map((pair, i) => ({ ...pair, id: String(i) })) ?? survey.examples;
}

/** The ids that rows with these pairs have, since a row may repeat an example of the task. */
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
        `a grounded base rate shows 4 pairs with distinct inputs, and the rows have ${pairs.length}; give more rows with ${write("columns.y")}, or add :ungrounded to the method`,
    );
  }
}

/**
 * The least number of inputs for which pairs of a context are shown. With fewer, such as the two or
 * three groups of a survey, the prompt would give away too many of the pairs that are scored.
 */
const SHOWN_OF = 8;

function examplesIn({ examples, inputs }: InputSurvey): readonly Pair[] {
  return inputs < SHOWN_OF || examples.length < 4 ? [] : examples;
}

/**
 * The grounding of a context: its example pairs or, if it has too few inputs, up to eight of its
 * labels.
 */
function groundingIn(context: InputSurvey, seed: string): Grounding {
  return drawContextGrounding(examplesIn(context), context.labels, seed);
}

/**
 * The counts of each context, with the labels of the rows in it: the elicited rates of these labels
 * are what the counts are compared with.
 *
 * @throws OptionError for `counts` if there is one context and none of its labels was counted.
 */
export function countedOf(
  survey: LabelSurvey,
  counts: InContext<ReadonlyMap<Label, number>>,
): InContext<CountedLabels> {
  const { labels, contexts } = survey;
  const countedIn = (context: Context | undefined, asked: readonly Label[]): CountedLabels => {
    const labelCounts = inContext(counts, context);
    const total = [...labelCounts.values()].reduce((sum, count) => sum + count, 0);
    return { counts: labelCounts, total, asked };
  };
  if (contexts !== undefined)
    return (context) => countedIn(context, survey.inContext(context).labels);
  const all = countedIn(undefined, labels);
  if (labels.some((label) => all.counts.has(label))) return all;
  throw new OptionError(
    "counts",
    `none of its ${all.counts.size} labels is a label of the rows, such as ${JSON.stringify(labels[0])}; list the labels of the rows there`,
  );
}
