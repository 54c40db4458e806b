import type { LabelSurvey } from "../survey/survey.ts";
import {
  questionOf,
  type Context,
  type CountedLabels,
  type InContext,
  type Label,
  type Marginal,
  type Query,
  type SynonymsOf,
} from "@promptnce/core";
import { canImply, method, type Method } from "@promptnce/core/methods";
import { OptionError, type Sentence, written } from "@promptnce/core/errors";
import { baseRates } from "./base-rates.ts";
import { showsCandidateSets } from "../survey/shows-candidate-sets.ts";
import type { LabelScope } from "../survey/unit.ts";
import type { TaskSetup, TaskData } from "../task/task-setup.ts";

export interface ChosenMethods {
  readonly methods: readonly Method[];
  /** Ids of the pairs that a grounded prompt shows; scores leave them out. */
  readonly shown: ReadonlySet<string>;
}

export interface MethodOptions {
  readonly ids: readonly string[];
  readonly task: TaskData;
  readonly survey: LabelSurvey;
  readonly synonyms?: SynonymsOf | undefined;
  readonly ask: LabelScope;
  readonly k: number;
  /** How many pairs are asked about. */
  readonly trials: number;
  readonly seed: string;
  /** The number of people who gave each label, for `:counted`. */
  readonly counts?: InContext<ReadonlyMap<Label, number>> | undefined;
}

/**
 * The methods of the given ids, each once, with what their base rates need: see {@link baseRates}.
 *
 * @throws OptionError for `methods` if a method is unknown or cannot be used on these rows, with
 * the reason.
 */
export function chooseMethods(options: MethodOptions): ChosenMethods {
  const { ids, survey, synonyms, task, ask, k, trials, counts } = options;
  const { people, contexts } = survey;
  const marginal = contexts
    ? (context?: Context): Marginal => people?.marginalIn(context) ?? new Map()
    : (people?.marginal ?? new Map());
  const most = Math.max(...(contexts ?? [survey]).map(({ labels }) => labels.length));
  const chosen = [...new Set(ids)].map((id) => methodNamed(id, { marginal, synonyms }));
  for (const one of chosen) {
    const reasons: readonly (Sentence | false | undefined)[] = [
      one.needs.people &&
        people === undefined &&
        ((write) =>
          `needs base rates from people; give their counts with ${write("columns.count")}`),
      one.needs.counts &&
        counts === undefined &&
        ((write) =>
          `draws base rates towards those of people; give the counts of some with ${write("counts")}`),
      synonyms &&
        (one.needs.scores || one.conditional === undefined) &&
        "gives no probabilities that could be summed over the task's synonyms; name another method, or leave the synonyms out",
      contexts && asksInContext(one) && task.given === undefined && noContextShown(task),
      contexts && one.needs.allAnswers && survey.inputs < 2 * contexts.length && fewInputs(survey),
      contexts === undefined &&
        one.needs.allAnswers &&
        !canImply(one, { trials, k, labels: survey.labels.length }) &&
        `takes P(y) as the mean of the model's own P(y|x), and ${trials} pairs have fewer than ten for each of their ${survey.labels.length} labels; give more rows, or use promptnce`,
      ask === "top" &&
        k < most &&
        one.conditional?.isClosed &&
        ((write) =>
          `divides all mass among the labels of one candidate set, so labels of different sets cannot be ranked; use promptnce, or ${write("k", most)}`),
    ];
    const reason = reasons.find(Boolean);
    if (reason) throw new OptionError("methods", (write) => `${one.id} ${written(reason, write)}`);
  }
  if (!chosen.some((one) => one.asks.includes("grounded")))
    return { methods: chosen, shown: new Set() };
  const { shown, ...rates } = baseRates({ ...options, marginal });
  const context = { ...rates, ...(synonyms && { synonyms }) };
  return { methods: chosen.map(({ id }) => method(id, context)), shown };
}

/**
 * Whether the method sends a prompt without x: it asks for a base rate or for PMI itself, or scores
 * texts with a null context. Such a prompt has to show the context.
 */
function asksInContext({ marginal, asks }: Method): boolean {
  return asks.includes("pmi") || (marginal !== undefined && marginal.asks.length > 0);
}

function noContextShown({ name }: TaskData): string {
  return `asks for base rates, and no prompt of the task ${name} shows a context without x; use :implied or :empirical, or a task of your own with given: [FIELD]`;
}

function fewInputs({ inputs, contexts = [] }: LabelSurvey): string {
  return `takes P(y) as the mean of the model's own P(y|x) in a context, and ${inputs} different inputs are fewer than two in each of ${contexts.length} contexts; give more rows, or use another base rate`;
}

/**
 * The method with this id, with an empty grounding.
 *
 * @throws OptionError for `methods` if the id is unknown.
 */
export function methodNamed(
  id: string,
  context: {
    readonly marginal: InContext<Marginal>;
    readonly synonyms?: SynonymsOf | undefined;
    readonly counts?: InContext<CountedLabels> | undefined;
  },
): Method {
  const { marginal, synonyms, counts } = context;
  try {
    return method(id, {
      grounding: { examples: [], labels: [] },
      marginal,
      ...(synonyms && { synonyms }),
      ...(counts && { counts }),
    });
  } catch (error) {
    throw error instanceof RangeError ? new OptionError("methods", error.message) : error;
  }
}

/**
 * Refuses labels that the task's prompts cannot list as candidates: the paper's prompts separate
 * labels by commas.
 *
 * @throws OptionError for `task`, naming the first such label.
 */
export function checkLabels(
  labels: readonly Label[],
  methods: readonly Method[],
  task: TaskSetup,
): void {
  const x = Object.fromEntries(task.fields.map((field) => [field, "x"]));
  const kinds = new Set(
    methods.filter(showsCandidateSets).flatMap(({ conditional }) => conditional?.asks ?? []),
  );
  for (const label of labels) {
    for (const kind of kinds) {
      const query = { kind, x, candidates: [label] } as Query;
      const question = questionOf(query, task.name);
      try {
        task.findTemplate(question).render(question);
      } catch {
        const remedy: Sentence =
          task.definition === undefined
            ? (write) =>
                `say ${write("structured", true)}, or use a task of your own, which lists one label a line`
            : "set long: true in the task, which shows each label as a block of its own";
        throw new OptionError(
          "task",
          (write) =>
            `the label ${JSON.stringify(label)} contains the separator that lists of labels use in the prompts of ${task.name}; ${written(remedy, write)}`,
        );
      }
    }
  }
}
