import type { CompletedCommand } from "./completed-command.ts";

/**
 * What bash and zsh do alike, inside the loop over the words before the cursor and behind it: `at`
 * becomes the path of the command, and `found` the words that may come next; `known` is empty where
 * no option waits for its value. Every word is in quotes: what comes from names and choices is never
 * read by the shell.
 */
export function findWords(commands: readonly CompletedCommand[]): string {
  const arm = (pattern: string, words: readonly string[]): string =>
    `      ${quoted(pattern)}) found=(${words.map(quoted).join(" ")}) ;;`;
  const paths = commands.flatMap(({ path }) => (path === "" ? [] : [quoted(path)])).join(" | ");
  // An empty list where the name of a file may follow.
  const values = commands
    .flatMap(({ path, options }) =>
      options.flatMap(({ word, valued, choices }) => (valued ? [arm(`${path}|${word}`, choices)] : [])),
    )
    .join("\n");
  const options = commands
    .map(({ path, options: own }) =>
      arm(
        path,
        own.map(({ word }) => word),
      ),
    )
    .join("\n");
  // Names of commands below it, or values of its arguments.
  const words = commands
    .map(({ path, commands: below, choices }) => arm(path, [...below.map(({ word }) => word), ...choices]))
    .join("\n");
  return `    case "\${at:+$at }$word" in
      ${paths}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at|$before" in
${values}
      *) known= ;;
  esac
  if [[ -z $known && $current == -* ]]; then
    case "$at" in
${options}
    esac
  elif [[ -z $known ]]; then
    case "$at" in
${words}
    esac
  fi`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
