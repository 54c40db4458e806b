import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const NASTY = `<script>alert(1)</script>`;
const ROWS = `cue,response,n
cat,dog,30
cat,mouse,20
sun,moon,25
sun,hot,10
tree,green,40
tree,${NASTY},12
sea,water,33
sea,blue,18
night,dark,20
night,moon,9
`;

interface Pairs {
  readonly questions: readonly { prompt: string; reply: string; read: string; ok: boolean }[];
  readonly pairs: readonly {
    x: string;
    y: string;
    pmi?: number;
    estimates: readonly { method: string; pmi?: number; asked: readonly number[] }[];
  }[];
}

/** The data of the table of pairs on a page. */
function pairsOf(html: string): Pairs {
  const packed = /id="pairs-data">([^<]+)</.exec(html)?.[1] ?? "";
  return JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString()) as Pairs;
}

function given(rows = ROWS) {
  const folder = newFolder();
  const file = join(folder, "pairs.csv");
  writeFileSync(file, rows);
  const report = join(folder, "page.html");
  const args = [
    "estimate",
    file,
    "--task",
    "words",
    "--y",
    "response",
    "--out",
    join(folder, "o.csv"),
  ];
  return { folder, file, report, args: [...args, "--report", report] };
}

describe("promptnce estimate --report", () => {
  it("writes a page with every pair, its prompts, the original replies and their readings", async () => {
    const { args, report } = given();
    const { status, stderr } = await promptnce(args);
    expect(status).toBe(0);
    expect(stderr).toContain(`The page is in ${report}: every number`);
    const { pairs, questions } = pairsOf(readFileSync(report, "utf8"));
    expect(pairs.map(({ x, y }) => `${x},${y}`)).toEqual(
      ROWS.trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",").slice(0, 2).join(",")),
    );
    for (const { x, y, estimates } of pairs) {
      const asked = estimates.flatMap((one) => one.asked.map((place) => questions[place]));
      expect(asked.length).toBeGreaterThan(1);
      expect(asked.some((one) => one?.prompt.includes(x))).toBe(true);
      expect(asked.every((one) => one?.prompt.includes(y))).toBe(true);
      expect(asked.every((one) => one?.reply !== "")).toBe(true);
    }
  });

  it("marks simulated answers on the page, and keeps markup from the rows as text", async () => {
    const { args, report } = given();
    await promptnce(args);
    const html = readFileSync(report, "utf8");
    expect(html).toContain("<strong>Simulated.</strong>");
    expect(html).toContain("not a model");
    expect(html).not.toContain(NASTY);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  it("shows the human data beside the estimates if the rows have counts", async () => {
    const { args, report } = given();
    await promptnce([...args, "--count", "n", "--profile", "truthful"]);
    const html = readFileSync(report, "utf8");
    expect(html).toContain('<section id="people">');
    const known = pairsOf(html).pairs.filter(({ pmi }) => pmi !== undefined);
    expect(known).toHaveLength(10);
    for (const { pmi, estimates } of known) {
      expect(estimates[0]?.pmi).toBeCloseTo(pmi ?? 0, 9);
    }
  });

  it("shows all labels of each input if all were asked about", async () => {
    const { args, report } = given();
    await promptnce([...args, "--ask", "all-labels", "--methods", "promptnce,infonce"]);
    const { pairs } = pairsOf(readFileSync(report, "utf8"));
    expect(pairs).toHaveLength(5 * 9);
    for (const { estimates } of pairs) {
      expect(estimates.map(({ method }) => method)).toEqual(["PromptNCE", "InfoNCE"]);
    }
  });

  it(
    "shows a sample of very many pairs, says so, and lists the extremes of all, as does the page of the result",
    { tags: "full" },
    async () => {
      const rows = Array.from({ length: 2500 }, (_, i) => `cue${i},${["a", "b", "c"][i % 3]}`);
      const { folder, args, report } = given(`cue,response\n${rows.join("\n")}\n`);
      await promptnce(args);
      const html = readFileSync(report, "utf8");
      expect(pairsOf(html).pairs).toHaveLength(2000);
      expect(html).toContain("2,000 pairs, drawn at random. The figures on this page show them.");
      const file = join(folder, "o.csv");
      const estimates = Papa.parse<Record<string, string>>(readFileSync(file, "utf8"), {
        header: true,
        skipEmptyLines: true,
      }).data;
      const highest = estimates
        .filter(
          ({ pmi, conditional, marginal }) =>
            pmi !== "" && Number(conditional) > 0 && Number(marginal) > 0,
        )
        .map(({ pmi }) => Number(pmi))
        .toSorted((a, b) => b - a)
        .slice(0, 10);
      const extremesOf = (html: string) =>
        /<div id="extremes">(.*?)<\/details>/s.exec(html)?.[1] ?? "";
      const section = extremesOf(html);
      const listed = [
        ...(section.split("least-informative")[0] ?? "").matchAll(/data-value="([^"]+)"/g),
      ];
      expect(listed.map(([, value]) => Number(value))).toEqual(highest);
      await promptnce(["report", file]);
      const bodies = (html: string) => html.match(/<tbody>.*?<\/tbody>/gs);
      expect(bodies(section)?.length).toBeGreaterThan(0);
      expect(bodies(extremesOf(readFileSync(join(folder, "o.html"), "utf8")))).toEqual(
        bodies(section),
      );
    },
  );

  it("writes the same bytes when the command is repeated, from the store", async () => {
    const { args, report } = given();
    await promptnce(args);
    const first = pairsOf(readFileSync(report, "utf8"));
    const { stderr } = await promptnce(args);
    expect(stderr).toMatch(/(\d+) questions, \1 of them answered from the store/);
    expect(pairsOf(readFileSync(report, "utf8"))).toEqual(first);
  });

  it("is refused before any request if it would replace another file or cannot be written", async () => {
    const { folder, file, args } = given();
    const instead = (path: string): string[] => [...args.slice(0, -1), path];
    const same = await promptnce(instead(file));
    expect([same.status, same.stderr]).toEqual([
      2,
      `error: --report: ${file} is the file the rows come from; name another\n`,
    ]);
    const output = await promptnce(instead("-"));
    expect([output.status, output.stderr]).toEqual([
      2,
      "error: --report: a page goes to a file; name one, such as page.html\n",
    ]);
    mkdirSync(join(folder, "folder"));
    for (const [place, code] of [
      ["pairs.csv/page.html", "ENOTDIR"],
      ["folder", "EISDIR"],
    ] as const) {
      const path = join(folder, place);
      const refused = await promptnce(instead(path));
      expect([refused.status, refused.stderr]).toEqual([
        1,
        `error: ${path} cannot be written to (${code}): allow writing there, or name another place with --report.\n`,
      ]);
    }
    expect(existsSync(join(folder, "o.csv.replies.jsonl"))).toBe(false);
  });
});
