/**
 * The commands of a block of shell as the words of each: continued lines joined, comments dropped,
 * pipes and redirections being ends of a command. Quoted words keep what they quote.
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
