import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  hasChromium,
  launchBrowser,
  openPage,
  seriousFindings,
  toPairs,
} from "@promptnce/testing/browser";
import { newFolder } from "@promptnce/testing/new-folder";
import { printedText } from "@promptnce/testing/printed";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JudgedAttempt } from "./pairs.ts";
import { somePage } from "./some-page.test.support.ts";

const nasty = `</script><script>alert(1)</script><img src=x onerror="alert(2)">'"`;
const attempt: JudgedAttempt = {
  verdicts: [`M: “A” won ${nasty}`],
  summaries: [
    { kind: `A ${nasty}`, text: `She loops. ${nasty}` },
    { kind: "B", text: "She tries." },
  ],
  candidates: [`one ${nasty}`, `two ${nasty}`],
  own: 1,
  masses: [
    {
      method: "Open",
      given: [
        [0.125, 0.5],
        [0.25, 0.25],
      ],
    },
    { method: "Closed", given: [[0.1, 0.9], []] },
  ],
};
const pairs = ["A", "B"].map((kind) => {
  const estimates = [{ method: "Open", conditional: 0.5, pmi: -0.7, status: "ok", asked: [] }];
  return { dataset: "d", model: "m", pair: kind, x: kind, y: "y", estimates, attempt: 0 };
});

describe.skipIf(!hasChromium)("an attempt on a page, in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function opened(options: BrowserContextOptions = {}) {
    const file = join(newFolder(), "report.html");
    writeFileSync(file, somePage({ pairs: { pairs, questions: [], attempts: [attempt] } }));
    const tab = await openPage(browser, pathToFileURL(file).href, options);
    await toPairs(tab.page);
    await tab.page.locator("#pairs-table tbody tr button").first().click();
    return { ...tab, dialog: tab.page.getByRole("dialog") };
  }

  it("shows both summaries and the mass of each letter under either, marks the student's program, and renders all of it as text", async () => {
    const { page, dialog, problems } = await opened();
    expect(await dialog.locator(".beside p").allInnerTexts()).toEqual([
      `She loops. ${nasty}`,
      "She tries.",
    ]);
    const rows = await dialog.locator(".masses").first().locator("tbody tr").allInnerTexts();
    expect(rows.map((row) => row.split("\t"))).toEqual([
      ["A", "0.13", "0.25"],
      ["B, the student's own", "0.50", "0.25"],
      ["OTHER", "0.38", "0.50"],
    ]);
    const closed = await dialog.locator(".masses").last().locator("tbody tr").allInnerTexts();
    expect(closed.map((row) => row.split("\t"))).toEqual([
      ["A", "0.10", "–"],
      ["B, the student's own", "0.90", "–"],
    ]);
    expect(await dialog.locator(".candidates .own pre").allInnerTexts()).toEqual([`two ${nasty}`]);
    expect(await dialog.locator("img, script").count()).toBe(0);
    expect(await page.locator("main img").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("fits a phone, without serious findings by axe", { tags: "full" }, async () => {
    const { page } = await opened({ viewport: { width: 390, height: 844 }, bypassCSP: true });
    const [width, room] = (await page.evaluate(
      `(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector("dialog"))`,
    )) as [number, number];
    expect(width).toBe(room);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it(
    "opens and prints once, although each of its summaries is a pair",
    { tags: "full" },
    async () => {
      const { page } = await opened();
      expect(await page.getByRole("button", { name: "Next pair" }).isDisabled()).toBe(true);
      await page.keyboard.press("Escape");
      const text = await printedText(page);
      expect(text.match(/Mass by letter, Open/g)).toHaveLength(1);
      expect(text).toContain("B, the student's own");
    },
  );
});
