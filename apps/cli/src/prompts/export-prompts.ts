import { type Command, Option } from "commander";

const EXAMPLES = `
As JSON they are what templates.json of @promptnce/prompts holds: text, slots, and the JSON Schema of
the answer, for programs in any language. As Markdown they are for people.

Examples:
  promptnce prompts export --out templates.json
  promptnce prompts export --format md --out prompts.md`;

/** `prompts export`: all prompts in one file. */
export function exportPrompts(parent: Command): void {
  parent
    .command("export")
    .description("write all prompts as JSON or Markdown")
    .addOption(new Option("--format <name>", "of what is written").choices(["json", "md"]).default("json"))
    .option("--out <file>", "where it goes; - for standard output", "-")
    .addHelpText("after", EXAMPLES)
    .action(async ({ format, out }: { format: "json" | "md"; out: string }) => {
      const { catalogue } = await import("@promptnce/prompts");
      const { openOutput } = await import("@promptnce/rows");
      const { promptsMarkdown } = await import("./prompts-markdown.ts");
      const text = format === "md" ? promptsMarkdown() : `${JSON.stringify(catalogue(), null, 2)}\n`;
      const output = await openOutput(out);
      await output.write(text);
      await output.end();
    });
}
