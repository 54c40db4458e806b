import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it, onTestFinished, vi } from "vitest";
import { openJournal } from "./journal.ts";
import {
  isRunning,
  noteEnd,
  noteResults,
  readRunStatus,
  type RunStatus,
  STATUS,
  statusWriter,
} from "./run-status.ts";

const status: RunStatus = { done: 1, total: 9, questions: 1, unreadable: 0, failed: 0 };

it("is written once a second at most, and at the end whatever the time", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const path = join(newFolder(), "r.jsonl");
  const write = statusWriter(path);
  const done = (n: number, last?: boolean): number | undefined => {
    write({ ...status, done: n }, last);
    return readRunStatus(path)?.done;
  };
  expect([done(1), done(2), done(3, true), done(4)]).toEqual([1, 1, 3, 3]);
  vi.advanceTimersByTime(1000);
  expect(done(5)).toBe(5);
});

it("ends no run where it cannot be written", () => {
  const path = join(newFolder(), "r.jsonl");
  writeFileSync(path, "");
  expect(() => statusWriter(join(path, "below"))(status)).not.toThrow();
});

it("keeps why a run ended beside its counts until another begins", () => {
  const path = join(newFolder(), "r.jsonl");
  const asked = { model: "m", task: "words" };
  const write = statusWriter(path);
  write({ ...status, asked });
  noteEnd(path, "The key is wrong.");
  expect(readRunStatus(path)).toMatchObject({ done: 1, asked, ended: "The key is wrong." });
  write(status, true);
  expect(readRunStatus(path)).not.toHaveProperty("ended");
  noteEnd(path, "The disk is full.");
  noteEnd(path, undefined);
  expect(readRunStatus(path)).toMatchObject({ done: 1 });
  expect(readRunStatus(path)?.ended).toBeUndefined();
});

it("keeps what came out beside its counts until another begins", () => {
  const path = join(newFolder(), "r.jsonl");
  const write = statusWriter(path);
  write(status);
  const results = { methods: [{ title: "PromptNCE", rho: "0.78 ± 0.03" }], usd: 0.2 };
  noteResults(path, results);
  expect(readRunStatus(path)).toMatchObject({ done: 1, results });
  write(status, true);
  expect(readRunStatus(path)).not.toHaveProperty("results");
});

it("keeps why a run ended that had counted nothing, and is not made for a run that begins", () => {
  const path = join(newFolder(), "r.jsonl");
  noteEnd(path, undefined);
  expect(existsSync(`${path}${STATUS}`)).toBe(false);
  noteEnd(path, "The batch was rejected.");
  expect(readRunStatus(path)).toMatchObject({
    done: 0,
    total: 0,
    ended: "The batch was rejected.",
  });
});

it("is none where there is no such file, and where it is of something else", () => {
  const path = join(newFolder(), "r.jsonl");
  expect(readRunStatus(path)).toBeUndefined();
  for (const text of ["", "[]", '{"done":-1}', '{"did":7}']) {
    writeFileSync(`${path}${STATUS}`, text);
    expect(readRunStatus(path), text).toBeUndefined();
  }
});

it("is of a run while the journal is open, by whatever name it is looked for, and changes nothing by looking", () => {
  const folder = newFolder();
  const [path, link] = [join(folder, "r.jsonl"), join(folder, "link")];
  const journal = openJournal(path);
  symlinkSync(path, link);
  expect([isRunning(path), isRunning(link)]).toEqual([true, true]);
  journal.close();
  expect(isRunning(path)).toBe(false);
  expect(readdirSync(folder).toSorted()).toEqual(["link", "r.jsonl"]);
});

it("is of no run any more where that was killed, though its lock is still there", async () => {
  const path = join(newFolder(), "r.jsonl");
  const program = `
    import { openJournal } from ${JSON.stringify(import.meta.resolve("./journal.ts"))};
    // A journal that nothing refers to is collected, and its lock with it.
    globalThis.journal = openJournal(${JSON.stringify(path)});
    console.log("open");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
  await once(child.stdout, "data");
  expect(isRunning(path)).toBe(true);
  child.kill("SIGKILL");
  await once(child, "close");
  expect(existsSync(`${path}.lock`)).toBe(true);
  expect(isRunning(path)).toBe(false);
});
