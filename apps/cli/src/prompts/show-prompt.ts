import type { PromptTemplate } from "@promptnce/prompts";
import type { Command } from "commander";

const EXAMPLES = `
Examples:
  promptnce prompts show chaosnli/conditional
  promptnce prompts show words/open@1 --json`;

/** `prompts show ID`: the text in the paper's notation, or all of the template as JSON. */
export function showPrompt(parent: Command): void {
  parent
    .command("show")
    .description("print a prompt as the paper's appendix does, {placeholders} in braces")
    .argument("<id>", "as in `prompts list`, e.g. words/open; with its version or without")
    .option("--json", "print it as JSON: text, slots, and the JSON Schema of the answer")
    .addHelpText("after", EXAMPLES)
    .action(async (id: string, options: { json?: true }, command: Command) => {
      const { catalogue, printed, templates } = await import("@promptnce/prompts");
      const template = templates.find((known) => known.id === id || named(known) === id);
      if (template === undefined) {
        command.error(`error: there is no prompt ${JSON.stringify(id)}; "promptnce prompts list" names them`);
      }
      const entry = catalogue().find((known) => known.id === template.id);
      console.log(options.json ? JSON.stringify(entry, null, 2) : printed(template));
    });
}

function named({ id, version }: PromptTemplate): string {
  return `${id}@${version}`;
}
