import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  artefact,
  hasChromium,
  launchBrowser,
  openPage,
  seriousFindings,
  toPairs,
} from "./browser.test.support.ts";
import { absentNumbers, cutInPrint, printedText, SHEET } from "./printed.test.support.ts";

interface Written {
  /** The name of the page in titles and pictures. */
  readonly name: string;
  /** Writes the page of a small run into the folder, and returns its path. */
  readonly write: (folder: string) => Promise<string>;
}

interface WrittenWithPairs extends Written {
  /** What the printed page must show of the first pairs, which cannot be opened on paper. */
  readonly printed?: RegExp;
  readonly tags?: readonly "full"[];
}

/**
 * A browser and the URL of a page, available when the tests of the surrounding `describe` start.
 */
export function writtenPage(write: Written["write"]): {
  readonly browser: Browser;
  readonly url: string;
} {
  const made = {} as { browser: Browser; url: string };
  const folder = mkdtempSync(join(tmpdir(), "promptnce-page-"));
  beforeAll(async () => {
    made.url = pathToFileURL(await write(folder)).href;
    made.browser = await launchBrowser();
  });
  afterAll(async () => {
    await made.browser?.close();
    rmSync(folder, { recursive: true });
  });
  return made;
}

/** The sizes of screens on which each page is opened. */
const SCREENS = [
  { width: 1400, height: 900 },
  { width: 390, height: 844 },
] as const;

/**
 * Tests what a page without pairs must show first, in a real browser: the limits of its results,
 * its verdict and its figure.
 *
 * @param limits what the banner must say
 */
export function openingConformance({
  name,
  write,
  limits,
}: Written & { readonly limits: string }): void {
  describe.skipIf(!hasChromium)(`the page of ${name}, in Chromium`, { tags: ["full"] }, () => {
    const written = writtenPage(write);

    it.each(SCREENS)(
      "states at $width px the limits of its results, then the verdict with its figure, and scrolls only vertically",
      async (viewport) => {
        const { page, problems, requests } = await openPage(written.browser, written.url, {
          viewport,
        });
        const topOf = async (place: string) => {
          const box = await page.locator(place).locator("visible=true").first().boundingBox();
          return box!.y;
        };
        const tops = [
          await topOf(".banner"),
          await topOf(".verdict"),
          await topOf("header figure svg"),
        ];
        expect(tops).toEqual(tops.toSorted((a, b) => a - b));
        expect(tops[2]).toBeLessThan(viewport.height);
        expect(await page.locator(".banner").innerText()).toContain(limits);
        expect(await page.evaluate("document.scrollingElement.scrollWidth")).toBe(viewport.width);
        expect({ problems, requests }).toEqual({ problems: [], requests: [written.url] });
      },
    );

    it("has nothing that axe finds to be more than minor, in a light scheme and a dark one", async () => {
      const { page } = await openPage(written.browser, written.url, { bypassCSP: true });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await seriousFindings(page)).toEqual([]);
      }
    });
  });
}

/**
 * Tests that every page of results must pass, in a real browser; only the first of them is quick.
 */
export function pageConformance({
  name,
  write,
  printed = /Prompt\s.*Reply \(\w+\)\s.*(Read as|Not read)/s,
  tags = [],
}: WrittenWithPairs): void {
  describe.skipIf(!hasChromium)(`the page of ${name}, in Chromium`, { tags: [...tags] }, () => {
    const written = writtenPage(write);
    const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
      const { page } = await openPage(written.browser, written.url, options);
      await toPairs(page);
      return page;
    };

    it("has its verdict on the first screen, its figure too, every figure fits, and it scrolls down alone: at 1,400 and 390 px, light and dark", async () => {
      const { page } = await openPage(written.browser, written.url);
      for (const { width, height } of SCREENS) {
        await page.setViewportSize({ width, height });
        const boxOf = (place: string) =>
          page.locator(place).locator("visible=true").first().boundingBox();
        for (const box of [await boxOf(".verdict"), await boxOf("header figure svg")]) {
          expect(box!.x).toBeGreaterThanOrEqual(0);
          expect(box!.x + box!.width).toBeLessThanOrEqual(width);
          // On a phone the figure may consist of several pictures: this checks the first.
          expect(box!.y + box!.height).toBeLessThanOrEqual(height);
        }
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: artefact(`${name}-${width}-${colorScheme}.png`) });
        }
        expect(await page.evaluate("document.scrollingElement.scrollWidth")).toBe(width);
        const wide = await page.evaluate(`[...document.querySelectorAll("figure svg")]
          .filter((svg) => svg.checkVisibility() && svg.getBoundingClientRect().right > innerWidth)
          .map((svg) => svg.textContent.slice(0, 80))`);
        expect(wide).toEqual([]);
      }
    });

    it(
      "has no table or figure that is wider than its page at 1,100 px, the whole ones neither",
      { tags: "full" },
      async () => {
        const page = await open({ viewport: { width: 1100, height: 800 } });
        await page.evaluate(
          "for (const one of document.querySelectorAll('details')) one.open = true",
        );
        const wide = await page.evaluate(`[...document.querySelectorAll(".scroll")]
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => box.textContent.slice(0, 80))`);
        expect(wide).toEqual([]);
      },
    );

    it(
      "prints every number of its tables, each figure whole and the first pairs with what was asked",
      { tags: "full" },
      async () => {
        const page = await open({ viewport: SHEET });
        const text = await printedText(page);
        const { wanted, absent } = await absentNumbers(page, text);
        expect(wanted).toBeGreaterThanOrEqual(10);
        expect(absent).toEqual([]);
        expect(text).toMatch(printed);
        expect(await cutInPrint(page)).toEqual([]);
      },
    );

    it(
      "has nothing that axe finds to be more than minor, in a light scheme and a dark one",
      { tags: "full" },
      async () => {
        const page = await open({ bypassCSP: true });
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const [background, ink, ...values] = (await page.evaluate(BRIGHTNESS)) as [
            number,
            number,
            ...number[],
          ];
          expect(background > ink).toBe(colorScheme === "light");
          // The value at a bar has a halo, which axe does not check.
          for (const halo of values) {
            expect(Math.abs(halo - ink)).toBeGreaterThan(300);
          }
          expect(await seriousFindings(page)).toEqual([]);
        }
      },
    );
  });
}

/**
 * The brightness, from 0 to 765, of the page, of its text, and of the halos of texts in figures.
 */
const BRIGHTNESS = `(() => {
  const { backgroundColor, color } = getComputedStyle(document.body);
  const strokes = [...document.querySelectorAll("figure svg text")].map((text) => getComputedStyle(text).stroke);
  const coloured = [backgroundColor, color, ...new Set(strokes)].filter((colour) => colour !== "none");
  return coloured.map((colour) => colour.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0));
})()`;
