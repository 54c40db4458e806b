import type { Input, Label, Marginal } from "@promptnce/core";
import { type Habit, habits, type Manner } from "./habits.ts";
import {
  laterTasks,
  program,
  type Stage,
  stages,
  type Exercise,
  visibleHabits,
  wholeProgram,
  windowTask,
} from "./program.ts";
import { rates } from "./rates.ts";
import { readSummary } from "./summary.ts";

/** What a truthful respondent knows: the part of a dataset that its answers rest on. */
export interface ProgramWorld {
  /** P(code) of every program that can be written. */
  readonly marginal: Marginal;
  /** P(code | summary) of any program, zero included; throws where x has no field `summary`. */
  readonly conditional: (x: Input, y: Label) => number;
}

/**
 * The exact joint distribution behind the synthetic class: `marginal` has every program that can be
 * written, `conditional({ summary }, code)` its probability in [0, 1] given any summary text.
 *
 * Both are given the place (task and stage of the window) that the program itself shows: at each
 * place they sum to one, and over all thirteen places to thirteen. An impossible program has 0.
 * A generic summary tells nothing.
 *
 * A habit the summary states and the program shows has the probability
 * `link · [they agree] + (1 − link) · share`: each step from the window to the summary, from the
 * student to the window, and from the student to a later program keeps a habit or draws it from the
 * class's shares, so that a chain of steps is one such step with the product of their rates.
 * @throws TypeError from `conditional`, where x has no field `summary`
 */
export function programWorld(): ProgramWorld {
  made ??= makeWorld();
  return made;
}

/** The same for all classes, whatever their seed. */
let made: ProgramWorld | undefined;

function makeWorld(): ProgramWorld {
  /** With `link`, how often a habit that a summary states is shown there for that reason. */
  const written = (task: Exercise, stage: Stage, link: number) => {
    const visible = visibleHabits(stage);
    return manners(visible).map((manner) => {
      const shown = visible.map((habit) => {
        const value = manner[habit];
        return { habit, value, share: share(habit, value) };
      });
      return [program(task, manner, stage), { shown, link }] as const;
    });
  };
  const programs = new Map([
    ...stages.flatMap((stage) => written(windowTask, stage, rates.fidelity)),
    ...laterTasks.flatMap((task) => written(task, wholeProgram, rates.fidelity * rates.habit ** 2)),
  ]);
  const marginal = new Map(
    Array.from(programs, ([code, { shown }]) => [code, product(shown, ({ share }) => share)]),
  );

  const conditional = (x: Input, y: Label): number => {
    const summary = x["summary"];
    if (summary === undefined) {
      const has = `x has ${JSON.stringify(Object.keys(x))}`;
      throw new TypeError(
        `A question about programs needs the field "summary", but ${has}: give { summary }.`,
      );
    }
    const written = programs.get(y);
    if (written === undefined) return 0;
    const stated = readSummary(summary);
    return product(written.shown, ({ habit, value, share }) => {
      if (stated[habit] === undefined) return share;
      const agree = stated[habit] === value ? written.link : 0;
      return agree + (1 - written.link) * share;
    });
  };
  return { conditional, marginal };
}

function share(habit: Habit, value: string): number {
  return habits[habit].find((candidate) => candidate.value === value)!.share;
}

/** A habit that a program shows, and how much of the class has it in this way. */
interface Shown {
  readonly habit: Habit;
  readonly value: string;
  readonly share: number;
}

function product(shown: readonly Shown[], factor: (one: Shown) => number): number {
  return shown.reduce((sofar, one) => sofar * factor(one), 1);
}

/** Every manner that differs in the given habits, the rest at their first value. */
function manners(varied: readonly Habit[]): Manner[] {
  let all: Readonly<Record<string, string>>[] = [{}];
  for (const [habit, values] of Object.entries(habits)) {
    const used = varied.includes(habit as Habit) ? values : values.slice(0, 1);
    all = all.flatMap((partial) => used.map(({ value }) => ({ ...partial, [habit]: value })));
  }
  return all as unknown as Manner[];
}
