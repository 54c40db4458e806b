import { drawGrounding, method } from "@promptnce/core";
import type { Grounding, Kind, Marginal, Method, Pair } from "@promptnce/core";
import { UsageError } from "@promptnce/providers/choose";
import { inputKey } from "../input/read-rows.ts";
import { pairKey } from "../survey/people.ts";
import type { Survey } from "../survey/survey.ts";
import type { Mode } from "../survey/unit.ts";
import type { TaskSetup } from "../task/task-setup.ts";
import { specimenQueries } from "./candidate-sets.ts";

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

/**
 * The methods by their names, with what their base rates rest on. A grounded one shows the task's examples or, where it
 * has none, four of the rows.
 *
 * @throws UsageError for a name it does not know, or a method that cannot be used on these rows.
 */
export function chooseMethods({ ids, survey, task, mode, k, seed }: MethodOptions): ChosenMethods {
  const marginal = survey.people?.marginal ?? new Map();
  const known = [...new Set(ids)].map((id) => methodNamed(id, marginal));
  for (const one of known) {
    if (one.id.endsWith(":empirical") && survey.people === undefined) {
      throw new UsageError(`--method: ${one.id} needs base rates from people; give their counts with --count`);
    }
    if (mode === "top" && k < survey.labels.length && asks(one, "closed")) {
      throw new UsageError(
        `--method: ${one.id} shares all mass out within a candidate set, so that labels of different sets cannot be ranked; take promptnce, or --k ${survey.labels.length}`,
      );
    }
  }
  if (!known.some((one) => asks(one, "grounded"))) return { methods: known, shown: new Set() };
  const { fields, examples } = task;
  const pairs = examples?.map((pair, i) => ({ ...pair, id: String(i) })) ?? survey.examples;
  const grounding = groundingOf(pairs, survey, seed);
  return {
    methods: known.map(({ id }) => method(id, { grounding, marginal })),
    // By the id that a row with this pair has, since a row may repeat an example.
    shown: new Set(pairs.map(({ x, y }) => pairKey(inputKey(fields, x), y))),
  };
}

function methodNamed(id: string, marginal: Marginal): Method {
  try {
    return method(id, { grounding: { examples: [], labels: [] }, marginal });
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--method: ${error.message}`) : error;
  }
}

function asks(one: Method, kind: Kind): boolean {
  return specimenQueries(one).some((query) => query.kind === kind);
}

function groundingOf(pairs: readonly Pair[], { labels }: Pick<Survey, "labels">, seed: string): Grounding {
  try {
    return drawGrounding(pairs, labels, seed);
  } catch {
    throw new UsageError(
      `--method: a grounded base rate shows 4 pairs with distinct inputs, and the rows have ${pairs.length}; give more rows with --y, or say :ungrounded behind the method`,
    );
  }
}
