import { existsSync, readFileSync } from "node:fs";
import type { Provider } from "@promptnce/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { servedEstimate, truthful } from "./served-estimate.test.support.ts";

// At most $0.64 for the 63 questions.
const prices = ["--price-in", "10", "--price-out", "10", "--max-tokens", "200"];

describe("promptnce estimate with a model", () => {
  it("asks the server each question once, and reports the cost", async () => {
    const { server, out, args } = await servedEstimate();
    const { status, stderr } = await promptnce([...args, ...prices]);
    expect(status).toBe(0);
    expect(server.stats()).toMatchObject({ requests: 63 });
    expect(readFileSync(out, "utf8").trim().split("\n")).toHaveLength(61);
    expect(stderr).toContain("not a model, in place of any (openai-compatible)");
    expect(stderr).toMatch(
      /The replies used here cost \$0\.\d\d \(given prices\); all replies of the model any in the store cost \$0\.\d\d\./,
    );
    // The server is the simulated one, which its replies reveal, even from the store.
    const again = await promptnce([...args, ...prices]);
    const rehearsed = expect.stringContaining("This is a rehearsal");
    expect([stderr, again.stderr]).toEqual([rehearsed, rehearsed]);
    const models = readFileSync(out, "utf8").match(/simulated:openai-compatible:any/g);
    expect(models).toHaveLength(60);
  });

  it("does not suggest --batch in a dry run if the batch price is unknown", async () => {
    const { args } = await servedEstimate();
    const { status, stdout } = await promptnce([...args, ...prices, "--dry-run"]);
    expect([status, stdout.includes("cost             $")]).toEqual([0, true]);
    expect(stdout).not.toContain("--batch");
  });

  it("reports in a dry run the expected cost of thinking, and the maximum of the run", async () => {
    const { args } = await servedEstimate();
    const costs = async (...more: string[]): Promise<number[]> => {
      const { stdout } = await promptnce([
        ...args,
        "--price-in",
        "1",
        "--price-out",
        "10",
        ...more,
        "--dry-run",
      ]);
      return (/\n {2}cost +\$([\d.]+) expected, \$([\d.]+) at most\n/.exec(stdout) ?? [])
        .slice(1)
        .map(Number);
    };
    const [none = 0, noneAtMost = 0] = await costs("--effort", "none");
    const [high = 0, highAtMost = 0] = await costs("--effort", "high");
    // 63 questions, each with 3,000 tokens of thinking at ten dollars per million.
    expect(high - none).toBeCloseTo(1.89, 1);
    expect(highAtMost).toBeGreaterThan(noneAtMost);
    const [, limited = 0] = await costs("--effort", "high", "--max-tokens", "4000");
    expect(limited).toBeLessThan(0.05 * highAtMost);
  });

  it("omits the effort for a model that rejects it, and says so", async () => {
    const { args, server } = await servedEstimate({ rejects: ["reasoning_effort"] });
    const { status, stderr } = await promptnce([...args, ...prices, "--effort", "low"]);
    expect(stderr.match(/^Not sent: .*$/gm)).toEqual([
      'Not sent: reasoning_effort = "low", which any rejects.',
    ]);
    expect(status).toBe(0);
    expect(server.stats()).toMatchObject({ outcomes: { ok: 63 } });
  });

  it("says before asking where a budget may end the run, and then needs no confirmation", async () => {
    const { args } = await servedEstimate();
    const dear = [...args, "--price-in", "10", "--price-out", "10", "--budget", "0.9"];
    const { stdout } = await promptnce([...dear, "--dry-run"]);
    expect(stdout).toContain(
      "\n  budget           $0.90 left of it: the run may end before all is asked\n",
    );
    const { status, stderr } = await promptnce(dear);
    expect(stderr).not.toContain("--confirm-above");
    expect(status).toBe(3);
  });

  it("needs --yes in a script if the price is unknown, except for a server on this machine", async () => {
    const { server, args } = await servedEstimate();
    const elsewhere = args.map((arg) => arg.replace(/^http:.*/, "http://models.example/v1"));
    const { status, stderr } = await promptnce(elsewhere);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: the cost of asking any is unknown: look with --dry-run/);
    const here = await promptnce(args);
    expect(here.stderr).toContain("The replies used here cost $0.00 (a server on this machine)");
    expect([here.status, server.stats().requests]).toEqual([0, 63]);
  });

  it("stops before exceeding the budget with its own exit code, and continues from there", async () => {
    const { server, out, args } = await servedEstimate();
    const stopped = await promptnce([...args, ...prices, "--budget", "0.1"]);
    expect(stopped).toMatchObject({ status: 3 });
    expect(stopped.stderr).toMatch(/^error: .*budget/im);
    const asked = (server.stats() as { requests: number }).requests;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(63);
    expect(existsSync(out)).toBe(false);
    const some = readFileSync(`${out}.partial`, "utf8").trim().split("\n");
    expect(some.length).toBeLessThan(61);
    const rest = await promptnce([...args, ...prices]);
    expect(rest.status).toBe(0);
    expect(server.stats()).toMatchObject({ requests: 63 });
    expect(readFileSync(out, "utf8").startsWith(some.join("\n"))).toBe(true);
  });

  it("refuses a budget for a server on this machine, which may be a gateway, until prices are given", async () => {
    const { server, args } = await servedEstimate();
    const limited = [...args, "--budget", "0.01"];
    const refused = await promptnce(limited);
    expect([refused.status, server.stats().requests]).toEqual([2, 0]);
    expect(refused.stderr).toBe(
      "error: --budget: the server on this machine may pass requests on to a vendor; give --price-in and --price-out, US dollars a million tokens, or 0 and 0 for a model of your own\n",
    );
    const own = await promptnce([...limited, "--price-in", "0", "--price-out", "0"]);
    expect([own.status, server.stats().requests]).toEqual([0, 63]);
  });

  it("asks once where the first reply costs more than the budget, whatever the model is called", async () => {
    const respondent = truthful();
    const dear: Provider = {
      ...respondent,
      complete: async (...call) => ({
        ...(await respondent.complete(...call)),
        usage: { inputTokens: 0, outputTokens: 50_000 },
      }),
    };
    const { server, args } = await servedEstimate({ respondent: dear });
    const named = args.with(-1, "gpt-4");
    const limits = ["--budget", "0.2", "--concurrency", "8"];
    const { status } = await promptnce([...named, ...prices, ...limits]);
    expect([status, server.stats().requests]).toEqual([3, 1]);
  });

  it("buys a reply twice at most that is cut off, writes the other rows, and buys none again", async () => {
    const { server, out, args } = await servedEstimate({ faults: { cut: 0.3 } });
    const { status, stderr } = await promptnce([...args, ...prices]);
    expect(status).toBe(4);
    expect(stderr).toMatch(/requests failed for good.* began a reply that was cut off/);
    expect(readFileSync(out, "utf8").trim().split("\n")).toHaveLength(61);
    const { requests, outcomes } = server.stats();
    expect(requests).toBe(outcomes["ok"]! + outcomes["cut"]!);
    expect(requests).toBeLessThanOrEqual(2 * 63);
    expect(await promptnce([...args, ...prices])).toMatchObject({ status: 4 });
    expect(server.stats()).toMatchObject({ requests });
  });

  it("keeps an older result if it ends early, and says where the rows are", async () => {
    const { out, args } = await servedEstimate();
    expect(await promptnce([...args, ...prices])).toMatchObject({ status: 0 });
    const older = readFileSync(out, "utf8");
    const again = [...args, ...prices, "--methods", "direct-split:ungrounded,promptnce"];
    const stopped = await promptnce([...again, "--budget", "0.1"]);
    expect(stopped).toMatchObject({ status: 3 });
    expect(stopped.stderr).toContain(
      `The rows so far are in ${out}.partial; ${out} is as it was before.\n`,
    );
    expect(readFileSync(out, "utf8")).toBe(older);
    expect(await promptnce([...again, ...prices])).toMatchObject({ status: 0 });
    expect(readFileSync(out, "utf8").trim().split("\n")).toHaveLength(1 + 2 * 60);
    expect(existsSync(`${out}.partial`)).toBe(false);
  });

  it("fails with one sentence if the server does not answer, and keeps earlier rows", async () => {
    // The minimum waiting time between two attempts.
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    onTestFinished(() => random.mockRestore());
    const { server, args } = await servedEstimate();
    await server[Symbol.asyncDispose]();
    const bad = args.map((arg) => arg.replace(/^http:.*$/, "http://127.0.0.1:9/v1"));
    const { status, stderr } = await promptnce([...bad, "--yes"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: /m);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
