import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { given } from "../estimate/pairs.test.support.ts";

it("no command writes anything in the place of a journal, and estimate asks nothing then", async () => {
  const { args, folder, store } = given();
  const out = join(folder, "out.csv");
  await promptnce([...args, "--out", out]);
  const replies = readFileSync(store, "utf8");
  const paid = join(newFolder(), "paid.jsonl");
  copyFileSync(store, paid);
  copyFileSync(store, `${paid}.csv.manifest.json`);
  const estimate = [...args.slice(0, -1), `${paid}.new`];
  const phrases = ["person", "sees", "fields", "event", "label"].flatMap((name) => [
    `--${name}`,
    "a",
  ]);
  for (const [spared, ...command] of [
    [paid, "report", out, "--out", paid],
    [paid, "task", "init", paid, "--force", ...phrases],
    [paid, "replies", "export", store, "--out", paid],
    [paid, "prompts", "export", "--out", paid],
    [paid, ...estimate, "--out", paid],
    [paid, ...estimate, "--out", out, "--report", paid],
    [`${paid}.csv.manifest.json`, ...estimate, "--out", `${paid}.csv`],
  ] as const) {
    const { status, stderr } = await promptnce(command);
    expect(stderr).toContain(`${spared} holds replies that were paid for and is not overwritten`);
    expect(status).toBe(1);
    expect(readFileSync(spared, "utf8")).toBe(replies);
  }
  expect(existsSync(`${paid}.new`)).toBe(false);
});
