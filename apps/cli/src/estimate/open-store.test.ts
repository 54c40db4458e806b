import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { cached, readJournal } from "@promptnce/providers";
import { expect, it, vi } from "vitest";
import { openStore } from "./open-store.ts";
import { newFolder } from "../promptnce.test.support.ts";

/** What is told of the store of that path when it is opened, which is then closed. */
function told(path: string): string[] {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  openStore(path)[Symbol.dispose]();
  const texts = write.mock.calls.map(([text]) => String(text));
  write.mockRestore();
  return texts;
}

async function storeWithReply(): Promise<string> {
  const path = join(newFolder(), "replies.jsonl");
  using journal = openStore(path);
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
  expect(told(path)).toEqual([`${path}, line 2: is not JSON; only that reply is lost\n`]);
  expect([...readJournal(path, () => {})].map(({ prompt }) => prompt)).toEqual(["p"]);
});
