import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Reply, Request } from "@promptnce/core";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { describe, expect, it } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { classFiles } from "../score/class-files.test.support.ts";

describe("promptnce summarise", () => {
  it("never overwrites the attempts, even with --force, nor stores replies in them", async () => {
    const { attempts, folder } = classFiles();
    const before = readFileSync(attempts);
    for (const args of [
      ["--out", attempts],
      ["--out", attempts, "--force"],
      ["--out", join(folder, "o.csv"), "--store", attempts],
    ]) {
      const { status, stderr } = await promptnce(["summarise", attempts, ...args]);
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: expect.stringMatching(
          /^error: --(out|store): .*attempts\.csv is the file of the attempts; name another\n$/,
        ),
      });
    }
    expect(readFileSync(attempts)).toEqual(before);
  });

  it("refuses one file for the summaries and the replies", async () => {
    const { attempts, folder } = classFiles();
    const out = join(folder, "o.csv");
    const { status, stderr } = await promptnce([
      "summarise",
      attempts,
      "--out",
      out,
      "--store",
      out,
    ]);
    expect([status, stderr]).toEqual([
      2,
      `error: --store: ${out} is where the summaries go; name another\n`,
    ]);
    expect(existsSync(out)).toBe(false);
  });

  it("replaces its own summaries, and those of others only with --force", async () => {
    const { attempts, summaries, folder } = classFiles();
    const out = join(folder, "own.csv");
    for (let i = 0; i < 2; i++) {
      expect(await promptnce(["summarise", attempts, "--out", out])).toMatchObject({ status: 0 });
    }
    const own = readFileSync(out, "utf8");
    copyFileSync(summaries, out);
    const refused = await promptnce(["summarise", attempts, "--out", out]);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(
      /^error: --out: .*own\.csv already exists and was not written by summarise/,
    );
    expect(readFileSync(out)).toEqual(readFileSync(summaries));
    expect(await promptnce(["summarise", attempts, "--out", out, "--force"])).toMatchObject({
      status: 0,
    });
    expect(readFileSync(out, "utf8")).toBe(own);
  });

  it("has no summary of a student whose reply is blank or cut, and asks again for a blank one", async () => {
    const { attempts, folder } = classFiles();
    const out = join(folder, "own.csv");
    const asked: string[] = [];
    const complete = async ({ prompt }: Request): Promise<Reply> => {
      if (!asked.includes(prompt)) asked.push(prompt);
      const nth = asked.indexOf(prompt);
      if (nth === 3) return { text: " \n", stop: "end" };
      return { text: ` Text ${nth}.\n`, stop: nth === 4 ? "length" : "end" };
    };
    const respondent = { name: "simulated", model: "texts", settings: {}, complete };
    await using server = await simulatedServer({ respondent });
    const model = ["--provider", "openai", "--base-url", `${server.url}/v1`, "--model", "any"];
    const args = ["summarise", attempts, "--out", out, ...model, "--concurrency", "1", "--yes"];
    const { status, stderr } = await promptnce(args);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining("10 of 10, 1 from store, 2 unreadable, 0 failed"),
    });
    expect(stderr).toContain("No whole text came back of 2 students");
    expect(stderr).toContain("Wrote 8 summaries");
    const texts = new Set(readFileSync(out, "utf8").match(/Text \d/g));
    // Two students wrote the same, and share a reply.
    expect([...texts].toSorted()).toEqual([0, 1, 2, 5, 6, 7, 8].map((nth) => `Text ${nth}`));
    expect(server.stats().requests).toBe(asked.length + 2);
  });
});
