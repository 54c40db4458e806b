import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { TIME_LIMIT_MS } from "./time-limit.test.support.ts";

/** Debian's Chromium, unless the environment names another. */
const chromiumPath = process.env["PROMPTNCE_CHROMIUM"] ?? "/usr/bin/chromium";

export const hasChromium: boolean = existsSync(chromiumPath);

/**
 * The path for a picture that a test leaves for people to look at, in a folder that git ignores.
 */
export function artefact(name: string): string {
  const folder = join(import.meta.dirname, "../../../artefacts");
  mkdirSync(folder, { recursive: true });
  return join(folder, name);
}

/** A browser that makes no requests of its own; `more` are further arguments for Chromium. */
export function launchBrowser(...more: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    timeout: TIME_LIMIT_MS,
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

/** A tab with its problems and requests so far. */
export interface Opened {
  readonly page: Page;
  /**
   * Messages on the console (including requests that a policy refused), uncaught errors and
   * dialogs.
   */
  readonly problems: string[];
  readonly requests: string[];
}

/** A new tab at this address, with a context of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const page = await (
    await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options })
  ).newPage();
  page.setDefaultTimeout(TIME_LIMIT_MS);
  const problems: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => void problems.push(message.text()));
  page.on("pageerror", (error) => void problems.push(error.message));
  page.on("dialog", (dialog) => void problems.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => void requests.push(request.url()));
  await page.goto(url);
  return { page, problems, requests };
}

/** Scrolls to the table of pairs and waits until its rows are unpacked. */
export async function toPairs(page: Page): Promise<void> {
  await page.locator("#pairs").scrollIntoViewIfNeeded();
  await page.waitForSelector("#pairs-table tbody tr");
}

/** The findings of axe that are more than minor, on a page opened with `bypassCSP`. */
export async function seriousFindings(page: Page): Promise<unknown[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8"));
  const { violations } = (await page.evaluate("axe.run()")) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  };
  const grave = violations.filter(({ impact }) => impact !== "minor");
  return grave.map(({ id, nodes }) => [id, nodes[0]?.html.slice(0, 200)]);
}
