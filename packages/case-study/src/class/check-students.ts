import { ClassDataError } from "../attempts/errors.ts";
import { summaryKinds, type Student } from "./student.ts";

/**
 * Checks that a class, which may come from a file, can be compared.
 * @throws ClassDataError naming the first student and field at fault: an id that is blank or used
 *   twice, a window without snapshots, a blank text; or two kinds of summary that are the same text
 *   for every student who has both
 */
export function checkStudents(students: readonly Student[]): void {
  const ids = new Set<string>();
  for (const [i, student] of students.entries()) {
    if (student.id.trim() === "") {
      throw new ClassDataError(`Student ${i + 1} of the list has a blank id: give each her own.`);
    }
    if (ids.has(student.id))
      throw new ClassDataError(`Two students have the id "${student.id}": give each her own.`);
    ids.add(student.id);
    checkStudent(student);
  }
  checkKinds(students);
}

function checkStudent({ id, window, later, summaries }: Student): void {
  if (window.length === 0) {
    const remedy = "give those her summaries were written from";
    throw new ClassDataError(`The window of student "${id}" has no snapshots: ${remedy}.`);
  }
  const texts = [
    ...window.map(({ code }, i) => [`window[${i}].code`, code] as const),
    ...later.map(({ code }, i) => [`later[${i}].code`, code] as const),
    ...Array.from(summaries, ([kind, text]) => [`summary "${kind}"`, text] as const),
  ];
  const blank = texts.find(([, text]) => text.trim() === "");
  if (blank !== undefined) {
    throw new ClassDataError(
      `Student "${id}" has a blank ${blank[0]}: give its text or leave her out.`,
    );
  }
}

function checkKinds(students: readonly Student[]): void {
  const kinds = summaryKinds(students);
  for (const [i, a] of kinds.entries()) {
    for (const b of kinds.slice(i + 1)) {
      const both = students.filter(({ summaries }) => summaries.has(a) && summaries.has(b));
      const same = both.every(
        ({ summaries }) => summaries.get(a)?.trim() === summaries.get(b)?.trim(),
      );
      const alike = "the same text for every student: they are to be told apart";
      if (both.length > 0 && same)
        throw new ClassDataError(`The summaries "${a}" and "${b}" are ${alike}.`);
    }
  }
}
