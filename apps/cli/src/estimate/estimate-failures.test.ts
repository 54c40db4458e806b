import { existsSync, readFileSync } from "node:fs";
import { readJournal } from "@promptnce/engine/journal";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { servedEstimate } from "./served-estimate.test.support.ts";

const prices = ["--price-in", "10", "--price-out", "10", "--yes"];
const rowsIn = (path: string): string[] => readFileSync(path, "utf8").trim().split("\n").slice(1);

/** The minimum waiting time between two attempts. */
function impatient(): void {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
}

describe("promptnce estimate with prompts that a filter refuses", () => {
  it("finishes all rows, reports failed requests by its exit code, and retries them only when told to", async () => {
    const { server, out, args } = await servedEstimate({ faults: { "content-filter": 0.06 } });
    const { status, stderr } = await promptnce([...args, ...prices]);
    expect(status).toBe(4);
    const failed = server.stats().outcomes["content-filter"] ?? 0;
    expect(failed).toBeGreaterThan(0);
    expect(stderr).toContain(`${failed} of 63 requests failed for good; all else is done`);
    expect(stderr).toMatch(
      /The first: the request failed: .*\(400\): .* --retry-failed asks them once more\./,
    );
    expect(rowsIn(out)).toHaveLength(60);
    expect(rowsIn(out).filter((row) => row.includes("unreadable")).length).toBeGreaterThanOrEqual(
      failed,
    );
    const again = await promptnce([...args, ...prices]);
    expect([again.status, server.stats().requests]).toEqual([4, 63]);
    const retried = await promptnce([...args, ...prices, "--retry-failed"]);
    expect([retried.status, server.stats().requests]).toEqual([4, 63 + failed]);
  });

  it("stops if the first ten are all refused, and blames none of the prompts", async () => {
    const { server, args, out } = await servedEstimate({ faults: { "content-filter": 1 } });
    const { status, stderr } = await promptnce([...args, ...prices]);
    expect(status).toBe(1);
    expect(stderr).toContain("(10 requests failed like this, and none was answered.)");
    expect(server.stats().requests).toBeLessThan(40);
    expect([...readJournal(`${out}.replies.jsonl`)]).toEqual([]);
  });

  it("stops after the given number of failures, with its own exit code", async () => {
    const { server, args } = await servedEstimate({ faults: { "content-filter": 0.3 } });
    const { status, stderr } = await promptnce([
      ...args,
      ...prices,
      "--concurrency",
      "1",
      "--max-failures",
      "2",
    ]);
    expect(status).toBe(5);
    expect(stderr).toMatch(/3 of \d+ requests of any failed, the last with: /);
    expect(server.stats().requests).toBeLessThan(40);
  });
});

it("loses only the prompt at which the vendor always fails", async () => {
  impatient();
  const { server, out, args } = await servedEstimate({ faults: { poison: 0.05 } });
  const { status } = await promptnce([...args, ...prices]);
  expect(status).toBe(4);
  expect(rowsIn(out)).toHaveLength(60);
  expect(server.stats().outcomes["ok"]).toBeGreaterThan(50);
});

describe("promptnce estimate with unusable replies", () => {
  it("stops after the first twenty, quotes one, and reports the cost and what to try", async () => {
    const { server, out, args } = await servedEstimate({ faults: { malformed: 1 } });
    const { status, stderr } = await promptnce([...args, ...prices]);
    expect(status).toBe(5);
    expect(stderr).toMatch(
      /11 of the first \d+ answers of any to words\/\w+ are of little or no use, most often because /,
    );
    expect(stderr).toMatch(
      /One of them: ".*"\. What to try: structured mode, which holds replies to a schema/,
    );
    expect(stderr).toMatch(
      /\$0\.\d\d was spent on any, according to this store\. .* --max-failures 1 continues whatever happens\. promptnce doctor tries a model/,
    );
    expect(server.stats().requests).toBeLessThan(63);
    expect(existsSync(`${out}.partial`)).toBe(true);
  });

  it("finishes with --max-failures 1, and says that nothing was scored", async () => {
    const { server, out, args } = await servedEstimate({ faults: { malformed: 1 } });
    const { status, stderr } = await promptnce([...args, ...prices, "--max-failures", "1"]);
    expect(status).toBe(5);
    expect(stderr).toContain(
      "Nothing could be scored: of 63 questions, 0 failed and 63 had a reply that cannot be read",
    );
    expect(rowsIn(out)).toHaveLength(60);
    expect(server.stats().requests).toBe(3 * 63);
  });

  it("does not pay again for a reply that was cut at the token limit", async () => {
    const { server, args } = await servedEstimate({ faults: { truncated: 1 } });
    const { stderr } = await promptnce([...args, ...prices, "--max-failures", "1"]);
    expect(server.stats().requests).toBe(63);
    expect(stderr).toContain("cut off at the token limit: the reply ends within an object");
  });
});

it("uses a usable text whatever its usage record, even in parts", async () => {
  for (const provider of ["openai", "anthropic"] as const) {
    const { server, args } = await servedEstimate(
      { faults: { "odd-usage": 0.5, parts: 0.5 } },
      provider,
    );
    const { status } = await promptnce([...args, ...prices]);
    expect([status, server.stats().requests]).toEqual([0, 63]);
  }
});

it("keeps an answer of unknown shape as received, asks once more, and then counts it", async () => {
  impatient();
  const { server, out, args } = await servedEstimate({ faults: { garbled: 0.3 } });
  const { status } = await promptnce([...args, ...prices]);
  const kept = [...readJournal(`${out}.replies.jsonl`)].filter(({ charge }) => charge);
  expect(kept.length).toBe(server.stats().outcomes["garbled"]);
  for (const { reply } of kept) {
    expect(reply.text).toContain('{"id": "x"');
  }
  expect(status).toBe(4);
  expect(rowsIn(out)).toHaveLength(60);
});

it("reports and records that two models answered under one name", async () => {
  const { args, out } = await servedEstimate({ served: ["any-2026-10-01", "any-2026-11-01"] });
  const page = out.replace(/csv$/, "html");
  const { status, stderr } = await promptnce([...args, ...prices, "--report", page]);
  expect(status).toBe(0);
  expect(stderr).toMatch(
    /The name any stands for several models: any-2026-1\d-01 \(\d+\), any-2026-1\d-01 \(\d+\) answered\./,
  );
  expect(readFileSync(page, "utf8")).toContain("any-2026-11-01");
});
