import { expect, test } from "vitest";
import { type Habit, habitNames, habits } from "./habits.ts";
import { programWorld } from "./program-world.ts";
import { rates } from "./rates.ts";
import { readSummary } from "./summary.ts";
import { syntheticClass } from "./synthetic-class.ts";

const world = programWorld();
const codes = [...world.marginal.keys()];
const places = Map.groupBy(codes, placeOf);

/** The task by its function's name, and for the window how far the program has got. */
function placeOf(code: string): string {
  const name = /def (\w+)/.exec(code)![1]!;
  if (name !== "sum_even") return name;
  if (code.includes("pass")) return "stage 1";
  if (!code.includes("if ")) return "stage 2";
  return /return|print/.test(code) ? "stage 4" : "stage 3";
}

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

test("thirteen places have 32, 64, 128 and ten times 384 programs", () => {
  const sizes = [...places.values()].map((place) => place.length);
  expect(sizes).toEqual([32, 64, 128, ...Array.from({ length: 10 }, () => 384)]);
});

test("at each place the marginal sums to one, and so does the conditional for any summary", () => {
  const summaries = ["", "She repeats by while. She returns inside the loop. She is off by one."];
  for (const place of places.values()) {
    expect(total(place.map((code) => world.marginal.get(code)!))).toBeCloseTo(1, 12);
    for (const summary of summaries) {
      expect(total(place.map((code) => world.conditional({ summary }, code)))).toBeCloseTo(1, 12);
    }
  }
});

test("a summary that states no habit leaves the marginal as it is", () => {
  for (const code of codes) {
    const generic = world.conditional({ summary: "This student tries hard." }, code);
    expect(generic).toBe(world.marginal.get(code));
  }
});

test("a text that nobody can write has probability zero", () => {
  expect(world.conditional({ summary: "" }, "__proto__")).toBe(0);
  expect(world.marginal.get("print(1)")).toBeUndefined();
});

test("an x without a summary is refused in one sentence", () => {
  expect(() => world.conditional({ cue: "SHOVE" }, codes[0]!)).toThrow(
    'A question about programs needs the field "summary", but x has ["cue"]: give { summary }.',
  );
});

/** P(to = v | from = u) of one step that keeps or draws anew: a transition matrix. */
function step(habit: Habit, keep: number): number[][] {
  const shares = habits[habit].map(({ share }) => share);
  return shares.map((_, u) => shares.map((share, v) => (u === v ? keep : 0) + (1 - keep) * share));
}

/** Bayes' rule by summing over everything hidden: P(shown | said), nothing assumed reversible. */
function posterior(habit: Habit, place: "window" | "later", said: number): number[] {
  const shares = habits[habit].map(({ share }) => share);
  const [show, say] = [step(habit, rates.habit), step(habit, rates.fidelity)];
  const joint = shares.map(() => 0);
  for (const [h, prior] of shares.entries()) {
    for (const w of shares.keys()) {
      for (const l of shares.keys()) {
        const shown = place === "window" ? w : l;
        joint[shown]! += prior * show[h]![w]! * show[h]![l]! * say[w]![said]!;
      }
    }
  }
  return joint.map((mass) => mass / total(joint));
}

test("the conditional is Bayes' rule summed over habits, window and later program", () => {
  for (const [place, list] of [
    ["window", places.get("stage 4")!],
    ["later", places.get("count_vowels")!],
  ] as const) {
    for (const habit of habitNames) {
      for (const [said, { clauses }] of habits[habit].entries()) {
        const summary = `She ${clauses[1]!}.`;
        const ratios = new Set(
          list.map((code) =>
            (world.conditional({ summary }, code) / world.marginal.get(code)!).toFixed(9),
          ),
        );
        const expected = posterior(habit, place, said).map((mass, v) =>
          (mass / habits[habit][v]!.share).toFixed(9),
        );
        expect(ratios).toEqual(new Set(expected));
      }
    }
  }
});

test("students drawn from the world write as often as it says, given what was said of them", () => {
  const { students, conditional } = syntheticClass("calibration", 3_000);
  const stated = students.filter(
    ({ summaries }) => readSummary(summaries.get("expert")!).loop === "while",
  );
  for (const [place, pick] of [
    ["stage 2", (s: (typeof students)[number]) => s.window[1]!.code],
    [
      "sum_positive",
      (s: (typeof students)[number]) => s.later.find((a) => a.task === "sum_positive")?.code,
    ],
  ] as const) {
    const written = stated.map(pick).filter((code) => code !== undefined);
    const expected = total(
      places
        .get(place)!
        .filter((code) => code.includes("while"))
        .map((code) => conditional({ summary: "repeats by while" }, code)),
    );
    const observed = written.filter((code) => code.includes("while")).length / written.length;
    const error = Math.sqrt((expected * (1 - expected)) / written.length);
    expect(written.length).toBeGreaterThan(500);
    expect(Math.abs(observed - expected)).toBeLessThan(4 * error);
  }
});
