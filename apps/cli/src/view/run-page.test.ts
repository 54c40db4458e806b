import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { journalText, statusWriter } from "@promptnce/engine/journal";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { COUNTS, get, journalOf, linkTo, PAGE, served } from "./opened-view.test.support.ts";

const NASTY = `<img src=x onerror="alert(1)"></pre><script>alert(2)</script>&"'`;

describe("the page of a run without a report", () => {
  it("shows the progress, cost and newest replies of a running run, the same in two tabs", async () => {
    const folder = newFolder();
    const path = join(folder, "replies.jsonl");
    journalOf(path, ["one", "two", "three", "four", "five", "six"], { running: true });
    statusWriter(path)(COUNTS);
    const view = await served(folder);
    const list = (await get(view)).text;
    expect(list).toMatch(/running<\/td>.*>500 of 2,000 \(25.0 %\)<.*>25 \(5.0 %\)<.*>5 \(1.0 %\)</);
    const [one, two] = await Promise.all([get(view, linkTo(list)), get(view, linkTo(list))]);
    expect(one.text).toBe(two.text);
    for (const said of ["running", "500 of 2,000 (25.0 %)", "$0.00", "25 (5.0 %)", "5 (1.0 %)"]) {
      expect(one.text).toContain(`<dd>${said}</dd>`);
    }
    expect(one.text).toMatch(
      /<dt>Replies in the journal<\/dt><dd>6<\/dd>.*<dt>Replies in the last minute<\/dt><dd>6<\/dd>/,
    );
    expect(Array.from(one.text.matchAll(/<pre tabindex="0">(\w+)</g), ([, text]) => text)).toEqual([
      "six",
      "five",
      "four",
      "three",
      "two",
    ]);
  });

  it("shows how far a killed run came, and goes on counting when it is resumed", async () => {
    const folder = newFolder();
    const path = join(folder, "replies.jsonl");
    journalOf(path, ["one"]);
    statusWriter(path)(COUNTS);
    writeFileSync(`${path}.lock`, "");
    const view = await served(folder);
    const link = linkTo((await get(view)).text);
    const stopped = (await get(view, link)).text;
    expect(stopped).toContain(
      "<dd>stopped at 500 of 2,000 (25 %) without a word: the same command goes on from there</dd>",
    );
    expect(stopped).toContain("<dt>Replies in the journal</dt><dd>1</dd>");
    journalOf(path, ["one", "two"], { running: true });
    const resumed = (await get(view, link)).text;
    expect(resumed).toContain("<dd>running</dd>");
    expect(resumed).toContain("<dt>Replies in the journal</dt><dd>3</dd>");
  });

  it("links to the page of the run before while the new one has none", async () => {
    const folder = newFolder();
    const path = join(folder, "replies.jsonl");
    writeFileSync(join(folder, "report.html"), PAGE);
    utimesSync(join(folder, "report.html"), 1000, 1000);
    journalOf(path, ["one"], { running: true });
    const view = await served(folder);
    const { text } = await get(view, linkTo((await get(view)).text));
    const [, earlier] = /href="\.\.\/(pages\/\w+)"/.exec(text)!;
    expect((await get(view, earlier)).text).toBe(PAGE);
  });

  it("exists for a run without any reply and without a status", async () => {
    const folder = newFolder();
    journalOf(join(folder, "a.jsonl"), [], { running: true });
    const view = await served(folder);
    const { text } = await get(view, linkTo((await get(view)).text));
    expect(text).toContain("<dd>running</dd>");
    expect(text).toContain("<dt>Replies in the journal</dt><dd>0</dd>");
  });

  it("says that the cost is unknown if no list has the model's price", async () => {
    const folder = newFolder();
    const path = join(folder, "a.jsonl");
    journalOf(path, ["one"]);
    const [line = ""] = readFileSync(path, "utf8").split("\n");
    const { sum: _, ...record } = JSON.parse(line) as Parameters<typeof journalText>[0] & {
      sum: string;
    };
    appendFileSync(path, `${journalText({ ...record, provider: "openai-compatible" })}\n`);
    const view = await served(folder);
    expect((await get(view, linkTo((await get(view)).text))).text).toContain(
      "<dd>unknown: no price list has this model</dd>",
    );
  });

  it.each([
    [{ baseUrl: "http://127.0.0.1:8080/v1" }, "$0.00"],
    [{ priceIn: 1e6, priceOut: 3e6, baseUrl: "http://gpu.example/v1" }, "$8.00"],
  ])("computes the cost by the prices that the run was given, %j", async (prices, cost) => {
    const folder = newFolder();
    const path = join(folder, "a.jsonl");
    journalOf(path, ["one", "two"], { provider: "openai-compatible" });
    statusWriter(path)({ done: 2, total: 9, questions: 2, unreadable: 0, failed: 0, prices }, true);
    const view = await served(folder);
    const { text } = await get(view, linkTo((await get(view)).text));
    expect(text).toContain(`<dt>Cost of all replies in the journal</dt><dd>${cost}</dd>`);
  });
});

it("shows names, replies and models as text, whatever they hold", async () => {
  const folder = newFolder();
  const name = NASTY.replaceAll("/", "∕");
  const below = join(folder, name);
  mkdirSync(below);
  journalOf(join(below, "replies.jsonl"), [NASTY], { model: NASTY });
  writeFileSync(join(below, "replies.jsonl.run.json"), JSON.stringify({ ...COUNTS, page: NASTY }));
  copyFileSync(join(below, "replies.jsonl"), join(below, "other.jsonl"));
  writeFileSync(join(below, "other.jsonl.run.json"), `{"done":"${NASTY.replaceAll('"', "'")}"}`);
  const view = await served(folder);
  const list = await get(view);
  const pages = [
    list,
    await get(view, linkTo(list.text, "[^<]*replies")),
    await get(view, linkTo(list.text, "[^<]*other")),
  ];
  for (const { status, text } of pages) {
    expect(status).toBe(200);
    expect(text).toContain("&lt;img src=x onerror");
    expect(text.match(/<img|<script/g)).toEqual(["<script"]);
  }
});
