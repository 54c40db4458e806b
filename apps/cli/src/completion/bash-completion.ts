import type { CompletedCommand } from "./completed-command.ts";
import { shellCases } from "./shell-cases.ts";

/** Completion for bash, from 3.2. Where no word fits, names of files are offered. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const { paths, values, options, words } = shellCases(commands);
  return `# bash completion for promptnce
_promptnce() {
  local at="" word found=() known=1
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in
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
  fi
  for word in "\${found[@]}"; do
    if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
  done
}
complete -o bashdefault -o default -F _promptnce promptnce
`;
}
