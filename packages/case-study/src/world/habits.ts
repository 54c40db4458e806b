import type { Random } from "@promptnce/core/sampling";

/**
 * The eight habits of the synthetic class with their values: misconceptions (`bound`, `result`,
 * `condition`) and matters of style. A value's share is that of the programs in the class that show
 * it, a plausible round number from no data; a habit's shares sum to one. No clause contains
 * another, so that each means its value and nothing else.
 */
export const habits = {
  loop: [
    { value: "for", share: 0.6, clauses: ["reaches for a for loop", "repeats with for"] },
    {
      value: "while",
      share: 0.4,
      clauses: ["steps a counter in a while loop", "repeats by while"],
    },
  ],
  bound: [
    { value: "whole", share: 0.65, clauses: ["runs loops to the last item", "gets bounds right"] },
    { value: "short", share: 0.35, clauses: ["is off by one", "stops loops an item early"] },
  ],
  naming: [
    { value: "words", share: 0.55, clauses: ["picks telling names", "names variables in full"] },
    { value: "letters", share: 0.45, clauses: ["uses single letters", "abbreviates every name"] },
  ],
  result: [
    { value: "return", share: 0.55, clauses: ["hands back the result", "returns after the loop"] },
    { value: "print", share: 0.3, clauses: ["prints where a return is due", "mixes up output"] },
    {
      value: "early",
      share: 0.15,
      clauses: ["returns inside the loop", "leaves on the first pass"],
    },
  ],
  update: [
    { value: "augmented", share: 0.5, clauses: ["knows the += shorthand", "updates tersely"] },
    { value: "spelt", share: 0.5, clauses: ["spells out each update", "avoids the shorthand"] },
  ],
  condition: [
    { value: "plain", share: 0.75, clauses: ["trusts a bare condition", "tests directly"] },
    { value: "compared", share: 0.25, clauses: ["compares with True", "doubts plain booleans"] },
  ],
  spacing: [
    { value: "spaced", share: 0.7, clauses: ["sets operators apart", "lays code out airily"] },
    { value: "tight", share: 0.3, clauses: ["leaves out blanks", "packs expressions tightly"] },
  ],
  comment: [
    { value: "commented", share: 0.4, clauses: ["states the aim first", "opens with a comment"] },
    { value: "bare", share: 0.6, clauses: ["writes no comments", "starts without a remark"] },
  ],
} as const;

export type Habit = keyof typeof habits;

/** How a synthetic student writes a program: one value of each habit. */
export type Manner = { readonly [H in Habit]: (typeof habits)[H][number]["value"] };

/** The habits in the order in which every random draw takes them. */
export const habitNames: readonly Habit[] = Object.keys(habits) as Habit[];

/** A value of one habit, drawn from the class's shares. */
export function drawHabit(habit: Habit, source: Random): string {
  const values = habits[habit];
  let left = source.uniform();
  for (const { value, share } of values) {
    left -= share;
    if (left < 0) return value;
  }
  // Shares may sum to a rounding error below one, and the draw may fall into it.
  return values.at(-1)!.value;
}

/** A whole manner from the class's shares, each habit on its own. */
export function drawManner(source: Random): Manner {
  return manner((habit) => drawHabit(habit, source));
}

/**
 * A manner that keeps each habit of `from` with probability `keep` and otherwise draws it anew: the
 * copy has the class's shares too, and two such steps are one that keeps with the product of
 * theirs, which makes the world exact.
 */
export function copyManner(from: Manner, keep: number, source: Random): Manner {
  return manner((habit) => (source.uniform() < keep ? from[habit] : drawHabit(habit, source)));
}

function manner(value: (habit: Habit) => string): Manner {
  return Object.fromEntries(habitNames.map((habit) => [habit, value(habit)])) as unknown as Manner;
}
