import { cancel, isCancel, text } from "@clack/prompts";
import { DataError } from "../data-error.ts";
import type { TaskAnswers } from "./task-yaml.ts";

/** Answers as options give them. */
export type GivenAnswers = { readonly [Name in keyof TaskAnswers]?: TaskAnswers[Name] | undefined };

interface Asked {
  readonly message: (before: GivenAnswers) => string;
  readonly placeholder: string;
}

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
}; // prettier-ignore

/**
 * Asks the person at the terminal for what was not given, on standard error.
 *
 * @throws DataError where the person gives up.
 */
export async function askTask(given: GivenAnswers): Promise<TaskAnswers> {
  const answers: Record<string, unknown> = {};
  for (const [name, { message, placeholder }] of Object.entries(questions)) {
    answers[name] = given[name as keyof TaskAnswers];
    if (answers[name] !== undefined) continue;
    const answer = await text({
      message: message(answers as GivenAnswers),
      placeholder,
      validate: (value) => (value?.trim() ? undefined : `For example: ${placeholder}`),
      output: process.stderr,
    });
    if (isCancel(answer)) {
      cancel("Nothing was written.", { output: process.stderr });
      throw new DataError("No task was written.");
    }
    answers[name] = name === "fields" ? namesIn(answer) : answer.trim();
  }
  return answers as unknown as TaskAnswers;
}

function namesIn(list: string): string[] {
  return list.split(",").map((name) => name.trim());
}

/** The options whose answers are missing. */
export function missingAnswers(given: GivenAnswers): string[] {
  return Object.keys(questions).filter((name) => given[name as keyof TaskAnswers] === undefined);
}
