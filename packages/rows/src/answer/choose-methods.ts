import { questionOf } from "@promptnce/core";
import { canImply, method } from "@promptnce/core/methods";
import { drawGrounding } from "@promptnce/core/sampling";
import type { CountedLabels, Grounding, Label, Marginal, Pair } from "@promptnce/core";
import type { Method } from "@promptnce/core/methods";
import type { Query, SynonymsOf } from "@promptnce/core";
import { OptionError, type Sentence, written } from "@promptnce/core/errors";
import { inputKey } from "../input/read-rows.ts";
import { pairKey } from "../survey/people.ts";
import { showsCandidateSets } from "../survey/shows-candidate-sets.ts";
import type { Survey } from "../survey/survey.ts";
import type { LabelScope } from "../survey/unit.ts";
import type { TaskSetup } from "../task/task-setup.ts";

export interface ChosenMethods {
  readonly methods: readonly Method[];
  /** Ids of the rows' pairs that a grounded prompt shows: they are left out of scores. */
  readonly shown: ReadonlySet<string>;
}

export interface MethodOptions {
  readonly ids: readonly string[];
  readonly task: Pick<TaskSetup, "fields" | "examples">;
  readonly survey: Pick<Survey, "people" | "labels" | "examples">;
  readonly synonyms?: SynonymsOf | undefined;
  readonly ask: LabelScope;
  readonly k: number;
  /** How many pairs are asked about. */
  readonly trials: number;
  readonly seed: string;
  /** How many people gave each label, for `:counted`. */
  readonly counts?: ReadonlyMap<Label, number> | undefined;
}

/**
 * The methods by their names, with what their base rates rest on. A grounded one shows the task's examples or, where it
 * has none, four of the rows. What cannot be used on these rows is an OptionError.
 */
export function chooseMethods(options: MethodOptions): ChosenMethods {
  const { ids, survey, synonyms, task, ask, k, trials, seed, counts } = options;
  const marginal = survey.people?.marginal ?? new Map();
  const known = [...new Set(ids)].map((id) => methodNamed(id, marginal, synonyms));
  for (const one of known) {
    const reasons: readonly (Sentence | false | undefined)[] = [
      one.needs.people &&
        survey.people === undefined &&
        ((write) =>
          `needs base rates from people; give their counts with ${write("columns.count")}`),
      one.needs.counts &&
        counts === undefined &&
        ((write) =>
          `draws base rates towards those of people; give the counts of some with ${write("counts")}`),
      synonyms &&
        (one.needs.scores || one.conditional === undefined) &&
        "gives no probabilities, which the task's synonyms are summed by; name another method, or leave synonyms out",
      one.needs.allAnswers &&
        !canImply(one, { trials, k, labels: survey.labels.length }) &&
        `takes P(y) as the mean of the model's own P(y|x), and ${trials} pairs have fewer than ten for each of their ${survey.labels.length} labels; give more rows, or take promptnce`,
      ask === "top" &&
        k < survey.labels.length &&
        one.conditional?.isClosed &&
        ((write) =>
          `shares all mass out within a candidate set, so that labels of different sets cannot be ranked; take promptnce, or ${write("k", survey.labels.length)}`),
    ];
    const reason = reasons.find(Boolean);
    if (reason) throw new OptionError("methods", (write) => `${one.id} ${written(reason, write)}`);
  }
  if (!known.some((one) => one.asks.includes("grounded")))
    return { methods: known, shown: new Set() };
  const { fields, examples } = task;
  const pairs = examples?.map((pair, i) => ({ ...pair, id: String(i) })) ?? survey.examples;
  const grounding = groundingOf(pairs, survey, seed);
  const context = {
    grounding,
    marginal,
    ...(counts && { counts: countedOf(survey.labels, counts) }),
    ...(synonyms && { synonyms }),
  };
  return {
    methods: known.map(({ id }) => method(id, context)),
    // By the id that a row with this pair has, since a row may repeat an example.
    shown: new Set(pairs.map(({ x, y }) => pairKey(inputKey(fields, x), y))),
  };
}

/** The counts, compared with the rates of the rows' labels, which are asked for anyway. */
function countedOf(asked: readonly Label[], counts: ReadonlyMap<Label, number>): CountedLabels {
  if (asked.some((label) => counts.has(label))) {
    return { counts, total: [...counts.values()].reduce((sum, count) => sum + count, 0), asked };
  }
  throw new OptionError(
    "counts",
    `none of its ${counts.size} labels is one of the rows', such as ${JSON.stringify(asked[0])}; give it theirs`,
  );
}

/** The method of that id, whose grounding is still to come; an OptionError for one that nobody knows. */
export function methodNamed(id: string, marginal: Marginal, synonyms?: SynonymsOf): Method {
  try {
    return method(id, {
      grounding: { examples: [], labels: [] },
      marginal,
      ...(synonyms && { synonyms }),
    });
  } catch (error) {
    throw error instanceof RangeError ? new OptionError("methods", error.message) : error;
  }
}

function groundingOf(
  pairs: readonly Pair[],
  { labels }: Pick<Survey, "labels">,
  seed: string,
): Grounding {
  try {
    return drawGrounding(pairs, labels, seed);
  } catch {
    throw new OptionError(
      "methods",
      (write) =>
        `a grounded base rate shows 4 pairs with distinct inputs, and the rows have ${pairs.length}; give more rows with ${write("columns.y")}, or say :ungrounded behind the method`,
    );
  }
}

/** Refuses a label that cannot stand in the candidate lists of the task's prompts: the paper's part them by commas. */
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
                `say ${write("structured", true)}, or take a task of your own, which lists labels one a line (promptnce task init)`
            : "say long: true in the task, which shows each label as a block of its own";
        throw new OptionError(
          "task",
          (write) =>
            `the label ${JSON.stringify(label)} holds what parts the labels of a list in the prompts of ${task.name}; ${written(remedy, write)}`,
        );
      }
    }
  }
}
