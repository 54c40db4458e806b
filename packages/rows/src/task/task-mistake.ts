import { taskKeys, type taskSchema } from "@promptnce/prompts";

export type Path = readonly PropertyKey[];

/** The first thing that is wrong with the value of a task. */
export interface TaskMistake {
  /** Where it is. */
  readonly path: Path;
  /** The name that does not belong there, if that is the mistake. */
  readonly key?: string;
  /** What is wrong and what was expected, without a full stop. */
  readonly text: string;
}

type SchemaError = NonNullable<ReturnType<typeof taskSchema.safeParse>["error"]>;

/** What to mend first in a value that is no task. */
export function taskMistake({ issues }: SchemaError): TaskMistake {
  // A misspelt name is missing as well: the misspelling comes first.
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const path = issue?.path ?? [];
  if (issue?.code !== "unrecognized_keys")
    return { path, text: `${named(path)} ${issue?.message}` };
  const [key = ""] = issue.keys;
  const known = path.length === 0 ? `a task has ${taskKeys.join(", ")}` : "an example has x and y";
  return { path, key, text: `${key} has no place here: ${known}` };
}

/** `examples 2, x.comment`: entries of lists are counted from 1, as people do. */
function named(path: Path): string {
  return path.reduce<string>((said, part) => {
    if (typeof part === "number") return `${said} ${part + 1}`;
    if (said === "") return String(part);
    return / \d+$/.test(said) ? `${said}, ${String(part)}` : `${said}.${String(part)}`;
  }, "");
}
