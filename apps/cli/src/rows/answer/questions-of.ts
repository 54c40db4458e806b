import type { Method, Question } from "@promptnce/core";
import { queriesOf } from "./answer-unit.ts";
import { questionOf } from "./asker.ts";
import { asksOfLabelAlone, queryKey } from "./query-key.ts";
import type { TaskSetup } from "../survey/task-setup.ts";
import type { Unit } from "../survey/unit.ts";

interface Asking {
  readonly methods: readonly Method[];
  readonly task: Pick<TaskSetup, "name">;
}

/**
 * Every question that answering the units will ask, in that order: each question of a unit once, and a
 * base rate once for all units. Units with the same x may still ask the same. No question depends on
 * an answer, so that all are known before any is asked.
 */
export async function* questionsOf(
  units: AsyncIterable<readonly Unit[]>,
  { methods, task }: Asking,
): AsyncGenerator<Question> {
  const baseRates = new Set<string>();
  for await (const batch of units) {
    for (const { trials } of batch) {
      const own = new Set<string>();
      for (const query of trials.flatMap((trial) => methods.flatMap((one) => queriesOf(one, trial)))) {
        const known = asksOfLabelAlone(query) ? baseRates : own;
        const key = queryKey(query);
        if (known.has(key)) continue;
        known.add(key);
        yield questionOf(task.name, query);
      }
    }
  }
}
