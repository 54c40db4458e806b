import { request } from "node:http";
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { journalText, openJournal, requestKey } from "@promptnce/providers";
import { statusWriter } from "@promptnce/providers/run";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { serveView } from "./serve-view.ts";

const NASTY = `<img src=x onerror="alert(1)"></pre><script>alert(2)</script>&"'`;

async function served(folder: string): Promise<string> {
  const server = await serveView(folder, 0);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server.url;
}

interface Got {
  readonly status: number;
  readonly text: string;
  readonly policy: string;
}

/** The path as it stands: `fetch` would put `..` right. */
function get(url: string, path = ""): Promise<Got> {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: path.startsWith("/") ? path : pathname + path, agent: false });
    asked.on("error", reject).on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => void (text += part));
      const policy = String(response.headers["content-security-policy"]);
      response.on("end", () => resolve({ status: response.statusCode!, text, policy }));
    });
    asked.end();
  });
}

/** A journal with these replies; open while the test lasts if it is to be of a run that goes on. */
function journalOf(
  path: string,
  replies: readonly string[],
  { provider = "llama", model = "m", running = false } = {},
): void {
  const journal = openJournal(path);
  for (const [i, text] of replies.entries()) {
    const asked = { provider, model, settings: {}, prompt: `Question ${i}`, sample: 0 };
    const reply = { text, stop: "end", usage: { inputTokens: 1, outputTokens: 1 } } as const;
    journal.append({ key: requestKey(asked), ...asked, reply });
  }
  if (running) onTestFinished(() => journal.close());
  else journal.close();
}

const PAGE = `<!doctype html><meta name="generator" content="promptnce bench"><title>The report</title>`;

/** The address of the only run of a list, or of that with the name. */
function linkTo(list: string, name = ""): string {
  return new RegExp(`href="(runs/\\w+)">${name.replaceAll(".", String.raw`\.`)}`).exec(list)![1]!;
}

describe("the server of view", () => {
  it("answers nobody who does not have the token, whatever is asked for", async () => {
    const url = await served(newFolder());
    const { pathname } = new URL(url);
    expect((await get(url)).status).toBe(200);
    const half = pathname.slice(0, -2);
    for (const path of [
      "/",
      "/favicon.ico",
      "/runs/0",
      half,
      `${half}/`,
      "/0/",
      `/${"0".repeat(32)}/`,
      `/x${pathname}`,
    ]) {
      expect(await get(url, path), path).toMatchObject({ status: 403 });
    }
  });

  it("listens on this machine's own address alone, and to none once it is closed", async () => {
    const server = await serveView(newFolder(), 0);
    expect(new URL(server.url).hostname).toBe("127.0.0.1");
    await server[Symbol.asyncDispose]();
    await expect(get(server.url)).rejects.toThrow("ECONNREFUSED");
  });

  it("gives nothing of a path, however it is written, and follows no link out of the folder", async () => {
    const folder = newFolder();
    const outside = join(newFolder(), "report.html");
    writeFileSync(outside, PAGE);
    mkdirSync(join(folder, "out"));
    symlinkSync(outside, join(folder, "out", "report.html"));
    symlinkSync(dirname(outside), join(folder, "linked"));
    journalOf(join(folder, "out", "replies.jsonl"), ["a"]);
    statusWriter(join(folder, "out", "replies.jsonl"))({ ...COUNTS, page: outside });
    const url = await served(folder);
    const { pathname } = new URL(url);
    const list = await get(url);
    expect(list.text).not.toContain("linked");
    expect((await get(url, linkTo(list.text))).text).not.toContain("The report");
    const ways = [
      "..",
      "%2e%2e",
      "..%2f..",
      "runs/..%2f..%2fetc%2fpasswd",
      "pages/../../../etc/passwd",
      "runs/../../etc",
    ];
    for (const way of [...ways, `//etc/passwd`, `${pathname}/etc/passwd`]) {
      const { status, text } = await get(url, way);
      expect([status, text.includes("root:")], way).toEqual([status === 403 ? 403 : 404, false]);
    }
  });

  it("opens the report beside the replies of a bench run or a score, once it is newer than they are", async () => {
    const folder = newFolder();
    journalOf(join(folder, "replies.jsonl"), ["a"]);
    writeFileSync(join(folder, "report.html"), PAGE);
    const url = await served(folder);
    const list = await get(url);
    expect(list.text).toMatch(/replies\.jsonl<\/a><\/th><td[^>]*>done/);
    expect(list.text.match(/href="runs/g)).toHaveLength(1);
    expect((await get(url, linkTo(list.text))).text).toBe(PAGE);
  });

  it("opens the very page of an estimate wherever below the folder it is, and lists those of which nothing else is there", async () => {
    const folder = newFolder();
    const rows = join(folder, "rows.csv");
    writeFileSync(rows, "cue,response,n\nSHOVE,PUSH,112\nSHOVE,PULL,9\nCAT,DOG,81\nSEA,WATER,40\nHOT,COLD,90\n");
    const files = ["--out", join(folder, "scored.csv"), "--report", join(folder, "pages", "of it.html")];
    const asked = ["estimate", rows, "--task", "words", "--y", "response", "--count", "n", "--k", "3"];
    expect((await promptnce([...asked, ...files])).status).toBe(0);
    writeFileSync(join(folder, "alone.html"), PAGE);
    writeFileSync(join(folder, "other.html"), "<title>Not ours</title>");
    const url = await served(folder);
    const { text } = await get(url);
    expect(text).toContain(">alone.html</a>");
    expect(text).not.toContain("other.html");
    expect(text).toContain(">5 of 5 (100.0 %)<");
    const page = await get(url, linkTo(text, "scored.csv.replies.jsonl"));
    expect(page.text).toBe(readFileSync(join(folder, "pages", "of it.html"), "utf8"));
    expect(page.policy).toContain(/script-src 'sha256-[^']+'/.exec(page.text)![0]);
    expect(page.policy).toContain("default-src 'none'");
    expect(page.policy).not.toContain("connect-src");
  });

  it("lists the newest first", async () => {
    const folder = newFolder();
    for (const [i, name] of ["b", "c", "a"].entries()) {
      const path = join(folder, `${name}.jsonl`);
      journalOf(path, [name]);
      utimesSync(path, 1000 + i, 1000 + i);
    }
    const { text } = await get(await served(folder));
    expect(Array.from(text.matchAll(/>(\w)\.jsonl<\/a>/g), ([, name]) => name)).toEqual(["a", "c", "b"]);
  });
});

const COUNTS = { done: 500, total: 2000, questions: 500, unreadable: 25, failed: 5 };

describe("the page of a run without a report", () => {
  it("says of one that goes on how far it is, what it cost and what came last, in two tabs alike", async () => {
    const folder = newFolder();
    const path = join(folder, "replies.jsonl");
    journalOf(path, ["one", "two", "three", "four", "five", "six"], { running: true });
    statusWriter(path)(COUNTS);
    const url = await served(folder);
    const list = (await get(url)).text;
    expect(list).toMatch(/running<\/td>.*>500 of 2,000 \(25.0 %\)<.*>25 \(5.0 %\)<.*>5 \(1.0 %\)</);
    const [one, two] = await Promise.all([get(url, linkTo(list)), get(url, linkTo(list))]);
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

  it("says of one that was killed that it stopped, and counts on where it goes on", async () => {
    const folder = newFolder();
    const path = join(folder, "replies.jsonl");
    journalOf(path, ["one"]);
    statusWriter(path)(COUNTS);
    writeFileSync(`${path}.lock`, "");
    const url = await served(folder);
    const link = linkTo((await get(url)).text);
    const stopped = (await get(url, link)).text;
    expect(stopped).toContain("<dd>stopped: the same command goes on from there</dd>");
    expect(stopped).toContain("<dt>Replies in the journal</dt><dd>1</dd>");
    journalOf(path, ["one", "two"], { running: true });
    const resumed = (await get(url, link)).text;
    expect(resumed).toContain("<dd>running</dd>");
    expect(resumed).toContain("<dt>Replies in the journal</dt><dd>3</dd>");
  });

  it("leads to the page of the run before while the new one has none", async () => {
    const folder = newFolder();
    const path = join(folder, "replies.jsonl");
    writeFileSync(join(folder, "report.html"), PAGE);
    utimesSync(join(folder, "report.html"), 1000, 1000);
    journalOf(path, ["one"], { running: true });
    const url = await served(folder);
    const { text } = await get(url, linkTo((await get(url)).text));
    const [, earlier] = /href="\.\.\/(pages\/\w+)"/.exec(text)!;
    expect((await get(url, earlier)).text).toBe(PAGE);
  });

  it("is of a run whose journal has no reply yet, and of one without a status", async () => {
    const folder = newFolder();
    journalOf(join(folder, "a.jsonl"), [], { running: true });
    const url = await served(folder);
    const { text } = await get(url, linkTo((await get(url)).text));
    expect(text).toContain("<dd>running</dd>");
    expect(text).toContain("<dt>Replies in the journal</dt><dd>0</dd>");
  });

  it("says that the cost is not known where no list has the model's price", async () => {
    const folder = newFolder();
    const path = join(folder, "a.jsonl");
    journalOf(path, ["one"]);
    const [line = ""] = readFileSync(path, "utf8").split("\n");
    const { sum: _, ...record } = JSON.parse(line) as Parameters<typeof journalText>[0] & { sum: string };
    appendFileSync(path, `${journalText({ ...record, provider: "openai-compatible" })}\n`);
    const url = await served(folder);
    expect((await get(url, linkTo((await get(url)).text))).text).toContain("<dd>unknown: no list has the price</dd>");
  });

  it.each([
    [{ baseUrl: "http://127.0.0.1:8080/v1" }, "$0.00"],
    [{ priceIn: 1e6, priceOut: 3e6, baseUrl: "http://gpu.example/v1" }, "$8.00"],
  ])("says what its replies cost by what the run was told of prices, %j", async (prices, cost) => {
    const folder = newFolder();
    const path = join(folder, "a.jsonl");
    journalOf(path, ["one", "two"], { provider: "openai-compatible" });
    statusWriter(path)({ done: 2, total: 9, questions: 2, unreadable: 0, failed: 0, prices }, true);
    const url = await served(folder);
    const { text } = await get(url, linkTo((await get(url)).text));
    expect(text).toContain(`<dt>Cost of all in the journal</dt><dd>${cost}</dd>`);
  });
});

it("shows names, replies and models as text, whatever is in them", async () => {
  const folder = newFolder();
  const name = NASTY.replaceAll("/", "∕");
  const below = join(folder, name);
  mkdirSync(below);
  journalOf(join(below, "replies.jsonl"), [NASTY], { model: NASTY });
  writeFileSync(join(below, "replies.jsonl.run.json"), JSON.stringify({ ...COUNTS, page: NASTY }));
  copyFileSync(join(below, "replies.jsonl"), join(below, "other.jsonl"));
  writeFileSync(join(below, "other.jsonl.run.json"), `{"done":"${NASTY.replaceAll('"', "'")}"}`);
  const url = await served(folder);
  const list = await get(url);
  const pages = [
    list,
    await get(url, linkTo(list.text, "[^<]*replies")),
    await get(url, linkTo(list.text, "[^<]*other")),
  ];
  for (const { status, text } of pages) {
    expect(status).toBe(200);
    expect(text).toContain("&lt;img src=x onerror");
    expect(text.match(/<img|<script/g)).toEqual(["<script"]);
  }
});

it("lets no script of a page's own choice reach anything, nor one of a file that is no page of ours run", async () => {
  const folder = newFolder();
  const [policy, script] = ["default-src *; script-src *; connect-src *", "fetch('/')"];
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  writeFileSync(join(folder, "a.html"), `${head}${PAGE}<script>${script}</script>`);
  const url = await served(folder);
  const got = await get(url, linkTo((await get(url)).text));
  expect(got.policy).toContain("script-src 'none'");
  expect(got.policy).toContain("sandbox");
  expect(got.policy).not.toContain("*");
});
