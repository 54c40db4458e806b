import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type ServedEstimate, servedEstimate } from "../estimate/served-estimate.test.support.ts";
import { estimateCounted, main, promptnce } from "../promptnce.test.support.ts";
import { get, journalOf, linkTo, PAGE, served } from "./opened-view.test.support.ts";

describe("the list of runs", () => {
  it("opens the report beside the replies of a bench run or a score if it is newer than these", async () => {
    const folder = newFolder();
    journalOf(join(folder, "replies.jsonl"), ["a"]);
    writeFileSync(join(folder, "report.html"), PAGE);
    const view = await served(folder);
    const list = await get(view);
    expect(list.text).toMatch(/replies\.jsonl<\/a><\/th><td[^>]*>done/);
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
    const asked = [...estimateCounted(rows), "--k", "3"];
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
