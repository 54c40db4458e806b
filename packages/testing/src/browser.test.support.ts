import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** Debian's Chromium; another may be named. */
const chromiumPath = process.env["PROMPTNCE_CHROMIUM"] ?? "/usr/bin/chromium";

export const hasChromium: boolean = existsSync(chromiumPath);

/** Where a test leaves a picture of what it saw, for people to look at: git ignores that folder. */
export function artefact(name: string): string {
  const folder = join(import.meta.dirname, "../../../artefacts");
  mkdirSync(folder, { recursive: true });
  return join(folder, name);
}

/** A browser that reaches for nothing by itself, with further arguments for Chromium. */
export function launchBrowser(...more: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
}

/** A tab with what it said and asked for. */
export interface Opened {
  readonly page: Page;
  /** What it says on its console: a request that a policy refuses is told there. */
  readonly problems: string[];
  readonly requests: string[];
}

/** A tab of its own at this address. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const page = await (
    await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options })
  ).newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => void problems.push(message.text()));
  page.on("pageerror", (error) => void problems.push(error.message));
  page.on("dialog", (dialog) => void problems.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => void requests.push(request.url()));
  await page.goto(url);
  return { page, problems, requests };
}

/** Scrolls to the table of pairs, which is unpacked by then. */
export async function toPairs(page: Page): Promise<void> {
  await page.locator("#pairs").scrollIntoViewIfNeeded();
  await page.waitForSelector("#pairs-table tbody tr");
}

/** What axe finds that is more than minor, on a page that was opened with `bypassCSP`. */
export async function seriousFindings(page: Page): Promise<unknown[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8"));
  const { violations } = (await page.evaluate("axe.run()")) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  };
  const grave = violations.filter(({ impact }) => impact !== "minor");
  return grave.map(({ id, nodes }) => [id, nodes[0]?.html.slice(0, 200)]);
}
