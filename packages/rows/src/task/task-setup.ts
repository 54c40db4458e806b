import { describeMethod } from "@promptnce/core/methods";
import { existsSync } from "node:fs";
import type { FindTemplate, Grounding, PromptReader } from "@promptnce/core";
import type { WordingMode, Task } from "@promptnce/prompts";
import type { Pack } from "@promptnce/prompts/packs";
import { OptionError } from "@promptnce/core/errors";
import type { LabelList } from "../input/read-labels.ts";

/** What a task asks about: the fields of x, and the labels. */
export interface TaskData {
  /** The task's name in questions. */
  readonly name: string;
  /** The fields of x that its prompts show. */
  readonly fields: readonly string[];
  /** The fields among them that form the context, which a question about a base rate shows. */
  readonly given?: readonly string[];
  /** The examples of its grounded base rate; if absent, they are drawn from the rows. */
  readonly examples?: Grounding["examples"];
  /** All labels, if the task lists them, with the name of its file. */
  readonly labels?: LabelList;
}

/** A task that is ready to ask, with its prompts. */
export interface TaskSetup extends TaskData {
  /** The mode of its wordings. */
  readonly mode: WordingMode;
  readonly findTemplate: FindTemplate;
  /** Recovers the question from a prompt, for the simulated respondent. */
  readonly read: PromptReader;
  /** Groups of labels that the task declares near-synonyms. */
  readonly synonyms?: Task["synonyms"];
  /** The definition that the task was made from, for the record; absent for the paper's tasks. */
  readonly definition?: Task;
}

/**
 * The names of the paper's tasks for rows. Tasks of packs and of YAML files have names of their
 * own.
 */
export type TaskName = "words" | "chaosnli" | "goemotions";

/** Any text, for which an editor completes the names of the paper's tasks. */
type AnyTaskName = TaskName | (string & Record<never, never>);

const builtIn: ReadonlyMap<string, readonly string[]> = new Map<TaskName, readonly string[]>([
  ["words", ["cue"]],
  ["chaosnli", ["premise", "hypothesis"]],
  ["goemotions", ["comment"]],
]);

/**
 * The task of a name, in the wordings of a mode. The name is one of the paper's tasks, a task of a
 * pack, or the path of a YAML file.
 *
 * @throws OptionError for an unknown name; DataError for a file that is no task.
 * @example
 * (await taskSetup("chaosnli", "faithful")).fields; // → ["premise", "hypothesis"]
 */
export async function taskSetup(
  name: AnyTaskName,
  mode: WordingMode,
  packs: readonly Pack[] = [],
): Promise<TaskSetup> {
  const tasks = packs.flatMap((pack) => pack.tasks);
  const names = [...builtIn.keys(), ...tasks.map((one) => one.name)];
  if (!names.includes(name) && !isTaskFile(name)) {
    throw new OptionError(
      "task",
      `there is no task ${name}; name one of ${names.join(", ")}, or a YAML file that describes one`,
    );
  }
  const { findTemplateWith, readPromptWith } = await import("@promptnce/prompts/packs");
  const fields = builtIn.get(name);
  if (fields !== undefined) {
    const findTemplate = findTemplateWith(packs, mode);
    return { name, mode, fields, findTemplate, read: readPromptWith(packs) };
  }
  const { readTask } = await import("./read-task.ts");
  return ownTaskSetup(tasks.find((one) => one.name === name) ?? readTask(name), mode, packs, name);
}

/**
 * The setup of a task of your own, in the wordings of a mode.
 *
 * @param source the name of its list of labels in errors: that of its file, if there is one
 * @example
 * const { name, fields } = await ownTaskSetup(readTask("films.yaml"), "faithful");
 * [name, fields]; // → ["films", ["film"]]
 */
export async function ownTaskSetup(
  task: Task,
  mode: WordingMode,
  packs: readonly Pack[] = [],
  source: string = task.name,
): Promise<TaskSetup> {
  const { taskFields } = await import("@promptnce/prompts");
  const { definePack, findTemplateWith, readPromptWith } = await import("@promptnce/prompts/packs");
  const own = definePack({ name: source, version: "its own", tasks: [task] });
  const { examples, labels, synonyms, given } = task;
  return {
    name: task.name,
    mode,
    fields: taskFields(task),
    findTemplate: findTemplateWith([...packs, own], mode),
    read: readPromptWith([...packs, own]),
    ...(given && { given }),
    ...(examples && { examples }),
    ...(labels && { labels: { all: labels, file: source } }),
    synonyms,
    definition: task,
  };
}

/**
 * Whether a task's name is the path of a file, and not that of one of the paper's tasks.
 *
 * @example
 * ["films.yaml", "words"].map(isTaskFile); // → [true, false]
 */
export function isTaskFile(name: string): boolean {
  return !builtIn.has(name) && (/\.ya?ml$/i.test(name) || existsSync(name));
}

/** The most labels of a decision, which has 255 options, beside OTHER. */
const MOST_DECIDED = 254;

/**
 * The wording mode that the options choose: `structured`, `tokens` for answers read from token
 * probabilities, `decisions` for those of decision models, or `faithful`.
 *
 * @throws OptionError if the options exclude each other, or ask for something that no single token,
 * or no decision, can answer.
 * @example
 * wordingMode({ structured: false, readFrom: "tokens", k: 5 }); // → "tokens"
 */
export function wordingMode(given: {
  readonly structured: boolean;
  readonly readFrom: "reply" | "tokens" | "decisions" | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly k?: number | undefined;
}): WordingMode {
  const { structured, readFrom, methods = [], k = 0 } = given;
  if (readFrom !== "tokens" && readFrom !== "decisions") {
    return structured ? "structured" : "faithful";
  }
  if (structured) {
    throw new OptionError(
      "readFrom",
      `a schema constrains written replies, and ${readFrom} are read without one: leave out one of the two`,
    );
  }
  const unanswerable = methods.find((id) => describeMethod(id)?.asks.includes("pmi"));
  if (unanswerable !== undefined) {
    throw new OptionError(
      "readFrom",
      `${unanswerable} asks for what no single ${readFrom === "tokens" ? "token" : "decision"} can say: name other methods`,
    );
  }
  if (readFrom === "decisions") {
    if (k <= MOST_DECIDED) return "decisions";
    throw new OptionError(
      "k",
      `a decision has ${MOST_DECIDED + 1} options at most, OTHER among them, and ${k} labels are more: give fewer`,
    );
  }
  if (k > 25) {
    throw new OptionError(
      "k",
      (write) =>
        `with ${write("readFrom", "tokens")} the letters A to Z name 25 labels and OTHER, not ${k}`,
    );
  }
  return "tokens";
}
