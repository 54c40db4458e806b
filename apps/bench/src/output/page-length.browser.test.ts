import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hasChromium, launchBrowser, openPage, toPairs } from "@promptnce/testing/browser";
import { describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

/** The height of a screen, in pixels. */
const SCREEN = 900;

/**
 * The words of a page, folded text and hints included, and how often it says “simulated”. Neither
 * drawings nor quotations count as words: prompts, replies, the manifest and the rows of pairs.
 */
const COUNTS = `(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest("script, style")) texts.push([parent, walker.currentNode.textContent]);
  }
  const hints = [...document.querySelectorAll("body [title]")].map((one) => one.title).join(" ");
  const isQuoted = (parent) => parent.closest("svg, pre, .cause, #pairs td") !== null;
  const own = texts.flatMap(([parent, text]) => (isQuoted(parent) ? [] : [text])).join(" ");
  const all = texts.map(([, text]) => text).join(" ");
  const count = (text, pattern) => (text.match(pattern) ?? []).length;
  return {
    words: count(own + " " + hints, /\\p{L}[\\p{L}\\p{N}'’-]*/gu),
    simulated: count(all + " " + hints, /simulated/gi),
  };
})()`;

describe.skipIf(!hasChromium)("the page of a default run of bench", { tags: "full" }, () => {
  it("opens with at most 15 screens at 1,400 px, 5,289 words and 20 times “simulated”", async () => {
    const cwd = await mkdtemp(join(tmpdir(), "promptnce-page-"));
    await runMain([], cwd);
    const browser = await launchBrowser();
    try {
      const { page } = await openPage(browser, pathToFileURL(join(cwd, "out/report.html")).href, {
        viewport: { width: 1400, height: SCREEN },
      });
      await toPairs(page);
      const height = (await page.evaluate("document.scrollingElement.scrollHeight")) as number;
      const counts = (await page.evaluate(COUNTS)) as Record<"words" | "simulated", number>;
      expect(height / SCREEN).toBeLessThanOrEqual(15);
      expect(counts.words).toBeLessThanOrEqual(5289);
      expect(counts.words).toBeGreaterThan(2000);
      expect(counts.simulated).toBeLessThanOrEqual(20);
      expect(counts.simulated).toBeGreaterThan(0);
    } finally {
      await browser.close();
    }
  });
});
