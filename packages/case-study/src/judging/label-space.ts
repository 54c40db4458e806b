import { byContext, type Context, type Label, type Marginal } from "@promptnce/core";
import { textForm, type Attempt, type Student } from "../class/student.ts";

/** `compression`: attempts of the window; `future`: later ones, which no summary was shown. */
export type Variant = "compression" | "future";

/** One of a student's attempts in the order she made them. */
export interface NumberedAttempt extends Attempt {
  /** From 1, among the attempts of the variant. */
  readonly number: number;
  /**
   * The context of its probabilities: the task and, for `compression`, the attempt's number among
   * all of the student's attempts at it, from 1.
   */
  readonly context: Context;
  /** Whether she wrote the same text before: for `future`, in the window too. */
  readonly repeats: boolean;
}

export function numberedAttempts(student: Student, variant: Variant): NumberedAttempt[] {
  const all = allAttempts(student, variant);
  const { length } = student.window;
  if (variant === "compression") return all.slice(0, length);
  return all.slice(length).map((attempt) => ({ ...attempt, number: attempt.number - length }));
}

/** The window and the later attempts, numbered consecutively. */
function allAttempts({ window, later }: Student, variant: Variant): NumberedAttempt[] {
  const seen = new Set<string>();
  const made = new Map<string, number>();
  return [...window, ...later].map(({ task, code }, i) => {
    const repeats = seen.has(textForm(code));
    seen.add(textForm(code));
    const number = (made.get(task) ?? 0) + 1;
    made.set(task, number);
    const context = variant === "future" ? { task } : { task, attempt: String(number) };
    return { task, code, number: i + 1, context, repeats };
  });
}

/**
 * P(y | c) over the label space of any attempt in a class: her own text and each text that other
 * students wrote in the same context, by how often it was written, whether in their windows or
 * later. Her other attempts are not in it. Texts that differ in case or outer space alone are one,
 * since a model's answer may be matched that way: hers as she wrote it, of others' the first in the
 * alphabet, so that the order of the class does not matter.
 */
export function labelSpaces(
  students: readonly Student[],
  variant: Variant,
): (student: Student, attempt: NumberedAttempt) => Marginal {
  const written = students.flatMap((student) =>
    allAttempts(student, variant).map(({ code, context }) => {
      return { student: student.id, code, context, form: textForm(code) };
    }),
  );
  // The order of the labels decides who gets which random number, so it must be the texts' own.
  written.sort(({ code: a }, { code: b }) => Number(a > b) - Number(a < b));
  const writtenIn = byContext(written);

  return ({ id }, { code, context }) => {
    const others = writtenIn(context).filter(({ student }) => student !== id);
    const texts = [{ code, form: textForm(code) }, ...others];
    const same = [...Map.groupBy(texts, ({ form }) => form).values()];
    return new Map(
      same.map((group): [Label, number] => [group[0]!.code, group.length / texts.length]),
    );
  };
}
