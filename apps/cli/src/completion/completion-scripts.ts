/**
 * What each shell runs to complete the command: all ask `promptnce complete` for the words that may come next, and offer
 * names of files where there are none.
 */
export const completionScripts = {
  // As 3.2 can run it, which is the bash of macOS.
  bash: `# bash completion for promptnce
_promptnce() {
  local word
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    if [[ $word == "\${COMP_WORDS[COMP_CWORD]}"* ]]; then COMPREPLY+=("$word"); fi
  done < <(promptnce complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o bashdefault -o default -F _promptnce promptnce
`,
  zsh: `#compdef promptnce
_promptnce() {
  local -a found
  found=(\${(f)"$(promptnce complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then
    compadd -- "\${(@)found%%$'\\t'*}"
  else
    _files
  fi
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then
  _promptnce # autoloaded from fpath: this is the first completion, and not only a definition
else
  compdef _promptnce promptnce
fi
`,
  fish: `# fish completion for promptnce
function __promptnce_complete
    set -l current (commandline -ct)
    set -g __promptnce_words (promptnce complete -- (commandline -opc)[2..-1] "$current" 2>/dev/null)
    test -n "$__promptnce_words"
end
complete -c promptnce -e
complete -c promptnce -n __promptnce_complete -f -a '$__promptnce_words'
`,
} as const;
