import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { syntheticClass } from "@promptnce/case-study/world";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer } from "@promptnce/rehearsal/server";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { classFiles } from "./class-files.test.support.ts";
import { withSimulatedSummaries } from "../asking/simulated-summaries.ts";

interface Manifest {
  readonly simulated: string | false;
  readonly counts: {
    readonly asked: number;
    readonly fromStore: number;
    readonly questions: number;
  };
}

const manifestIn = (out: string): Manifest =>
  JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as Manifest;

function csvIn(out: string, file: string): Record<string, string>[] {
  const text = readFileSync(join(out, file), "utf8");
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

describe.each([
  {
    part: "two methods",
    more: ["--variant", "compression", "--methods", "promptnce,infonce", "--limit", "1"],
    rows: 4,
    tags: [],
  },
  { part: "all methods", more: [], rows: 12, tags: ["full"] },
])("score --demo by $part", ({ more, rows, tags }) => {
  it(
    "ranks the expert's summaries above generic ones, says what is simulated, and asks nothing twice",
    { tags },
    async () => {
      const out = newFolder();
      const args = ["score", "--demo", "--profile", "truthful", "--out", out, ...more];
      const { status, stdout, stderr } = await promptnce(args);
      expect({ status, error: stderr.includes("error") }).toEqual({ status: 0, error: false });
      expect(stdout).toContain(
        "> **Simulated.** The answers are those of the simulated respondent",
      );
      const rates = csvIn(out, "tables/ranking.csv");
      expect(rates).toHaveLength(rows);
      for (const { kind, win_rate, low, high, simulated: told } of rates) {
        const expert = kind === "expert";
        expect(Number(win_rate) > 0.5).toBe(expert);
        expect(Number(expert ? low : high) > 0.5).toBe(expert);
        expect(told).toBe("true");
      }
      const { counts } = manifestIn(out);
      expect(counts).toMatchObject({ asked: counts.questions, fromStore: 0 });
      expect((await promptnce(args)).stdout).toBe(stdout);
      expect(manifestIn(out).counts).toMatchObject({ asked: 0, fromStore: counts.questions });
    },
  );
});

describe("score --demo", () => {
  it("scores by GEM also in plain text, for a model without a chat template", async () => {
    const out = newFolder();
    const { status } = await promptnce([
      "score",
      "--demo",
      "--variant",
      "compression",
      "--methods",
      "gem,gem+plain",
      "--limit",
      "1",
      "--profile",
      "truthful",
      "--out",
      out,
    ]);
    expect(status).toBe(0);
    const [chat, , plain] = csvIn(out, "tables/ranking.csv");
    expect([chat?.["method"], plain?.["method"]]).toEqual(["GEM", "GEM (plain)"]);
    // A truthful respondent gives a text the same probability however it is asked.
    expect(plain?.["win_rate"]).toBe(chat?.["win_rate"]);
    expect(Number(chat?.["win_rate"])).toBeGreaterThan(0.5);
  });

  it("writes nothing in a dry run", async () => {
    const out = join(newFolder(), "out");
    const { status, stdout } = await promptnce(["score", "--demo", "--dry-run", "--out", out]);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /questions +6,647, of which the store answers 0\n[^]*Nothing was sent\.\n$/,
    );
    expect(existsSync(out)).toBe(false);
  });
});

describe("score and summarise through a server", () => {
  it("write and rank summaries, stop at a budget, go on, and leave no key anywhere", async () => {
    const { folder, attempts, summaries } = classFiles();
    const joint = syntheticClass(1);
    const respondent = withSimulatedSummaries(
      simulated({ read: readPrompt, joint, profile: "truthful", seed: "1" }),
    );
    const prompts: string[] = [];
    const onRequest = ({ prompt }: { prompt: string }): void => void prompts.push(prompt);
    await using server = await simulatedServer({ respondent, onRequest });
    const model = [
      "--provider",
      "openai",
      "--model",
      "served",
      "--base-url",
      `${server.url}/v1`,
      "--key-env",
      "MY_KEY",
      "--price-in",
      "1000",
      "--price-out",
      "1000",
      "--max-tokens",
      "2000",
    ];
    const env = { MY_KEY: "sk-secret-of-the-test" };
    const written = join(folder, "written.csv");

    const unasked = await promptnce(["summarise", attempts, "--out", written, ...model], { env });
    expect(unasked).toMatchObject({ status: 2, stdout: "" });
    expect(unasked.stderr).toMatch(
      /error: this run may cost up to \$\d+\.\d\d \(\$\d+\.\d\d is expected\), more than the \$1\.00/,
    );
    const summarised = await promptnce(
      ["summarise", attempts, "--out", written, "--yes", ...model],
      { env },
    );
    expect(summarised.status).toBe(0);
    expect(csvIn(folder, "written.csv")).toHaveLength(10);
    expect(csvIn(folder, "written.csv")[0]).toMatchObject({
      student: "synthetic-001",
      kind: "served",
      window: "4",
      template: "programs/summary@1",
      summary: expect.stringMatching(/^Simulated summary, by a program/),
    });
    // Students whose windows are the same text share a prompt, and it is asked once.
    const windows = syntheticClass(1, 10).students.map(({ window }) => JSON.stringify(window));
    expect(prompts).toHaveLength(new Set(windows).size);
    expect(
      (await promptnce(["summarise", attempts, "--out", written, "--yes", ...model], { env }))
        .status,
    ).toBe(0);
    expect(prompts).toHaveLength(new Set(windows).size);

    const out = join(folder, "out");
    const args = [
      "score",
      attempts,
      "--summaries",
      summaries,
      "--summaries",
      written,
      "--k",
      "3",
      "--variant",
      "compression",
      "--out",
      out,
      "--yes",
      ...model,
    ];
    const stopped = await promptnce([...args, "--budget", "10"], { env });
    expect(stopped.status).toBe(3);
    expect(stopped.stderr).toContain("The budget of $10.00 would be exceeded");
    const whole = await promptnce(args, { env });
    expect(whole.status).toBe(0);
    // Not a prompt was sent twice, nor after the budget had stopped the run.
    expect(new Set(prompts).size).toBe(prompts.length);
    expect(manifestIn(out).simulated).toMatch(
      /^The answers of served are those of .* simulated server/,
    );
    const kinds = csvIn(out, "tables/ranking.csv").map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["expert", "generic", "served"]));
    expect(csvIn(out, "tables/pairs.csv")).toHaveLength(2 * 3);
    for (const prompt of prompts) {
      expect(prompt).not.toContain("synthetic-0");
    }
    for (const file of ["out/manifest.json", "out/replies.jsonl", "written.csv.replies.jsonl"]) {
      expect(readFileSync(join(folder, file), "utf8")).not.toContain("sk-secret");
    }
  });
});

describe("score of a class in which one student has only one summary", () => {
  it("says so and goes on with the other students", async () => {
    const { folder, attempts, summaries } = classFiles();
    const [header, first, ...rest] = readFileSync(summaries, "utf8").split("\r\n");
    writeFileSync(summaries, [header, ...rest].join("\r\n"));
    const { status, stderr } = await promptnce([
      "score",
      attempts,
      "--summaries",
      summaries,
      "--variant",
      "compression",
      "--out",
      join(folder, "out"),
    ]);
    expect(status).toBe(0);
    expect(stderr).toContain(
      `1 student has fewer than two summaries, the first of them ${first?.split(",")[0]}: not asked about, only compared with.`,
    );
  });
});

describe("score of one kind of summary", () => {
  it("compares each with another student's, says so, and gives the verdict of that test", async () => {
    const { folder, attempts, summaries } = classFiles();
    const expert = readFileSync(summaries, "utf8").split("\r\n");
    writeFileSync(summaries, expert.filter((line) => !line.includes(",generic,")).join("\r\n"));
    const out = join(folder, "out");
    const args = ["score", attempts, "--summaries", summaries, "--variant", "compression"];
    const { status, stderr } = await promptnce([...args, "--methods", "promptnce", "--out", out]);
    expect(status).toBe(0);
    expect(stderr).toContain(
      "There is one kind of summary, expert: each is compared with another student's, drawn for each attempt.",
    );
    expect(stderr).toMatch(
      /^It is not clear whether “expert” or “expert, another student's” describes the students better: “expert” won \d+ %/m,
    );
    const [pair] = csvIn(out, "tables/pairs.csv");
    expect(pair).toMatchObject({ first: "expert", second: "expert, another student's" });
    expect(Number(pair?.["students"])).toBe(10);
  });
});

describe("score without a model", () => {
  it("keeps every score by student, without code", async () => {
    const { folder, attempts, summaries } = classFiles();
    const out = join(folder, "out");
    await promptnce([
      "score",
      attempts,
      "--summaries",
      summaries,
      "--k",
      "3",
      "--variant",
      "future",
      "--methods",
      "infonce",
      "--out",
      out,
    ]);
    const scores = csvIn(out, "comparisons.csv");
    const students = csvIn(out, "students.csv");
    expect(new Set(students.map(({ student }) => student)).size).toBe(10);
    const points = students.filter(({ kind }) => kind === "expert");
    const sum = points.reduce((total, row) => total + Number(row["points"]), 0);
    const of = points.reduce((total, row) => total + Number(row["of"]), 0);
    const ranked = csvIn(out, "tables/ranking.csv").find(({ kind }) => kind === "expert");
    expect(sum / of).toBeCloseTo(Number(ranked?.["win_rate"]), 12);
    expect(scores.filter(({ status }) => status === "ok").length).toBeGreaterThan(140);
    for (const file of ["comparisons.csv", "students.csv", "manifest.json", "tables/pairs.md"]) {
      expect(readFileSync(join(out, file), "utf8")).not.toContain("def ");
    }
  });

  it("rehearses on a real class and says that the respondent does not know its summaries", async () => {
    const { folder, attempts, summaries } = classFiles();
    const out = join(folder, "out");
    const { status, stdout, stderr } = await promptnce([
      "score",
      attempts,
      "--summaries",
      summaries,
      "--k",
      "3",
      "--out",
      out,
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain("It knows nothing of what a summary of these students says");
    expect(stderr).toMatch(/^\d+ attempts of 10 students; dropped 0 that repeat/);
    expect(csvIn(out, "comparisons.csv").every((row) => row["simulated"] === "true")).toBe(true);
  });
});
