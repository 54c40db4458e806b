import type { Label, Marginal } from "@promptnce/core";
import { textForm, type Attempt, type Student } from "../class/student.ts";

/** `compression`: attempts of the window; `future`: later ones, which no summary was shown. */
export type Variant = "compression" | "future";

/** One of a student's attempts in the order she made them. */
export interface NumberedAttempt extends Attempt {
  /** From 1, among the attempts of the variant. */
  readonly number: number;
  /** From 1, among all her attempts at the task. */
  readonly stage: number;
  /** Whether she wrote the same text before: for `future`, in the window too. */
  readonly repeats: boolean;
}

export function numberedAttempts(student: Student, variant: Variant): NumberedAttempt[] {
  const all = allAttempts(student);
  const { length } = student.window;
  if (variant === "compression") return all.slice(0, length);
  return all.slice(length).map((attempt) => ({ ...attempt, number: attempt.number - length }));
}

/** The window and the later attempts, numbered consecutively. */
function allAttempts({ window, later }: Student): NumberedAttempt[] {
  const seen = new Set<string>();
  const stages = new Map<string, number>();
  return [...window, ...later].map(({ task, code }, i) => {
    const repeats = seen.has(textForm(code));
    seen.add(textForm(code));
    const stage = (stages.get(task) ?? 0) + 1;
    stages.set(task, stage);
    return { task, code, number: i + 1, stage, repeats };
  });
}

/**
 * P(y) over the label space of any attempt in a class: her own text and each text that other students wrote at the same
 * task (for `compression`, as their attempt of the same number at it too), by how often it was written, whether in
 * their windows or later. Her other attempts are not in it. Texts that differ in case or outer space alone are one,
 * since a model's answer may be matched that way: hers as she wrote it, of others' the first in the alphabet, so that
 * the order of the class does not matter.
 */
export function labelSpaces(
  students: readonly Student[],
  variant: Variant,
): (student: Student, attempt: NumberedAttempt) => Marginal {
  const written = students.flatMap((student) =>
    allAttempts(student).map((attempt) => ({ student, attempt })),
  );
  // The order of the labels decides who gets which random number, so it must be the texts' own.
  written.sort(
    ({ attempt: { code: a } }, { attempt: { code: b } }) => Number(a > b) - Number(a < b),
  );
  const places = Map.groupBy(written, ({ attempt }) => placeOf(attempt, variant));

  return (student, attempt) => {
    const others = (places.get(placeOf(attempt, variant)) ?? []).filter(
      (other) => other.student.id !== student.id,
    );
    const texts = [attempt.code, ...others.map((other) => other.attempt.code)];
    const same = [...Map.groupBy(texts, textForm).values()];
    return new Map(same.map((group): [Label, number] => [group[0]!, group.length / texts.length]));
  };
}

function placeOf({ stage, task }: NumberedAttempt, variant: Variant): string {
  return variant === "future" ? task : `${stage} ${task}`;
}
