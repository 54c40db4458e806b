import type { CompletedCommand } from "./completed-command.ts";
import { shellCases } from "./shell-cases.ts";

/** Completion for zsh. Where there are no words, names of files are offered. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const { paths, values, options, words } = shellCases(commands);
  return `#compdef promptnce
_promptnce() {
  local at="" word known=1
  local -a found
  local current="\${words[CURRENT]}" before="\${words[CURRENT-1]}"
  for word in "\${(@)words[2,CURRENT-1]}"; do
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
  if (( \${#found} )); then
    compadd -- "\${found[@]}"
  else
    _files
  fi
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then
  _promptnce # autoloaded from fpath: this is the first completion, and not only a definition
else
  compdef _promptnce promptnce
fi
`;
}
