import { describeMethod } from "@promptnce/core/methods";
import { existsSync } from "node:fs";
import type { FindTemplate, Grounding } from "@promptnce/core";
import type { WordingMode, Task } from "@promptnce/prompts";
import type { Pack } from "@promptnce/prompts/packs";
import { OptionError } from "@promptnce/core/errors";
import type { PromptReader } from "@promptnce/core";
import type { LabelList } from "../input/read-labels.ts";

/** What a task brings to an estimate: how to ask, and what x is made of. */
export interface TaskSetup {
  /** As the questions name it. */
  readonly name: string;
  /** That of its wordings. */
  readonly mode: WordingMode;
  /** The fields of x that its prompts show. */
  readonly fields: readonly string[];
  /** Those of them that are its context, which a question about a base rate shows. */
  readonly given?: readonly string[];
  readonly findTemplate: FindTemplate;
  /** Reads its prompts back, for the simulated respondent. */
  readonly read: PromptReader;
  /** What its grounded base rate shows; drawn from the rows where it brings none. */
  readonly examples?: Grounding["examples"];
  /** All labels there are, where it names them, with the file that does. */
  readonly labels?: LabelList;
  /** Groups of labels that it says mean the same. */
  readonly synonyms?: Task["synonyms"];
  /** What it says of itself, for the record; absent of the paper's tasks. */
  readonly definition?: Task;
}

/** The paper's tasks that rows can be asked about; a task of a pack or of one's own is named besides. */
type TaskName = "words" | "chaosnli" | "goemotions";

/** What an editor completes, of any text. */
type Named = TaskName | (string & Record<never, never>);

const builtIn: ReadonlyMap<string, readonly string[]> = new Map<TaskName, readonly string[]>([
  ["words", ["cue"]],
  ["chaosnli", ["premise", "hypothesis"]],
  ["goemotions", ["comment"]],
]);

/**
 * The task of that name, or in the YAML file of that name, in the wordings of a mode.
 *
 * @throws OptionError for a name it does not know, DataError for a file that is no task.
 */
export async function taskSetup(
  name: Named,
  mode: WordingMode,
  packs: readonly Pack[] = [],
): Promise<TaskSetup> {
  const { taskFields } = await import("@promptnce/prompts");
  const { definePack, findTemplateWith, readPromptWith } = await import("@promptnce/prompts/packs");
  const tasks = packs.flatMap((pack) => pack.tasks);
  const known = [...builtIn.keys(), ...tasks.map((one) => one.name)];
  if (!known.includes(name) && !isTaskFile(name)) {
    throw new OptionError(
      "task",
      `there is no task ${name}; name one of ${known.join(", ")}, or a YAML file as \`promptnce task init\` writes it`,
    );
  }
  const setup = (of: string, fields: readonly string[], all: readonly Pack[]): TaskSetup => {
    return {
      name: of,
      mode,
      fields,
      findTemplate: findTemplateWith(all, mode),
      read: readPromptWith(all),
    };
  };
  const fields = builtIn.get(name);
  if (fields !== undefined) return setup(name, fields, packs);
  const { readTask } = await import("./read-task.ts");
  const task = tasks.find((one) => one.name === name) ?? readTask(name);
  const { examples, labels, synonyms, given } = task;
  return {
    ...setup(task.name, taskFields(task), [
      ...packs,
      definePack({ name, version: "its own", tasks: [task] }),
    ]),
    ...(given && { given }),
    ...(examples && { examples }),
    ...(labels && { labels: { all: labels, file: name } }),
    synonyms,
    definition: task,
  };
}

/** Whether that names a file with a task of one's own. */
export function isTaskFile(name: string): boolean {
  return !builtIn.has(name) && (/\.ya?ml$/i.test(name) || existsSync(name));
}

/**
 * The mode that these options choose; what is read from tokens has wordings of its own.
 *
 * @throws OptionError where they do not go together, or ask for what no token can say.
 */
export function wordingMode(given: {
  readonly structured: boolean;
  readonly readFrom: "reply" | "tokens" | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly k?: number | undefined;
}): WordingMode {
  const { structured, readFrom, methods = [], k = 0 } = given;
  if (readFrom !== "tokens") return structured ? "structured" : "faithful";
  if (structured) {
    throw new OptionError(
      "readFrom",
      "a schema holds replies, and tokens are read without one: leave out one of them",
    );
  }
  const unsaid = methods.find((id) => describeMethod(id)?.asks.includes("pmi"));
  if (unsaid !== undefined) {
    throw new OptionError(
      "readFrom",
      `${unsaid} asks for what no single token says: name other methods`,
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
