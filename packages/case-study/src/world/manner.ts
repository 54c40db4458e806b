import type { Random } from "@promptnce/core";
import { type Habit, habitNames, habits, type Manner } from "./habits.ts";

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
 * A manner that keeps each habit of `from` with probability `keep` and otherwise draws it anew
 * from the class's shares. The shares are therefore those of the copy as well, and two such steps
 * one after the other are one step that keeps with the product: what makes the world exact.
 */
export function copyManner(from: Manner, keep: number, source: Random): Manner {
  return manner((habit) => (source.uniform() < keep ? from[habit] : drawHabit(habit, source)));
}

function manner(value: (habit: Habit) => string): Manner {
  return Object.fromEntries(habitNames.map((habit) => [habit, value(habit)])) as unknown as Manner;
}
