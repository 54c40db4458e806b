import * as clack from "@clack/prompts";
import { taskSchema } from "@promptnce/prompts";
import { DataError } from "@promptnce/rows";
import type { TaskAnswers } from "./task-yaml.ts";

/** Answers as options give them. */
export type GivenAnswers = { readonly [Name in keyof TaskAnswers]?: TaskAnswers[Name] | undefined };

interface Asked {
  readonly message: (before: GivenAnswers) => string;
  readonly placeholder: string;
}

/** What is needed of a library that asks. */
type Prompts = Pick<typeof clack, "text" | "isCancel" | "cancel">;

/** The five questions; a later one says again what was answered. */
const questions: { readonly [Name in keyof TaskAnswers]: Asked } = {
  person: { message: () => "Who is observed? (with the article)", placeholder: "a rater" },
  sees: { message: ({ person }) => `What is ${person} shown?`, placeholder: "ONE comment from Reddit" },
  fields: { message: () => "Which columns of your rows hold that? (by commas)", placeholder: "comment" },
  event: {
    message: ({ person, sees }) => `And what then? "${person} is shown ${sees} and …"`,
    placeholder: "names the emotion that it expresses most",
  },
  label: { message: () => "What is a label? (in the singular)", placeholder: "emotion" },
};

/**
 * Asks the person at the terminal for what was not given, on standard error.
 *
 * @throws DataError where the person gives up.
 */
export async function askTask(given: GivenAnswers, { text, isCancel, cancel }: Prompts = clack): Promise<TaskAnswers> {
  const answers: Record<string, unknown> = {};
  for (const [name, { message, placeholder }] of Object.entries(questions)) {
    answers[name] = given[name as keyof TaskAnswers];
    if (answers[name] !== undefined) continue;
    const answer = await text({
      message: message(answers as GivenAnswers),
      placeholder,
      validate: (value) => mistakeIn(name, value?.trim() ?? ""),
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

/** Why such an answer makes no task, whatever the others are. */
function mistakeIn(name: string, answer: string): string | undefined {
  const { placeholder } = questions[name as keyof TaskAnswers];
  if (answer === "") return `For example: ${placeholder}`;
  const others = Object.entries(questions).map(([other, asked]) => [other, valueOf(other, asked.placeholder)]);
  const task = { name: "task", ...Object.fromEntries(others), [name]: valueOf(name, answer) };
  const issue = taskSchema.safeParse(task).error?.issues[0];
  if (issue === undefined) return undefined;
  const place = issue.path[1];
  return `${typeof place === "number" ? `Name ${place + 1}` : "It"} ${issue.message}`;
}

function valueOf(name: string, answer: string): string | string[] {
  return name === "fields" ? answer.split(",").map((field) => field.trim()) : answer;
}

/** The options whose answers are missing. */
export function missingAnswers(given: GivenAnswers): string[] {
  return Object.keys(questions).filter((name) => given[name as keyof TaskAnswers] === undefined);
}
