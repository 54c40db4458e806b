import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "@promptnce/engine/journal";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { gateway } from "./gateway.test.support.ts";
import { servedEstimate } from "./served-estimate.test.support.ts";

const lists = (levels: number, inside = "1"): string =>
  "[".repeat(levels) + inside + "]".repeat(levels);
const rowsIn = (path: string): string[] => readFileSync(path, "utf8").trim().split("\n").slice(1);

describe("promptnce estimate with deeply nested JSON replies", () => {
  it.each([
    ["objects 200,000 deep", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`],
    ["lists 200,000 deep", `{"a": ${lists(200_000)}}`],
    // Nearly valid JSON goes through a repair, which is a separate reader.
    ["lists 4,000 deep that are nearly JSON", `{"a": ${lists(4000, "1,")}}`],
  ])("takes %s for a reply that cannot be read, and goes on", async (_, text) => {
    const { server, out, args } = await servedEstimate({}, "openai", 12);
    const deep = JSON.stringify({
      id: "1",
      model: "any",
      choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
    const url = await gateway(server.url, (body) =>
      body.includes("cue 3\\n") ? { status: 200, text: deep } : undefined,
    );
    const asked = args.map((one) => (one.startsWith("http") ? `${url}/v1` : one));
    const { status, stderr } = await promptnce([...asked, "--yes"]);
    expect(stderr).not.toContain("it is a bug");
    expect(status).toBe(0);
    const unreadable = rowsIn(out).filter((row) => row.includes("unreadable"));
    expect(unreadable).toEqual([expect.stringMatching(/^cue 3,/)]);
    const kept = [...readJournal(`${out}.replies.jsonl`)];
    expect(kept.filter(({ reply }) => reply.text === text)).toHaveLength(3);
  });

  it("takes a response nested 200,000 deep as one of unknown shape, and continues", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    onTestFinished(() => random.mockRestore());
    const { server, out, args } = await servedEstimate({}, "openai", 12);
    const deep = `{"choices": ${lists(200_000)}}`;
    const url = await gateway(server.url, (body) =>
      body.includes("cue 3\\n") ? { status: 200, text: deep } : undefined,
    );
    const asked = args.map((one) => (one.startsWith("http") ? `${url}/v1` : one));
    const { status, stderr } = await promptnce([...asked, "--yes"]);
    expect(stderr).toMatch(/answered in an unknown shape \(choices.*--retry-failed/);
    expect(status).toBe(4);
    expect(rowsIn(out)).toHaveLength(12);
  });
});

describe("promptnce on deeply nested input", () => {
  const nested = JSON.stringify({ cue: "a", response: "b", more: 0 }).replace("0", lists(200_000));

  it.each([
    ["in a column that is handed on", nested],
    [
      "in a column that is asked about",
      nested.replace('"more"', '"n"').replace('"cue"', '"more"').replace('"n"', '"cue"'),
    ],
    ["beside a long number", nested.replace("{", '{"id":12345678901234567890,')],
  ])("refuses a row %s, by its line", async (_, line) => {
    const file = join(newFolder(), "rows.jsonl");
    writeFileSync(file, `{"cue":"c","response":"d"}\n${line}\n`);
    const { status, stderr } = await promptnce([
      "estimate",
      file,
      "--task",
      "words",
      "--y",
      "response",
    ]);
    expect(stderr).toContain(
      "rows.jsonl, line 2: is nested more than 500 levels deep, which no table is; remove the line, or what is nested in it.",
    );
    expect(status).toBe(1);
  });

  it("refuses a task with exponentially expanding aliases", async () => {
    const folder = newFolder();
    const [file, task] = [join(folder, "rows.csv"), join(folder, "task.yaml")];
    writeFileSync(file, "cue,response\na,b\n");
    const bomb = Array.from("abcdefg").map((name, i) => {
      const of = i === 0 ? "lol" : `*${"abcdef"[i - 1]}`;
      return `${name}: &${name} [${Array(10).fill(of).join(", ")}]`;
    });
    writeFileSync(task, `${bomb.join("\n")}\n`);
    const { status, stderr } = await promptnce([
      "estimate",
      file,
      "--task",
      task,
      "--y",
      "response",
    ]);
    expect(stderr).toContain("task.yaml: its aliases (*name) expand to more than can be read");
    expect(status).toBe(1);
  });

  it("skips a journal line that is nested too deep, like any damaged line", async () => {
    const store = join(newFolder(), "replies.jsonl");
    const { args } = await servedEstimate({}, "openai", 5);
    await promptnce([...args, "--yes", "--store", store]);
    const text = readFileSync(store, "utf8");
    writeFileSync(store, text.replace('"settings":{', `"settings":{"a":${lists(20_000)},`));
    const { status, stderr } = await promptnce([...args, "--yes", "--store", store]);
    expect(stderr).not.toContain("it is a bug");
    expect(stderr).toContain("is nested more than 500 levels deep");
    expect(status).toBe(0);
  });
});

it("score refuses attempts that are nested too deep, by their line", async () => {
  const file = join(newFolder(), "attempts.jsonl");
  writeFileSync(file, `{"student":"a","task":"t","code":${lists(20_000)}}\n`);
  const { status, stderr } = await promptnce(["score", file, "--summaries", file]);
  expect(stderr).toContain("attempts.jsonl, line 1 is nested more than 500 levels deep");
  expect(status).toBe(1);
});
