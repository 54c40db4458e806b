import { existsSync, readFileSync } from "node:fs";
import { readJournal } from "@promptnce/engine/journal";
import type { FaultShares } from "@promptnce/rehearsal/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { gateway } from "./gateway.test.support.ts";
import { servedEstimate } from "./served-estimate.test.support.ts";

const rowsIn = (path: string): string[] => readFileSync(path, "utf8").trim().split("\n").slice(1);
const failuresIn = (store: string) =>
  [...readJournal(store)].filter(({ charge, reply }) => !charge && reply.failure);

/** Waits so short a time between two attempts, of what may be waited. */
function waiting(share: number): void {
  const random = vi.spyOn(Math, "random").mockReturnValue(share);
  onTestFinished(() => random.mockRestore());
}

/** The address of a server that is not there; a free port may be another test's by then. */
const NOBODY = "http://127.0.0.1:9/v1";

/** The arguments with another server's address. */
const at = (args: readonly string[], url: string): string[] => [
  ...args.slice(0, args.indexOf("--base-url") + 1),
  url,
  ...args.slice(args.indexOf("--base-url") + 2),
];

describe("promptnce estimate of a few rows when the server is down", () => {
  it.each<[string, FaultShares, string, RegExp]>([
    ["fails at everything", { "500": 1 }, "60", /is overloaded or failed \(500\)/],
    ["cuts every connection", { drop: 1 }, "60", /could not be reached/],
    ["answers nothing in time", { hang: 1 }, "0.05", /did not answer within 50 ms/],
  ])("ends with the reason if the server %s, and stores no failure", async (...given) => {
    const [, faults, timeout, reason] = given;
    waiting(0);
    const { out, args } = await servedEstimate({ faults }, "openai", 5);
    const { status, stderr } = await promptnce([...args, "--yes", "--timeout", timeout]);
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(
      /\(\d requests failed like this, which says more about the server than about their prompts: none is kept as failed, and the same run asks them again\.\) --max-failures 1 keeps them as failed instead\.\n$/,
    );
    expect(stderr).not.toContain("another model");
    expect(status).toBe(1);
    expect(existsSync(out)).toBe(false);
    expect(failuresIn(`${out}.replies.jsonl`)).toEqual([]);
  });

  it("asks everything when the server is up and the same command is given again", async () => {
    waiting(0);
    const { server, out, args } = await servedEstimate({}, "openai", 5);
    const down = await promptnce([...at(args, NOBODY), "--yes"]);
    expect([down.status, failuresIn(`${out}.replies.jsonl`)]).toEqual([1, []]);
    expect(down.stderr).toContain("could not be reached (ECONNREFUSED)");
    const up = await promptnce([...args, "--yes"]);
    expect(up.status).toBe(0);
    expect(server.stats().outcomes["ok"]).toBe(rowsIn(out).length + 3);
    for (const row of rowsIn(out)) {
      expect(row).toContain(",ok,");
    }
  });

  it("keeps the failures with --max-failures 1, and asks again with --retry-failed", async () => {
    waiting(0);
    const { out, args } = await servedEstimate({}, "openai", 5);
    const down = at(args, NOBODY);
    const kept = await promptnce([...down, "--yes", "--max-failures", "1"]);
    expect(kept.status).toBe(5);
    expect(failuresIn(`${out}.replies.jsonl`)).toHaveLength(8);
    // The server is up, but the store has an answer to everything.
    const stored = await promptnce([...args, "--yes"]);
    expect(stored.status).toBe(5);
    expect(stored.stderr).toMatch(
      /Nothing could be scored: of 8 questions, 8 failed and 0 had a reply that cannot be read\. The first: the request failed: .* --retry-failed asks them once more\.\n$/,
    );
    expect(stored.stderr).toContain("estimates are missing because requests failed");
    expect(stored.stderr).not.toContain("another model");
    const retried = await promptnce([...args, "--yes", "--retry-failed"]);
    expect(retried.status).toBe(0);
  });
});

describe("promptnce estimate when the server always fails on some prompts", () => {
  it("writes the result of a few rows, of which two failed, and says how to ask again", async () => {
    waiting(0);
    const { server, out, args } = await servedEstimate(
      { faults: { poison: 0.3 }, seed: 3 },
      "openai",
      5,
    );
    const { status, stderr } = await promptnce([...args, "--yes"]);
    expect(stderr).toContain("2 of 8 requests failed for good; all else is done");
    expect(stderr).toMatch(/failed \(500\).* --retry-failed asks them once more\.\n$/);
    expect(status).toBe(4);
    expect(rowsIn(out)).toHaveLength(5);
    expect(failuresIn(`${out}.replies.jsonl`)).toHaveLength(2);
    const { requests } = server.stats();
    expect((await promptnce([...args, "--yes"])).status).toBe(4);
    expect(server.stats().requests).toBe(requests);
    await promptnce([...args, "--yes", "--retry-failed"]);
    expect(server.stats().requests).toBeGreaterThan(requests);
  });

  it("writes the result of many rows although more than ten fail in a row at the end", async () => {
    // Everything else is answered long before the last attempt at them.
    waiting(0.02);
    const { server, out, args } = await servedEstimate({ faults: { poison: 0.08 } }, "openai", 200);
    const { status, stderr } = await promptnce([...args, "--yes"]);
    const [, failed] = /(\d+) of 203 requests failed for good/.exec(stderr) ?? [];
    expect(Number(failed)).toBeGreaterThan(10);
    expect(status).toBe(4);
    expect(rowsIn(out)).toHaveLength(200);
    expect(server.stats().outcomes["ok"]).toBe(203 - Number(failed));
    expect(failuresIn(`${out}.replies.jsonl`)).toHaveLength(Number(failed));
  });

  it("stores no failure of prompts under way when the server goes down during a run", async () => {
    waiting(0);
    // So few rows that all others may be under way at the last reply.
    const { server, out, args } = await servedEstimate({ latencyMs: 5 }, "openai", 33);
    const store = `${out}.replies.jsonl`;
    let asked = 0;
    const url = await gateway(server.url, () =>
      ++asked > 30 ? { status: 502, text: "{}" } : undefined,
    );
    const first = await promptnce([...at(args, `${url}/v1`), "--yes"]);
    expect(first.status).toBe(1);
    expect(first.stderr).toContain("failed (502)");
    expect(failuresIn(store)).toEqual([]);
    expect([...readJournal(store)]).toHaveLength(30);
    const second = await promptnce([...args, "--yes"]);
    expect(second.status).toBe(0);
    expect(rowsIn(out)).toHaveLength(33);
  });
});
