import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { extractText, getDocumentProxy } from "unpdf";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launchBrowser } from "../testing/browser.test.support.ts";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { runMain } from "../testing/run-main.test.support.ts";

describe.skipIf(!hasChromium)("the page of a run, in Chromium", { tags: "full" }, () => {
  let browser: Browser;
  let url: string;
  /** With every table. */
  let whole: string;

  beforeAll(async () => {
    const cwd = await mkdtemp(join(tmpdir(), "promptnce-page-"));
    await runMain(["--pairs", "60", "--dev", "20", "--experiment", "structure,conditional,pmi,k-sweep,stability"], cwd);
    url = pathToFileURL(join(cwd, "out", "report.html")).href;
    await runMain(["--pairs", "40", "--dev", "20", "--out", "whole"], cwd);
    whole = pathToFileURL(join(cwd, "whole", "report.html")).href;
    browser = await launchBrowser();
  }, 120_000);

  afterAll(() => browser?.close());

  interface Opened {
    readonly page: Page;
    readonly problems: string[];
    readonly requests: string[];
  }

  async function open(options: BrowserContextOptions = {}, address: string = url): Promise<Opened> {
    const page = await (await browser.newContext(options)).newPage();
    const problems: string[] = [];
    const requests: string[] = [];
    page.on("console", (message) => void problems.push(message.text()));
    page.on("pageerror", (error) => void problems.push(error.message));
    page.on("dialog", (dialog) => void problems.push(`dialog: ${dialog.message()}`));
    page.on("request", (request) => void requests.push(request.url()));
    await page.goto(address);
    return { page, problems, requests };
  }

  async function toPairs(page: Page): Promise<void> {
    await page.locator("#pairs").scrollIntoViewIfNeeded();
    await page.waitForSelector("#pairs-table tbody tr");
  }

  it("opens with no message on the console and no request but for itself", async () => {
    const { page, problems, requests } = await open();
    await toPairs(page);
    expect(problems).toEqual([]);
    expect(requests).toEqual([url]);
  });

  it.each([
    [1400, 900],
    [390, 844],
  ])(
    "says on the first screen at %i px that it is simulated, how PromptNCE stands, and shows it",
    async (width, height) => {
      for (const colorScheme of ["light", "dark"] as const) {
        const { page } = await open({ viewport: { width, height }, colorScheme });
        const bottomOf = async (place: string) => {
          const box = await page.locator(place).locator("visible=true").first().boundingBox();
          return box!.y + box!.height;
        };
        expect(await bottomOf(".banner")).toBeLessThan(await bottomOf(".verdict"));
        expect(await page.locator(".banner").innerText()).toContain("not of a language model");
        expect(await page.locator(".verdict").innerText()).toMatch(
          /^In this rehearsal: PromptNCE is |^In this rehearsal: On /,
        );
        // The whole figure, or on a phone the panel of a dataset.
        expect(await bottomOf("header figure svg")).toBeLessThan(height);
        expect(
          await page.locator("header figure svg text", { hasText: "the paper" }).locator("visible=true").count(),
        ).toBeGreaterThan(0);
        await page.screenshot({ path: join(dirname(fileURLToPath(url)), `first-screen-${width}-${colorScheme}.png`) });
      }
    },
  );

  it("says the sentence of what is simulated once, and marks each table and figure", async () => {
    const { page } = await open();
    const [text, marks, tables] = (await page.evaluate(
      `[document.querySelector("main").innerText, document.querySelectorAll("caption .mark").length, document.querySelectorAll("table.result").length]`,
    )) as [string, number, number];
    expect(text.split("not of a language model")).toHaveLength(2);
    expect(marks).toBe(tables);
  });

  it("sorts the pairs by a column, both ways", async () => {
    const { page } = await open();
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
    expect(await page.locator("#pairs-table th:nth-child(7)").getAttribute("aria-sort")).toBe("descending");
  });

  it("sorts a table of results by a column, what is absent last, and back", async () => {
    const { page } = await open();
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

  it("copies a table as CSV with every digit, each standard error beside its number", async () => {
    const { page } = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("#pmi button.copy").first().click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
    const { rho, rho_se } = (await readCsv(join(dirname(fileURLToPath(url)), "tables", "pmi.csv")))[0]!;
    expect(copied).toMatch(/^Method,Ours,Ours ± s.e.,Paper,/);
    expect(copied.split("\n")[1]).toContain(`Direct-PMI,${rho},${rho_se},`);
  });

  it("has no table or figure that is wider than its page at 1,100 px, the whole ones neither", async () => {
    const { page } = await open({ viewport: { width: 1100, height: 800 } }, whole);
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    const wide = await page.evaluate(`[...document.querySelectorAll(".scroll")]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => box.textContent.slice(0, 80))`);
    expect(wide).toEqual([]);
  });

  it("keeps what a row is in sight on a phone, with its first number beside it", async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 } });
    const row = page.locator("#pmi table.result tbody tr").first();
    const [head, number] = await Promise.all(["th", "td"].map((cell) => row.locator(cell).first().boundingBox()));
    expect(number!.x + number!.width).toBeLessThan(390);
    await page.locator("#pmi .scroll").first().evaluate("(box) => { box.scrollLeft = 300; }");
    expect((await row.locator("th").boundingBox())!.x).toBe(head!.x);
  });

  it("filters the pairs by dataset and text, and pages through them", async () => {
    const { page } = await open();
    await toPairs(page);
    expect(await page.locator("#pairs-count").innerText()).toBe("180 of 180 pairs");
    await page.getByRole("button", { name: "Next" }).click();
    expect(await page.locator("#pairs-page").innerText()).toBe("page 2 of 4");
    await page.locator("#pairs-form").getByLabel("Dataset").selectOption("synthetic-goemotions");
    expect(await page.locator("#pairs-count").innerText()).toBe("60 of 180 pairs");
    await page.locator("#pairs-form").getByLabel("Text").fill("→ neutral");
    const rows = await page.locator("#pairs-table tbody tr").allInnerTexts();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toContain("→ neutral");
  });

  it("opens a pair by keyboard to its prompts, replies and how they were read", async () => {
    const { page } = await open();
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
    const { page } = await open();
    await toPairs(page);
    const head = page.locator("#pairs-table th[aria-sort=descending]");
    expect(await head.innerText()).toMatch(/^Error/);
    const texts = await page.locator("#pairs-table tbody tr td:nth-child(9)").allInnerTexts();
    const errors = texts.map((text) => (text === "–" ? 0 : Math.abs(Number(text.replace("−", "-")))));
    expect(errors[0]).toBeGreaterThan(0);
    expect(errors).toEqual(errors.toSorted((one, other) => other - one));
  });

  it("goes from pair to pair, and the address leads back to the one that is open", async () => {
    const { page } = await open();
    await toPairs(page);
    const names = await page.locator("#pairs-table tbody tr button").allInnerTexts();
    await page.locator("#pairs-table tbody tr button").first().click();
    const title = page.locator("#pair-title");
    expect(await page.getByRole("button", { name: "Previous pair" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Next pair" }).click();
    expect(await title.innerText()).toBe(names[1]);
    const address = page.url();
    expect(address).toContain("#pair=");
    const again = await open({}, address);
    await again.page.getByRole("dialog").waitFor();
    expect(await again.page.locator("#pair-title").innerText()).toBe(names[1]);
    expect(again.problems).toEqual([]);
    await page.getByRole("button", { name: "Previous pair" }).click();
    expect(await title.innerText()).toBe(names[0]);
    await page.keyboard.press("Escape");
    // A dialog tells of its end later.
    await page.waitForURL(/#pairs$/);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("says that no pair is left by the filters, and leads back", async () => {
    const { page } = await open();
    await toPairs(page);
    await page.locator("#pairs-form").getByLabel("Text").fill("no such word");
    expect(await page.locator("#pairs-table tbody").innerText()).toContain("No pair is left by these filters.");
    await page.getByRole("button", { name: "Show all pairs" }).click();
    expect(await page.locator("#pairs-count").innerText()).toBe("180 of 180 pairs");
  });

  it("lists unreadable replies by their causes, with their text", async () => {
    const { page } = await open();
    const counts = await page.locator("#unreadable .cause > summary b").allInnerTexts();
    const all = await page.locator("#unreadable .cause > details").count();
    expect(counts.length).toBeLessThan(all);
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(all);
    const first = page.locator("#unreadable .cause").first();
    await first.locator("summary").first().click();
    const reply = first.locator("details").first();
    await reply.locator("summary").click();
    expect((await reply.locator("pre").first().innerText()).length).toBeGreaterThan(0);
  });

  it("prints every number of the tables, each figure whole and the first pairs with what was asked", async () => {
    const { page } = await open({ viewport: { width: 1047, height: 718 } }, whole);
    await toPairs(page);
    const read = (text: string) => text.match(/\d+(?:[.,]\d+)*/g) ?? [];
    const cells = (await page.evaluate(
      `[...document.querySelectorAll(".result td.number")].map((cell) => cell.textContent)`,
    )) as string[];
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
    const printed = Map.groupBy(read(text), (number) => number);
    const wanted = Map.groupBy(cells.flatMap(read), (number) => number);
    const absent = [...wanted].filter(([number, own]) => (printed.get(number)?.length ?? 0) < own.length);
    expect(wanted.size).toBeGreaterThan(300);
    expect(absent.map(([number]) => number)).toEqual([]);
    expect(text).toContain("Return ONLY JSON");
    await page.emulateMedia({ media: "print" });
    const cut = await page.evaluate(`[...document.querySelectorAll(".scroll, figure svg")]
      .filter((one) => one.checkVisibility())
      .filter((one) => one.getBoundingClientRect().right > 1048 || one.scrollWidth > one.clientWidth + 1 || (one.matches("svg") && one.getBoundingClientRect().height > 718))
      .map((one) => (one.textContent ?? "").slice(0, 80))`);
    expect(cut).toEqual([]);
  }, 60_000);

  it.each(["light", "dark"] as const)(
    "is readable in a %s scheme, and nothing more than minor is found by axe",
    async (colorScheme) => {
      const { page } = await open({ colorScheme, bypassCSP: true });
      await toPairs(page);
      const [background, ink] = (await page.evaluate(
        `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]`,
      )) as [string, string];
      const light = (colour: string) => (colour.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, c) => sum + Number(c), 0);
      expect(light(background) > light(ink)).toBe(colorScheme === "light");
      await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core"), "utf8"));
      const { violations } = (await page.evaluate("axe.run()")) as {
        violations: { id: string; impact: string; nodes: { html: string }[] }[];
      };
      const grave = violations.filter(({ impact }) => impact !== "minor");
      expect(grave.map(({ id, nodes }) => [id, nodes[0]?.html.slice(0, 200)])).toEqual([]);
    },
    60_000,
  );

  it("does not scroll sideways at 400 px, however long the names of methods", async () => {
    const { page } = await open({ viewport: { width: 400, height: 800 } });
    await toPairs(page);
    expect(await page.evaluate("document.scrollingElement.scrollWidth")).toBe(400);
  });

  it.each([400, 1300])("a label of 300 letters leaves the other columns readable at %i px", async (width) => {
    const { page: pageOf } = await import("@promptnce/report");
    const [word, method] = ["l".repeat(300), "MarginalNCE"];
    const columns = ["method", "x", "y", "pmi"].map((id) => ({ id, title: id }));
    const table = {
      name: "t",
      title: "t",
      simulated: undefined,
      columns,
      rows: [[method, "thing", word, 1.25]],
      notes: [],
    };
    const pairs = [
      {
        dataset: "d",
        model: "m",
        pair: "1",
        x: "thing",
        y: word,
        estimates: [{ method, pmi: 1.25, status: "ok", asked: [] }],
      },
    ];
    const file = join(await mkdtemp(join(tmpdir(), "promptnce-long-")), "report.html");
    await writeFile(
      file,
      pageOf({
        title: "t",
        generator: "g",
        simulated: undefined,
        facts: [],
        first: { verdict: "v", said: [], figure: undefined },
        outcome: undefined,
        sections: [{ id: "s", title: "s", tables: [table], figures: [] }],
        left: [],
        pairs: { pairs, questions: [] },
        pairsIntro: "",
        unreadable: [],
        manifest: {},
      }),
    );
    const { page } = await open({ viewport: { width, height: 800 } }, pathToFileURL(file).href);
    await toPairs(page);
    const cells = page.locator("#s tbody tr > *");
    const [head, x, label, pmi] = await Promise.all([0, 1, 2, 3].map(async (i) => (await cells.nth(i).boundingBox())!));
    expect(label!.width).toBeLessThan(400);
    expect(head!.width).toBeGreaterThan(80);
    expect(x!.width).toBeGreaterThan(50);
    expect(pmi!.x + pmi!.width).toBeLessThan(Math.max(width, 500));
    const pair = await page.locator("#pairs-table td.text").boundingBox();
    expect(pair!.width).toBeLessThan(400);
  });

  it("names what a pair's numbers are, and says where a prompt showed it", async () => {
    const { page: pageOf } = await import("@promptnce/report");
    const at = { dataset: "d", model: "m", y: "b" };
    const conditional = { method: "A", conditional: 0.5, pmi: Math.log(0.5), status: "ok", asked: [] };
    const both = { ...conditional, method: "B", marginal: 0.25, pmi: Math.log(2) };
    const said = async (titles: Readonly<Record<string, string>>) => {
      const file = join(await mkdtemp(join(tmpdir(), "promptnce-names-")), "report.html");
      const pairs = [{ ...at, pair: "1", x: "a", shown: true as const, estimates: [conditional, both] }];
      await writeFile(
        file,
        pageOf({
          title: "t",
          generator: "g",
          simulated: undefined,
          facts: [],
          first: { verdict: "v", said: [], figure: undefined },
          outcome: undefined,
          sections: [],
          left: [],
          pairs: { titles, pairs, questions: [] },
          pairsIntro: "",
          unreadable: [],
          manifest: {},
        }),
      );
      const { page } = await open({}, pathToFileURL(file).href);
      await toPairs(page);
      expect(await page.locator("#pairs-caption").innerText()).toBe("Pairs with estimated values");
      await page.locator("#pairs-table tbody tr button").first().click();
      return page.getByRole("dialog").innerText();
    };
    const own = await said({});
    expect(own).toContain("A: P(y|x) = 0.5, P(y) = –, log P(y|x) = −0.6931 (ok)");
    expect(own).toContain("B: P(y|x) = 0.5, P(y) = 0.25, PMI = 0.6931 (ok)");
    expect(own).toContain("A prompt of the run showed this pair");
    expect(await said({ PMI: "a score" })).toContain("P(y) = 0.25, a score = 0.6931 (ok)");
  });

  it("shows markup from data as text and runs none of it", async () => {
    const nasty = `<script>alert(1)</script></script><img src=x onerror="alert(2)">'"`;
    const cwd = await mkdtemp(join(tmpdir(), "promptnce-nasty-"));
    const { nastyPage } = await import("../testing/nasty-page.test.support.ts");
    const file = join(cwd, "report.html");
    await writeFile(file, await nastyPage(nasty, cwd));
    const { page, problems } = await open({}, pathToFileURL(file).href);
    await toPairs(page);
    await page.locator("#pairs-table tbody tr button").first().click();
    expect(await page.getByRole("dialog").innerText()).toContain(nasty);
    expect(await page.locator("#unreadable").innerText()).toContain("<script>alert(1)</script>");
    expect(await page.locator("main").innerText()).toContain(nasty);
    expect(problems).toEqual([]);
    expect(await page.locator("main img").count()).toBe(0);
  });
});
