import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { hasChromium, openPage, toPairs } from "@promptnce/testing/browser";
import { pageConformance } from "@promptnce/testing/page-conformance";
import { describe, expect, it } from "vitest";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { pageOfRun } from "../testing/page-of-run.test.support.ts";
import { runMain } from "../testing/run-main.test.support.ts";

pageConformance({
  name: "bench",
  // A run with every table.
  write: async (folder) => {
    await runMain(["--pairs", "40", "--dev", "20"], folder);
    return join(folder, "out", "report.html");
  },
  tags: ["full"],
});

describe.skipIf(!hasChromium)("the page of a run of bench, in Chromium", { tags: "full" }, () => {
  const run = pageOfRun();

  it("opens without a console message, and requests only itself", async () => {
    const { page, problems, requests } = await openPage(run.browser, run.url);
    await toPairs(page);
    expect(problems).toEqual([]);
    expect(requests).toEqual([run.url]);
  });

  it.each([1400, 390])(
    "shows at %i px that it is simulated, and then how PromptNCE compares with the paper",
    async (width) => {
      const { page } = await openPage(run.browser, run.url, { viewport: { width, height: 844 } });
      const topOf = async (place: string) => (await page.locator(place).boundingBox())!.y;
      expect(await topOf(".banner")).toBeLessThan(await topOf("header > .verdict"));
      expect(await page.locator(".banner").innerText()).toContain("not of a language model");
      expect(await page.locator("header > .verdict").innerText()).toMatch(
        /^In this rehearsal: (PromptNCE is |On )/,
      );
      const paper = page
        .locator("header figure svg text", { hasText: "the paper" })
        .locator("visible=true");
      expect(await paper.count()).toBeGreaterThan(0);
    },
  );

  it("explains once what is simulated, and keeps one mark in sight on every screen", async () => {
    const { page } = await openPage(run.browser, run.url);
    const text = (await page.evaluate(`document.querySelector("main").innerText`)) as string;
    expect(text.split("not of a language model")).toHaveLength(2);
    expect(await page.locator("caption .mark").count()).toBe(0);
    for (const share of [0, 0.5, 1]) {
      await page.evaluate(`scrollTo(0, ${share} * document.body.scrollHeight)`);
      const { y, height } = (await page.locator(".mark.fixed").boundingBox())!;
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThan(900);
    }
  });

  it("sorts a table of results by a column with missing values last, and restores the order", async () => {
    const { page } = await openPage(run.browser, run.url);
    const table = page.locator("#pmi table.result").first();
    const methods = () => table.locator("tbody tr th").allInnerTexts();
    const values = async () =>
      (await table.locator("tbody tr td:nth-child(3)").allInnerTexts()).map((text) =>
        text === "–" ? undefined : Number.parseFloat(text.replace("−", "-")),
      );
    const before = await methods();
    const button = table.getByRole("button", { name: "Paper" }).first();
    await button.click();
    const ascending = await values();
    const known = ascending.filter((value) => value !== undefined);
    expect(known.length).toBeGreaterThan(4);
    expect(ascending.slice(0, known.length)).toEqual(known.toSorted((a, b) => a - b));
    await button.click();
    expect((await values()).slice(0, known.length)).toEqual(known.toSorted((a, b) => b - a));
    await button.click();
    expect(await methods()).toEqual(before);
  });

  it("copies a table as CSV with every digit, and each standard error beside its value", async () => {
    const { page } = await openPage(run.browser, run.url, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.locator("#pmi button.copy").first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
    const { rho, rho_se } = (
      await readCsv(join(dirname(fileURLToPath(run.url)), "tables", "pmi.csv"))
    )[0]!;
    expect(copied).toMatch(/^Method,Ours,Ours ± s.e.,Paper,/);
    expect(copied.split("\n")[1]).toContain(`Direct-PMI,${rho},${rho_se},`);
  });

  it("keeps a row's name in sight on a phone, with its first number beside it", async () => {
    const { page } = await openPage(run.browser, run.url, {
      viewport: { width: 390, height: 844 },
    });
    const row = page.locator("#pmi table.result tbody tr").first();
    const [head, number] = await Promise.all(
      ["th", "td"].map((cell) => row.locator(cell).first().boundingBox()),
    );
    expect(number!.x + number!.width).toBeLessThan(390);
    expect(await page.evaluate(`document.querySelector("#pmi .scroll").scrollLeft = 300`)).toBe(
      300,
    );
    expect(
      await page.evaluate(`document.querySelector("#pmi .scroll").scrollLeft`),
    ).toBeGreaterThan(100);
    expect((await row.locator("th").boundingBox())!.x).toBe(head!.x);
  });

  it("lists unreadable replies by cause, with their text", async () => {
    const { page } = await openPage(run.browser, run.url);
    const counts = await page.locator("#unreadable .cause > summary b").allTextContents();
    const all = await page.locator("#unreadable .cause > details").count();
    expect(counts.length).toBeLessThan(all);
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(all);
    const first = page.locator("#unreadable .cause").first();
    await first.locator("summary").first().click();
    const reply = first.locator("details").first();
    await reply.locator("summary").click();
    expect((await reply.locator("pre").first().innerText()).length).toBeGreaterThan(0);
  });

  it("does not scroll sideways at 400 px, however long the names of methods", async () => {
    const { page } = await openPage(run.browser, run.url, {
      viewport: { width: 400, height: 800 },
    });
    await toPairs(page);
    expect(await page.evaluate("document.scrollingElement.scrollWidth")).toBe(400);
  });

  it("shows markup from data as text and executes none of it", async () => {
    const nasty = `<script>alert(1)</script></script><img src=x onerror="alert(2)">'"`;
    const cwd = await mkdtemp(join(tmpdir(), "promptnce-nasty-"));
    const { nastyPage } = await import("../testing/nasty-page.test.support.ts");
    const file = join(cwd, "report.html");
    await writeFile(file, await nastyPage(nasty, cwd));
    const { page, problems } = await openPage(run.browser, pathToFileURL(file).href);
    await toPairs(page);
    await page.locator("#pairs-table tbody tr button").first().click();
    expect(await page.getByRole("dialog").innerText()).toContain(nasty);
    expect(await page.locator("#unreadable").innerText()).toContain("<script>alert(1)</script>");
    expect(await page.locator("main").innerText()).toContain(nasty);
    expect(problems).toEqual([]);
    expect(await page.locator("main img").count()).toBe(0);
  });
});
