import { type Task, taskSchema } from "@promptnce/prompts";
import { DataError } from "../errors.ts";
import { readWholeText } from "../formats/read-text.ts";
import { type Path, taskMistake } from "./task-mistake.ts";
import { parseYaml, type YamlText } from "./yaml-text.ts";

/**
 * The task that a YAML file describes: a task, or a study that holds one.
 *
 * @throws DataError with file, line and column of the first mistake.
 * @example
 * readTask("films.yaml").sees; // → "ONE film"
 */
export function readTask(path: string): Task {
  return parseTask(readWholeText(path, "a YAML file that describes a task"), path);
}

/**
 * The task that a YAML text describes; a DataError names it `file` and says where the first mistake
 * is.
 *
 * @example
 * const phrases = "person: a viewer\nsees: ONE film\nevent: names its genre\nlabel: genre";
 * parseTask(`name: films\n${phrases}\nfields: [film]`, "films.yaml").label; // → "genre"
 */
export function parseTask(text: string, file: string): Task {
  const yaml = parseYaml(text, {
    file,
    is: "a task",
    example: '"label: emotion"',
    ifEmpty: "a task has name, person, sees, event, label and fields",
  });
  return taskAt(yaml, typeof yaml.value["task"] === "object" ? ["task"] : []);
}

/**
 * The task at a path of a YAML text, such as that of a study.
 *
 * @throws DataError with file, line and column of the first mistake.
 * @example
 * import { writeFileSync } from "node:fs";
 * writeFileSync("study.json", JSON.stringify({ task: readTask("films.yaml") }));
 * const study = { is: "a study", example: "seed: 1", ifEmpty: "a study names its datasets" };
 * taskAt(readYaml("study.json", study), ["task"]).name; // → "films"
 */
export function taskAt(yaml: YamlText, path: Path): Task {
  const value = path.reduce<unknown>(
    (within, key) => (within as Readonly<Record<PropertyKey, unknown>>)[key],
    yaml.value,
  );
  const { data, error } = taskSchema.safeParse(value);
  if (error === undefined) return data;
  const mistake = taskMistake(error);
  const place = yaml.at([...path, ...mistake.path], mistake.key);
  const typed = yaml.typed([...path, ...mistake.path]);
  throw new DataError(`${place}: ${quoting(mistake.text, typed)}.`);
}

/** The text of a mistake that asks for quotes, with them around what was typed: YAML reads 01 as 1. */
function quoting(text: string, typed: string | undefined): string {
  const asked = /put it in quotes: (?=".*"$)/.exec(text);
  if (asked === null || typed === undefined) return text;
  return `${text.slice(0, asked.index)}${asked[0]}${JSON.stringify(typed)}`;
}
