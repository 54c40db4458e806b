import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { readJournal } from "@promptnce/providers";
import { artefact, hasChromium, launchBrowser, openPage, seriousFindings } from "@promptnce/testing/browser";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { servedEstimate } from "../estimate/served-estimate.test.support.ts";
import { main, newFolder } from "../promptnce.test.support.ts";
import { serveView } from "./serve-view.ts";

describe.skipIf(!hasChromium)("view in Chromium", { tags: "full" }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function findings(url: string, options: BrowserContextOptions): Promise<unknown> {
    const { page } = await openPage(browser, url, { ...options, bypassCSP: true });
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

  const within = { timeout: 120_000, interval: 200 };

  it("follows a run of 2,000 questions in two tabs: killed, resumed, and done with its report", async () => {
    const { server, folder, out, args } = await servedEstimate(
      { latencyMs: [20, 60], faults: { malformed: 0.05 } },
      "openai",
      1997,
    );
    const page = join(folder, "page.html");
    const start = (): ChildProcess => {
      const child = spawn(process.execPath, [main, ...args, "--yes", "--report", page], { stdio: "ignore" });
      onTestFinished(() => void child.kill("SIGKILL"));
      return child;
    };
    const first = start();
    const view = await serveView(folder, 0);
    onTestFinished(() => view[Symbol.asyncDispose]());
    const list = await openPage(browser, view.url);
    await list.page.getByRole("link", { name: "r.csv.replies.jsonl" }).waitFor();
    expect(await findings(view.url, { colorScheme: "light" })).toEqual([]);
    await list.page.getByRole("link", { name: "r.csv.replies.jsonl" }).click();
    const other = await openPage(browser, list.page.url(), {
      colorScheme: "dark",
      viewport: { width: 390, height: 844 },
    });
    const tabs = [list, other];

    const done = async (tab: { page: Page }) =>
      Number((await facts(tab.page))["Done"]?.split(" ")[0]?.replace(",", ""));
    for (const tab of tabs) {
      await expect.poll(() => done(tab), within).toBeGreaterThan(200);
      expect(await facts(tab.page)).toMatchObject({
        State: "running",
        "Cost of all in the journal": "$0.00",
      });
    }
    for (const colorScheme of ["light", "dark"] as const) {
      expect(await findings(list.page.url(), { colorScheme })).toEqual([]);
    }
    await list.page.screenshot({ path: artefact("view-1400-light.png") });
    await other.page.screenshot({ path: artefact("view-390-dark.png") });

    first.kill("SIGKILL");
    await once(first, "close");
    const kept = [...readJournal(`${out}.replies.jsonl`, () => {})].filter(({ charge }) => !charge).length;
    for (const tab of tabs) {
      await expect.poll(async () => (await facts(tab.page))["State"], within).toContain("stopped");
      const shown = await facts(tab.page);
      expect(Number(shown["Replies in the journal"]?.replace(",", ""))).toBe(kept);
      expect(shown["Done"]).toContain(" of 1,997 (");
    }

    const second = start();
    for (const tab of tabs) await expect.poll(async () => (await facts(tab.page))["State"], within).toBe("running");
    await once(second, "close");
    expect(second.exitCode).toBe(0);
    for (const { page: tab } of tabs) {
      await expect.poll(() => tab.title(), within).toBe("PMI of pairs.csv");
      await tab.locator("#pairs").scrollIntoViewIfNeeded();
      await tab.locator("#pairs-form").getByLabel("Text").fill("cue 19");
      await tab.locator("#pairs-table tbody tr button").first().click();
      expect(await tab.getByRole("dialog").innerText()).toContain("Reply (end)");
      await tab.getByRole("button", { name: "Close" }).click();
      expect(await tab.getByRole("dialog").isVisible()).toBe(false);
    }
    for (const { problems } of tabs) expect(problems).toEqual([]);
    expect(server.stats().requests).toBeGreaterThan(2000);
  });

  it("says on the page that it has ended itself", async () => {
    const view = await serveView(newFolder(), 0);
    const { page } = await openPage(browser, view.url);
    expect(await page.getByRole("status").isVisible()).toBe(false);
    await view[Symbol.asyncDispose]();
    await expect.poll(() => page.getByRole("status").isVisible(), within).toBe(true);
  });
});
