import { type Task, taskSchema } from "@promptnce/prompts";
import { UsageError } from "#command/errors";
import { stringify } from "yaml";

/** The answers to `task init`, in the form of a task. */
export interface TaskAnswers extends Pick<Task, "person" | "sees" | "event" | "label"> {
  readonly fields: readonly string[];
}

const SCHEMA =
  "https://raw.githubusercontent.com/promptnce/promptnce/main/packages/prompts/schema/task.schema.json";

/**
 * A task as a commented YAML file.
 *
 * @throws UsageError that names the option of an invalid answer
 */
export function taskYaml(name: string, answers: TaskAnswers, plural?: string): string {
  return `# yaml-language-server: $schema=${SCHEMA}
# \`promptnce task check\` checks this file, \`promptnce task show\` prints the prompts it makes.
${taskLines(name, answers, { plural })}`;
}

/** What a task may have beside the answers. */
interface TaskExtras {
  readonly plural?: string | undefined;
  /** The fields that are the context. */
  readonly given?: readonly string[] | undefined;
  /** The labels, if they are a scale, in its order. */
  readonly scale?: readonly string[] | undefined;
  /** Whether one person may give several labels. */
  readonly several?: boolean | undefined;
  /** Whether labels are texts of several lines. */
  readonly long?: boolean | undefined;
}

/**
 * The lines of a task, with comments: a file of their own, or part of a study.
 *
 * @throws UsageError that names the option of an invalid answer
 */
export function taskLines(
  name: string,
  answers: TaskAnswers,
  { plural, given = [], scale, several = false, long = false }: TaskExtras = {},
): string {
  const { data, error } = taskSchema.safeParse({
    name,
    ...answers,
    ...(plural !== undefined && { plural }),
    ...(given.length > 0 && { given }),
    ...(scale !== undefined && { labels: scale, ordered: true }),
    several,
    long,
  });
  if (error !== undefined) {
    const [issue] = error.issues;
    throw new UsageError(`--${String(issue?.path[0] ?? "task")}: ${issue?.message}`);
  }
  const { person, sees, event, label } = data;
  const { fields } = answers;
  return `name: ${inline(name)}

# Who is observed, with the article; what they are shown; and what they then do. Read it aloud:
# "${capital(person)} is shown ${sees} and ${event}."
person: ${inline(person)}
sees: ${inline(sees)}
event: ${inline(event)}

# What a label is, in the singular${plural === undefined ? ` (add "plural:" if it is not ${label}s)` : ""}.
label: ${inline(label)}
${plural === undefined ? "" : `plural: ${inline(data.plural ?? plural)}\n`}
# The fields of x, each a column of the rows; {${JSON.stringify(fields[0])}: HEADING} gives one a heading of your own.
fields: ${flow(fields)}
${given.length === 0 ? "" : `# The fields that are the context: PMI is given these.\ngiven: ${flow(given)}\n`}
# May one person give several labels? Are labels texts of several lines, such as programs?
several: ${String(several)}
long: ${String(long)}

${scaleLines(scale)}

# Four pairs or more that a grounded base rate shows. Without them it shows four of the rows.
# examples:
#   - {x: {${fields.map((field) => `${JSON.stringify(field)}: "…"`).join(", ")}}, y: "…"}
`;
}

function scaleLines(scale: readonly string[] | undefined): string {
  return scale === undefined
    ? `# If the labels are a scale, list them in order:
# labels: [disagree, agree]
# ordered: true`
    : `# The labels are a scale, in this order.
labels: ${flow(scale)}
ordered: true`;
}

/** A list or map on one line. */
export function flow(value: object): string {
  const style = { lineWidth: 0, collectionStyle: "flow", flowCollectionPadding: false } as const;
  return stringify(value, style).trim();
}

/** An example of valid answers. */
export const exampleAnswers: TaskAnswers = {
  person: "a rater",
  sees: "ONE comment from Reddit",
  fields: ["comment"],
  event: "names the emotion that it expresses most",
  label: "emotion",
};

/** A scalar for use after a colon, quoted if YAML requires it. */
export function inline(text: string): string {
  return stringify(text, { lineWidth: 0, defaultStringType: "PLAIN", blockQuote: false }).trim();
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
