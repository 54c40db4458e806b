import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const root = join(import.meta.dirname, "../..");
/** Nobody listens there: a question that is asked fails. */
const NOWHERE = "http://127.0.0.1:9";

// Written by the version of 28 November 2026, whose keys stay.
it.each([
  ["calls of Anthropic", "anthropic.jsonl", ["anthropic", "--model", "claude-sim"], NOWHERE],
  ["a batch of OpenAI", "openai-batch.jsonl", ["openai", "--model", "sim"], `${NOWHERE}/v1`],
])("a kept journal of %s answers, and nothing is asked again", async (_, file, model, url) => {
  const folder = newFolder();
  const [task, store, out] = ["moods.yaml", "replies.jsonl", "scored.csv"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const moods = readFileSync(join(root, "examples/moods.yaml"), "utf8");
  const labels = "labels: [annoyance, gratitude, joy, neutral, sadness, surprise]\n";
  writeFileSync(task, moods + labels);
  cpSync(join(root, "fixtures/kept-journals", file), store);
  const before = readFileSync(store, "utf8");
  const rows = ["estimate", join(root, "examples/moods.csv"), "--task", task, "--y", "emotion"];
  const asked = ["--first", "2", "--provider", ...model, "--base-url", url, "--yes"];
  const ended = await promptnce([...rows, ...asked, "--store", store, "--out", out], { env: {} });
  expect(ended).toMatchObject({ status: 0 });
  expect(readFileSync(store, "utf8")).toBe(before);
  expect(readFileSync(out, "utf8").match(/,ok,/g)).toHaveLength(2);
});
