/**
 * The commands in a shell block, each as its words: continued lines are joined, comments are
 * dropped, and pipes and redirections end a command. Quoted words keep their contents.
 */
export function shellCommands(text: string): string[][] {
  const lines = text.replaceAll(/\\\n/g, " ").split("\n");
  return lines.flatMap((line) => {
    const commands: string[][] = [[]];
    for (const [word] of line.matchAll(/'[^']*'|"[^"]*"|[|<>;&]+|[^\s|<>;&]+/g)) {
      if (word.startsWith("#")) break;
      if (/^[|<>;&]/.test(word)) commands.push([]);
      else commands.at(-1)?.push(word.replaceAll(/^['"]|['"]$/g, ""));
    }
    return commands.filter(({ length }) => length > 0);
  });
}
