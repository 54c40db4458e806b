import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { estimateCounted, newFolder, promptnce } from "../promptnce.test.support.ts";

const ROWS =
  "cue,response,n\ncat,dog,30\ncat,mouse,20\nsun,moon,25\nsun,hot,10\nsea,water,33\nsea,blue,18\nsky,blue,7\nice,cold,9\n";

interface Pairs {
  readonly pairs: readonly { x: string; y: string; pmi?: number; estimates: readonly object[] }[];
}

function pairsOf(html: string): Pairs["pairs"] {
  const packed = /id="pairs-data">([^<]+)</.exec(html)?.[1] ?? "";
  return (JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString()) as Pairs).pairs;
}

/** A result of both methods, in that format. */
async function result(format: string): Promise<string> {
  const folder = newFolder();
  writeFileSync(join(folder, "rows.csv"), ROWS);
  const file = join(folder, `scored.${format}`);
  const args = [
    "estimate",
    join(folder, "rows.csv"),
    "--task",
    "words",
    "--y",
    "response",
    "--count",
    "n",
  ];
  await promptnce([
    ...args,
    "--methods",
    "promptnce,infonce",
    "--profile",
    "truthful",
    "--out",
    file,
    "--report",
    join(folder, "run.html"),
  ]);
  return file;
}

describe("promptnce report", () => {
  it.each(["csv", "tsv", "jsonl", "parquet"])(
    "makes from a result in %s the tables and figures of the run's own page, without prompts",
    async (format) => {
      const file = await result(format);
      const { status, stderr } = await promptnce(["report", file]);
      const page = file.replace(/\.\w+$/, ".html");
      expect([status, stderr]).toEqual([0, `The page is in ${page}.\n`]);
      const html = readFileSync(page, "utf8");
      expect(html).toContain("8, by each of 2 methods");
      const pairs = pairsOf(html);
      expect(pairs).toHaveLength(8);
      expect(pairs[0]).toMatchObject({
        x: "cat",
        y: "dog",
        pmi: expect.closeTo(Math.log(30 / 50 / (30 / 152)), 9),
        estimates: [{ method: "PromptNCE" }, { method: "InfoNCE" }],
      });
      expect(html).toContain(
        "<strong>Simulated.</strong> Answers of simulated:truthful are those of the simulated respondent",
      );
      expect(html).toContain(
        "The file counts what could not be read and does not hold the replies",
      );
      const ofRun = readFileSync(file.replace(/scored\.\w+$/, "run.html"), "utf8");
      const spread = (text: string) =>
        /<svg .*?<\/svg>/s.exec(text.slice(text.indexOf('id="spread"')))?.[0];
      expect(spread(html)?.length).toBeGreaterThan(1000);
      expect(spread(html)).toBe(spread(ofRun));
    },
  );

  it("scores the pairs that the run itself scored, and compare does so too", async () => {
    const folder = newFolder();
    const [rows, file] = [join(folder, "rows.csv"), join(folder, "r.csv")];
    writeFileSync(rows, ROWS);
    const args = [...estimateCounted(rows), "--out", file];
    const { stderr: said } = await promptnce(args);
    const [, rho, pairs] = /rho = (\S+) with their PMI over (\d+) pairs/.exec(said) ?? [];
    expect(Number(pairs)).toBe(4);
    expect(readFileSync(file, "utf8").match(/,true,cue$/gm)).toHaveLength(4);
    await promptnce(["report", file]);
    const html = readFileSync(join(folder, "r.html"), "utf8");
    expect(html).toMatch(new RegExp(`data-value="${pairs}">${pairs}</td><td[^>]*>${rho}</td>`));
    const { stdout } = await promptnce(["compare", file, file, "--json"]);
    const { groups, leftOut } = JSON.parse(stdout);
    expect(groups[0].measures[0]).toMatchObject({ name: "rho", pairs: Number(pairs) });
    expect(groups[0].measures[0].a.toFixed(2)).toBe(rho);
    expect(leftOut.shown).toBe(4);
  });

  it(
    "gives the same numbers as the run's summary, also if they rest on a draw or another seed",
    { tags: "full" },
    async () => {
      const folder = newFolder();
      const [rows, file] = [join(folder, "rows.csv"), join(folder, "r.csv")];
      const pairs = Array.from(
        { length: 300 },
        (_, i) => `cue ${i % 150},label ${(i * 7) % 143},${1 + (i % 9)}`,
      );
      writeFileSync(rows, `cue,response,n\n${[...new Set(pairs)].join("\n")}\n`);
      const args = [
        ...estimateCounted(rows),
        "--ask",
        "all-labels",
        "--k",
        "143",
        "--methods",
        "promptnce:ungrounded",
      ];
      const { stderr: said } = await promptnce([...args, "--seed", "2", "--out", file]);
      const [, R] = /R = (\d\.\d\d): /.exec(said) ?? [];
      const [, rarity] =
        /the rarity of the labels alone has rho = (\S+) with this ranking \(of 20,000 drawn from 21,\d+\)/.exec(
          said,
        ) ?? [];
      const [, rho, error] =
        /rho = (\S+) ± (\S+) with their PMI over 29\d pairs\n/.exec(said) ?? [];
      expect(Number(error)).toBeLessThan(0.1);
      await promptnce(["report", file]);
      const html = readFileSync(join(folder, "r.html"), "utf8");
      const table = html.slice(html.indexOf('id="methods"'), html.indexOf('id="next"'));
      const text = table
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll("−", "-")
        .replaceAll(/\s+/g, " ");
      expect(text).toMatch(new RegExp(` ${R} ${rarity} [a-z ]+ 29\\d ${rho} ± ${error} `));
    },
  );

  it("leaves out of a --top result what needs all estimates, and says so", async () => {
    const folder = newFolder();
    const [rows, file] = [join(folder, "rows.csv"), join(folder, "top.csv")];
    writeFileSync(rows, ROWS);
    const { stderr: said } = await promptnce([
      ...estimateCounted(rows),
      "--top",
      "2",
      "--out",
      file,
    ]);
    expect(said).toContain("R = ");
    expect((await promptnce(["report", file])).status).toBe(0);
    const html = readFileSync(join(folder, "top.html"), "utf8");
    expect(html).toContain("The file holds a selection: for each x, the labels");
    expect(html).toContain("Where x makes y likelier, most first, by PromptNCE");
    for (const none of [
      'id="methods"',
      'id="people"',
      'id="spread"',
      "Outcome",
      "Unreadable</dt>",
      "against y, by",
    ]) {
      expect(html).not.toContain(none);
    }
    expect(pairsOf(html)).toHaveLength(10);
    expect(await promptnce(["compare", file, file])).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining(
        "a correlation or error over a selection by PMI means nothing",
      ),
    });
  });

  it("replaces only its own pages, unless the file is named or --force is given", async () => {
    const file = await result("csv");
    const page = file.replace(/csv$/, "html");
    writeFileSync(page, readFileSync(file.replace(/scored\.csv$/, "run.html")));
    const ofRun = readFileSync(page, "utf8");
    expect(await promptnce(["report", file])).toMatchObject({
      status: 2,
      stdout: "",
      stderr: `error: ${page} already exists and was written by promptnce estimate; name another file with --out, or add --force\n`,
    });
    expect(readFileSync(page, "utf8")).toBe(ofRun);
    expect(await promptnce(["report", file, "--force"])).toMatchObject({ status: 0 });
    expect(readFileSync(page, "utf8")).not.toBe(ofRun);
    expect(await promptnce(["report", file])).toMatchObject({ status: 0 });
    writeFileSync(page, "mine");
    expect(await promptnce(["report", file, "--out", page])).toMatchObject({ status: 0 });
    expect(readFileSync(page, "utf8")).toContain(
      '<meta name="generator" content="promptnce report">',
    );
  });

  it("refuses a folder, a file that is not a result, and a page that cannot be written", async () => {
    const folder = newFolder();
    const file = join(folder, "rows.csv");
    writeFileSync(file, ROWS);
    const say = async (...args: string[]) => {
      const { status, stderr } = await promptnce(["report", ...args]);
      return `${status} ${stderr.replaceAll(folder, "F").trim()}`;
    };
    expect(await say(folder)).toMatch(
      /^2 error: F is a folder: give the file of a result of `promptnce estimate`/,
    );
    expect(await say(file)).toBe(
      "1 error: F/rows.csv, line 2: there is no column y; give the results of an estimate run.",
    );
    expect(await say(join(folder, "none.csv"))).toBe(
      "1 error: F/none.csv is not there: give the results of an estimate run; F has rows.csv.",
    );
    expect(await say(join(folder, "none.parquet"))).toBe(
      "1 error: F/none.parquet is not there: give the results of an estimate run; F has rows.csv.",
    );
    writeFileSync(
      join(folder, "seven.csv"),
      "cue,y,method,model,status,conditional,marginal,pmi,other\ncat,dog,gem,m,ok,7,0.5,1,\n",
    );
    expect(await say(join(folder, "seven.csv"))).toBe(
      '1 error: F/seven.csv, line 2: conditional is "7"; a probability from 0 to 1 was expected.',
    );
    expect(existsSync(join(folder, "seven.html"))).toBe(false);
    writeFileSync(
      join(folder, "header.csv"),
      "cue,y,method,model,status,conditional,marginal,pmi\n",
    );
    expect(await say(join(folder, "header.csv"))).toBe(
      "1 error: F/header.csv has a header but no rows: there is nothing to report.",
    );
    expect(existsSync(join(folder, "header.html"))).toBe(false);
    expect(await say(file, "--out", file)).toMatch(
      /^2 error: --out: F\/rows\.csv is the result the page is made from/,
    );
    expect(await say(file, "--out", join(file, "p.html"))).toMatch(
      /^1 error: F\/rows\.csv\/p\.html cannot be written to \(ENOTDIR\)/,
    );
    expect(existsSync(join(folder, "rows.html"))).toBe(false);
  });
});
