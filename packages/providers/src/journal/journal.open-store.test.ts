import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readJournal } from "./read-journal.ts";
import { cached } from "../store/cached.ts";
import { newFolder } from "@promptnce/testing/new-folder";
import { openStore } from "./journal.ts";

/** What is said of the store of that path when it is opened, which is then closed. */
function told(path: string): string[] {
  const lines: string[] = [];
  openStore(path, (line) => lines.push(line))[Symbol.dispose]();
  return lines;
}

async function storeWithReply(): Promise<string> {
  const path = join(newFolder(), "replies.jsonl");
  using journal = openStore(path, () => {});
  const provider = { name: "v", model: "m", settings: {}, complete: async () => ({ text: "1", stop: "end" as const }) };
  await cached(provider, journal).complete({ prompt: "p", sample: 0 });
  return path;
}

it("a store that is not there is made, and nothing is told", () => {
  const path = join(newFolder(), "replies.jsonl");
  expect(told(path)).toEqual([]);
  expect(existsSync(path)).toBe(true);
});

it("a line that is damaged is told with its number, and costs no other reply", async () => {
  const path = await storeWithReply();
  expect(told(path)).toEqual([]);
  appendFileSync(path, "{oh\n");
  expect(told(path)).toEqual([`${path}, line 2: is not JSON; only that reply is lost`]);
  expect([...readJournal(path, () => {})].map(({ prompt }) => prompt)).toEqual(["p"]);
});
