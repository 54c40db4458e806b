import type { Method, Question } from "@promptnce/core";
import { queriesOf } from "./answer-unit.ts";
import { questionOf } from "./asker.ts";
import type { TaskSetup } from "./task-setup.ts";
import type { Unit } from "./unit.ts";

interface Asking {
  readonly methods: readonly Method[];
  readonly task: Pick<TaskSetup, "name">;
}

/**
 * Every question that answering the units will ask, in that order; what several trials need comes as
 * often. No question depends on an answer, so that all are known before any is asked.
 */
export async function* questionsOf(
  units: AsyncIterable<readonly Unit[]>,
  { methods, task }: Asking,
): AsyncGenerator<Question> {
  for await (const batch of units) {
    for (const trial of batch.flatMap(({ trials }) => trials)) {
      for (const method of methods) {
        for (const query of queriesOf(method, trial)) yield questionOf(task.name, query);
      }
    }
  }
}
