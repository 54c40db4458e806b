import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hasChromium, launchBrowser, openPage, toPairs } from "@promptnce/testing/browser";
import { printedSheets, printedText } from "@promptnce/testing/printed";
import { newFolder } from "@promptnce/testing/new-folder";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PageContent } from "./page.ts";
import type { PairRow } from "./pairs.ts";
import { somePage } from "./some-page.test.support.ts";

function onePair(x: string, asked: readonly number[]): PairRow {
  const estimates = [{ method: "A", pmi: 1, status: "ok", asked }];
  return { dataset: "d", model: "m", pair: x, x, y: "y", estimates };
}

describe.skipIf(!hasChromium)("a page in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  /** Opens a page with this content and scrolls to its pairs. */
  async function opened(
    content: Partial<PageContent>,
    options: BrowserContextOptions = {},
  ): Promise<Page> {
    const file = join(newFolder(), "report.html");
    writeFileSync(file, somePage(content));
    const { page } = await openPage(browser, pathToFileURL(file).href, options);
    await toPairs(page);
    return page;
  }

  it.each([400, 1300])(
    "keeps the other columns readable beside a label of 300 letters at %i px",
    { tags: "full" },
    async (width) => {
      const [word, method] = ["l".repeat(300), "MarginalNCE"];
      const columns = ["method", "x", "y", "pmi"].map((id) => ({ id, title: id }));
      const rows = [[method, "thing", word, 1.25]];
      const table = { name: "t", title: "t", simulated: undefined, columns, rows, notes: [] };
      const estimates = [{ method, pmi: 1.25, status: "ok", asked: [] }];
      const pairs = [{ dataset: "d", model: "m", pair: "1", x: "thing", y: word, estimates }];
      const sections = [{ id: "s", title: "s", tables: [table], figures: [] }];
      const page = await opened(
        { sections, pairs: { pairs, questions: [] } },
        { viewport: { width, height: 800 } },
      );
      const cells = page.locator("#s tbody tr > *");
      const [head, x, label, pmi] = await Promise.all(
        [0, 1, 2, 3].map(async (i) => (await cells.nth(i).boundingBox())!),
      );
      expect(label!.width).toBeLessThan(400);
      expect(head!.width).toBeGreaterThan(80);
      expect(x!.width).toBeGreaterThan(50);
      expect(pmi!.x + pmi!.width).toBeLessThan(Math.max(width, 500));
      const pair = await page.locator("#pairs-table td.text").boundingBox();
      expect(pair!.width).toBeLessThan(400);
    },
  );

  it("names the numbers of a pair, and says if a prompt showed the pair", async () => {
    const conditional = {
      method: "A",
      conditional: 0.5,
      pmi: Math.log(0.5),
      status: "ok",
      asked: [],
    };
    const withMarginal = { ...conditional, method: "B", marginal: 0.25, pmi: Math.log(2) };
    const at = { dataset: "d", model: "m", pair: "1", x: "a", y: "b" };
    const pairs = [{ ...at, shown: true as const, estimates: [conditional, withMarginal] }];
    const dialogText = async (titles: Readonly<Record<string, string>>) => {
      const page = await opened({ pairs: { titles, pairs, questions: [] } });
      expect(await page.locator("#pairs-caption").innerText()).toBe("Pairs with estimated values");
      await page.locator("#pairs-table tbody tr button").first().click();
      return page.getByRole("dialog").innerText();
    };
    const untitled = await dialogText({});
    expect(untitled).toContain("A: P(y|x) = 0.5, P(y) = –, log P(y|x) = −0.6931 (ok)");
    expect(untitled).toContain("B: P(y|x) = 0.5, P(y) = 0.25, PMI = 0.6931 (ok)");
    expect(untitled).toContain("A prompt of the run showed this pair");
    expect(await dialogText({ PMI: "a score" })).toContain("P(y) = 0.25, a score = 0.6931 (ok)");
  });

  it("prints the header of a table again on each of its sheets", { tags: "full" }, async () => {
    const columns = ["Method", "Value"].map((title) => ({ id: title, title }));
    const rows = Array.from({ length: 100 }, (_, i) => [`row ${i}`, i]);
    const table = { name: "t", title: "t", simulated: undefined, columns, rows, notes: [] };
    const page = await opened({
      sections: [{ id: "s", title: "s", tables: [table], figures: [] }],
      pairs: { pairs: [onePair("a", [])], questions: [] },
    });
    const sheets = await printedSheets(page);
    const ofTable = sheets.filter((text) => /row \d/.test(text));
    expect(ofTable.length).toBeGreaterThan(1);
    for (const text of ofTable) {
      expect(text).toContain("Method");
    }
  });

  it(
    "prints the first three pairs, and the prompt of a template with the first alone",
    { tags: "full" },
    async () => {
      const asked = {
        kind: "open",
        template: "t@1",
        reply: "{}",
        stop: "end",
        read: "1",
        ok: true,
      };
      const questions = ["a", "b", "c", "d"].map((x) => ({
        ...asked,
        prompt: `On ${x}`,
        notes: [],
      }));
      const pairs = ["a", "b", "c", "d"].map((x, i) => onePair(x, [i]));
      const text = await printedText(await opened({ pairs: { pairs, questions } }));
      expect(text.match(/On \w/g)).toEqual(["On a"]);
      expect(text.match(/Reply \(end\)/g)).toHaveLength(3);
      expect(text.match(/as above, about this pair/g)).toHaveLength(2);
    },
  );

  it("unfolds a section of the appendix that is linked to, and prints what is unfolded alone", async () => {
    const columns = ["m", "v"].map((id) => ({ id, title: id }));
    const rows = [["a", 0.8675309]];
    const table = { name: "t", title: "t", simulated: undefined, columns, rows, notes: [] };
    const sections = [{ id: "s", title: "Folded", folded: true, tables: [table], figures: [] }];
    const page = await opened({ sections });
    const before = await printedText(page);
    expect(before).toMatch(/Folded\s+\(folded: not printed\)/);
    expect(before).not.toContain("0.868");
    await page.getByRole("navigation").getByRole("link", { name: "Folded" }).click();
    expect(await page.locator("#table-t").isVisible()).toBe(true);
    const after = await printedText(page);
    expect(after).toContain("0.868");
    expect(after).not.toMatch(/Folded\s+\(folded/);
  });
});
