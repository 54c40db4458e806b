import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { classFiles } from "./class-files.test.support.ts";

interface Pairs {
  readonly questions: readonly { prompt: string; scored?: string }[];
  readonly pairs: readonly {
    dataset: string;
    x: string;
    y: string;
    estimates: readonly { method: string; asked: readonly number[] }[];
  }[];
}

function pairsOf(html: string): Pairs {
  const packed = /id="pairs-data">([^<]+)</.exec(html)?.[1] ?? "";
  return JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString()) as Pairs;
}

describe("the page of score", () => {
  it("shows the ranking, every student, and what was asked about each attempt with each summary", async () => {
    const out = newFolder();
    const { stderr } = await promptnce([
      "score",
      "--demo",
      "--variant",
      "compression",
      "--limit",
      "1",
      "--out",
      out,
    ]);
    expect(stderr).toContain(`The page is in ${join(out, "report.html")}.`);
    const html = readFileSync(join(out, "report.html"), "utf8");
    expect(html).toContain("<strong>Simulated.</strong>");
    const [, verdict = ""] = /<p class="verdict">(.+?)<\/p>/.exec(html)!;
    expect(verdict).toMatch(
      /^“expert” describes the students better than “generic”: it won \d+ % of comparisons and tied \d+ % \(Compression, PromptNCE\)\.$/,
    );
    expect(stderr).toContain(verdict);
    expect(html.match(/describes the students better than/g)).toHaveLength(2);
    for (const id of ["ranking", "versus"]) {
      expect(html).toContain(`<section id="${id}">`);
    }
    expect(html).toMatch(/<details class="part"><summary><h3>Student by student<\/h3>/);
    expect(html.match(/<th scope="row">synthetic-\d{3}<\/th>/g)).toHaveLength(100);
    expect(html).toContain('<figure class="both">');
    expect(html).toContain(">Pairs with estimated values<");
    const { pairs, questions } = pairsOf(html);
    expect(pairs).toHaveLength(100 * 2);
    for (const { x, estimates } of pairs) {
      expect(x).toMatch(/^synthetic-\d{3}, (expert|generic)$/);
      expect(estimates.map(({ method }) => method)).toEqual(["PromptNCE", "InfoNCE", "GEM"]);
      const asked = estimates.flatMap((one) => one.asked.map((place) => questions[place]));
      expect(asked).toHaveLength(3);
      for (const question of asked) {
        expect(question?.scored ?? question?.prompt).toContain("def ");
      }
    }
  });

  it("shows markup in code, summaries and names as text", async () => {
    const nasty = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    const { folder, attempts, summaries } = classFiles(nasty);
    const out = join(folder, "out");
    const { status } = await promptnce([
      "score",
      attempts,
      "--summaries",
      summaries,
      "--variant",
      "compression",
      "--out",
      out,
    ]);
    expect(status).toBe(0);
    const html = readFileSync(join(out, "report.html"), "utf8");
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;script&gt;alert(1)");
    expect(pairsOf(html).questions.some(({ prompt }) => prompt.includes("alert(1)"))).toBe(true);
  });

  it("is left out with --no-report", async () => {
    const { folder, attempts, summaries } = classFiles();
    const out = join(folder, "out");
    const { stderr } = await promptnce([
      "score",
      attempts,
      "--summaries",
      summaries,
      "--variant",
      "compression",
      "--methods",
      "infonce",
      "--no-report",
      "--out",
      out,
    ]);
    expect(stderr).not.toContain("The page");
    expect(existsSync(join(out, "report.html"))).toBe(false);
  });
});
