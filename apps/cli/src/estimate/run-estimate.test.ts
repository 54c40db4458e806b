import type { Request } from "@promptnce/core";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { RowUnit } from "@promptnce/rows/survey";
import { expect, it, vi } from "vitest";
import { openJournal } from "@promptnce/engine/journal";
import { estimateUnits, session } from "@promptnce/engine/run";
import { newFolder } from "../promptnce.test.support.ts";
import { rowAsks, showUnits } from "./run-estimate.ts";
import { estimateOptions } from "./estimate-settings.ts";
import { prepare } from "./prepare.ts";

async function prepared(ask: "pairs" | "all-labels") {
  const folder = newFolder();
  const input = join(folder, "rows.csv");
  writeFileSync(input, "cue,response\ncat,a\nsun,b\ncat,b\ncat,a\nsea,c\nsky,b\n");
  const methods = ["promptnce", "infonce", "marginalnce:ungrounded", "direct-split", "direct-pmi"];
  return prepare(
    estimateOptions(input, {
      task: "words",
      ask,
      out: "-",
      y: "response",
      methods,
      k: 2,
      store: join(folder, "s.jsonl"),
      profile: "truthful",
      seed: "1",
      concurrency: 4,
      readFrom: "reply",
      rotations: 1,
      confirmAbove: 1,
      structured: true,
    }),
  );
}

it.each(["pairs", "all-labels"] as const)(
  "in mode %s, batches get the same requests as direct calls, however often they are planned",
  async (mode) => {
    await using run = await prepared(mode);
    const sent = new Set<string>();
    const provider = {
      ...run.respondent.provider,
      complete: (request: Request) => {
        sent.add(JSON.stringify(request));
        return run.respondent.provider.complete(request);
      },
    };
    using store = openJournal(join(newFolder(), "replies.jsonl"));
    const asking = session({ provider, store });
    const how = {
      task: run.task.name,
      findTemplate: run.task.findTemplate,
      methods: run.methods,
      window: 1,
      signal: new AbortController().signal,
    };
    for await (const _ of estimateUnits(run.units(), asking, how)) {
    }
    expect(sent.size).toBeGreaterThan(15);
    const asks = rowAsks(run);
    for (const _ of [1, 2]) {
      const taken: string[] = [];
      for await (const { request } of asks) {
        taken.push(JSON.stringify(request));
      }
      expect([...new Set(taken)].toSorted()).toEqual([...sent].toSorted());
      // Only of two rows with the same pair the same is gone through twice.
      expect(taken.length - sent.size).toBe(mode === "all-labels" ? 0 : 4);
    }
  },
);

it("asks again for a reply that it could not read", async () => {
  await using run = await prepared("pairs");
  for await (const { request, read } of rowAsks(run)) {
    const reply = await run.respondent.provider.complete(request);
    expect(read?.(reply).ok).toBe(true);
    expect(read?.({ ...reply, text: "I would rather not say." }).ok).toBe(false);
  }
});

async function shown(perBatch: number): Promise<string> {
  let now = 0;
  using _ = vi.spyOn(performance, "now").mockImplementation(() => now);
  const unit = { row: {}, trials: [] } as unknown as RowUnit;
  async function* units(): AsyncGenerator<readonly RowUnit[]> {
    for (let i = 0; i < 10; i++) {
      now += perBatch;
      yield [unit];
    }
  }
  const stderr = new PassThrough() as unknown as typeof process.stderr;
  using __ = vi.spyOn(process, "stderr", "get").mockReturnValue(stderr);
  let count = 0;
  for await (const batch of showUnits(units(), 10, new AbortController().signal))
    count += batch.length;
  expect(count).toBe(10);
  return String(stderr.read() ?? "");
}

it("shows no progress of counting that takes less than two seconds", async () => {
  expect(await shown(200)).toBe("");
});

it("shows the progress of counting that takes longer", async () => {
  expect(await shown(1000)).toMatch(
    /^counted what will be asked of 3 of 10\n.*asked of 10 of 10\n$/s,
  );
});

it("stops counting when the run is closing", async () => {
  const closing = new AbortController();
  closing.abort(new Error("Ctrl-C"));
  async function* units(): AsyncGenerator<readonly RowUnit[]> {
    yield [];
  }
  await expect(showUnits(units(), 1, closing.signal).next()).rejects.toThrow("Ctrl-C");
});
