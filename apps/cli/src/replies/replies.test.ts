import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findTemplate, findTemplateIn } from "@promptnce/prompts";
import {
  type JournalRecord,
  journalText,
  openJournal,
  readJournal,
} from "@promptnce/engine/journal";
import { requestKey } from "@promptnce/engine";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const conditional = { task: "words", kind: "conditional", sample: 0, x: { cue: "cat" } } as const;
const marginal = { task: "words", kind: "marginal", sample: 0 } as const;

interface Given {
  readonly y: string;
  readonly model?: string;
  readonly text?: string;
  readonly attempt?: number;
  readonly stop?: "end" | "refusal";
  readonly at?: string;
  readonly own?: string;
  readonly failed?: true;
  readonly lost?: true;
  readonly structured?: boolean;
  readonly base?: boolean;
  readonly limit?: number;
}

/** A journal with such replies, each of 100 tokens in and 10 out. */
function journal(path: string, given: readonly Given[]): string {
  using open = openJournal(path);
  for (const one of given) {
    const { y, model = "gpt-5-mini", text = '{"p_apply": 0.5}', attempt, stop = "end", own } = one;
    const { at = "2026-01-01T00:00:00.000Z" } = one;
    const question = one.base ? { ...marginal, y } : { ...conditional, y };
    const template = (one.structured ? findTemplateIn("structured") : findTemplate)(question);
    const schema = template.schema?.(question);
    const asked = {
      provider: "openai",
      model,
      settings: { max_tokens: 50 },
      sample: 0,
      prompt: own ?? template.render(question),
      ...(schema !== undefined && { schema }),
      ...(one.limit !== undefined && { limit: one.limit }),
    };
    open.append({
      ...asked,
      at,
      key: requestKey(asked),
      ...(own === undefined && { template: { id: template.id, version: template.version } }),
      ...(one.lost && { charge: true }),
      ...(attempt !== undefined && { attempt }),
      reply:
        one.failed || one.lost
          ? { text: "", stop: "failed", failure: { kind: "request", message: "no" } }
          : { text, stop, usage: { inputTokens: 100, outputTokens: 10 } },
    });
  }
  return path;
}

function read(path: string): JournalRecord[] {
  return [...readJournal(path)];
}

const texts = (path: string): string[] => read(path).map(({ reply }) => reply.text);

describe("promptnce replies", () => {
  it("stats counts replies, repeats, stops, tokens and cost by model and template", async () => {
    const store = journal(join(newFolder(), "a.jsonl"), [
      { y: "dog", text: "no JSON" },
      { y: "dog", attempt: 1 },
      { y: "mouse", structured: true },
      { y: "dog", base: true, model: "nobody's", stop: "refusal" },
      { y: "dog", own: "What is a cat?" },
      { y: "cow", failed: true },
      { y: "hen", lost: true },
    ]);
    const { stdout } = await promptnce(["replies", "stats", store, "--json"]);
    const { groups, requests } = JSON.parse(stdout) as { groups: Given[]; requests: number };
    expect(requests).toBe(5);
    const hen = { ...conditional, y: "hen" };
    // Of bytes in, with 100 around them, and of all that may come out.
    const lostUsd = ((findTemplate(hen).render(hen).length + 100) * 0.25 + 50 * 2) * 1e-6;
    const tokens = (n: number) => ({ replies: n, inputTokens: 100 * n, outputTokens: 10 * n });
    expect(groups).toEqual([
      expect.objectContaining({
        template: "words/conditional@1",
        again: 1,
        ...tokens(2),
        stops: { end: 2, length: 0, refusal: 0, other: 0, failed: 1 },
        charges: 1,
        // Two replies, and what a lost call may have cost at most.
        usd: expect.closeTo(2 * (100 * 0.25 + 10 * 2) * 1e-6 + lostUsd, 12),
      }),
      expect.objectContaining({ template: "words/conditional.structured@1", ...tokens(1) }),
      expect.objectContaining({
        template: "words/marginal@1",
        model: "nobody's",
        ...tokens(1),
        stops: { end: 0, length: 0, refusal: 1, other: 0, failed: 0 },
      }),
      expect.objectContaining({ template: "no wording", again: 0, ...tokens(1) }),
    ]);
    expect(groups[2]).not.toHaveProperty("usd");
    const table = await promptnce(["replies", "stats", store]);
    expect(table.stdout).toMatch(
      /\| all +\| +\| +\| +5 \| +1 \| +4 \| +0 \| +1 \| +0 \| +1 \| +1 \|/,
    );
    expect(table.stdout).toContain("The price is unknown: openai nobody's.");
  });

  it("stats reports damage on standard error and counts the rest", async () => {
    const store = journal(join(newFolder(), "a.jsonl"), [{ y: "dog" }]);
    writeFileSync(store, `not JSON\n${readFileSync(store, "utf8")}{"v":1,"ke`);
    const { status, stdout, stderr } = await promptnce(["replies", "stats", store]);
    expect(status).toBe(0);
    expect(stdout).toContain("1 different request.");
    expect(stderr).toContain("line 1 is not JSON; it is skipped");
    expect(stderr).toContain("line 3 is cut off: its writer was stopped; it is skipped");
  });

  it("export writes a journal again, or CSV that can be read back", async () => {
    const folder = newFolder();
    const nasty = '{"p": 1}, "quoted"\nand more';
    const store = journal(join(folder, "a.jsonl"), [
      { y: "dog" },
      { y: "mouse", text: nasty, limit: 900 },
    ]);
    const out = join(folder, "out.jsonl");
    expect(await promptnce(["replies", "export", store, "--out", out])).toEqual({
      status: 0,
      stdout: "",
      stderr: "2 replies exported.\n",
    });
    expect(read(out)).toEqual(read(store));
    const { stdout } = await promptnce(["replies", "export", store, "--format", "csv"]);
    const { data } = Papa.parse<Record<string, string>>(stdout, {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.map(({ reply }) => reply)).toEqual(texts(store));
    expect(data[1]).toMatchObject({ template: "words/conditional@1", input_tokens: "100" });
    expect(JSON.parse(data[1]?.["settings"] ?? "")).toEqual({ max_tokens: 50 });
    expect(data.map(({ limit }) => limit)).toEqual(["", "900"]);
  });

  it("export does not overwrite an earlier one, which is a journal whatever its lines were", async () => {
    const folder = newFolder();
    const path = journal(join(folder, "a.jsonl"), [{ y: "dog" }]);
    const [line = ""] = readFileSync(path, "utf8").split("\n");
    const { sum: _, ...record } = JSON.parse(line) as JournalRecord & { sum: string };
    // A member that this version does not know, as a later one may write it.
    writeFileSync(path, `${journalText({ ...record, later: 1 } as JournalRecord)}\n`);
    const out = join(folder, "made.jsonl");
    expect(await promptnce(["replies", "export", path, "--out", out])).toMatchObject({ status: 0 });
    const made = readFileSync(out, "utf8");
    expect(await promptnce(["replies", "export", path, "--out", out])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("made.jsonl holds replies that were paid for") as string,
    });
    expect(readFileSync(out, "utf8")).toBe(made);
  });

  it.each([
    [["--model", "other"], ["b"]],
    [
      ["--model", "other,gpt-5-mini"],
      ["a", "b", "c", "d"],
    ],
    [["--provider", "anthropic"], []],
    [
      ["--template", "words/conditional"],
      ["a", "b", "d"],
    ],
    [["--template", "words/marginal@1"], ["c"]],
    [
      ["--template", "words"],
      ["a", "b", "c", "d"],
    ],
    [["--stop", "refusal"], ["d"]],
    [
      ["--since", "2026-02-01"],
      ["b", "c"],
    ],
    [["--since", "2026-02-01", "--before", "2026-03-01T00:00Z"], ["b"]],
    [["--model", "gpt-5-mini", "--template", "words/marginal"], ["c"]],
  ])("export with %j writes %j", async (filter, expected) => {
    const store = journal(join(newFolder(), "a.jsonl"), [
      { y: "dog", text: "a" },
      { y: "dog", text: "b", model: "other", at: "2026-02-01T00:00:00.000Z" },
      { y: "dog", text: "c", base: true, at: "2026-03-01T00:00:00.000Z" },
      { y: "mouse", text: "d", stop: "refusal" },
    ]);
    const { stdout } = await promptnce(["replies", "export", store, ...filter]);
    const lines = stdout.split("\n").filter((line) => line !== "");
    expect(lines.map((line) => (JSON.parse(line) as JournalRecord).reply.text)).toEqual(expected);
  });

  it("import adds all replies to new requests, with their own times, and no others", async () => {
    const folder = newFolder();
    const store = journal(join(folder, "a.jsonl"), [{ y: "dog", text: "mine" }]);
    const at = "2025-05-05T05:05:05.000Z";
    const from = journal(join(folder, "b.jsonl"), [
      { y: "dog", text: "theirs" },
      { y: "mouse", text: "unreadable", at },
      { y: "mouse", text: "read", attempt: 1, at },
    ]);
    const { stdout } = await promptnce(["replies", "import", store, from]);
    expect(stdout).toBe(`${from}: 2 added, 1 skipped (already answered).\n`);
    expect(texts(store)).toEqual(["mine", "unreadable", "read"]);
    expect(read(store).slice(1)).toEqual(read(from).slice(1));
    const again = await promptnce(["replies", "import", store, from]);
    expect(again.stdout).toBe(`${from}: 0 added, 3 skipped (already answered).\n`);
    expect(read(store)).toHaveLength(3);
  });

  it("prune writes what a filter keeps to a new file and does not change the journal", async () => {
    const folder = newFolder();
    const store = journal(join(folder, "a.jsonl"), [
      { y: "dog", text: "a" },
      { y: "dog", text: "b", model: "other" },
    ]);
    const before = readFileSync(store);
    const out = join(folder, "kept.jsonl");
    const args = ["replies", "prune", store, "--model", "other", "--out", out];
    expect((await promptnce(args)).stdout).toBe(`1 kept in ${out}, 1 removed.\n`);
    expect(texts(out)).toEqual(["b"]);
    expect(readFileSync(store)).toEqual(before);
    const again = await promptnce(args);
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining("already exists") });
  });

  it.each([
    ["export", "--format", "csv"],
    ["prune", "--model", "gpt-5-mini"],
  ])("%s that fails leaves no half-written file", { tags: "full" }, (...args) => {
    const folder = newFolder();
    const store = journal(
      join(folder, "a.jsonl"),
      Array.from({ length: 200 }, (_, i) => ({ y: "dog", text: `${i}`.repeat(100) })),
    );
    const main = join(import.meta.dirname, "../main.js");
    const out = join(folder, "made.txt");
    // No file may be larger than 32 KB.
    const command = `ulimit -f 64; exec "$0" "$@"`;
    const words = [main, "replies", args[0], store, ...args.slice(1), "--out", out];
    const { status, stderr } = spawnSync("sh", ["-c", command, process.execPath, ...words], {
      encoding: "utf8",
    });
    expect(stderr).toMatch(/^error: .*EFBIG.*\n$/);
    expect(status).toBe(1);
    expect(existsSync(out)).toBe(false);
    expect(existsSync(`${out}.pruned`)).toBe(false);
  });

  it("prune in place keeps a backup, never over an older one, and not while a run writes", async () => {
    const store = journal(join(newFolder(), "a.jsonl"), [
      { y: "dog", text: "a" },
      { y: "mouse", text: "b", stop: "refusal" },
    ]);
    const before = readFileSync(store);
    chmodSync(store, 0o600);
    const args = ["replies", "prune", store, "--stop", "refusal", "--drop", "--in-place"];
    {
      using _writer = openJournal(store);
      expect(await promptnce(args)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("is in use by another run"),
      });
    }
    expect(await promptnce(args)).toMatchObject({ status: 0, stderr: "" });
    expect(texts(store)).toEqual(["a"]);
    expect(readFileSync(`${store}.bak`)).toEqual(before);
    expect(statSync(store).mode & 0o777).toBe(0o600);
    expect(existsSync(`${store}.pruned`)).toBe(false);
    expect(await promptnce(args)).toMatchObject({ status: 1 });
    expect(readFileSync(`${store}.bak`)).toEqual(before);
  });

  it.each([
    [["stats", "none.jsonl"], 1, "none.jsonl is not there: give the journal of a run"],
    [["export", "none.jsonl", "--out", "made.csv"], 1, "none.jsonl is not there"],
    [["import", "a.jsonl", "none.jsonl"], 1, "none.jsonl is not there"],
    [["import", "a.jsonl", "a.jsonl"], 2, "are the same store"],
    [["export", "a.jsonl", "--out", "a.jsonl"], 2, "is the journal that is exported"],
    [
      ["stats", "rows.csv"],
      1,
      "rows.csv is not a journal of replies: none of its lines is a record",
    ],
    [["export", "rows.csv", "--out", "made.csv"], 1, "rows.csv is not a journal of replies"],
    [["import", "rows.csv", "a.jsonl"], 1, "rows.csv is not a journal of replies"],
    [["import", "made.csv", "rows.csv"], 1, "rows.csv is not a journal of replies"],
    [
      ["prune", "rows.csv", "--model", "x", "--in-place"],
      1,
      "rows.csv is not a journal of replies",
    ],
    [["prune", "rows.csv", "--model", "x", "--out", "made.csv"], 1, "is not a journal of replies"],
    [["prune", "a.jsonl", "--out", "b.jsonl"], 2, "say which replies"],
    [
      ["prune", "a.jsonl", "--model", "x", "--out", "rows.csv/b.jsonl"],
      1,
      "cannot be opened for writing (ENOTDIR)",
    ],
    [["prune", "a.jsonl", "--model", "x"], 2, "say --out FILE"],
    [["stats", "a.jsonl", "--stop", "never"], 2, "--stop: give one of end, length"],
    [["stats", "a.jsonl", "--since", "yesterday"], 2, "--since: give a day such as 2026-01-31"],
  ])("%j ends with %i: %s", async (args, status, sentence) => {
    const folder = newFolder();
    journal(join(folder, "a.jsonl"), [{ y: "dog" }]);
    const rows = "cue,response\ncat,dog\n";
    writeFileSync(join(folder, "rows.csv"), rows);
    const before = readFileSync(join(folder, "a.jsonl"));
    const named = args.map((arg) => (/\./.test(arg) ? join(folder, arg) : arg));
    const finished = await promptnce(["replies", ...named]);
    expect(finished).toMatchObject({ status, stdout: "" });
    expect(finished.stderr).toMatch(/^error: .*\n(\(see --help\)\n)?$/);
    expect(finished.stderr).toContain(sentence);
    expect(readFileSync(join(folder, "rows.csv"), "utf8")).toBe(rows);
    expect(readFileSync(join(folder, "a.jsonl"))).toEqual(before);
    expect(existsSync(join(folder, "made.csv"))).toBe(false);
  });
});
