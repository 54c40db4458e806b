import { hasChromium, openPage, toPairs } from "@promptnce/testing/browser";
import { describe, expect, it } from "vitest";
import { pageOfRun } from "../testing/page-of-run.test.support.ts";

describe.skipIf(!hasChromium)("the pairs of a page, in Chromium", { tags: "full" }, () => {
  const run = pageOfRun();

  it("sorts the pairs by a column, both ways", async () => {
    const { page } = await openPage(run.browser, run.url);
    await toPairs(page);
    const values = async () =>
      (await page.locator("#pairs-table tbody tr td:nth-child(7)").allInnerTexts()).map((text) =>
        Number(text.replace("−", "-")),
      );
    await page.getByRole("button", { name: "True PMI" }).click();
    const ascending = await values();
    expect(ascending).not.toContain(Number.NaN);
    expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
    await page.getByRole("button", { name: "True PMI" }).click();
    const descending = await values();
    expect(descending).toEqual(descending.toSorted((a, b) => b - a));
    expect(await page.locator("#pairs-table th:nth-child(7)").getAttribute("aria-sort")).toBe(
      "descending",
    );
  });

  it("filters the pairs by dataset and text, and pages through them", async () => {
    const { page } = await openPage(run.browser, run.url);
    await toPairs(page);
    expect(await page.locator("#pairs-count").innerText()).toBe("180 of 180 pairs");
    await page.getByRole("button", { name: "Next" }).click();
    expect(await page.locator("#pairs-page").innerText()).toBe("page 2 of 9");
    await page.locator("#pairs-form").getByLabel("Dataset").selectOption("synthetic-goemotions");
    expect(await page.locator("#pairs-count").innerText()).toBe("60 of 180 pairs");
    await page.locator("#pairs-form").getByLabel("Text").fill("→ neutral");
    const rows = await page.locator("#pairs-table tbody tr").allInnerTexts();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toContain("→ neutral");
    }
  });

  it("opens a pair by keyboard to its prompts, replies and how they were read", async () => {
    const { page } = await openPage(run.browser, run.url);
    await toPairs(page);
    await page.locator("#pairs-table tbody tr button").first().focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    const text = await dialog.innerText();
    expect(text).toContain("Return ONLY JSON");
    expect(text).toMatch(/Reply \(end\)/);
    expect(text).toMatch(/Read as|Not read/);
    await page.keyboard.press("Escape");
    expect(await dialog.isVisible()).toBe(false);
  });

  it("begins with the pairs that are furthest from the truth", async () => {
    const { page } = await openPage(run.browser, run.url);
    await toPairs(page);
    const head = page.locator("#pairs-table th[aria-sort=descending]");
    expect(await head.innerText()).toMatch(/^Error/);
    const texts = await page.locator("#pairs-table tbody tr td:nth-child(9)").allInnerTexts();
    const errors = texts.map((text) =>
      text === "–" ? 0 : Math.abs(Number(text.replace("−", "-").replace("†", ""))),
    );
    expect(errors[0]).toBeGreaterThan(0);
    expect(errors).toEqual(errors.toSorted((one, other) => other - one));
  });

  it("goes from pair to pair, and the address leads back to the one that is open", async () => {
    const { page } = await openPage(run.browser, run.url);
    await toPairs(page);
    const names = await page.locator("#pairs-table tbody tr button").allInnerTexts();
    await page.locator("#pairs-table tbody tr button").first().click();
    const title = page.locator("#pair-title");
    expect(await page.getByRole("button", { name: "Previous pair" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Next pair" }).click();
    expect(await title.innerText()).toBe(names[1]);
    const address = page.url();
    expect(address).toContain("#pair=");
    const again = await openPage(run.browser, address);
    await again.page.getByRole("dialog").waitFor();
    expect(await again.page.locator("#pair-title").innerText()).toBe(names[1]);
    expect(again.problems).toEqual([]);
    await page.getByRole("button", { name: "Previous pair" }).click();
    expect(await title.innerText()).toBe(names[0]);
    await page.keyboard.press("Escape");
    // A dialog reports its closing asynchronously.
    await page.waitForURL(/#pairs$/);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("says that the filters leave no pair, and offers the way back", async () => {
    const { page } = await openPage(run.browser, run.url);
    await toPairs(page);
    await page.locator("#pairs-form").getByLabel("Text").fill("no such word");
    expect(await page.locator("#pairs-table tbody").innerText()).toContain(
      "No pair is left by these filters.",
    );
    await page.getByRole("button", { name: "Show all pairs" }).click();
    expect(await page.locator("#pairs-count").innerText()).toBe("180 of 180 pairs");
  });
});
