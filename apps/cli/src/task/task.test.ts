import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const examples = join(import.meta.dirname, "../../examples");

function rowsOf(csv: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
}

/** The arguments that an example's own comment names, in its folder. */
function commandIn(file: string): string[] {
  const [, line = ""] = /#\s+promptnce (.+)/.exec(readFileSync(join(examples, file), "utf8")) ?? [];
  return line
    .split(" ")
    .map((part) =>
      /^\w+\.(yaml|csv)$/.test(part) && existsSync(join(examples, part))
        ? join(examples, part)
        : part,
    );
}

describe("the examples of tasks", () => {
  it.each(["moods", "inference", "queues"])(
    "%s is valid, and its command does what its comment says",
    async (name) => {
      const checked = await promptnce(["task", "check", join(examples, `${name}.yaml`)]);
      expect(checked).toMatchObject({ status: 0, stderr: "" });
      expect(checked.stdout).toContain(`is valid: the task ${name}, fields `);

      const folder = newFolder();
      const args = commandIn(`${name}.yaml`).map((part) =>
        part === "scored.csv" || part === "page.html" ? join(folder, part) : part,
      );
      const out = args.includes("--out") ? [] : ["--out", join(folder, "scored.csv")];
      const { status, stderr } = await promptnce([...args, ...out]);
      expect([status, stderr.includes("answered by the simulated respondent")]).toEqual([0, true]);
      const rows = rowsOf(readFileSync(join(folder, "scored.csv"), "utf8"));
      expect(rows.length).toBeGreaterThan(5);
      expect(rows.filter(({ status: read }) => read === "ok").length).toBeGreaterThan(5);
      expect(existsSync(join(folder, "page.html"))).toBe(args.includes("--report"));
    },
  );

  it("is recovered exactly from a truthful respondent by every method that can do so", async () => {
    const methods = [
      "promptnce",
      "direct-split",
      "direct-pmi",
      "promptnce:ungrounded",
      "promptnce:empirical",
      "gem:not-available",
    ];
    for (const mode of [[], ["--structured"]]) {
      const { status, stdout, stderr } = await promptnce([
        "estimate",
        join(examples, "moods.csv"),
        "--task",
        join(examples, "moods.yaml"),
        "--y",
        "emotion",
        "--count",
        "raters",
        "--profile",
        "truthful",
        "--store",
        join(newFolder(), "s.jsonl"),
        "--methods",
        methods.join(","),
        ...mode,
      ]);
      expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
      const rows = rowsOf(stdout);
      expect(rows).toHaveLength(14 * methods.length);
      for (const { pmi, true_pmi } of rows)
        expect(Math.abs(Number(pmi) - Number(true_pmi))).toBeLessThan(1e-9);
    }
  });
});

describe("a task that is wrong", () => {
  const estimate = async (text: string): Promise<string> => {
    const folder = newFolder();
    const task = join(folder, "t.yaml");
    writeFileSync(task, text);
    const { status, stdout, stderr } = await promptnce([
      "estimate",
      join(examples, "inference.csv"),
      "--task",
      task,
      "--y",
      "label",
      "--store",
      join(folder, "s.jsonl"),
    ]);
    return `${status} ${stdout}${stderr.replaceAll(`${folder}/`, "").replaceAll(`${examples}/`, "")}`;
  };
  const good = readFileSync(join(examples, "inference.yaml"), "utf8");

  it("ends an estimate with 1 and its file, line and column before anything is asked", async () => {
    expect(await estimate(good.replace("label: verdict", "lable: verdict"))).toMatch(
      /^1 error: t\.yaml, line 8, column 1: lable has no place here: a task has name, person, /,
    );
    expect(await estimate(`${good}person: twice\n`)).toBe(
      "1 error: t.yaml, line 13, column 1: Map keys must be unique; correct the YAML there.\n",
    );
  });

  it("is reported if the rows have a label that it does not list", async () => {
    expect(await estimate(good.replace("[entailment,", "[entails,"))).toContain(
      'They pass through with a status that says why; the first is line 2: label is "entailment", which is not among the 3 labels of t.yaml.\n',
    );
  });

  it("is reported if a field has no column", async () => {
    expect(await estimate(good.replaceAll("hypothesis:", "claim:"))).toBe(
      "1 error: inference.csv, line 1: there is no column claim; the columns are premise, hypothesis, label.\n",
    );
  });
});

describe("promptnce task show", () => {
  it("prints every prompt with placeholders, or one of them", async () => {
    const all = await promptnce(["task", "show", join(examples, "inference.yaml")]);
    expect(all.stdout.match(/^# inference\/[\w-]+@1$/gm)).toHaveLength(7);
    expect(all.stdout).toContain("PREMISE:\n{premise}\n\nHYPOTHESIS:\n{hypothesis}\n");
    const one = await promptnce([
      "task",
      "show",
      join(examples, "inference.yaml"),
      "--kind",
      "open",
      "--structured",
    ]);
    expect(one.stdout).toContain("# inference/open.structured@1");
    expect(one.stdout.match(/^# /gm)).toHaveLength(1);
    const none = await promptnce([
      "task",
      "show",
      join(examples, "inference.yaml"),
      "--kind",
      "opne",
    ]);
    expect([none.status, none.stderr]).toEqual([
      2,
      "error: --kind: there is no opne; name one of pmi, conditional, marginal, grounded, closed, open, likelihood\n",
    ]);
  });
});

describe("promptnce task init", () => {
  const answers = [
    "--person",
    "an agent: #1",
    "--sees",
    "ONE\nmessage",
    "--fields",
    "message,time",
    "--event",
    "files it",
    "--label",
    "box",
    "--plural",
    "boxes",
  ];

  it("writes a valid task from options, without a terminal", async () => {
    const file = join(newFolder(), "My Boxes 2.yaml");
    const { status, stderr } = await promptnce(["task", "init", file, ...answers]);
    expect([status, stderr]).toEqual([
      0,
      `Wrote ${file}. Its prompts:\n  promptnce task show "${file}"\n`,
    ]);
    const checked = await promptnce(["task", "check", file]);
    expect(checked.stdout).toBe(
      `${file} is valid: the task my-boxes-2, fields message, time, labels from the rows, examples from the rows, 7 prompts.\n`,
    );
    const shown = await promptnce(["task", "show", file, "--kind", "open"]);
    expect(shown.stdout).toContain("An agent: #1 is shown ONE message and files it.");
    expect(shown.stdout).toContain("Candidate boxes");
  });

  it("prints a valid example", async () => {
    const { stdout } = await promptnce(["task", "init", "--example"]);
    const file = join(newFolder(), "t.yaml");
    writeFileSync(file, stdout);
    expect((await promptnce(["task", "check", file])).stdout).toContain("4 examples, 7 prompts.");
  });

  it.each([
    [
      [],
      2,
      /^error: --person: without a terminal the command cannot ask; give --person, --sees, --fields, --event, --label, or start from --example\n$/,
    ],
    [
      answers.slice(2),
      2,
      /^error: --person: without a terminal the command cannot ask; give --person, or start from/,
    ],
    [[...answers, "--label", " "], 2, /^error: --label: nothing is given\n$/],
    [
      [...answers, "--fields", "target"],
      2,
      /^error: --fields: must not be called target, which is a word of the prompts/,
    ],
  ] as const)("refuses %j with %i and one sentence", async (args, code, sentence) => {
    const file = join(newFolder(), "t.yaml");
    const { status, stdout, stderr } = await promptnce(["task", "init", file, ...args]);
    expect([status, stdout]).toEqual([code, ""]);
    expect(stderr).toMatch(sentence);
    expect(existsSync(file)).toBe(false);
  });

  it("overwrites nothing and creates missing folders", async () => {
    const folder = newFolder();
    const file = join(folder, "t.yaml");
    writeFileSync(file, "mine");
    const there = await promptnce(["task", "init", file, ...answers]);
    expect([there.status, there.stderr]).toEqual([
      2,
      `error: ${file} already exists; name another file, or add --force\n`,
    ]);
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect((await promptnce(["task", "init", file, ...answers, "--force"])).status).toBe(0);
    expect(
      (await promptnce(["task", "init", join(folder, "no", "t.yaml"), ...answers])).status,
    ).toBe(0);
    expect(readFileSync(join(folder, "no", "t.yaml"), "utf8")).toBe(readFileSync(file, "utf8"));
    const nowhere = await promptnce(["task", "init", join(file, "t.yaml"), ...answers]);
    expect([nowhere.status, nowhere.stderr]).toEqual([
      1,
      `error: ${join(file, "t.yaml")} cannot be written to (ENOTDIR): allow writing there, or name another place.\n`,
    ]);
  });
});

describe("the prompts of a user's own task, in other subcommands", () => {
  it("are rendered whole and counted by their names", async () => {
    const task = join(examples, "inference.yaml");
    const rendered = await promptnce([
      "prompts",
      "render",
      "inference/conditional@1",
      "--task",
      task,
      "--x",
      "premise=A",
      "--x",
      "hypothesis=B",
      "--y",
      "neutral",
    ]);
    expect(rendered.stdout).toContain("PREMISE:\nA\n\nHYPOTHESIS:\nB\n\nTARGET VERDICT: neutral\n");
    const unknown = await promptnce(["prompts", "render", "words/open", "--task", task]);
    expect([unknown.status, unknown.stderr.split(";")[0]]).toEqual([
      2,
      `error: there is no prompt "words/open" in ${task}`,
    ]);

    const store = join(newFolder(), "s.jsonl");
    await promptnce([
      "estimate",
      join(examples, "inference.csv"),
      "--task",
      task,
      "--y",
      "label",
      "--store",
      store,
      "--methods",
      "promptnce",
    ]);
    const stats = await promptnce(["replies", "stats", store, "--json"]);
    const { groups } = JSON.parse(stats.stdout) as { groups: { template: string }[] };
    expect(groups.map(({ template }) => template).toSorted()).toEqual([
      "inference/grounded@1",
      "inference/open@1",
    ]);
  });
});
