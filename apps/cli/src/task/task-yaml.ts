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
  const { data, error } = taskSchema.safeParse({
    name,
    ...answers,
    ...(plural !== undefined && { plural }),
  });
  if (error !== undefined) {
    const [issue] = error.issues;
    throw new UsageError(`--${String(issue?.path[0] ?? "task")}: ${issue?.message}`);
  }
  const { person, sees, event, label } = data;
  const { fields } = answers;
  return `# yaml-language-server: $schema=${SCHEMA}
# \`promptnce task check\` looks this over, \`promptnce task show\` prints the prompts it makes.
name: ${inline(name)}

# Who is observed, with the article; what they are shown; and what they then do. Together a sentence:
# "${capital(person)} is shown ${sees} and ${event}."
person: ${inline(person)}
sees: ${inline(sees)}
event: ${inline(event)}

# What a label is, in the singular${plural === undefined ? ` (add "plural:" where it is not ${label}s)` : ""}.
label: ${inline(label)}
${plural === undefined ? "" : `plural: ${inline(data.plural ?? plural)}\n`}
# The fields of x, each a column of the rows; as {${JSON.stringify(fields[0])}: HEADING} with a heading of your own.
fields: ${stringify(fields, { lineWidth: 0, collectionStyle: "flow", flowCollectionPadding: false }).trim()}

# May one person give several labels? Are labels texts of several lines, as programs?
several: false
long: false

# Four pairs or more that a grounded base rate is asked beside. Without them four of the rows are shown.
# examples:
#   - {x: {${fields.map((field) => `${JSON.stringify(field)}: "…"`).join(", ")}}, y: "…"}
`;
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
function inline(text: string): string {
  return stringify(text, { lineWidth: 0, defaultStringType: "PLAIN", blockQuote: false }).trim();
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
