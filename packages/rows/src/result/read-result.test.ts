import { fingerprint } from "@promptnce/engine";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openOutput } from "./open-output.ts";
import { columnsOf } from "./result-columns.ts";
import { type ResultRow, rowWriter } from "./row-writer.ts";
import { newFolder } from "@promptnce/testing/new-folder";
import { readResult, type ResultLine } from "./read-result.ts";

const formats = ["csv", "tsv", "jsonl", "parquet"] as const;
const FIELDS = ["premise", "hypothesis"];

/** Rows as `estimate` writes them, read back. */
async function readBack(
  rows: readonly ResultRow[],
  {
    format = "csv",
    extras = {},
  }: { format?: (typeof formats)[number]; extras?: Parameters<typeof columnsOf>[0] } = {},
) {
  const file = join(newFolder(), `result.${format}`);
  const fields = FIELDS.map((name) => ({ name, type: "STRING" as const }));
  const writer = await rowWriter(format, [...fields, ...columnsOf(extras)], await openOutput(file));
  await writer.write(rows.map((row) => [...row, JSON.stringify(FIELDS)]));
  await writer.end();
  return linesOf(file);
}

async function linesOf(file: string): Promise<ResultLine[]> {
  const all: ResultLine[] = [];
  for await (const lines of readResult(file)) {
    all.push(...lines);
  }
  return all;
}

/** A row with x, y, method, model, status, then numbers. */
function result(
  y: string,
  numbers: readonly (number | null)[],
  status = "ok",
  method = "promptnce",
): ResultRow {
  return ["p, 1", 'h "2"\nh', y, method, "v:m", status, ...numbers];
}

const HEAD = "cue,y,method,model,status,conditional,marginal,pmi,other\n";
const whole = [0.5, 0.25, Math.log(2), 1 / 3, 0.1];

describe.each(formats)("a result in %s", (format) => {
  it("is read back as it was written: x, y, model, method with its title, terms and mass on OTHER", async () => {
    const [line, ...rest] = await readBack([result("a", whole)], { format });
    expect(rest).toEqual([]);
    const input = fingerprint("p, 1", 'h "2"\nh');
    expect(line).toEqual({
      line: format === "jsonl" ? 1 : 2,
      x: ["p, 1", 'h "2"\nh'],
      y: "a",
      input,
      pair: fingerprint(input, "a"),
      model: "v:m",
      counted: false,
      ranked: false,
      shown: false,
      estimate: {
        trial: { id: fingerprint(input, "a"), y: "a" },
        method: { id: "promptnce", title: "PromptNCE" },
        estimate: { conditional: 0.5, marginal: 0.25, pmi: Math.log(2) },
        other: 0.1,
        pmfs: [{ labels: ["a"], masses: [0.5], other: 0.1 }],
        readable: true,
      },
    });
  });

  it("has no number where one was left empty, and 0 where it is 0", async () => {
    const [line] = await readBack([result("a", [0, null, null, null, 0], "unreadable")], {
      format,
    });
    expect(line?.estimate).toMatchObject({
      estimate: { conditional: 0 },
      other: 0,
      readable: false,
    });
    expect(Object.keys(line?.estimate.estimate ?? {})).toEqual(["conditional"]);
  });

  it("has what people did where it is known and finite", async () => {
    const rows = [
      result("a", [...whole, 3, 0.75, 0.5, Math.log(1.5)]),
      result("b", [...whole, 0, 0, 0.5, null]),
    ];
    const [known, never] = await readBack(rows, { format, extras: { counted: true } });
    expect(known?.truth).toEqual({ conditional: 0.75, marginal: 0.5, pmi: Math.log(1.5) });
    expect([known?.counted, never?.counted]).toEqual([true, true]);
    expect(never?.truth).toBeUndefined();
  });

  it("says of which pairs a prompt showed them", async () => {
    const rows = [true, false].map((shown) => [...result("a", whole), shown]);
    const lines = await readBack(rows, { format, extras: { shown: true } });
    expect(lines.map(({ shown, x }) => [shown, x.length])).toEqual([
      [true, 2],
      [false, 2],
    ]);
  });
});

describe("a result", () => {
  it("has one x whatever its rank and counts are: they are no part of it", async () => {
    const rows = [result("a", [...whole, 1]), result("b", [...whole, 2])];
    const [first, second] = await readBack(rows, { extras: { ranked: true } });
    expect(first?.input).toBe(second?.input);
    expect(first?.input).toBe((await readBack([result("a", whole)]))[0]?.input);
    expect(first?.pair).not.toBe(second?.pair);
    expect([first?.ranked, second?.ranked]).toEqual([true, true]);
  });

  it("has its x by the columns it names, whatever else is there and whatever those are called", async () => {
    const texts = [
      "cue,note,y,method,model,status,conditional,marginal,pmi,other,x_columns\nsun,n,a,gem,m,ok,0.5,0.5,0,0,cue\n",
      "Wort,y,status,method,model,promptnce_y,promptnce_method,promptnce_model,promptnce_status,promptnce_conditional,promptnce_marginal,promptnce_pmi,promptnce_other,promptnce_x_columns\nsun,b,done,mine,x,a,gem,m,ok,0.5,0.5,0,0,Wort\n",
    ];
    const [one, other] = await Promise.all(
      texts.map(async (text) => {
        const file = join(newFolder(), "result.csv");
        writeFileSync(file, text);
        return await linesOf(file);
      }),
    );
    expect(one).toEqual(other);
    expect(one).toMatchObject([{ x: ["sun"], y: "a", estimate: { method: { id: "gem" } } }]);
  });

  it("leaves out rows that could not be used, and refuses an x that is not there", async () => {
    const file = join(newFolder(), "result.csv");
    const head = HEAD.replace("other", "other,x_columns");
    writeFileSync(
      file,
      `${head},,,m,skipped: cue is empty,,,,,cue\ncat,dog,gem,m,ok,0.5,0.5,1,0,cue\n`,
    );
    expect((await linesOf(file)).map(({ line }) => line)).toEqual([3]);
    for (const named of ["word", '"[""cue"",""word""]"', "7"]) {
      writeFileSync(file, `${head}cat,dog,gem,m,ok,0.5,0.5,1,0,${named}\n`);
      await expect(linesOf(file)).rejects.toThrow(
        /^x_columns of line 2 is .*, which names no columns of this result\.$/,
      );
    }
  });

  it("names a method that nobody knows by its id", async () => {
    const [known, unknown] = await readBack([
      result("a", whole, "ok", "direct-split:empirical"),
      result("a", whole, "ok", "constructor"),
    ]);
    expect(known?.estimate.method.title).toBe("Direct-Split (empirical)");
    expect(unknown?.estimate.method).toEqual({ id: "constructor", title: "constructor" });
  });

  it("gives all rows of a method one and the same method, by which they are tallied", async () => {
    const [first, second] = await readBack([result("a", whole), result("b", whole)]);
    expect(first?.estimate.method).toBe(second?.estimate.method);
  });

  it.each([
    [
      "cue,response\ncat,dog\n",
      "result.csv, line 2: there is no column y; give the results of an estimate run.",
    ],
    [
      `${HEAD}cat,dog,gem,m,ok,0.5,0.5,much,\n`,
      'result.csv, line 2: pmi is "much"; a number was expected.',
    ],
    [
      `${HEAD}cat,dog,gem,m,ok,0.5,0.5,1,Infinity\n`,
      'result.csv, line 2: other is "Infinity"; a probability from 0 to 1 was expected.',
    ],
    [
      `${HEAD}cat,dog,gem,m,ok,0.5,0.5,1,0\ncat,sun,gem,m,ok,7,0.5,1,0\n`,
      'result.csv, line 3: conditional is "7"; a probability from 0 to 1 was expected.',
    ],
    [
      `${HEAD}cat,dog,gem,m,weird,0.5,0.5,1,0\n`,
      'result.csv, line 2: status is "weird"; "ok" or "zero" or "unreadable" was expected.',
    ],
    [
      `${HEAD.replace("other", "other,shown")}cat,dog,gem,m,ok,0.5,0.5,1,0,yes\n`,
      'result.csv, line 2: shown is "yes"; "true" or "false" was expected.',
    ],
    [
      `${HEAD.replace("other", "other,count,true_pmi,true_marginal,true_conditional")}cat,dog,gem,m,ok,0.5,0.5,1,0,3,1,0.1,-1\n`,
      'result.csv, line 2: true_conditional is "-1"; a probability from 0 to 1 was expected.',
    ],
    [
      "cue,y,method,model,status,conditional,marginal,other\ncat,dog,gem,m,ok,0.5,0.5,\n",
      "result.csv, line 2: there is no column pmi",
    ],
    [
      "cue,y,method,status,conditional,marginal,pmi,other\ncat,dog,gem,ok,0.5,0.5,0,0\n",
      "result.csv, line 2: there is no column model",
    ],
  ])("is none of %j", async (text, sentence) => {
    const file = join(newFolder(), "result.csv");
    writeFileSync(file, text);
    await expect(linesOf(file)).rejects.toThrow(sentence);
  });
});
