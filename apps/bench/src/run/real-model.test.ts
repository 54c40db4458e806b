import { existsSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJournal } from "@promptnce/engine/journal";
import { expect, it } from "vitest";
import { runMain, startMain } from "../testing/run-main.test.support.ts";

const file = process.env["PROMPTNCE_TEST_INSTRUCT_GGUF"] ?? "";
const KILLED_AFTER = 5;

/** The keys of the stored replies, in order. */
function storedKeys(store: string): string[] {
  const lines = existsSync(store) ? readFileSync(store, "utf8").split("\n").slice(0, -1) : [];
  return lines.flatMap((line) => {
    const { kind, key } = JSON.parse(line) as { readonly kind: string; readonly key: string };
    return kind === "reply" ? [key] : [];
  });
}

it.skipIf(!existsSync(file))(
  "a real model in process gives readable replies to the faithful Words prompts, and a killed run of it can be resumed",
  { tags: ["full"] },
  async () => {
    const cwd = await mkdtemp(join(tmpdir(), "promptnce-real-model-"));
    const what = [
      "--dataset",
      "synthetic-words",
      "--experiment",
      "pmi",
      "--pairs",
      "5",
      "--dev",
      "0",
    ];
    const args = [
      ...what,
      "--model",
      `llama:${file}`,
      "--threads",
      "1",
      "--max-failures",
      "1",
      "--yes",
      "--out",
      "out",
    ];
    const store = join(cwd, "out", "replies.jsonl");
    let kill = (): void => {};
    const watch = setInterval(() => void (storedKeys(store).length >= KILLED_AFTER && kill()), 50);
    const killed = await startMain(args, cwd, (stop) => void (kill = stop));
    clearInterval(watch);
    expect(killed.code).toBeNull();
    const before = storedKeys(store);
    expect(before.length).toBeGreaterThanOrEqual(KILLED_AFTER);

    const { code, stderr } = await runMain(args, cwd);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("bench:")]);
    const cut = [...readJournal(store, () => {})].filter(
      ({ charge, reply }) => !charge && reply.stop !== "end",
    );
    expect(cut).toEqual([]);
    const after = storedKeys(store);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(new Set(after).size).toBe(after.length);
    const { counts } = JSON.parse(readFileSync(join(cwd, "out", "manifest.json"), "utf8")) as {
      readonly counts: {
        readonly questions: number;
        readonly fromStore: number;
        readonly unreadable: number;
      };
    };
    expect(counts.fromStore).toBe(before.length);
    expect(counts.questions).toBeGreaterThan(25);
    expect(counts.unreadable / counts.questions).toBeLessThanOrEqual(0.05);
  },
);
