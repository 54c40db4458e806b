import { type OptionValue, SentenceError, type WriteOption } from "@promptnce/core/errors";
import { shellWord } from "./shell-word.ts";

/** Options of a library whose flag has another name; positional arguments have none. */
const FLAGS: ReadonlyMap<string, string> = new Map([
  ["address", "--store"],
  ["apiKey", "--key-env"],
  ["baseURL", "--base-url"],
  ["limit", "--budget"],
  ["packs", "--pack"],
  ["path", ""],
  ["resubmit", "--resubmit-lost"],
  ["user", "--grant"],
  ["variants", "--variant"],
]);

/** What to type for a function of a library, with its arguments. */
const COMMANDS: ReadonlyMap<string, (...given: string[]) => string> = new Map([
  [
    "fetchDataset()",
    (name: string, folder: string) => `promptnce datasets fetch ${name} --data ${folder}`,
  ],
  ["manifest()", (name: string) => `promptnce datasets describe ${name}`],
  ["prepareQueue()", () => "promptnce queue prepare"],
  ["readJournal()", (path: string) => `promptnce replies export ${path} --out kept.jsonl`],
]);

/** `baseUrl` as a command line writes it. */
export function flagName(property: string): string {
  return `--${property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * An option of a library as a command line writes it: `k` is `--k`, `columns.y` is `--y`, `k` set
 * to 8 `--k 8`, and set to false `--no-k`. A function is the command that does the same, in
 * quotation marks.
 */
export const asFlag: WriteOption = (option, value) => {
  const command = COMMANDS.get(option);
  if (command !== undefined) return `"${command(...[value ?? []].flat().map(word))}"`;
  const name = option.slice(option.lastIndexOf(".") + 1);
  const flag = FLAGS.get(option) ?? flagName(name);
  if (value === false) return `--no-${flag.slice(2)}`;
  return value === undefined || value === true ? flag : `${flag} ${word(value)}`;
};

const word = (value: OptionValue): string => shellWord(String(value));

/** An error's message for a terminal, with options written as flags. */
export function sentenceOf(error: unknown): string {
  if (error instanceof SentenceError) return error.messageFor(asFlag);
  return error instanceof Error ? error.message : String(error);
}
