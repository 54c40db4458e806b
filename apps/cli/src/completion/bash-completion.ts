import type { CompletedCommand } from "./completed-command.ts";
import { findWords } from "./find-words.ts";

/** Completion for bash, from 3.2. Where no word fits, names of files are offered. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  return `# bash completion for promptnce
_promptnce() {
  local at="" word found=() known=1
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${findWords(commands)}
  for word in "\${found[@]}"; do
    if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
  done
}
complete -o bashdefault -o default -F _promptnce promptnce
`;
}
