import type { Habit, Manner } from "./habits.ts";
import type { Task } from "./tasks.ts";

/** How far a program has got: the loop, what it adds, the test on it, and the result (whole). */
export type Stage = 1 | 2 | 3 | 4;

export const wholeProgram: Stage = 4;

/** The habits that a program shows at a stage; its text depends on these and on no other. */
export function visibleHabits(stage: Stage): readonly Habit[] {
  const order: readonly Habit[] = ["update", "condition", "result"];
  return ["loop", "bound", "naming", "spacing", "comment", ...order.slice(0, stage - 1)];
}

/**
 * The text of a program in Python, without a final newline. Two manners give the same text exactly
 * where they agree on {@link visibleHabits}; tasks and stages never share a text.
 */
export function program(task: Task, manner: Manner, stage: Stage): string {
  const { item, total } = names(task, manner);
  const result = `${manner.result === "print" ? `print(${total})` : `return ${total}`}`;
  const early = manner.result === "early";
  const code = [
    `def ${task.name}(${task.parameter}):`,
    `    ${total} = 0`,
    ...loopHead(task, manner).map((line) => `    ${line}`),
    ...loopBody(task, manner, stage).map((line) => `        ${line}`),
    ...(manner.loop === "while" && stage > 1 ? [`        ${add(item, "1", manner)}`] : []),
    ...(stage === wholeProgram ? [`${early ? "        " : "    "}${result}`] : []),
  ];
  const laidOut = manner.spacing === "tight" ? code.map(tighten) : code;
  return [...(manner.comment === "commented" ? [`# ${task.aim}`] : []), ...laidOut].join("\n");
}

function names(task: Task, manner: Manner): { item: string; total: string } {
  if (manner.naming === "letters") return { item: "i", total: "t" };
  return { item: task.over === "numbers" ? "number" : "index", total: "total" };
}

function loopHead(task: Task, manner: Manner): string[] {
  const { item } = names(task, manner);
  const short = manner.bound === "short";
  if (task.over === "numbers") {
    if (manner.loop === "for") {
      return [`for ${item} in range(1, ${task.parameter}${short ? "" : " + 1"}):`];
    }
    return [`${item} = 1`, `while ${item} ${short ? "<" : "<="} ${task.parameter}:`];
  }
  const end = `len(${task.parameter})${short ? " - 1" : ""}`;
  if (manner.loop === "for") return [`for ${item} in range(${end}):`];
  return [`${item} = 0`, `while ${item} < ${end}:`];
}

function loopBody(task: Task, manner: Manner, stage: Stage): string[] {
  const { item, total } = names(task, manner);
  if (stage === 1) return ["pass"];
  const update = add(total, task.term(item), manner);
  if (stage === 2) return [update];
  const test = task.test(item);
  return [`if ${manner.condition === "compared" ? `(${test}) == True` : test}:`, `    ${update}`];
}

function add(name: string, term: string, manner: Manner): string {
  return manner.update === "augmented" ? `${name} += ${term}` : `${name} = ${name} + ${term}`;
}

/** Takes the blanks from around operators and after commas; a blank in quotes has neither. */
function tighten(line: string): string {
  return line.replaceAll(/ (\+=|==|<=|[=<>%+*-]) /g, "$1").replaceAll(", ", ",");
}
