import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runHere } from "@promptnce/testing";
import { describe, expect, it } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import { run } from "../run.ts";
import { resultTable } from "./result-table.ts";

const HEAD = "cue,y,method,model,status,conditional,marginal,pmi,other\n";

/** A result of these rows. */
function result(...rows: readonly string[]): string {
  const file = join(newFolder(), "r.csv");
  writeFileSync(file, `${HEAD}${rows.join("\n")}\n`);
  return file;
}

describe("the first rows of a result", () => {
  it("are aligned, including wide characters, and cut at the width of the terminal", async () => {
    const file = result(
      "犬,動物,promptnce,m,ok,0.5,0.5,0,",
      "a text that is much longer,a,promptnce,m,ok,0.5,0.1,1.609,",
      "sun,moon,promptnce,m,unreadable,,,,",
    );
    expect(await resultTable(file, 50)).toBe(`\
 PMI, nats  y                         x
      0.00  動物                      犬
      1.61  a                         a text tha…
unreadable  moon                      sun
All rows are in ${file}.

`);
  });

  it("mark a PMI that comes from an answered 0 and explain the mark", async () => {
    const table = await resultTable(
      result("cat,a,promptnce,m,ok,0,0.45,-13.02,", "sun,b,promptnce,m,ok,0.5,0.5,0,"),
      80,
    );
    expect(table).toContain("   -13.02†  a");
    expect(table).toContain("     0.00   b");
    expect(table).toContain("† The model answered 0, which counts as 0.000001");
    const without = await resultTable(result("sun,b,promptnce,m,ok,0.5,0.5,0,"), 80);
    expect(without).not.toContain("†");
  });

  it("are ten, with their methods if there are several and without control characters", async () => {
    const file = result(
      ...["promptnce", "direct-pmi"].flatMap((method) =>
        Array.from({ length: 6 }, (_, i) => `c\u001B[2J${i},a,${method},m,ok,1,1,0,`),
      ),
    );
    const lines = (await resultTable(file, 120)).split("\n");
    expect(lines[0]).toMatch(/PMI, nats {2}method +y +x/);
    expect(lines[10]).toMatch(/0\.00 {2}Direct-PMI +a +c \[2J3$/);
    expect(lines[11]).toBe(`The first 10 rows; all are in ${file}.`);
  });

  it("show a pair once, however many rows have it", async () => {
    const file = result(
      ...Array(3).fill("cat,a,promptnce,m,ok,0.5,0.5,0,"),
      "sun,b,promptnce,m,ok,0.5,0.1,1.609,",
    );
    expect((await resultTable(file, 60)).split("\n").slice(1, 4)).toEqual([
      expect.stringMatching(/ a +cat$/),
      expect.stringMatching(/ b +sun$/),
      `All rows are in ${file}.`,
    ]);
  });

  it("stand under their context, which x does not repeat", async () => {
    const file = join(newFolder(), "r.csv");
    const head =
      "question,group,y,method,model,status,conditional,marginal,pmi,other,given_columns,x_columns";
    const rows = ["Taxes?,nurses", "Taxes?,farmers", "Parks?,nurses"].map(
      (x) => `${x},yes,promptnce,m,ok,0.5,0.5,0,,question,"[""question"",""group""]"`,
    );
    writeFileSync(file, [head, ...rows].join("\n"));
    expect((await resultTable(file, 60)).split("\n").slice(1, 6)).toEqual([
      "Taxes?",
      expect.stringMatching(/ yes +nurses$/),
      expect.stringMatching(/ yes +farmers$/),
      "Parks?",
      expect.stringMatching(/ yes +nurses$/),
    ]);
  });
});

describe("promptnce estimate on a terminal, without --out", () => {
  const rows = "cue,response\ncat,dog\nsun,moon\nsea,blue\nmilk,white\n";
  const estimate = (cwd: string, args: readonly string[], isTTY = true) =>
    runHere(
      () => {
        Object.defineProperty(process.stdout, "isTTY", {
          value: isTTY,
          configurable: true,
          writable: true,
        });
        return run(["estimate", "rows.csv", "--task", "words", "--y", "response", ...args]);
      },
      { env: { NO_COLOR: "1" }, cwd },
    );

  it("shows the first rows and writes all to a file beside the input; into a pipe it writes all", async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, "rows.csv"), rows);
    const shown = await estimate(cwd, []);
    expect([shown.status, shown.stdout]).toEqual([0, ""]);
    expect(shown.stderr).toMatch(/\n PMI, nats {2}y [^]*All rows are in rows\.pmi\.csv\.\n/);
    const piped = await estimate(cwd, [], false);
    expect(piped.stdout).toBe(readFileSync(join(cwd, "rows.pmi.csv"), "utf8"));
    expect(existsSync(join(cwd, "rows.pmi.csv.replies.jsonl"))).toBe(true);
  });

  it("shows no table if standard output has the rows, and uses the given format", async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, "rows.csv"), rows);
    const { stdout, stderr } = await estimate(cwd, ["--out", "-"]);
    expect([stdout, stderr]).toEqual([
      expect.stringMatching(/^cue,/),
      expect.not.stringContaining("PMI, nats"),
    ]);
    expect((await estimate(cwd, ["--out-format", "jsonl"])).stderr).toContain(
      "All rows are in rows.pmi.jsonl.",
    );
  });
});
