import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import type { GivenOptions } from "./estimate-options.ts";
import { estimateOptions } from "./estimate-settings.ts";
import { type EstimatePlan, prepare } from "./prepare.ts";
import type { RowUnit } from "@promptnce/rows/survey";

const ROWS =
  "premise,hypothesis,label,n\np1,h1,a,3\np1,h1,b,1\np2,h2,a,1\np2,h2,c,2\np3,h3,b,2\np4,h4,d,1\n";

/** What is settled for these rows; the files are gone when the test is over. */
async function prepared(
  given: Partial<GivenOptions> = {},
  { rows = ROWS, labels }: { rows?: string; labels?: string } = {},
): Promise<EstimatePlan> {
  const folder = newFolder();
  const input = join(folder, "rows.csv");
  writeFileSync(input, rows);
  if (labels !== undefined) writeFileSync(join(folder, "labels.txt"), labels);
  return prepare(
    estimateOptions(input, {
      task: "chaosnli",
      ask: "pairs",
      out: "-",
      y: "label",
      methods: ["promptnce:ungrounded"],
      profile: "truthful",
      seed: "1",
      concurrency: 4,
      readFrom: "reply",
      rotations: 1,
      confirmAbove: 1,
      store: join(folder, "s.jsonl"),
      ...(labels !== undefined && { labels: join(folder, "labels.txt") }),
      ...given,
    }),
  );
}

async function unitsIn(found: EstimatePlan): Promise<RowUnit[]> {
  const all: RowUnit[] = [];
  for await (const batch of found.units()) {
    all.push(...batch);
  }
  return all;
}

describe("preparing an estimate", () => {
  it("makes one unit per row, the same each time the rows are read", async () => {
    const found = await prepared();
    expect(found).toMatchObject({ unitCount: 6, trials: 1 });
    const units = await unitsIn(found);
    expect(units.map(({ trials }) => trials.map(({ y }) => y).join())).toEqual([
      "a",
      "b",
      "a",
      "c",
      "b",
      "d",
    ]);
    expect(JSON.stringify(await unitsIn(found))).toBe(JSON.stringify(units));
  });

  it("makes one unit per input if all labels are asked about, with or without a label column", async () => {
    expect(await prepared({ ask: "all-labels" })).toMatchObject({ unitCount: 4, trials: 4 });
    const listed = await prepared(
      { ask: "all-labels", y: undefined as never },
      { labels: "a\nb\nc\nd\ne\n" },
    );
    expect(listed).toMatchObject({ unitCount: 4, trials: 5 });
  });

  it("uses the paper's K, or fewer if there are fewer labels", async () => {
    expect((await prepared()).k).toBe(4);
    expect((await prepared({}, { labels: "a\nb\nc\nd\ne\nf\ng\n" })).k).toBe(5);
    expect((await prepared({ k: 2 })).k).toBe(2);
  });

  it("keeps enough trials in hand for the concurrency limit, whatever a unit holds", async () => {
    expect((await prepared()).window).toBe(128);
    expect((await prepared({ ask: "all-labels" })).window).toBe(32);
    const many = Array.from({ length: 100 }, (_, i) => `l${i}`).join("\n");
    expect((await prepared({ ask: "all-labels" }, { labels: `a\nb\nc\nd\n${many}` })).window).toBe(
      2,
    );
    const asked = await prepared({
      provider: "openai",
      model: ["m"],
      baseUrl: "http://127.0.0.1:9",
      concurrency: 50,
    });
    expect(asked.window).toBe(16 * 50);
  });

  it("answers truthfully from the counts in whatever order --x names the columns", async () => {
    for (const x of [undefined, ["hypothesis", "premise"]]) {
      const found = await prepared({ count: "n", ...(x && { x }) });
      const { respondent, task } = found;
      const [first] = (await found.units().next()).value as [RowUnit];
      const { candidates, x: shown } = first.trials[0]!;
      const question = { kind: "open", task: "chaosnli", x: shown, candidates, sample: 0 } as const;
      const template = task.findTemplate(question);
      const { text } = await respondent.provider.complete({
        prompt: template.render(question),
        sample: 0,
      });
      const reading = template.parse(question, text);
      expect(reading).toMatchObject({ ok: true });
      expect(JSON.stringify(reading)).toContain("0.75");
    }
  });

  it("leaves out of the scores the pairs that a grounded prompt shows", async () => {
    const { shown } = await prepared({ methods: ["promptnce"], count: "n" });
    expect(shown.size).toBe(4);
  });
});

describe("labels that look alike", () => {
  /**
   * What is said on standard error while these labels are prepared: of rows, of a list, of a task.
   */
  async function said(labels: readonly string[], from: "rows" | "list" | "task"): Promise<string> {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => written.mockRestore());
    const task = join(newFolder(), "task.yaml");
    const about = "person: a rater\nsees: two texts\nevent: picks a label\nlabel: label\n";
    writeFileSync(
      task,
      `name: t\n${about}fields: [premise, hypothesis]\nlabels: ${JSON.stringify(labels)}\n`,
    );
    const rows = `premise,hypothesis,label\n${labels.map((label, i) => `p${i},h${i},"${label}"\n`).join("")}`;
    const listed = {
      rows: "premise,hypothesis\np,h\n",
      ...(from === "list" && { labels: labels.join("\n") }),
    };
    const given = {
      ask: "all-labels",
      y: undefined as never,
      ...(from === "task" && { task }),
    } as const;
    await using _ = await (from === "rows" ? prepared({}, { rows }) : prepared(given, listed));
    const text = written.mock.calls.map(([line]) => line).join("");
    written.mockRestore();
    return text;
  }

  it.each(["rows", "list", "task"] as const)(
    "are named in one line if they come from the %s",
    async (from) => {
      expect(await said(["Great joy", "fear", "great  joy"], from)).toBe(
        '"Great joy" and "great  joy" differ only in case, space, Unicode form or a decimal zero: they are counted as different labels.\n',
      );
    },
  );

  it("with blanks around them are one, which is said", async () => {
    expect(await said(["joy ", "fear", " joy", "joy"], "rows")).toBe(
      "2 rows have blanks around the label, which are left out of it.\n",
    );
  });

  it("are not mentioned if there are none", async () => {
    expect(await said(["joy", "fear", "anger"], "rows")).toBe("");
  });

  it("are named up to a few, with the number of the others", async () => {
    const labels = ["a", "b", "c", "d", "e"].flatMap((letter) => [letter, letter.toUpperCase()]);
    const spaced = ["a a", "A a", "a A", "a  a", "A A"];
    expect(await said([...spaced, ...labels, "x".repeat(99), "X".repeat(99)], "rows")).toBe(
      '"a a" and "A a" and "a A" and "a  a" and others; "a" and "A"; "b" and "B", and 4 more such groups ' +
        "differ only in case, space, Unicode form or a decimal zero: they are counted as different labels.\n",
    );
    expect(await said(["x".repeat(99), "X".repeat(99)], "rows")).toContain(
      `"${"x".repeat(40)}" and "${"X".repeat(40)}" differ`,
    );
  });
});

describe("an estimate is refused", () => {
  it.each([
    [
      "without a column of labels",
      { y: undefined as never },
      {},
      "--y: say which column holds the label of each row, or name --raters, --questions or --wide",
    ],
    [
      "without labels to ask about",
      { y: undefined as never, ask: "all-labels" },
      {},
      "--labels: give a file of labels, one per line, or name the column that holds them with --y",
    ],
    [
      "with counts of nothing",
      { y: undefined as never, ask: "all-labels", count: "n" },
      { labels: "a\nb\n" },
      "--count: name the column of the label that is counted with --y",
    ],
    [
      "where all rows have one label",
      {},
      { rows: "premise,hypothesis,label\np,h,a\nq,h,a\n" },
      "columns.y: all rows have the same label, so x can say nothing about it; give rows with other labels, or list the labels with `labels`",
    ],
    [
      "where K is more than the labels",
      { k: 5 },
      {},
      "k: 5 is more than the 4 labels there are; give at most 4",
    ],
    [
      "where a text is to be scored by a model that cannot",
      { methods: ["gem"], provider: "openai", model: ["m"], baseUrl: "http://127.0.0.1:9" },
      {},
      "--methods: gem scores given texts, which m (openai-compatible) does not; name a server that does (--scoring) or another method",
    ],
  ] as const)("%s", async (_, given, files, sentence) => {
    await expect(prepared(given, files)).rejects.toThrow(sentence);
  });
});
