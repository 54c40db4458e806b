import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readJournal } from "@promptnce/engine/journal";
import { cached } from "@promptnce/engine";
import { newFolder } from "@promptnce/testing/new-folder";
import { openStore } from "./open-store.ts";

/** What is said of the store of that path when it is opened, which is then closed. */
async function told(path: string): Promise<string[]> {
  const lines: string[] = [];
  {
    await using _store = await openStore(path, (line) => lines.push(line));
  }
  return lines;
}

async function storeWithReply(): Promise<string> {
  const path = join(newFolder(), "replies.jsonl");
  await using journal = await openStore(path, () => {});
  const provider = {
    name: "v",
    model: "m",
    settings: {},
    complete: async () => ({ text: "1", stop: "end" as const }),
  };
  await cached(provider, journal).complete({ prompt: "p", sample: 0 });
  return path;
}

it("a store that is not there is made, and nothing is told", async () => {
  const path = join(newFolder(), "replies.jsonl");
  expect(await told(path)).toEqual([]);
  expect(existsSync(path)).toBe(true);
});

it("a line that is damaged is told with its number, and costs no other reply", async () => {
  const path = await storeWithReply();
  expect(await told(path)).toEqual([]);
  appendFileSync(path, "{oh\n");
  expect(await told(path)).toEqual([`${path}, line 2: is not JSON; only that reply is lost`]);
  expect([...readJournal(path, () => {})].map(({ prompt }) => prompt)).toEqual(["p"]);
});
