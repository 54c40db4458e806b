import type { CompletedCommand } from "./completed-command.ts";
import { findWords } from "./find-words.ts";

/** Completion for zsh. Where there are no words, names of files are offered. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef promptnce
_promptnce() {
  local at="" word known=1
  local -a found
  local current="\${words[CURRENT]}" before="\${words[CURRENT-1]}"
  for word in "\${(@)words[2,CURRENT-1]}"; do
${findWords(commands)}
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
