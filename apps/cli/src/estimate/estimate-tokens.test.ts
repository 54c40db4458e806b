import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "@promptnce/engine/journal";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const PAIRS =
  "cue,response,n\ncat,dog,30\ncat,mouse,20\nsun,moon,25\nsun,hot,15\nsea,moon,5\nsea,dog,35\n";
const TASK =
  "name: moods\nperson: a person\nsees: a room\nevent: names a mood\nlabel: mood\nlong: true\nfields: [cue]\n";

function given(...more: readonly string[]) {
  const folder = newFolder();
  const [rows, task, store, page] = ["pairs.csv", "moods.yaml", "replies.jsonl", "page.html"].map(
    (name) => join(folder, name),
  );
  writeFileSync(rows!, PAIRS);
  writeFileSync(task!, TASK);
  const args = [
    "estimate",
    rows!,
    "--y",
    "response",
    "--count",
    "n",
    "--profile",
    "truthful",
    "--store",
    store!,
  ];
  return { args: [...args, ...more], task: task!, store: store!, page: page! };
}

const read = (csv: string) =>
  Papa.parse<Readonly<Record<string, string>>>(csv, { header: true, skipEmptyLines: true }).data;

describe("promptnce estimate --read-from tokens", () => {
  it.each(["words", "a task of one's own"])(
    "recovers the counts with any number of rotations (%s)",
    async (name) => {
      const methods = ["--methods", "promptnce:ungrounded,direct-split:ungrounded,infonce"];
      const { args, task, store, page } = given(
        ...methods,
        "--read-from",
        "tokens",
        "--rotations",
        "3",
        "--k",
        "3",
      );
      const { status, stdout, stderr } = await promptnce([
        ...args,
        "--task",
        name === "words" ? name : task,
        "--report",
        page,
      ]);
      expect(stderr).toContain("of the next token's mass fell on the options");
      expect(status).toBe(0);
      const rows = read(stdout);
      expect(rows).toHaveLength(18);
      const totals = new Map([
        ["cat", 50],
        ["sun", 40],
        ["sea", 40],
      ]);
      for (const { cue = "", y, method, conditional } of rows) {
        if (method === "infonce") continue;
        const count = Number(
          PAIRS.split("\n")
            .find((line) => line.startsWith(`${cue},${y},`))
            ?.split(",")[2],
        );
        expect(Number(conditional)).toBeCloseTo(count / totals.get(cue)!, 9);
      }
      for (const { options } of readJournal(store, () => {}))
        expect(options?.length).toBeGreaterThan(1);
      expect(readFileSync(page, "utf8")).toContain("onOptions");
      expect((await promptnce([...args, "--task", name === "words" ? name : task])).stdout).toBe(
        stdout,
      );
    },
  );

  it("records its mode in every row, so that it is not compared with spoken answers", async () => {
    const { args } = given("--methods", "direct-split:ungrounded", "--task", "words");
    const folder = newFolder();
    const [spoken, tokens] = ["spoken.csv", "tokens.csv"].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    await promptnce([...args, "--out", spoken]);
    await promptnce([...args, "--read-from", "tokens", "--out", tokens]);
    expect(read(readFileSync(tokens, "utf8")).map((row) => row["mode"])).toEqual(
      Array(6).fill("tokens"),
    );
    expect(readFileSync(spoken, "utf8")).not.toContain(",mode,");
    expect(await promptnce(["compare", spoken, tokens])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("was asked in faithful mode and"),
    });
  });

  it.each([
    [["--structured"], "a schema constrains written replies"],
    [["--methods", "direct-pmi"], "direct-pmi asks for what no single token can say"],
    [["--k", "26"], "the letters A to Z name 25 labels and OTHER"],
  ])("does not go with %j", async (more, sentence) => {
    const { args } = given("--task", "words", "--read-from", "tokens", ...more);
    const { status, stderr } = await promptnce(args);
    expect(stderr).toContain(sentence);
    expect(status).toBe(2);
  });
});

it("score --read-from tokens distinguishes the expert's summaries from generic ones", async () => {
  const out = newFolder();
  const options = [
    "--variant",
    "compression",
    "--methods",
    "promptnce,infonce",
    "--read-from",
    "tokens",
    "--rotations",
    "2",
    "--limit",
    "1",
  ];
  const { status, stderr } = await promptnce([
    "score",
    "--demo",
    "--profile",
    "truthful",
    "--out",
    out,
    ...options,
  ]);
  expect(stderr).toContain("programs/open.tokens@1: 1.00 of the next token's mass");
  expect(status).toBe(0);
  const rates = read(readFileSync(join(out, "tables", "ranking.csv"), "utf8"));
  for (const { kind, win_rate } of rates) {
    expect(Number(win_rate) > 0.5).toBe(kind === "expert");
  }
  const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as {
    readonly run: object;
  };
  expect(manifest.run).toMatchObject({ mode: "tokens", rotations: 2 });
});
