import type { CatalogueEntry } from "@promptnce/prompts";
import type { Command } from "commander";

/** `prompts show ID`: the text in the paper's notation, or all of the template as JSON. */
export function showPrompt(parent: Command): void {
  parent
    .command("show")
    .description("print a prompt in the paper's notation, {slots} in braces")
    .argument("<id>", "as in `prompts list`, e.g. words/open; with its version or without")
    .option("--json", "print it as JSON: text, slots, and the JSON Schema of the answer")
    .action(async (id: string, options: { json?: true }, command: Command) => {
      const { catalogue } = await import("@promptnce/prompts");
      const entry = catalogue().find((known) => known.id === id || named(known) === id);
      if (entry === undefined) {
        command.error(
          `error: there is no prompt ${JSON.stringify(id)}; "promptnce prompts list" names them`,
        );
      }
      console.log(options.json ? JSON.stringify(entry, null, 2) : paperNotation(entry.body));
    });
}

function named({ id, version }: CatalogueEntry): string {
  return `${id}@${version}`;
}

/** The paper writes a slot as {cue}, our bodies as {{cue}}. */
function paperNotation(body: string): string {
  return body.replaceAll(/\{\{(\w+)\}\}/g, "{$1}");
}
