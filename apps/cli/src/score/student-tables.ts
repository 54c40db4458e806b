import type { Table } from "../terminal/page.ts";
import { type Scored, startOf } from "./scored.ts";
import { shortNames } from "./short-names.ts";

/** A table a variant, a row a student: how often each kind of her summaries beat the others. */
export function studentTables(scored: readonly Scored[], simulated: string | undefined): Table[] {
  return [...Map.groupBy(scored, ({ job }) => job.variant)].map(([variant, own]) => {
    const columns = own.flatMap((one) => {
      const [, method] = startOf(one.job);
      const kinds = new Set(one.details.flatMap((detail) => detail.kinds.map(({ kind }) => kind)));
      return [...kinds].map((kind) => ({ method, kind, rates: ratesOf(one, kind) }));
    });
    const students = own[0]?.details.map(({ student }) => student) ?? [];
    const names = shortNames(students);
    return {
      name: `students-${variant}`,
      title: own[0] === undefined ? variant : startOf(own[0].job)[0],
      simulated,
      columns: [
        { id: "student", title: "Student" },
        ...columns.map(({ method, kind }) => {
          return { id: `${method} ${kind}`, title: `${kind} (${method})`, digits: 2 };
        }),
      ],
      rows: students.map((student) => [names.get(student), ...columns.map(({ rates }) => rates.get(student))]),
      notes: ["The share of verdicts on the student's attempts that the kind of summary won, a tie being one half."],
    };
  });
}

function ratesOf({ details }: Scored, kind: string): Map<string, number> {
  return new Map(
    details.flatMap(({ student, kinds }) => {
      const found = kinds.find((one) => one.kind === kind);
      return found === undefined || found.of === 0 ? [] : [[student, found.points / found.of]];
    }),
  );
}
