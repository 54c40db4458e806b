import { fingerprint } from "@promptnce/engine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RowRecord } from "../input/table.ts";
import { prepared } from "./people.test.support.ts";

/** One person's answer to a question about x. */
interface Answer {
  readonly question: string;
  readonly x: string;
  readonly y: string;
}

const [QUESTIONS, INPUTS, LABELS] = [
  ["How loud?", "How long?"],
  ["lift", "yard", "roof"],
  ["a", "b", "c"],
];

const answer: fc.Arbitrary<Answer> = fc.record({
  question: fc.constantFrom(...QUESTIONS),
  x: fc.constantFrom(...INPUTS),
  y: fc.constantFrom(...LABELS),
});

/** Answers with two labels at least, to two questions. */
const survey = fc
  .array(answer, { minLength: 4, maxLength: 40 })
  .filter((all) => new Set(all.map(({ y }) => y)).size > 1)
  .filter((all) => new Set(all.map(({ question }) => question)).size > 1)
  .filter((all) => {
    const byQuestion = Map.groupBy(all, ({ question }) => question);
    return [...byQuestion.values()].some((some) => new Set(some.map(({ y }) => y)).size > 1);
  });

type Given = Parameters<typeof prepared>;

/** A table with its columns and the codes in it. */
interface Shaped {
  readonly rows: readonly RowRecord[];
  readonly columns: Given[1];
  readonly codes?: NonNullable<Given[2]>["codes"];
}

const context = { given: ["question"], y: "y" };

function groups(answers: readonly Answer[], of: (one: Answer) => readonly string[]) {
  return [...Map.groupBy(answers, (one) => JSON.stringify(of(one))).values()];
}

const pairOf = ({ question, x, y }: Answer): string[] => [question, x, y];
const inputOf = ({ question, x }: Answer): string[] => [question, x];

/** So many raters have a column at most; more answers take a second row. */
const RATERS = ["r1", "r2", "r3"];

function inRows<T>(items: readonly T[], size: number): T[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, i) => i * size);
  return starts.map((start) => items.slice(start, start + size));
}

/** The ways in which people keep the same answers. */
const shapes: Readonly<Record<string, (answers: readonly Answer[]) => Shaped>> = {
  "a row for each answer": (answers) => ({
    rows: answers.map((one) => ({ ...one })),
    columns: { ...context, count: "rows" },
  }),
  "the same rows in another order": (answers) => ({
    rows: answers.toReversed().map((one) => ({ ...one })),
    columns: { ...context, count: "rows" },
  }),
  "a column of ones": (answers) => ({
    rows: answers.map((one) => ({ ...one, n: 1 })),
    columns: { ...context, count: "n" },
  }),
  "counts of pairs": (answers) => ({
    rows: groups(answers, pairOf).map((all) => ({ ...all[0]!, n: all.length })),
    columns: { ...context, count: "n" },
  }),
  "counts of two waves, which add up": (answers) => ({
    rows: [answers.filter((_, i) => i % 3 === 0), answers.filter((_, i) => i % 3 > 0)].flatMap(
      (some) => groups(some, pairOf).map((all) => ({ ...all[0]!, n: all.length })),
    ),
    columns: { ...context, count: "n" },
  }),
  "weights of rows": (answers) => ({
    rows: groups(answers, pairOf).map((all) => ({ ...all[0]!, w: all.length / 2 })),
    columns: { ...context, weight: "w" },
  }),
  "a column for each rater": (answers) => ({
    rows: groups(answers, inputOf).flatMap((all) =>
      inRows(all, RATERS.length).map((some) => ({
        question: some[0]!.question,
        x: some[0]!.x,
        ...Object.fromEntries(RATERS.map((rater, i) => [rater, some[i]?.y ?? ""])),
      })),
    ),
    columns: { given: ["question"], raters: RATERS },
  }),
  "a column for each label": (answers) => ({
    rows: groups(answers, inputOf).map((all) => {
      const { question, x } = all[0]!;
      const counts = Object.fromEntries(countsOf(all));
      return { question, x, ...Object.fromEntries(Array.from(LABELS, (y) => [y, counts[y] ?? 0])) };
    }),
    columns: { given: ["question"], wide: [...LABELS] },
  }),
  "a column for each question": (answers) => ({
    rows: answers.map(({ question, x, y }) => ({ x, [question]: y })),
    columns: { questions: QUESTIONS, count: "rows" },
  }),
  "the labels of each person in a cell": (answers) => ({
    rows: groups(answers, inputOf).map((all) => ({
      ...all[0]!,
      y: JSON.stringify(all.map(({ y }) => [y])),
    })),
    columns: { ...context, count: "rows", several: true },
  }),
  "numbers of people in a cell": (answers) => ({
    rows: groups(answers, inputOf).map((all) => ({
      ...all[0]!,
      y: JSON.stringify(Object.fromEntries(countsOf(all))),
    })),
    columns: { ...context, count: "rows", several: true },
  }),
  "codes, as a program of statistics writes them": (answers) => ({
    rows: answers.map((one) => ({ ...one, y: `${LABELS.indexOf(one.y)}.0` })),
    columns: { ...context, count: "rows" },
    codes: Object.fromEntries(Array.from(LABELS, (label, code) => [code, label])),
  }),
  "one wave of two": (answers) => ({
    rows: answers.flatMap((one) => [
      { ...one, wave: 1 },
      { ...one, y: "other", wave: 2 },
    ]),
    columns: { ...context, count: "rows", where: { wave: 1 } },
  }),
};

function countsOf(answers: readonly Answer[]): [string, number][] {
  return Array.from(
    Map.groupBy(answers, ({ y }) => y),
    ([y, all]) => [y, all.length],
  );
}

/** P(y|x), P(y) and PMI of each pair that somebody gave. */
async function found(answers: readonly Answer[], { rows, columns, codes }: Shaped) {
  const { people } = (await prepared(rows, columns, codes && { codes })).survey;
  return groups(answers, pairOf).map(([one]) => {
    const { question, x, y } = one!;
    const key = fingerprint(x, question);
    const marginal = people!.marginalIn({ question }).get(y);
    return [people!.conditional(key, y), marginal, people!.pmi(key, y, { question })];
  });
}

/** The same by counting. */
function counted(answers: readonly Answer[]): number[][] {
  return groups(answers, pairOf).map((all) => {
    const one = all[0]!;
    const inQuestion = answers.filter(({ question }) => question === one.question);
    const ofX = inQuestion.filter(({ x }) => x === one.x);
    const conditional = all.length / ofX.length;
    const marginal = inQuestion.filter(({ y }) => y === one.y).length / inQuestion.length;
    return [conditional, marginal, Math.log(conditional) - Math.log(marginal)];
  });
}

function rounded(terms: readonly (readonly (number | undefined)[])[]): number[][] {
  return terms.map((pair) => pair.map((term = Number.NaN) => Math.round(term * 1e9) / 1e9 + 0));
}

describe("the same answers have one P(y|x), P(y) and PMI, whether they are kept as", () => {
  it.each(Object.entries(shapes))("%s", async (_, shape) => {
    await fc.assert(
      fc.asyncProperty(survey, async (answers) => {
        expect(rounded(await found(answers, shape(answers)))).toEqual(rounded(counted(answers)));
      }),
      { numRuns: 25 },
    );
  });
});
