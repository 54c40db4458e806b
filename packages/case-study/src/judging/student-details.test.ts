import type { Outcome } from "@promptnce/core";
import { expect, test } from "vitest";
import { comparisons } from "./comparisons.ts";
import { studentDetails, winnersOf } from "./student-details.ts";
import { syntheticClass } from "../world/synthetic-class.ts";

const { students } = syntheticClass(1, 12);
const made = comparisons(students, { variant: "compression", seed: 1, limit: 2 }).comparisons;
const trials = made.flatMap((one) => [...one.trials.values()]);

test("every score of every comparison is listed under its student", () => {
  const outcomes = trials.map((trial, i): Outcome => {
    return i === 0
      ? { trial, estimate: {}, status: "unreadable" }
      : { trial, estimate: { conditional: i / 100, pmi: -i }, status: "ok" };
  });
  const details = studentDetails(made, outcomes.toReversed());
  expect(details.map(({ student }) => student)).toEqual(students.map(({ id }) => id));
  const scores = details.flatMap((one) => one.comparisons.flatMap((each) => each.scores));
  expect(scores).toEqual(
    outcomes.map(({ trial, estimate, status }) => {
      const kind = trial.id.split("/").at(-1);
      return { kind, ...estimate, status };
    }),
  );
  const [first] = details[0]!.comparisons;
  expect(first).toMatchObject({ id: made[0]!.id, task: "sum_even" });
  // Two comparisons a student; of the first student's first the expert summary has no score.
  expect(details.map(({ kinds }) => kinds)).toEqual(
    students.map((_, i) => [
      { kind: "expert", points: 0, of: i === 0 ? 1 : 2 },
      { kind: "generic", points: i === 0 ? 1 : 2, of: i === 0 ? 1 : 2 },
    ]),
  );
  // Plain data: what is written as JSON is all there is.
  expect(JSON.parse(JSON.stringify(details))).toEqual(details);
});

test("a trial without an outcome is a mistake", () => {
  expect(() => studentDetails(made, [])).toThrow(
    'Trial "synthetic-001/compression/1/expert" has no outcome',
  );
});

test("who won an attempt is whom no other beats: several where they tie, nobody where no two have a score", () => {
  const winners = (...scores: (number | undefined)[]) =>
    winnersOf({
      id: "1",
      task: "t",
      scores: scores.map((conditional, i) => ({
        kind: "abc"[i]!,
        ...(conditional !== undefined && { conditional }),
        status: "ok",
      })),
    });
  expect(winners(0.2, 0.5)).toEqual(["b"]);
  expect(winners(0.5, 0.5, 0.1)).toEqual(["a", "b"]);
  expect(winners(0.5, undefined)).toEqual([]);
  expect(winners(0.5, undefined, 0.6)).toEqual(["c"]);
});
