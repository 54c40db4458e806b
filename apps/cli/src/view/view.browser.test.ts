import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { readJournal } from "@promptnce/engine/journal";
import {
  artefact,
  hasChromium,
  launchBrowser,
  type Opened,
  openPage,
  seriousFindings,
} from "@promptnce/testing/browser";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { servedEstimate } from "../estimate/served-estimate.test.support.ts";
import { main, newFolder } from "../promptnce.test.support.ts";
import { serveView } from "./serve-view.ts";

describe.skipIf(!hasChromium)("view in Chromium", { tags: "full" }, () => {
  let browser: Browser;
  beforeAll(async () => {
    // As a site's own name server would lead its visitors here.
    browser = await launchBrowser("--host-resolver-rules=MAP evil.example 127.0.0.1");
  });
  afterAll(() => browser?.close());

  /** A tab of its own, opened by the address with the token, at a page of the view. */
  async function openView(
    view: string,
    options: BrowserContextOptions = {},
    path = "/",
  ): Promise<Opened> {
    const opened = await openPage(browser, view, options);
    const { origin } = new URL(view);
    await opened.page.waitForURL(`${origin}/`);
    if (path !== "/") await opened.page.goto(`${origin}${path}`);
    return opened;
  }

  async function findings(
    view: string,
    options: BrowserContextOptions,
    path?: string,
  ): Promise<unknown> {
    const { page } = await openView(view, { ...options, bypassCSP: true }, path);
    const found = await seriousFindings(page);
    await page.close();
    return found;
  }

  const facts = async (page: Page): Promise<Record<string, string>> => {
    const [names, values] = await Promise.all([
      page.locator("dl dt").allInnerTexts(),
      page.locator("dl dd").allInnerTexts(),
    ]);
    return Object.fromEntries(names.map((name, i) => [name, values[i]!]));
  };

  it("follows a run of 2,000 questions in two tabs: killed, resumed and finished with its report", async () => {
    const { server, folder, out, args } = await servedEstimate(
      { latencyMs: [20, 60], faults: { malformed: 0.05 } },
      "openai",
      1997,
    );
    const page = join(folder, "page.html");
    const start = (): ChildProcess => {
      const child = spawn(process.execPath, [main, ...args, "--yes", "--report", page], {
        stdio: "ignore",
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      return child;
    };
    const first = start();
    const view = await serveView(folder, 0);
    onTestFinished(() => view[Symbol.asyncDispose]());
    const list = await openView(view.url);
    await list.page.getByRole("link", { name: "r.csv.replies.jsonl" }).waitFor();
    expect(await findings(view.url, { colorScheme: "light" })).toEqual([]);
    await list.page.getByRole("link", { name: "r.csv.replies.jsonl" }).click();
    await list.page.waitForURL("**/runs/*");
    const run = new URL(list.page.url()).pathname;
    const phone = { colorScheme: "dark", viewport: { width: 390, height: 844 } } as const;
    const other = await openView(view.url, phone, run);
    const tabs = [list, other];

    const done = async (tab: { page: Page }) =>
      Number((await facts(tab.page))["Done"]?.split(" ")[0]?.replace(",", ""));
    for (const tab of tabs) {
      await expect.poll(() => done(tab)).toBeGreaterThan(200);
      expect(await facts(tab.page)).toMatchObject({
        State: "running",
        "Cost of all replies in the journal": "$0.00",
      });
    }
    for (const colorScheme of ["light", "dark"] as const) {
      expect(await findings(view.url, { colorScheme }, run)).toEqual([]);
    }
    await list.page.screenshot({ path: artefact("view-1400-light.png") });
    await other.page.screenshot({ path: artefact("view-390-dark.png") });

    first.kill("SIGKILL");
    await once(first, "close");
    const kept = [...readJournal(`${out}.replies.jsonl`, () => {})].filter(
      ({ charge }) => !charge,
    ).length;
    for (const tab of tabs) {
      await expect.poll(async () => (await facts(tab.page))["State"]).toContain("stopped");
      const shown = await facts(tab.page);
      expect(Number(shown["Replies in the journal"]?.replace(",", ""))).toBe(kept);
      expect(shown["Done"]).toContain(" of 1,997 (");
    }

    const second = start();
    for (const tab of tabs)
      await expect.poll(async () => (await facts(tab.page))["State"]).toBe("running");
    await once(second, "close");
    expect(second.exitCode).toBe(0);
    for (const { page: tab } of tabs) {
      await expect.poll(() => tab.title()).toBe("PMI of pairs.csv");
      await tab.locator("#pairs").scrollIntoViewIfNeeded();
      await tab.locator("#pairs-form").getByLabel("Text").fill("cue 19");
      await tab.locator("#pairs-table tbody tr button").first().click();
      expect(await tab.getByRole("dialog").innerText()).toContain("Reply (end)");
      await tab.getByRole("button", { name: "Close" }).click();
      expect(await tab.getByRole("dialog").isVisible()).toBe(false);
    }
    for (const { problems } of tabs) {
      expect(problems).toEqual([]);
    }
    expect(server.stats().requests).toBeGreaterThan(2000);
  });

  it("says on the page that view itself has ended", async () => {
    const view = await serveView(newFolder(), 0);
    const { page } = await openView(view.url);
    expect(await page.getByRole("status").isVisible()).toBe(false);
    await view[Symbol.asyncDispose]();
    await expect.poll(() => page.getByRole("status").isVisible()).toBe(true);
  });

  const page = `<!doctype html><meta name="generator" content="promptnce bench"><title>The report</title>`;

  it("hides its token from the pages of the folder, which can be opened, reloaded and left", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "report.html"), page);
    const view = await serveView(folder, 0);
    onTestFinished(() => view[Symbol.asyncDispose]());
    const token = new URL(view.url).searchParams.get("token")!;
    const { page: tab, problems } = await openView(view.url);
    expect(await tab.evaluate("document.cookie")).toBe("");
    await tab.getByRole("link", { name: "report.html" }).click();
    await tab.waitForFunction("document.title === 'The report'");
    const known = "[document.URL, document.referrer, window.name, history.length]";
    expect(JSON.stringify(await tab.evaluate(known))).not.toContain(token);
    await expect(tab.evaluate("document.cookie")).rejects.toThrow("sandboxed");
    await tab.reload();
    expect(await tab.title()).toBe("The report");
    await tab.goBack();
    expect(await tab.title()).toContain("Runs below");
    expect(problems).toEqual([]);
  });

  it("is opened by a link on another site, but not without the token", async () => {
    const view = await serveView(newFolder(), 0);
    onTestFinished(() => view[Symbol.asyncDispose]());
    const { origin } = new URL(view.url);
    const links = `<a href="${view.url}">opened</a> <a href="${origin}/">guessed</a>`;
    const site = createServer((_, response) => {
      response.setHeader("content-type", "text/html").end(links);
    });
    await once(site.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => site.close().closeAllConnections());
    const elsewhere = `http://evil.example:${(site.address() as AddressInfo).port}/`;
    const { page: tab } = await openPage(browser, elsewhere);
    await tab.getByRole("link", { name: "opened" }).click();
    await tab.waitForURL(`${origin}/`);
    expect(await tab.title()).toContain("Runs below");
    await tab.goto(elsewhere);
    await tab.getByRole("link", { name: "guessed" }).click();
    await tab.waitForURL(`${origin}/`);
    expect(await tab.locator("body").innerText()).toContain("Open the whole address");
  });

  it("shows nothing to a site whose name leads to this machine", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "report.html"), page);
    const view = await serveView(folder, 0);
    onTestFinished(() => view[Symbol.asyncDispose]());
    const { page: tab } = await openView(view.url);
    const rebound = view.url.replace("127.0.0.1", "evil.example");
    const answer = await tab.goto(rebound);
    expect([answer?.status(), await tab.locator("body").innerText()]).toEqual([
      403,
      expect.stringContaining("not under another name"),
    ]);
  });
});
