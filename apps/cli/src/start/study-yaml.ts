import { STUDY_SCHEMA } from "../study/study-schema.ts";
import { studyKey } from "../study/study-keys.ts";
import { flow, inline } from "../task/task-yaml.ts";

/** Values by the names of options as properties; those that are undefined are left out. */
type Values = Readonly<Record<string, Value | undefined>>;
type Value = string | number | boolean | readonly string[] | object;

/** What a study holds, in the order of its file. */
export interface StudyParts {
  readonly rows: string;
  /** The lines of the task. */
  readonly task: string;
  /** The columns and how the rows are read. */
  readonly data: Values;
  /** The methods, if they are not the default. */
  readonly methods?: readonly string[] | undefined;
  /** The model and how to reach it. */
  readonly model: Values;
  readonly output: Values;
}

/** A study as a commented YAML file. */
export function studyYaml(
  file: string,
  { rows, task, data, methods, model, output }: StudyParts,
): string {
  const named = Object.values(model).some((value) => value !== undefined);
  return `# yaml-language-server: $schema=${STUDY_SCHEMA}
# \`promptnce estimate ${file}\` runs this study. Every option that
# \`promptnce estimate --help-all\` shows may stand here under its name.
rows: ${inline(rows)}

task:
${task.trimEnd().replaceAll(/^(?=.)/gm, "  ")}

# The columns of the rows.
${linesOf(data)}
${methods === undefined ? `# methods: [promptnce, "promptnce:implied"]` : linesOf({ methods })}

# Without a model the run is a rehearsal, which costs nothing.
${named ? linesOf(model) : "# model: anthropic:NAME"}
# budget: 5

${linesOf(output)}
`;
}

/** A line for each value, by its key. */
export function linesOf(values: Values): string {
  return Object.entries(values)
    .flatMap(([property, value]) => {
      if (value === undefined) return [];
      return [`${studyKey(property)}: ${textOf(value)}`];
    })
    .join("\n");
}

function textOf(value: Value): string {
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value === "string") return inline(value);
  if (isList(value)) return `[${value.map(quoted).join(", ")}]`;
  return flow(value);
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value);
}

/** A text within a list, quoted wherever YAML might read it otherwise. */
function quoted(text: string): string {
  return /^[A-Za-z][\w -]*$/.test(text) ? text : JSON.stringify(text);
}
