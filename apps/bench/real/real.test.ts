import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Provider } from "@promptnce/core";
import { readPrompt } from "@promptnce/prompts";
import { simulatedServer } from "@promptnce/rehearsal/server";
import { runHere } from "@promptnce/testing";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { runMain } from "../src/testing/run-main.test.support.ts";
import { real } from "./real.ts";

const root = join(import.meta.dirname, "../../..");
const example = join(root, "examples/real-run");
const data = resolve(process.env["PROMPTNCE_TEST_DATA"] ?? join(root, "../shared/datasets"));
const document = join(root, "docs/real-models.md");

const run = (args: readonly string[], places?: Parameters<typeof real>[1]) =>
  runHere(() => real(args, places), { env: { PATH: process.env["PATH"] } });

/** Answers every question with a tenth. */
const indifferent: Provider = {
  name: "indifferent",
  model: "none",
  settings: {},
  complete: ({ prompt }) => {
    const { candidates = [], otherKey, replyKey } = readPrompt(prompt)!;
    const keys = [...candidates, ...(otherKey ? [otherKey] : []), ...(replyKey ? [replyKey] : [])];
    return Promise.resolve({
      text: JSON.stringify(Object.fromEntries(keys.map((key) => [key, 0.1]))),
      stop: "end",
    });
  },
};

describe("pnpm real", () => {
  it("describes itself in its help, with examples", async () => {
    const { status, stdout } = await run(["--help"]);
    expect(status).toBe(0);
    expect(stdout).toContain("pnpm real FILE.gguf --data ../data");
  });

  it.each([
    [["model.gguf"], "--data: the suite is asked about the datasets of the paper"],
    [
      ["http://localhost:1/v1", "--data", "."],
      "--model: name the model that the server is to be asked for",
    ],
    [["m.gguf", "--data", ".", "--part", "sung"], "--part: give one of spoken, tokens, decided"],
    [["--dato", "x"], "unknown option '--dato'"],
  ])("refuses %j with a sentence", async (args, sentence) => {
    const { status, stderr } = await run(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });

  it("recreates the current document from the kept runs", { tags: "full" }, async ({ skip }) => {
    skip(!existsSync(data), "the datasets are not there");
    const folder = newFolder();
    const [copy, answers] = [join(folder, "document.md"), join(folder, "answers.json")];
    cpSync(document, copy);
    expect(await run(["--data", data], { kept: example, document: copy, answers })).toMatchObject({
      status: 0,
    });
    expect(readFileSync(copy, "utf8")).toBe(readFileSync(document, "utf8"));
    const shown = join(root, "apps/bench/src/output/real-answers.json");
    expect(readFileSync(answers, "utf8")).toBe(readFileSync(shown, "utf8"));
  });

  it(
    "asks a server, keeps its replies and writes a column about them",
    { tags: "full" },
    async ({ skip }) => {
      skip(!existsSync(data), "the datasets are not there");
      const folder = newFolder();
      const places = {
        kept: join(folder, "kept"),
        document: join(folder, "document.md"),
        answers: join(folder, "answers.json"),
      };
      cpSync(document, places.document);
      await using server = await simulatedServer({ respondent: indifferent });
      const asked = [
        server.openaiUrl,
        "--part",
        "spoken",
        "--data",
        data,
        "--out",
        folder,
        "--",
        "--model",
        "local",
      ];
      const { status, stderr } = await run(asked, places);
      expect([status, stderr]).toEqual([0, expect.not.stringContaining("real:")]);
      expect(readdirSync(join(places.kept, "local"))).toEqual(["spoken"]);
      expect(readFileSync(places.document, "utf8")).toContain("### The replies of local");
    },
  );
});

describe("the example of a real run", () => {
  const folders = existsSync(example) ? readdirSync(example) : [];

  it("contains none of the datasets' texts", () => {
    expect(folders.length).toBeGreaterThan(0);
    for (const name of folders.flatMap((model) =>
      readdirSync(join(example, model)).map((part) => join(model, part)),
    )) {
      const lines = readFileSync(join(example, name, "replies.jsonl"), "utf8")
        .trimEnd()
        .split("\n");
      const kept = lines.map(
        (line) => JSON.parse(line) as { prompt: string; continuation?: { text: string } },
      );
      expect(
        kept.filter(({ prompt, continuation }) => prompt + (continuation?.text ?? "") !== ""),
      ).toEqual([]);
    }
  });

  it(
    "recreates every table and page without a model, given the datasets",
    { tags: "full" },
    async ({ skip }) => {
      skip(!existsSync(data), "the datasets are not there");
      const cwd = newFolder();
      cpSync(example, join(cwd, "runs"), { recursive: true });
      const { code, stderr } = await runMain(["report", "runs", "--data", data], cwd);
      expect([code, stderr]).toEqual([0, expect.not.stringContaining("bench:")]);
      for (const model of folders)
        for (const part of readdirSync(join(example, model))) {
          const manifest = (at: string) =>
            JSON.parse(readFileSync(join(at, model, part, "manifest.json"), "utf8"));
          const [kept, again] = [manifest(example), manifest(join(cwd, "runs"))];
          expect(again.counts).toMatchObject({
            questions: kept.counts.questions,
            unreadable: kept.counts.unreadable,
          });
          expect(again.providers).toEqual(kept.providers);
          expect(existsSync(join(cwd, "runs", model, part, "report.html"))).toBe(true);
        }
    },
  );
});
