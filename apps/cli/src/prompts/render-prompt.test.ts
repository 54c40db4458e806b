import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findTemplate, templates } from "@promptnce/prompts";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const x = { cue: "SHOVE" };

describe("promptnce prompts render", () => {
  it("prints the prompt that a run would send", async () => {
    const args = ["prompts", "render", "words/conditional", "--x", "cue=SHOVE", "--y", "PUSH"];
    const question = { task: "words", kind: "conditional", sample: 0, x, y: "PUSH" } as const;
    expect(await promptnce(args)).toEqual({
      status: 0,
      stdout: `${findTemplate(question).render(question)}\n`,
      stderr: "",
    });
  });

  it("takes a text with an equals sign, and several fields", async () => {
    const fields = ["--x", "premise=a = b, c", "--x", "hypothesis=b = a"];
    const args = ["prompts", "render", "chaosnli/conditional@1", "--y", "entailment", ...fields];
    const { stdout } = await promptnce(args);
    expect(stdout).toContain("a = b, c");
    expect(stdout).toContain("b = a");
  });

  it("prints with --json the schema of a structured prompt", async () => {
    const args = ["--x", "cue=SHOVE", "--candidates", "PUSH,PULL", "--json"];
    const { stdout } = await promptnce(["prompts", "render", "words/open.structured", ...args]);
    const rendered = JSON.parse(stdout) as Record<string, unknown>;
    expect(rendered).toMatchObject({
      template: expect.stringMatching(/^words\/open\.structured@\d+$/),
      prompt: expect.stringContaining("PULL"),
      schema: { type: "object" },
    });
  });

  it("prints the prompt of a likelihood and says which text is scored after it", async () => {
    const args = ["prompts", "render", "words/likelihood", "--x", "cue=SHOVE", "--y", "PUSH"];
    const { stdout, stderr } = await promptnce(args);
    expect(stdout).toContain("SHOVE");
    expect(stdout).not.toContain("PUSH");
    expect(stderr).toBe('The text "PUSH" is scored after it; --json shows all.\n');
    const all = JSON.parse((await promptnce([...args, "--json"])).stdout) as object;
    expect(all).toMatchObject({ continuation: { text: "PUSH", template: "chat" } });
  });

  it("takes the parts as JSON from standard input; options override them", async () => {
    const args = ["prompts", "render", "words/grounded", "--question", "-", "--y", "PULL"];
    const grounding = { labels: ["PUSH", "TUG"], examples: [{ x: { cue: "HEAVE" }, y: "PUSH" }] };
    const { stdout } = await promptnce(args, { stdin: JSON.stringify({ y: "PUSH", grounding }) });
    const question = { task: "words", kind: "grounded", sample: 0, y: "PULL", grounding } as const;
    expect(stdout).toBe(`${findTemplate(question).render(question)}\n`);
  });

  it("renders every prompt from one file of parts", async () => {
    const file = join(newFolder(), "parts.json");
    const all = { cue: "A", comment: "B", premise: "C", hypothesis: "D", summary: "E" };
    const parts = {
      x: all,
      y: "F",
      candidates: ["F", "G"],
      grounding: { labels: ["F"], examples: [{ x: all, y: "F" }] },
    };
    const interventions = new Map<string | undefined, object>([
      ["few-shot", { name: "few-shot", examples: [{ x: all, y: "F", conditional: 0.1 }] }],
      ["distribution-aware", { name: "distribution-aware", quantiles: [0, 0.1, 0.2, 0.3, 1] }],
    ]);
    const { renderPrompt } = await import("./render-prompt.ts");
    for (const { id, intervention } of templates) {
      const way = interventions.get(intervention);
      writeFileSync(file, JSON.stringify({ ...parts, ...(way && { intervention: way }) }));
      const { template, prompt } = await renderPrompt(id, { question: file });
      expect(template).toMatch(new RegExp(`^${id}@\\d+$`));
      expect(prompt).not.toMatch(/\{\{|undefined/);
    }
  });

  it.each([
    [["words/none"], 2, 'there is no prompt "words/none"'],
    [["words/open", "--x", "cue=A"], 2, "needs candidates: say --candidates"],
    [["words/conditional", "--y", "A"], 2, "needs x: say --x FIELD=TEXT"],
    [["words/conditional", "--x", "cue=A"], 2, "needs y: say --y LABEL"],
    [["words/conditional", "--x", "word=A", "--y", "B"], 2, 'needs the field "cue" of x'],
    [["words/conditional", "--x", "A", "--y", "B"], 2, "--x: give a field and its text"],
    [["words/open", "--x", "cue=A", "--candidates", "B,B"], 2, '"B" occurs twice'],
    [["words/open", "--x", "cue=A", "--candidates", ""], 2, "--candidates: nothing is given"],
    [["words/closed", "--x", "cue=A", "--candidates", "B, "], 2, "--candidates: nothing is given"],
    [["words/grounded", "--y", "A"], 2, "needs grounding: give it in the JSON"],
    [["words/conditional/few-shot", "--x", "cue=A", "--y", "B"], 2, "needs an intervention"],
    [["words/marginal", "--question", "none.json"], 1, "cannot be read (ENOENT)"],
    [["words/marginal", "--question", "list.json"], 1, "is not a JSON object"],
    [
      ["words/grounded", "--question", "wrong.json"],
      2,
      "grounding.labels of the question is wrong",
    ],
  ])("%j ends with %i: %s", async (args, status, sentence) => {
    const folder = newFolder();
    writeFileSync(join(folder, "list.json"), "[]");
    writeFileSync(join(folder, "wrong.json"), '{"y":"A","grounding":{"labels":"A","examples":[]}}');
    const named = args.map((arg) => (arg.endsWith(".json") ? join(folder, arg) : arg));
    const finished = await promptnce(["prompts", "render", ...named]);
    expect(finished).toMatchObject({ status, stdout: "" });
    expect(finished.stderr).toContain(sentence);
    expect(finished.stderr).not.toMatch(/^\s+at /m);
  });
});

describe("promptnce prompts export", () => {
  it("writes every prompt as JSON, to a file or to standard output", async () => {
    const out = join(newFolder(), "templates.json");
    expect(await promptnce(["prompts", "export", "--out", out])).toMatchObject({
      status: 0,
      stdout: "",
    });
    const { stdout } = await promptnce(["prompts", "export"]);
    expect(readFileSync(out, "utf8")).toBe(stdout);
    const entries = JSON.parse(stdout) as { id: string }[];
    expect(entries.map(({ id }) => id)).toEqual(templates.map(({ id }) => id));
  });

  it("writes Markdown that keeps every prompt whole, whatever code fences it holds", async () => {
    const { stdout } = await promptnce(["prompts", "export", "--format", "md"]);
    const sections = stdout.split(/^(?=## )/m).slice(1);
    expect(sections).toHaveLength(templates.length);
    for (const section of sections) {
      const [fence] = /^`{3,}(?=text$)/m.exec(section) as unknown as [string];
      expect(section.split(`\n${fence}\n`).length).toBeGreaterThan(1);
    }
    const { printed } = await import("@promptnce/prompts");
    for (const template of templates) {
      expect(stdout).toContain(`text\n${printed(template)}\n\``);
    }
  });

  it("says in one sentence that it cannot write", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    const out = join(file, "prompts.md");
    expect(await promptnce(["prompts", "export", "--out", out])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("cannot be written to (ENOTDIR)"),
    });
  });
});
