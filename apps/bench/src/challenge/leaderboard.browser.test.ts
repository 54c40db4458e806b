import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hasChromium, launchBrowser, openPage } from "@promptnce/testing/browser";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const own = join(import.meta.dirname, "../../challenge");

describe.skipIf(!hasChromium)("the page of the leaderboard, in Chromium", { tags: "full" }, () => {
  let browser: Browser;
  let url: string;
  const cwd = mkdtempSync(join(tmpdir(), "promptnce-leaderboard-"));
  beforeAll(async () => {
    const files = ["simulated", "base-rates"].map((name) => join(own, `${name}.jsonl`));
    await runMain(["challenge", "table", ...files, "--out", "."], cwd);
    url = pathToFileURL(join(cwd, "leaderboard.html")).href;
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(cwd, { recursive: true });
  });

  it.each([1400, 390])(
    "states at %i px what is simulated, then the verdict with its figure, and scrolls only vertically",
    async (width) => {
      const viewport = { width, height: 844 };
      const { page, problems, requests } = await openPage(browser, url, { viewport });
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
      expect(await page.locator("table").first().innerText()).toContain("PromptNCE (simulated)");
      expect(await page.evaluate("document.scrollingElement.scrollWidth")).toBe(width);
      expect({ problems, requests }).toEqual({ problems: [], requests: [url] });
    },
  );
});
