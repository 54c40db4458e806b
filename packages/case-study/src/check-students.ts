import type { Student } from "./student.ts";

/**
 * Refuses a class that cannot be compared, as one read from a file may be.
 *
 * @throws {RangeError} naming the first student and field at fault: an id that is blank or used
 * twice, a window of other than four snapshots, a blank text, or an expert summary that is the
 * generic one (every comparison would be a tie).
 */
export function checkStudents(students: readonly Student[]): void {
  const ids = new Set<string>();
  for (const [i, student] of students.entries()) {
    if (student.id.trim() === "") {
      throw new RangeError(`Student ${i + 1} of the list has a blank id: give each her own.`);
    }
    if (ids.has(student.id)) {
      throw new RangeError(`Two students have the id "${student.id}": give each her own.`);
    }
    ids.add(student.id);
    checkStudent(student);
  }
}

function checkStudent({ id, window, later, expert, generic }: Student): void {
  const length: number = window.length;
  if (length !== 4) {
    throw new RangeError(
      `The window of student "${id}" has ${length} snapshots, but four consecutive ones are compared.`,
    );
  }
  const texts = [
    ...window.map(({ code }, i) => [`window[${i}].code`, code] as const),
    ...later.map(({ code }, i) => [`later[${i}].code`, code] as const),
    ["expert", expert] as const,
    ["generic", generic] as const,
  ];
  const blank = texts.find(([, text]) => text.trim() === "");
  if (blank !== undefined) {
    throw new RangeError(
      `Student "${id}" has a blank ${blank[0]}: give its text or leave her out.`,
    );
  }
  if (expert.trim() === generic.trim()) {
    throw new RangeError(
      `Student "${id}" has the same text as expert and generic summary: they are to be told apart.`,
    );
  }
}
