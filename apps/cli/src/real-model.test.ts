import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScoredText } from "@promptnce/core";
import type { StoreEntry } from "@promptnce/engine";
import { newFolder } from "@promptnce/testing/new-folder";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { promptnce } from "./promptnce.test.support.ts";
import { classFiles } from "./score/class-files.test.support.ts";

const file = process.env["PROMPTNCE_TEST_INSTRUCT_GGUF"] ?? "";
// Threads of a model wait for each other busily: more than one are slow where other tests run.
const model = ["--model", `llama:${file}`, "--threads", "1"];
const options = { tags: ["full"] };

describe.skipIf(!existsSync(file))("a real model in process", () => {
  it(
    "is described correctly by doctor, with one text as its chat template renders it",
    options,
    async () => {
      const { status, stdout } = await promptnce(["doctor", ...model]);
      expect(status).toBe(0);
      expect(stdout).toMatch(/ of 10 replies can be read/);
      expect(stdout).toContain("<|im_start|>assistant⏎⟦b⟧");
      expect(stdout).toMatch(/^warn +respondent: /m);
    },
  );

  it("gives the PMI of a file's rows, each with both terms or a reason", options, async () => {
    const folder = newFolder();
    const [rows, out] = ["pairs.csv", "scored.csv"].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    writeFileSync(rows, "cue,response\nSHOVE,PUSH\nOCEAN,WATER\nDOCTOR,NURSE\nBREAD,BUTTER\n");
    const columns = ["--task", "words", "--x", "cue", "--y", "response"];
    const { status, stderr } = await promptnce([
      "estimate",
      rows,
      ...columns,
      ...model,

      "--yes",
      "--out",
      out,
    ]);
    expect([status, stderr]).toEqual([0, expect.stringContaining("4 of 4")]);
    const { data } = Papa.parse<Record<string, string>>(readFileSync(out, "utf8"), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data).toHaveLength(4);
    for (const { pmi, status: how } of data)
      expect(how === "ok" ? Number.isFinite(Number(pmi)) : pmi === "").toBe(true);
    expect(data.filter((row) => row["status"] === "ok").length).toBeGreaterThan(2);
  });

  it("scores all tokens of an answer that ends within a character", options, async () => {
    const folder = newFolder();
    const [rows, out, store] = ["pairs.csv", "scored.csv", "replies.jsonl"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    const answers = ["I love 愛", "太阳", "사랑", "ไทย", "🦩", "dog"];
    writeFileSync(rows, `cue,response\n${answers.map((text, i) => `C${i},${text}\n`).join("")}`);
    const columns = ["--task", "words", "--x", "cue", "--y", "response", "--methods", "gem"];
    const places = ["--yes", "--out", out, "--store", store];
    const { status } = await promptnce(["estimate", rows, ...columns, ...model, ...places]);
    expect(status).toBe(0);
    const replies = readFileSync(store, "utf8")
      .split("\n")
      .filter((line) => line.includes('"continuation"'))
      .map((line) => JSON.parse(line) as Pick<StoreEntry, "reply" | "settings">)
      .filter(({ reply }) => reply !== undefined);
    expect(replies).toHaveLength(2 * answers.length);
    for (const { reply, settings } of replies) {
      const { tokens } = JSON.parse(reply.text) as ScoredText;
      expect(tokens.at(-1)?.text).toBe("<|im_end|>");
      // Another version may give other numbers.
      expect(settings["library"]).toMatch(/^node-llama-cpp 3\./);
    }
  });

  it("scores a class by GEM, with log-probabilities in a chat", options, async () => {
    const { folder, attempts, summaries } = classFiles();
    const out = join(folder, "out");
    const how = ["--methods", "gem", "--limit", "1", "--variant", "compression"];
    const { status, stderr } = await promptnce([
      "score",
      attempts,
      "--summaries",
      summaries,
      ...model,
      ...how,
      "--yes",
      "--out",
      out,
    ]);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining("unreadable: ")]);
    expect(readFileSync(join(out, "report.html"), "utf8")).toContain("GEM");
  });
});
