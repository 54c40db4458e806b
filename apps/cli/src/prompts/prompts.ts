import { type Command, InvalidArgumentError, Option } from "commander";
import { addOptions, listOf, option, someText } from "@promptnce/providers/choose";
import type { RenderOptions } from "./render-prompt.ts";
import { examples } from "../terminal/examples.ts";

const RENDER_EXAMPLES = `
A grounded base rate, and the interventions that show other pairs, take what they show as JSON.

Examples:
  promptnce prompts render words/conditional --x cue=SHOVE --y PUSH
  promptnce prompts render words/open --x cue=SHOVE --candidates PUSH,PULL,HIT
  promptnce prompts render words/open.structured --x cue=SHOVE --candidates PUSH,PULL --json
  promptnce prompts render moods/open --task moods.yaml --x comment="Well done" --candidates joy,fear
  echo '{"y":"PUSH","grounding":{"labels":["PUSH"],"examples":[{"x":{"cue":"SHOVE"},"y":"PUSH"}]}}' |
    promptnce prompts render words/grounded --question -`;

const EXPORT_EXAMPLES = `
As JSON they are what templates.json of @promptnce/prompts holds: text, slots, and the JSON Schema of
the answer, for programs in any language. As Markdown they are for people.

Examples:
  promptnce prompts export --out templates.json
  promptnce prompts export --format md --out prompts.md`;

/** `prompts`: the templates by name, whole prompts, and all of them in one file. */
export function prompts(parent: Command): void {
  const group = parent.command("prompts").description("the prompts a model is asked with");
  group.addHelpText(
    "after",
    examples(
      "prompts list",
      "prompts show chaosnli/conditional",
      "prompts show words/open --json",
      "prompts render words/conditional --x cue=SHOVE --y PUSH",
      "prompts export --format md --out prompts.md",
    ),
  );
  list(group);
  show(group);
  render(group);
  exportAll(group);
}

/** A line a prompt, `id@version`. */
function list(group: Command): void {
  group
    .command("list")
    .description("name the prompts with their versions")
    .addHelpText("after", examples("prompts list"))
    .action(async () => {
      const { templates } = await import("@promptnce/prompts");
      for (const { id, version } of templates) console.log(`${id}@${version}`);
    });
}

/** The text in the paper's notation, or all of the template as JSON. */
function show(group: Command): void {
  group
    .command("show")
    .description("print a prompt as the paper's appendix does, {placeholders} in braces")
    .argument("<id>", "as in `prompts list`, e.g. words/open; with its version or without")
    .option("--json", "print it as JSON: text, slots, and the JSON Schema of the answer")
    .addHelpText("after", examples("prompts show chaosnli/conditional", "prompts show words/open@1 --json"))
    .action(async (name: string, options: { json?: true }, command: Command) => {
      const { catalogue, printed, templates } = await import("@promptnce/prompts");
      const template = templates.find(({ id, version }) => id === name || `${id}@${version}` === name);
      if (template === undefined) {
        command.error(`error: there is no prompt ${JSON.stringify(name)}; "promptnce prompts list" names them`);
      }
      const entry = catalogue().find(({ id }) => id === template.id);
      console.log(options.json ? JSON.stringify(entry, null, 2) : printed(template));
    });
}

/** A whole prompt, as it would be sent. */
function render(group: Command): void {
  const command = group
    .command("render")
    .description("print a whole prompt as a run would send it")
    .argument("<id>", "as in `prompts list`, e.g. words/open; with its version or without")
    .option("--task <file>", "a YAML task of your own, whose prompts are then named as moods/open")
    .option("--x <field=text>", "a field of x, once for each", fieldOfX)
    .option("--y <label>", "the label asked about");
  addOptions(command, { candidates: option("<labels>", "the candidate set, by commas or repeated", listOf(someText)) })
    .option("--question <file>", "the parts of the question as JSON; - for standard input")
    .option("--json", "print all that is sent: prompt, JSON Schema of the answer, text that is scored")
    .addHelpText("after", RENDER_EXAMPLES)
    .action(async (id: string, options: RenderOptions & { readonly json?: true }) => {
      const { renderPrompt } = await import("./render-prompt.ts");
      const rendered = await renderPrompt(id, options);
      console.log(options.json ? JSON.stringify(rendered, null, 2) : rendered.prompt);
      if (options.json || rendered.continuation === undefined) return;
      process.stderr.write(`Behind it ${JSON.stringify(rendered.continuation.text)} is scored; --json shows all.\n`);
    });
}

function fieldOfX(text: string, before?: ReadonlyMap<string, string>): Map<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Give a field and its text, as cue=SHOVE.");
  return new Map([...(before ?? []), [text.slice(0, at), text.slice(at + 1)]]);
}

/** All prompts in one file. */
function exportAll(group: Command): void {
  group
    .command("export")
    .description("write all prompts as JSON or Markdown")
    .addOption(new Option("--format <name>", "of what is written").choices(["json", "md"]).default("json"))
    .option("--out <file>", "where it goes; - for standard output", "-")
    .addHelpText("after", EXPORT_EXAMPLES)
    .action(async ({ format, out }: { format: "json" | "md"; out: string }) => {
      const { catalogue } = await import("@promptnce/prompts");
      const { openOutput } = await import("@promptnce/rows");
      const { promptsMarkdown } = await import("./prompts-markdown.ts");
      const output = await openOutput(out);
      await output.write(format === "md" ? promptsMarkdown() : `${JSON.stringify(catalogue(), null, 2)}\n`);
      await output.end();
    });
}
