/** What a command's help shows behind its options: how it is typed, a line each. */
export function examples(...commands: readonly string[]): string {
  return `\nExamples:\n${commands.map((command) => `  promptnce ${command}`).join("\n")}`;
}
