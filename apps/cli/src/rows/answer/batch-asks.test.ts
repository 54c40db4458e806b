import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../../promptnce.test.support.ts";
import { unitAnswerer } from "./answer-unit.ts";
import { asker } from "./asker.ts";
import { batchAsks } from "./batch-asks.ts";
import { estimateOptions } from "../../estimate/estimate-options.ts";
import { prepare } from "../../estimate/prepare.ts";

async function prepared(mode: "pairs" | "all-labels") {
  const folder = newFolder();
  const input = join(folder, "rows.csv");
  writeFileSync(input, "cue,response\ncat,a\nsun,b\ncat,b\ncat,a\nsea,c\nsky,b\n");
  const method = ["promptnce", "infonce", "marginalnce:ungrounded", "direct-split", "direct-pmi"];
  return prepare(
    estimateOptions(input, {
      task: "words",
      mode,
      out: "-",
      y: "response",
      method,
      k: 2,
      store: join(folder, "s.jsonl"),
      profile: "truthful",
      seed: "1",
      concurrency: 4,
      confirmAbove: 1,
      structured: true,
    }),
  );
}

it.each(["pairs", "all-labels"] as const)(
  "in mode %s batches take the very requests that answering the rows sends, however often gone through",
  async (mode) => {
    await using run = await prepared(mode);
    const sent = new Set<string>();
    const ask = asker({
      task: run.task.name,
      findTemplate: run.task.findTemplate,
      closing: new AbortController().signal,
      provider: {
        ...run.respondent.provider,
        complete: (request) => {
          sent.add(JSON.stringify(request));
          return run.respondent.provider.complete(request);
        },
      },
    });
    const answer = unitAnswerer(run.methods, ask);
    for await (const units of run.units()) for (const unit of units) await answer(unit);
    expect(sent.size).toBeGreaterThan(15);
    const asks = batchAsks(run);
    for (const _ of [1, 2]) {
      const taken: string[] = [];
      for await (const { request } of asks) taken.push(JSON.stringify(request));
      expect([...new Set(taken)].toSorted()).toEqual([...sent].toSorted());
      // Only of two rows with the same pair the same is gone through twice.
      expect(taken.length - sent.size).toBe(mode === "all-labels" ? 0 : 4);
    }
  },
);

it("a reply is asked for again where the run itself could not read it", async () => {
  await using run = await prepared("pairs");
  for await (const { request, readable } of batchAsks(run)) {
    const reply = await run.respondent.provider.complete(request);
    expect(readable?.(reply)).toBe(true);
    expect(readable?.({ ...reply, text: "I would rather not say." })).toBe(false);
  }
});
