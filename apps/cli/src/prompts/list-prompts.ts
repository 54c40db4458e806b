import type { Command } from "commander";

const EXAMPLES = `
Examples:
  promptnce prompts list`;

/** `prompts list`: a line a prompt, `id@version`. */
export function listPrompts(parent: Command): void {
  parent
    .command("list")
    .description("name the prompts with their versions")
    .addHelpText("after", EXAMPLES)
    .action(async () => {
      const { templates } = await import("@promptnce/prompts");
      for (const { id, version } of templates) console.log(`${id}@${version}`);
    });
}
