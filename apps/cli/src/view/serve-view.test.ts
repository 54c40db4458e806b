import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { journalText, openJournal, statusWriter } from "@promptnce/engine/journal";
import { requestKey } from "@promptnce/engine";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type ServedEstimate, servedEstimate } from "../estimate/served-estimate.test.support.ts";
import { main, promptnce } from "../promptnce.test.support.ts";
import { serveView } from "./serve-view.ts";

const NASTY = `<img src=x onerror="alert(1)"></pre><script>alert(2)</script>&"'`;

/** A view that was opened in a browser. */
interface Opened {
  /** Without the token. */
  readonly url: string;
  readonly token: string;
  readonly cookie: string;
}

async function served(folder: string): Promise<Opened> {
  const server = await serveView(folder, 0);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { origin, searchParams } = new URL(server.url);
  const [set = ""] = (await fetch(server.url)).headers.getSetCookie();
  return { url: `${origin}/`, token: searchParams.get("token")!, cookie: set.split(";")[0]! };
}

interface Got {
  readonly status: number;
  readonly text: string;
  readonly policy: string;
}

/** The path as it stands: `fetch` would put `..` right, and sends no `Host` of one's own. */
function get(
  { url, cookie }: Pick<Opened, "url" | "cookie">,
  path = "/",
  headers: OutgoingHttpHeaders = {},
): Promise<Got> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({
      hostname,
      port,
      path: path.startsWith("/") ? path : `/${path}`,
      headers: { cookie, ...headers },
      agent: false,
    });
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
  it("refuses every request that has neither the token nor its cookie", async () => {
    const view = await served(newFolder());
    expect((await get(view)).status).toBe(200);
    const [name, token] = view.cookie.split("=");
    const strangers = ["", name!, `${name}=`, `${name}=${"0".repeat(32)}`, `other=${token}`];
    for (const cookie of [...strangers, view.cookie.slice(0, -1)]) {
      for (const path of ["/", "/favicon.ico", "/runs/0", "/?token=", `/?token=${name}`]) {
        const { status, text } = await get({ ...view, cookie }, path);
        expect([status, text], `${cookie} ${path}`).toEqual([
          403,
          "Open the whole address that promptnce view prints, with its token, in a browser that keeps cookies.\n",
        ]);
      }
      expect(await get({ ...view, cookie }, `/runs/0?token=${view.token}`)).toMatchObject({
        status: 403,
      });
    }
  });

  it("moves the token to a cookie that scripts and other sites cannot use, and shows it in no page", async () => {
    const folder = newFolder();
    journalOf(join(folder, "replies.jsonl"), ["a"]);
    const view = await served(folder);
    const opened = await fetch(`${view.url}?token=${view.token}`);
    expect(opened.headers.getSetCookie()).toEqual([
      `${view.cookie}; Path=/; HttpOnly; SameSite=Strict`,
    ]);
    expect(view.cookie).toMatch(new RegExp(`^promptnce-view-\\w+=${view.token}$`));
    const list = (await get(view)).text;
    const pages = [await opened.text(), list, (await get(view, linkTo(list))).text];
    for (const page of pages) {
      expect(page).not.toContain(view.token);
    }
  });

  it.each(["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil:1"])(
    "refuses requests that reach it by the name of a site, such as %j",
    async (host) => {
      const folder = newFolder();
      journalOf(join(folder, "secret.jsonl"), ["a"]);
      const view = await served(folder);
      for (const path of ["/", `/?token=${view.token}`, linkTo((await get(view)).text)]) {
        const { status, text } = await get(view, path, { host });
        expect([status, text.includes("secret")], path).toEqual([403, false]);
      }
      const port = new URL(view.url).port;
      for (const own of [`127.0.0.1:${port}`, "localhost:9", "LOCALHOST", "[::1]:80"]) {
        expect(await get(view, "/", { host: own }), own).toMatchObject({ status: 200 });
      }
    },
  );

  it("listens only on this machine's own address, until it is closed", async () => {
    const server = await serveView(newFolder(), 0);
    expect(new URL(server.url).hostname).toBe("127.0.0.1");
    await server[Symbol.asyncDispose]();
    await expect(get({ url: server.url, cookie: "" })).rejects.toThrow("ECONNREFUSED");
  });

  it("leaves Request and Response as they are in its process", async () => {
    const before = [Request, Response];
    await served(newFolder());
    expect([Request, Response]).toEqual(before);
    expect(await new Response("1").bytes()).toEqual(new Uint8Array([49]));
  });

  it("serves no path, however it is written, and follows no link out of the folder", async () => {
    const folder = newFolder();
    const outside = join(newFolder(), "report.html");
    writeFileSync(outside, PAGE);
    mkdirSync(join(folder, "out"));
    symlinkSync(outside, join(folder, "out", "report.html"));
    symlinkSync(dirname(outside), join(folder, "linked"));
    journalOf(join(folder, "out", "replies.jsonl"), ["a"]);
    statusWriter(join(folder, "out", "replies.jsonl"))({ ...COUNTS, page: outside });
    const view = await served(folder);
    const list = await get(view);
    expect(list.text).not.toContain("linked");
    expect((await get(view, linkTo(list.text))).text).not.toContain("The report");
    const ways = [
      "..",
      "%2e%2e",
      "..%2f..",
      "runs/..%2f..%2fetc%2fpasswd",
      "pages/../../../etc/passwd",
      "runs/../../etc",
    ];
    for (const way of [...ways, `//etc/passwd`, `/runs//etc/passwd`]) {
      const { status, text } = await get(view, way);
      // What leads up ends at the list.
      expect(status === 404 || text === list.text, way).toBe(true);
    }
  });

  it("opens the report beside the replies of a bench run or a score if it is newer than these", async () => {
    const folder = newFolder();
    journalOf(join(folder, "replies.jsonl"), ["a"]);
    writeFileSync(join(folder, "report.html"), PAGE);
    const view = await served(folder);
    const list = await get(view);
    expect(list.text).toMatch(/replies\.jsonl<\/a><\/th><td[^>]*>.*?<\/td><td[^>]*>done/);
    expect(list.text.match(/href="runs/g)).toHaveLength(1);
    expect((await get(view, linkTo(list.text))).text).toBe(PAGE);
  });

  it("opens the page of an estimate anywhere below the folder, and lists pages without a journal", async () => {
    const folder = newFolder();
    const rows = join(folder, "rows.csv");
    writeFileSync(
      rows,
      "cue,response,n\nSHOVE,PUSH,112\nSHOVE,PULL,9\nCAT,DOG,81\nSEA,WATER,40\nHOT,COLD,90\n",
    );
    const files = [
      "--out",
      join(folder, "scored.csv"),
      "--report",
      join(folder, "pages", "of it.html"),
    ];
    const asked = [
      "estimate",
      rows,
      "--task",
      "words",
      "--y",
      "response",
      "--count",
      "n",
      "--k",
      "3",
    ];
    expect((await promptnce([...asked, ...files])).status).toBe(0);
    writeFileSync(join(folder, "alone.html"), PAGE);
    writeFileSync(join(folder, "other.html"), "<title>Not ours</title>");
    const view = await served(folder);
    const { text } = await get(view);
    expect(text).toContain(">alone.html</a>");
    expect(text).not.toContain("other.html");
    expect(text).toContain(">5 of 5 (100.0 %)<");
    expect(text).toContain("Methods, ρ with people");
    expect(text).toMatch(/<td[^>]*>PromptNCE<\/td><td[^>]*>–<\/td>/);
    const page = await get(view, linkTo(text, "scored.csv.replies.jsonl"));
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
    expect(Array.from(text.matchAll(/>(\w)\.jsonl<\/a>/g), ([, name]) => name)).toEqual([
      "a",
      "c",
      "b",
    ]);
  });
});

const COUNTS = { done: 500, total: 2000, questions: 500, unreadable: 25, failed: 5 };

/** A server before that of an estimate, which answers otherwise where `refuse` gives a status. */
async function refusing(
  { server, args }: ServedEstimate,
  refuse: (body: string, requests: number) => number | undefined,
): Promise<string[]> {
  let requests = 0;
  const handOn = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(asked);
    requests++;
    const status = refuse(body, requests);
    response.setHeader("content-type", "application/json");
    if (status === undefined) {
      const answer = await fetch(`${server.url}${asked.url}`, { method: "POST", body });
      response.writeHead(answer.status).end(await answer.text());
    } else {
      response.writeHead(status).end('{"error":{"message":"not this one"}}');
    }
  };
  const proxy = createServer((asked, response) => void handOn(asked, response));
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => proxy.close().closeAllConnections());
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return [...args.map((word) => word.replace(server.url, url)), "--yes"];
}

describe("a run that failed", () => {
  it("is listed with the reason that ended it, which its page shows too", async () => {
    const estimate = await servedEstimate();
    const args = await refusing(estimate, (_, requests) => (requests > 20 ? 401 : undefined));
    const { status, stderr } = await promptnce(args);
    expect([status, stderr]).toEqual([1, expect.stringContaining("does not accept the key (401)")]);
    const view = await served(estimate.folder);
    const list = (await get(view)).text;
    expect(list).toMatch(
      /<td[^>]*>stopped at \d+ of 60 \(\d+ %\): [^<]*does not accept the key \(401\)/,
    );
    const page = (await get(view, linkTo(list))).text;
    expect(page).toMatch(/<dt>State<\/dt><dd>stopped at [^<]*does not accept the key \(401\)/);
    expect(page).toMatch(/<dt>Done<\/dt><dd>\d+ of 60 /);
    // The same command, once the server answers, clears the reason.
    expect((await promptnce([...estimate.args, "--yes"])).status).toBe(0);
    expect((await get(view)).text).toMatch(/<td[^>]*>done<\/td>/);
  });

  it("is listed with its model, its task and the reason if the server was not there", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const { server, folder, args } = await servedEstimate();
    await server[Symbol.asyncDispose]();
    expect((await promptnce([...args, "--yes"])).status).toBe(1);
    const list = (await get(await served(folder))).text;
    expect(list).toMatch(/<td[^>]*>any, about words<\/td>/);
    // The list has the first sentence of the reason, and the run's page all of it.
    expect(list).toMatch(
      /<td[^>]*>stopped before the first answer: [^<]*could not be reached \(ECONNREFUSED\): [^.<]*\.</,
    );
    expect((await get(await served(folder), linkTo(list))).text).toMatch(
      /<dt>State<\/dt><dd>[^<]*could not be reached[^<]*and none was answered\.\)</,
    );
  });

  it("is listed as done, with the number of failed requests, if it failed only in some", async () => {
    const estimate = await servedEstimate();
    const args = await refusing(estimate, (body) => (/cue 7\b/.test(body) ? 400 : undefined));
    expect((await promptnce(args)).status).toBe(4);
    const view = await served(estimate.folder);
    const list = (await get(view)).text;
    expect(list).toMatch(/<td[^>]*>done, but 1 request failed</);
    expect(list).toMatch(/<td[^>]*>any, about words<\/td>/);
    const page = (await get(view, linkTo(list))).text;
    expect(page).toMatch(/<dt>Last failure<\/dt><dd>[^<]*not this one/);
  });

  it(
    "is listed with the signal that ended it if it was stopped by Ctrl-C",
    { tags: "full" },
    async () => {
      const { folder, args, server } = await servedEstimate({ latencyMs: [20, 40] });
      const child = spawn(process.execPath, [main, ...args, "--yes"], { stdio: "ignore" });
      const isAsking = (): boolean => server.stats().requests > 10;
      await expect.poll(isAsking, { interval: 20 }).toBe(true);
      child.kill("SIGINT");
      await once(child, "close");
      expect((await get(await served(folder))).text).toMatch(
        /<td[^>]*>stopped at \d+ of 60 \(\d+ %\): Ctrl-C or a signal ended it; the same command/,
      );
    },
  );
});

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

it("isolates the scripts of pages, and runs none of a file that is not one of ours", async () => {
  const folder = newFolder();
  const [policy, script] = ["default-src *; script-src *; connect-src *", "fetch('/')"];
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  writeFileSync(join(folder, "a.html"), `${head}${PAGE}<script>${script}</script>`);
  const view = await served(folder);
  const got = await get(view, linkTo((await get(view)).text));
  expect(got.policy).toContain("script-src 'none'");
  expect(got.policy).toContain("sandbox");
  expect(got.policy).not.toContain("*");
});
