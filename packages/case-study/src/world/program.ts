import type { Habit, Manner } from "./habits.ts";

/** An assignment of the synthetic course: add up something over a range. */
export interface Exercise {
  /** The function's name; unique in the course. */
  readonly name: string;
  /** What the loop runs over: 1 to `n`, or the places of any other parameter from 0. */
  readonly parameter: string;
  /** The aim, as a student's comment says it. */
  readonly aim: string;
  /** What is tested of the loop's variable, #. */
  readonly test: string;
  /** What is added where the test holds. */
  readonly term: string;
}

const rows: readonly (readonly [
  name: string,
  parameter: string,
  aim: string,
  test: string,
  term: string,
])[] = [
  ["sum_even", "n", "add up the even numbers from 1 to n", "# % 2 == 0", "#"],
  ["count_threes", "n", "count the multiples of three up to n", "# % 3 == 0", "1"],
  ["sum_odd_squares", "n", "add up the squares of the odd numbers up to n", "# % 2 == 1", "# * #"],
  ["count_divisors", "n", "count the numbers that divide n", "n % # == 0", "1"],
  ["sum_divisors", "n", "add up the numbers that divide n", "n % # == 0", "#"],
  ["count_vowels", "text", "count the vowels in text", 'text[#] in "aeiou"', "1"],
  ["count_blanks", "text", "count the blanks in text", 'text[#] == " "', "1"],
  ["sum_positive", "values", "add up the positive values", "values[#] > 0", "values[#]"],
  ["count_large", "values", "count the values above ten", "values[#] > 10", "1"],
  ["sum_at_even_places", "values", "add up every other value", "# % 2 == 0", "values[#]"],
];

const course = rows.map(([name, parameter, aim, test, term]): Exercise => ({
  name,
  parameter,
  aim,
  test,
  term,
}));

/** The task whose four snapshots are the window. */
export const windowTask: Exercise = course[0]!;

/** The nine tasks that come later, in the order of the course. */
export const laterTasks: readonly Exercise[] = course.slice(1);

/** How far a program has got: the loop, what it adds, the test on it, and the result (whole). */
export const stages = [1, 2, 3, 4] as const;

export type Stage = (typeof stages)[number];

export const wholeProgram: Stage = 4;

/** The habits that a program shows at a stage; its text depends on these and on no other. */
export function visibleHabits(stage: Stage): readonly Habit[] {
  const order: readonly Habit[] = ["update", "condition", "result"];
  return ["loop", "bound", "naming", "spacing", "comment", ...order.slice(0, stage - 1)];
}

/**
 * A program in Python, no newline at its end. Texts differ by task, stage and {@link visibleHabits}
 * alone.
 */
export function program(task: Exercise, manner: Manner, stage: Stage): string {
  const inWords = { item: task.parameter === "n" ? "number" : "index", total: "total" };
  const { item, total } = manner.naming === "letters" ? { item: "i", total: "t" } : inWords;
  const result = manner.result === "print" ? `print(${total})` : `return ${total}`;
  const early = manner.result === "early";
  const [test, term] = [task.test, task.term].map((text) => text.replaceAll("#", item)) as [
    string,
    string,
  ];
  const code = [
    `def ${task.name}(${task.parameter}):`,
    `    ${total} = 0`,
    ...loopHead(task, manner, item).map((line) => `    ${line}`),
    ...loopBody(stage, test, add(total, term, manner), manner).map((line) => `        ${line}`),
    ...(manner.loop === "while" && stage > 1 ? [`        ${add(item, "1", manner)}`] : []),
    ...(stage === wholeProgram ? [`${early ? "        " : "    "}${result}`] : []),
  ];
  const text = code.join("\n");
  const laidOut = manner.spacing === "tight" ? tighten(text) : text;
  return manner.comment === "commented" ? `# ${task.aim}\n${laidOut}` : laidOut;
}

function loopHead({ parameter }: Exercise, { loop, bound }: Manner, item: string): string[] {
  const short = bound === "short";
  if (parameter === "n") {
    if (loop === "for") return [`for ${item} in range(1, ${parameter}${short ? "" : " + 1"}):`];
    return [`${item} = 1`, `while ${item} ${short ? "<" : "<="} ${parameter}:`];
  }
  const end = `len(${parameter})${short ? " - 1" : ""}`;
  if (loop === "for") return [`for ${item} in range(${end}):`];
  return [`${item} = 0`, `while ${item} < ${end}:`];
}

function loopBody(stage: Stage, test: string, update: string, { condition }: Manner): string[] {
  if (stage === 1) return ["pass"];
  if (stage === 2) return [update];
  return [`if ${condition === "compared" ? `(${test}) == True` : test}:`, `    ${update}`];
}

function add(name: string, term: string, manner: Manner): string {
  return manner.update === "augmented" ? `${name} += ${term}` : `${name} = ${name} + ${term}`;
}

/** Takes the blanks from around operators and after commas; a blank in quotes has neither. */
function tighten(code: string): string {
  return code.replaceAll(/ (\+=|==|<=|[=<>%+*-]) /g, "$1").replaceAll(", ", ",");
}
