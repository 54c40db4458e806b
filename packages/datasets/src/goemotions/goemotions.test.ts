import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseGoEmotions } from "./goemotions.ts";
import { GOEMOTIONS_LABELS } from "./goemotions-labels.ts";

const read = (name: string) => {
  const bytes = readFileSync(
    new URL(`../../../../datasets/goemotions/sample/${name}`, import.meta.url),
  );
  return { file: `goemotions/${name}`, bytes };
};
const files = ["goemotions_1.csv", "goemotions_2.csv", "goemotions_3.csv"].map(read);
const [header = "", ...rest] = files[1]?.bytes.toString().split("\n") ?? [];
const file = (...lines: string[]) => [{ file: "f.csv", bytes: Buffer.from(lines.join("\n")) }];

describe("parseGoEmotions", () => {
  const goemotions = parseGoEmotions(files);
  const find = (id: string) => goemotions.observations.find((o) => o.id === id);

  it("joins a comment's raters by its id over all files", () => {
    expect(find("smp0001/joy")?.conditional).toBe(3 / 4);
    expect(find("smp0001/joy")?.marginal).toBe(3 / 11);
    expect(find("smp0001/love")?.conditional).toBe(1 / 4);
  });

  it("takes files as they come, each done with before the next is asked for", () => {
    const bytes = files.map((one) => ({ ...one, bytes: Buffer.from(one.bytes) }));
    function* inTurn() {
      for (const one of bytes) {
        yield one;
        one.bytes.fill(0);
      }
    }
    const { observations, sources } = parseGoEmotions(inTurn());
    expect(observations).toEqual(goemotions.observations);
    expect(sources).toEqual(goemotions.sources);
  });

  it("leaves rows marked very unclear out of both probabilities", () => {
    expect(find("smp0002/annoyance")?.conditional).toBe(1 / 2);
    expect(goemotions.observations.some(({ id }) => id.startsWith("smp0005"))).toBe(false);
  });

  it("keeps how many raters there are, and how many more found the comment very unclear", () => {
    expect(find("smp0001/joy")).toMatchObject({ raters: 4, responses: 3, unclear: 0 });
    expect(find("smp0002/annoyance")).toMatchObject({ raters: 2, responses: 1, unclear: 1 });
    const clear = parseGoEmotions(files, undefined, undefined, ({ unclear }) => unclear === 0);
    expect(clear.observations).toEqual(
      goemotions.observations.filter(({ unclear }) => unclear === 0),
    );
    expect(clear.observations.length).toBeLessThan(goemotions.observations.length);
    expect(clear.marginal).toEqual(goemotions.marginal);
  });

  it("has comments in the order in which they were first rated, so that draws from them stay", () => {
    const row = (id: string, unclear: string) =>
      `t ${id},${id},a,s,l,p,0,1,${unclear},1${",0".repeat(27)}`;
    const { observations } = parseGoEmotions(
      file(header, row("a", "True"), row("b", "False"), row("a", "False")),
    );
    expect(observations.map(({ id, unclear }) => [id, unclear])).toEqual([
      ["b/admiration", 0],
      ["a/admiration", 1],
    ]);
  });

  it("lets a rater choose several labels, so that P(y) may sum to more than one", () => {
    const sum = [...goemotions.marginal.values()].reduce((a, b) => a + b, 0);
    expect(sum).toBeCloseTo(12 / 11, 14);
  });

  it("keeps comments with the same text apart, and answers for the text with their mean", () => {
    expect(find("smp0003/approval")?.conditional).toBe(1 / 2);
    expect(find("smp0004/approval")?.conditional).toBe(2 / 3);
    const mean = goemotions.conditional({ comment: "Fine by me." }, "approval");
    expect(mean).toBeCloseTo((1 / 2 + 2 / 3) / 2, 15);
  });

  it("reads quotes, commas and line ends within a comment, and trims it", () => {
    expect(find("smp0001/joy")?.x).toEqual({ comment: 'My kettle sang, so I said "hello" to it.' });
    expect(find("smp0002/annoyance")?.x["comment"]).toContain("again.\nOf course");
    expect(find("smp0003/approval")?.x["comment"]).toBe("Fine by me.");
  });

  it("has all 28 labels, those nobody chose as well", () => {
    expect(goemotions.labels).toEqual(GOEMOTIONS_LABELS);
    expect(goemotions.marginal.get("grief")).toBe(0);
  });

  it("never keeps an author's name or a link", () => {
    const kept = JSON.stringify([goemotions, [...goemotions.marginal]]);
    expect(kept).not.toMatch(/invented_author|InventedSubreddit|t3_sample|t1_sample/);
  });

  it("takes P(y) from a table of label counts where only a part of the corpus is at hand", () => {
    const counted = parseGoEmotions(files, read("label_counts.csv"), 1000);
    expect(counted.marginal.get("admiration")).toBe(1 / 1000);
    expect(counted.marginal.get("neutral")).toBe(28 / 1000);
    const joy = counted.observations.find(({ id }) => id === "smp0001/joy");
    expect(joy).toMatchObject({ conditional: 3 / 4, marginal: 18 / 1000 });
    expect(counted.sources.map((source) => source.file)).toContain("goemotions/label_counts.csv");
  });

  it.each([
    [[header.replace("rater_id", "rater")], 'line 1: column 8 is "rater", expected "rater_id"'],
    [[`${header},extra`], 'line 1: column 38 is "extra", expected ""'],
    [[header], "f.csv holds no rows."],
    [[header, "a,b"], "f.csv line 2: expected 37 fields, found 2."],
    [[header, ...rest.slice(0, 4), "a,b"], "f.csv line 6: expected 37 fields, found 2."],
    [[header, `t,,a,s,l,p,0,1,False${",0".repeat(28)}`], "line 2: id is empty."],
    [[header, `t,i,a,s,l,p,0,1,maybe${",0".repeat(28)}`], 'example_very_unclear is "maybe"'],
    [[header, `t,i,a,s,l,p,0,1,False${",0".repeat(27)},2`], 'line 2: neutral is "2", expected 0'],
    [
      [header, `"t,i,a,s,l,p,0,1,False${",0".repeat(28)}`],
      "f.csv line 2: a quotation mark is not closed",
    ],
    [[header, `t,i,a,s,l,p,0,1,True${",0".repeat(28)}`], "every rater row is marked very unclear"],
  ])("says in one sentence what is wrong (case %#)", (lines, sentence) => {
    expect(() => parseGoEmotions(file(...lines))).toThrow(sentence);
  });

  it.each([
    ["label,rows\njoy,1", "line 1: expected the columns label and rater_rows, found label, rows."],
    ["label,rater_rows\njoy,1", "has no row for admiration, amusement,"],
    ["label,rater_rows\njoy,1\njoy,1", "line 3: joy was there before."],
    ["label,rater_rows\nglee,1", 'line 2: "glee" is not one of the 28 labels.'],
    ["label,rater_rows\njoy,0", 'line 2: rater_rows is "0", expected a count from 1 to 207814.'],
    ["label,rater_rows\njoy,207815", 'rater_rows is "207815", expected a count from 1 to 207814'],
  ])("says in one sentence what is wrong with the label counts (case %#)", (text, sentence) => {
    const counts = { file: "counts.csv", bytes: Buffer.from(text) };
    expect(() => parseGoEmotions(files, counts)).toThrow(sentence);
  });
});
