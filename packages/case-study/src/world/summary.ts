import { type Random, shuffle } from "@promptnce/core/sampling";
import { copyManner, habitNames, habits, type Manner } from "./habits.ts";
import { rates } from "./rates.ts";

/** Summaries that could be of anybody: not one of them states a habit. */
export const genericSummaries: readonly string[] = [
  "This student is learning to program. She understands some ideas well and is still working on others, and would gain from more practice.",
  "This student is making progress. Her code shows effort, and with time and feedback she will write better programs.",
  "This student can solve some tasks of the course and finds others harder. She should keep trying and ask when stuck.",
];

/**
 * Some of the window's habits, in any order and one of two wordings each, a few of them wrong
 * ({@link rates}).
 */
export function expertSummary(window: Manner, source: Random): string {
  const said = copyManner(window, rates.fidelity, source);
  const mentioned = habitNames.filter(() => source.uniform() < rates.mention);
  const clauses = shuffle(mentioned, source).map((habit) => {
    const wordings = habits[habit].find(({ value }) => value === said[habit])!.clauses;
    return wordings[source.below(wordings.length)]!;
  });
  if (clauses.length === 0) return "Nothing in this student's code stands out.";
  const [first, ...rest] = clauses;
  return [`This student ${first}.`, ...rest.map((clause) => `She ${clause}.`)].join(" ");
}

/**
 * The habits that any text states. A habit for which it states no value, or two, is left out.
 */
export function readSummary(text: string): Partial<Manner> {
  const stated = habitNames.flatMap((habit) => {
    const values = habits[habit].filter(({ clauses }) => clauses.some((c) => text.includes(c)));
    return values.length === 1 ? [[habit, values[0]!.value] as const] : [];
  });
  return Object.fromEntries(stated) as Partial<Manner>;
}
