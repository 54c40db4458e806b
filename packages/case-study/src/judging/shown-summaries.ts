import { random } from "@promptnce/core/sampling";
import { type Student, summaryKinds } from "../class/student.ts";

/** The summaries with which an attempt is asked about, by kind, from the id of its comparison. */
type ShownSummaries = (comparison: string) => ReadonlyMap<string, string>;

/** The name under which other students' summaries of a kind are compared with the student's own. */
function anothers(kind: string): string {
  return `${kind}, another student's`;
}

/**
 * The summaries that are compared for a student, or the reason why there are none. Where the class
 * has two kinds or more, they are her own. Where it has one, hers stands beside that of another
 * student, drawn for each comparison from those with another text.
 */
export function shownSummaries(
  students: readonly Student[],
  seed: string | number,
): (student: Student) => ShownSummaries | string {
  const [kind, ...more] = summaryKinds(students);
  if (kind === undefined || more.length > 0) {
    return ({ summaries }) =>
      summaries.size < 2 ? "has fewer than two summaries" : () => summaries;
  }
  // By id, so that the order of the class does not matter.
  const byId = students.toSorted((a, b) => Number(a.id > b.id) - Number(a.id < b.id));
  const texts = byId.flatMap(({ summaries }) => summaries.get(kind) ?? []);
  return ({ summaries }) => {
    const own = summaries.get(kind);
    if (own === undefined) return "has no summary";
    const others = texts.filter((text) => text.trim() !== own.trim());
    if (others.length === 0) return "has the same summary as everybody";
    return (comparison) => {
      const drawn = random(`${seed}/another/${comparison}`).below(others.length);
      return new Map([
        [kind, own],
        [anothers(kind), others[drawn]!],
      ]);
    };
  };
}
