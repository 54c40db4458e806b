import { existsSync, readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import * as clack from "@clack/prompts";
import { taskSchema } from "@promptnce/prompts";
import { DataError } from "@promptnce/rows/errors";
import { checkPlace, replaceFile } from "@promptnce/engine/files";
import { UsageError } from "#command/errors";
import { say, shellWord } from "#command/start";
import { exampleAnswers, type TaskAnswers, taskYaml } from "./task-yaml.ts";

/** The functions required of a prompt library. */
interface Prompts {
  readonly text: typeof clack.text;
  readonly isCancel: typeof clack.isCancel;
  readonly cancel: typeof clack.cancel;
}

export interface InitOptions extends GivenAnswers {
  readonly plural?: string;
  readonly example?: true;
  readonly force?: true;
}

/** Asks for missing phrases, writes the task, and says how to continue. */
export async function initTask(file: string, options: InitOptions): Promise<void> {
  if (options.example) {
    process.stdout.write(readFileSync(new URL("../../examples/moods.yaml", import.meta.url)));
    return;
  }
  if (existsSync(file) && !options.force) {
    throw new UsageError(`${file} already exists; name another file, or add --force`);
  }
  checkPlace(file);
  const missing = missingPhrases(options);
  if (missing.length > 0 && !(process.stdin.isTTY && process.stderr.isTTY)) {
    throw new UsageError(
      `--${missing[0]}: without a terminal the command cannot ask; give ${missing.map((name) => `--${name}`).join(", ")}, or start from --example`,
    );
  }
  const answers = await askTask(options);
  replaceFile(file, taskYaml(nameOf(file), answers, options.plural));
  say(`Wrote ${file}. Its prompts:\n  promptnce task show ${shellWord(file)}`);
}

/** The file's name in the form that template ids need. */
export function nameOf(file: string): string {
  const stem = basename(file, extname(file)).toLowerCase();
  const name = stem.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^[^a-z]+|-+$/g, "");
  return name === "" ? "task" : name;
}

type Name = keyof TaskAnswers;

export type GivenAnswers = { readonly [N in Name]?: TaskAnswers[N] | undefined };

/** The five questions. Later ones repeat earlier answers. */
const questions: Readonly<Record<Name, string>> = {
  person: "Who is observed? (with the article)",
  sees: "What is {person} shown?",
  fields: "Which columns of your rows hold that? (by commas)",
  event: 'And what then? "{person} is shown {sees} and …"',
  label: "What is a label? (in the singular)",
};

const names = Object.keys(questions) as Name[];

/** The phrases that a person is still to be asked for. */
export function missingPhrases(given: GivenAnswers): Name[] {
  return names.filter((name) => given[name] === undefined);
}

/**
 * Asks on standard error for each missing phrase. Enter accepts the proposal, and typing replaces
 * it.
 */
export async function askTask(
  given: GivenAnswers,
  proposed: GivenAnswers = {},
  { text, isCancel, cancel }: Prompts = clack,
): Promise<TaskAnswers> {
  const answers: Record<string, unknown> = {};
  for (const name of names) {
    answers[name] = given[name];
    if (answers[name] !== undefined) continue;
    const proposal = proposed[name]?.toString();
    const answer = await text({
      message: questions[name].replaceAll(/\{(\w+)\}/g, (_, before: string) =>
        String(answers[before]),
      ),
      placeholder: proposal ?? String(exampleAnswers[name]),
      ...(proposal !== undefined && { defaultValue: proposal }),
      validate: (value) => mistakeIn(name, value?.trim() || (proposal ?? "")),
      output: process.stderr,
    });
    if (isCancel(answer)) {
      cancel("Nothing was written.", { output: process.stderr });
      throw new DataError("No task was written.");
    }
    answers[name] = valueOf(name, answer.trim());
  }
  return answers as unknown as TaskAnswers;
}

/** The reason why this answer cannot be part of a task, whatever the others are. */
function mistakeIn(name: Name, answer: string): string | undefined {
  if (answer === "") return `For example: ${String(exampleAnswers[name])}`;
  const task = { name: "task", ...exampleAnswers, [name]: valueOf(name, answer) };
  const issue = taskSchema.safeParse(task).error?.issues[0];
  if (issue === undefined) return undefined;
  const place = issue.path[1];
  return `${typeof place === "number" ? `Name ${place + 1}` : "It"} ${issue.message}`;
}

function valueOf(name: Name, answer: string): string | string[] {
  return name === "fields" ? answer.split(",").map((field) => field.trim()) : answer;
}
