import { fingerprint } from "@promptnce/providers";
import { drawGrounding, method, queriesOf } from "@promptnce/core";
import type { Grounding, Method, Trial } from "@promptnce/core";
import { UsageError } from "@promptnce/providers/choose";
import { pairKey } from "../survey/people.ts";
import type { Survey } from "../survey/survey.ts";
import type { TaskSetup } from "../task/task-setup.ts";
import type { Mode } from "../survey/unit.ts";

/** The methods of a run. */
export interface ChosenMethods {
  readonly methods: readonly Method[];
  /** Ids of the rows' pairs that a grounded prompt shows: they are left out of scores. */
  readonly shown: ReadonlySet<string>;
}

interface MethodOptions {
  readonly ids: readonly string[];
  readonly task: Pick<TaskSetup, "fields" | "examples">;
  readonly survey: Pick<Survey, "people" | "labels" | "examples">;
  readonly mode: Mode;
  readonly k: number;
  readonly seed: string;
}

const nowhere: Grounding = { examples: [], labels: [] };

/**
 * The methods by their names, with what their base rates rest on. A grounded one shows the task's
 * examples or, where it has none, four of the rows.
 *
 * @throws UsageError for a name it does not know, or a method that cannot be used on these rows.
 */
export function chooseMethods(options: MethodOptions): ChosenMethods {
  const { ids, survey, task, mode, k, seed } = options;
  const marginal = survey.people?.marginal ?? new Map();
  const known = [...new Set(ids)].map((id) => named(id, () => method(id, { grounding: nowhere, marginal })));
  for (const { id } of known) {
    if (id.endsWith(":empirical") && survey.people === undefined) {
      throw new UsageError(`--method: ${id} needs base rates from people; give their counts with --count`);
    }
    if (mode === "top" && k < survey.labels.length && asksOf(id, known, "closed")) {
      throw new UsageError(
        `--method: ${id} shares all mass out within a candidate set, so that labels of different sets cannot be ranked; take promptnce, or --k ${survey.labels.length}`,
      );
    }
  }
  if (!known.some(({ id }) => asksOf(id, known, "grounded"))) {
    return { methods: known, shown: new Set() };
  }
  const grounding = groundingOf(task, survey, seed);
  const shown = task.examples?.map((pair) => ownId(pair, task)) ?? survey.examples.map(({ id }) => id);
  return {
    methods: known.map(({ id }) => method(id, { grounding, marginal })),
    shown: new Set(shown),
  };
}

/** As a row with this pair has it, since a row may repeat an example. */
function ownId({ x, y }: Grounding["examples"][number], { fields }: MethodOptions["task"]): string {
  return pairKey(fingerprint(...fields.map((field) => x[field] ?? "")), y);
}

function named<T>(id: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`--method: ${error.message}`);
    throw new Error(`The method ${id} cannot be made.`, { cause: error });
  }
}

const specimen: Trial = { id: "", x: {}, y: "y", candidates: ["y"] };

function asksOf(id: string, methods: readonly Method[], kind: string): boolean {
  const one = methods.find((candidate) => candidate.id === id);
  return one !== undefined && queriesOf(one.estimator, specimen).some((query) => query.kind === kind);
}

function groundingOf({ examples }: MethodOptions["task"], survey: MethodOptions["survey"], seed: string): Grounding {
  const pairs = examples?.map((pair, i) => ({ ...pair, id: String(i) })) ?? survey.examples;
  try {
    return drawGrounding(pairs, survey.labels, seed);
  } catch {
    throw new UsageError(
      `--method: a grounded base rate shows 4 pairs with distinct inputs, and the rows have ${pairs.length}; give more rows with --y, or say :ungrounded behind the method`,
    );
  }
}
