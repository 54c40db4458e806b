import type { BatchAsk } from "@promptnce/providers/batches";
import { batchAsk } from "@promptnce/providers/choose";
import type { Prepared } from "../../estimate/prepare.ts";
import { questionsOf } from "./questions-of.ts";

/** What a run asks, as vendors' batches take it. The rows are read anew each time it is gone through. */
export function batchAsks(prepared: Pick<Prepared, "units" | "methods" | "task">): AsyncIterable<BatchAsk> {
  const { findTemplate } = prepared.task;
  return {
    async *[Symbol.asyncIterator]() {
      for await (const question of questionsOf(prepared.units(), prepared)) {
        yield batchAsk(question, findTemplate);
      }
    },
  };
}
