import { dirname } from "node:path";
import { DataError } from "@promptnce/rows/errors";
import { readYaml, taskAt, type YamlText } from "@promptnce/rows/tasks";
import { isOfOneRun, type Options, studyOptions } from "./study-keys.ts";
import { pathsFrom } from "./study-paths.ts";

/**
 * The values of a study by the names of the options as properties: those of a YAML file, or those
 * that a manifest records. `rows` is the file of rows; `task` may be a whole task.
 *
 * @param usual the keys to name where one is unknown
 * @throws DataError with file, line and column for an unknown key or a wrong value
 */
export function readStudy(
  path: string,
  options: Options,
  usual: readonly string[],
): Record<string, unknown> {
  const yaml = readYaml(path, {
    is: "a study",
    example: '"rows: messages.csv"; `promptnce start` writes one',
    ifEmpty: "`promptnce start` writes a study for a file of rows",
  });
  const within = /\.json$/i.test(path) ? ["study"] : [];
  const study = within.length === 0 ? yaml.value : yaml.value["study"];
  if (typeof study !== "object" || study === null) {
    throw new DataError(
      `${path} holds no study: give a study in YAML, or the manifest that promptnce estimate writes beside its results.`,
    );
  }
  const known = studyOptions(options);
  const values = Object.keys(study).map((key) => {
    const property = known.get(key);
    if (property === undefined) {
      const mistake = unknown(key, [...known.keys()], usual);
      throw new DataError(`${yaml.at(within, key)}: ${mistake}.`);
    }
    return [property, valueOf(yaml, [...within, key], options[property])] as const;
  });
  return pathsFrom(dirname(path), Object.fromEntries(values));
}

function unknown(key: string, known: readonly string[], usual: readonly string[]): string {
  if (isOfOneRun(key))
    return `${key} is for one run: leave it out, and give --${key} on the command line`;
  const plain = (name: string): string => name.replaceAll(/[-_]/g, "").toLowerCase();
  const meant = known.find((name) => plain(name) === plain(key));
  if (meant !== undefined) return `there is no key ${key}: write ${meant}`;
  const shown = usual.filter((name) => known.includes(name)).join(", ");
  return `there is no key ${key}: a study has ${shown}, and the other options that promptnce estimate --help-all names`;
}

function valueOf(
  yaml: YamlText,
  path: readonly string[],
  option: Options[string] | undefined,
): unknown {
  const key = path.at(-1) as string;
  const given = path.reduce<unknown>(
    (at, name) => (at as Record<string, unknown>)[name],
    yaml.value,
  );
  if (key === "task" && typeof given === "object" && given !== null) return taskAt(yaml, path);
  const isFlag = option?.takes === undefined;
  const read = option?.value.safeParse(isFlag ? given : typedValue(yaml, path, given));
  // An empty value is a slip, not a wish for the default.
  if (read?.success === true && given !== null) return read.data;
  const issue = given === null ? "nothing is given" : read?.error?.issues[0]?.message;
  throw new DataError(`${yaml.at(path)}: ${key}: ${issue}.`);
}

type Path = readonly (string | number)[];

/** A value that YAML reads as a number or as true is read as it was typed, as on a command line. */
function typedValue(yaml: YamlText, path: Path, given: unknown): unknown {
  if (Array.isArray(given)) return given.map((item, i) => typedValue(yaml, [...path, i], item));
  if (typeof given === "object" && given !== null) {
    const entries = Object.entries(given).map(([key, item]) => {
      return [typedKey(yaml, path, key), typedValue(yaml, [...path, key], item)] as const;
    });
    return Object.fromEntries(entries);
  }
  return typeof given === "number" || typeof given === "boolean" ? yaml.typed(path) : given;
}

/** A key as it was typed. @throws DataError for a number with a zero before it, as codes have */
function typedKey(yaml: YamlText, path: Path, key: string): string {
  const typed = yaml.typed(path, key) ?? key;
  if (typed === key || !/^[-+]?0\d/.test(typed)) return typed;
  throw new DataError(
    `${yaml.at(path, key)}: YAML reads ${typed} as ${key}, which is another code; put it in quotes: "${typed}".`,
  );
}
