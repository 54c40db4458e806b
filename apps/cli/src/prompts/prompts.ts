import type { Command } from "commander";
import { z } from "zod";
import type { PromptTemplate } from "@promptnce/prompts/writing";
import { askingOptions, flag, listOf, oneOf, option, someText } from "#command/options";
import { say } from "#command/start";
import type { PartOptions, PromptSource } from "./render-prompt.ts";
import { addCommand, examples } from "../terminal/add-command.ts";

const RENDER_EXAMPLES = `
For a grounded base rate, and for interventions that show other pairs, give what the prompt shows as
JSON with --question.

Examples:
  promptnce prompts render words/conditional --x cue=SHOVE --y PUSH
  promptnce prompts render words/open --x cue=SHOVE --candidates PUSH,PULL,HIT
  promptnce prompts render words/open.structured --x cue=SHOVE --candidates PUSH,PULL --json
  promptnce prompts render moods/open --task moods.yaml --x comment="Well done" --candidates joy,fear
  echo '{"y":"PUSH","grounding":{"labels":["PUSH"],"examples":[{"x":{"cue":"SHOVE"},"y":"PUSH"}]}}' |
    promptnce prompts render words/grounded --question -`;

const EXPORT_EXAMPLES = `
The JSON is that of templates.json in @promptnce/prompts: the text, the slots and the JSON Schema of
the answer of each prompt, for programs in any language. The Markdown is for people.

Examples:
  promptnce prompts export --out templates.json
  promptnce prompts export --format md --out prompts.md`;

const ID = "its name in `prompts list`, e.g. words/open, with or without its version";

/**
 * The `prompts` command, which lists the templates, and prints whole prompts or all of them in one
 * file.
 */
export function prompts(parent: Command): void {
  const typed = examples(
    "prompts list",
    "prompts show chaosnli/conditional",
    "prompts show words/open --json",
    "prompts render words/conditional --x cue=SHOVE --y PUSH",
    "prompts export --format md --out prompts.md",
  );
  const group = addCommand(
    parent,
    "prompts",
    "list, show and export the prompts that models are sent",
    typed,
  );
  list(group);
  show(group);
  render(group);
  exportAll(group);
}

function list(group: Command): void {
  const typed = examples("prompts list", "prompts list --pack @example/prompts");
  const about = "list the prompts with their versions";
  addCommand(group, "list", about, typed, { pack }).action(
    async (options: { readonly pack?: readonly string[] }) => {
      const { templates } = await import("@promptnce/prompts");
      for (const prompt of await known(options.pack)) {
        console.log(
          `${prompt.id}@${prompt.version}${templates.includes(prompt) ? "" : " (of a pack)"}`,
        );
      }
    },
  );
}

/** The same option as in the commands that send requests. */
const { pack } = askingOptions();

/** The listed prompts, with those of packs. Only packs need further modules. */
async function known(names: readonly string[] | undefined): Promise<readonly PromptTemplate[]> {
  const { templates } = await import("@promptnce/prompts");
  if (names === undefined) return templates;
  const { withPacks } = await import("./render-prompt.ts");
  return withPacks(names, templates);
}

function show(group: Command): void {
  const typed = examples("prompts show chaosnli/conditional", "prompts show words/open@1 --json");
  addCommand(
    group,
    "show",
    "print a prompt as in the paper's appendix, with its {placeholders}",
    typed,
    {
      pack,
      json: flag("print the text, the slots and the JSON Schema of the answer as JSON"),
    },
  )
    .argument("<id>", ID)
    .action(
      async (
        name: string,
        options: { json?: true; pack?: readonly string[] },
        command: Command,
      ) => {
        const { catalogue, printed } = await import("@promptnce/prompts");
        const all = await known(options.pack);
        const template = all.find(({ id, version }) => id === name || `${id}@${version}` === name);
        if (template === undefined) {
          command.error(
            `error: there is no prompt ${JSON.stringify(name)}; "promptnce prompts list" names them`,
          );
        }
        const [entry] = catalogue([template]);
        console.log(options.json ? JSON.stringify(entry, null, 2) : printed(template));
      },
    );
}

function render(group: Command): void {
  addCommand(group, "render", "print a whole prompt as a run would send it", RENDER_EXAMPLES, {
    task: option(
      "<file>",
      "a YAML task of your own; its prompts then have names such as moods/open",
      someText,
    ),
    pack,
    x: option("<field=text>", "the text of a field of x; repeat it for several fields", fieldOfX),
    y: option("<label>", "the label to ask about", someText),
    candidates: option(
      "<labels>",
      "the candidate set, separated by commas or repeated",
      listOf(someText),
    ),
    question: option("<file>", "the parts of the question as JSON; - for standard input", someText),
    json: flag(
      "print all that is sent as JSON: the prompt, the JSON Schema of the answer, the text to score",
    ),
  })
    .argument("<id>", ID)
    .action(async (id: string, options: PartOptions & PromptSource & { readonly json?: true }) => {
      const { renderPrompt } = await import("./render-prompt.ts");
      const rendered = await renderPrompt(id, options);
      const { decision } = rendered;
      const { decisionText } = await import("@promptnce/prompts");
      const text = decision ? decisionText(rendered.prompt, decision) : rendered.prompt;
      console.log(options.json ? JSON.stringify(rendered, null, 2) : text);
      if (options.json || rendered.continuation === undefined) return;
      say(
        `The text ${JSON.stringify(rendered.continuation.text)} is scored after it; --json shows all.`,
      );
    });
}

const fieldOfX = z
  .string()
  .regex(/^[^=]+=/, "give a field and its text, such as cue=SHOVE")
  .transform((text) => [/^([^=]+)=(.*)$/s.exec(text)!.slice(1)]);

function exportAll(group: Command): void {
  addCommand(group, "export", "write all prompts as JSON or Markdown", EXPORT_EXAMPLES, {
    format: option("<name>", "the format of the export", oneOf(["json", "md"]), "json"),
    out: option("<file>", "the file to write; - for standard output", someText, "-"),
  }).action(async ({ format, out }: { format: "json" | "md"; out: string }) => {
    const { catalogue, printed, templates } = await import("@promptnce/prompts");
    const { openOutput } = await import("@promptnce/rows/results");
    const output = await openOutput(out);
    const markdown = [
      "# Prompts",
      ...templates.map((template) => section(template, printed(template))),
    ].join("\n\n");
    await output.write(`${format === "md" ? markdown : JSON.stringify(catalogue(), null, 2)}\n`);
    await output.end();
  });
}

/** A prompt as readable text, with the values for its placeholders. */
function section({ id, version, slots, scoring }: PromptTemplate, text: string): string {
  const places = Object.entries(slots).map(([name, about]) => `- \`{{${name}}}\`: ${about}`);
  const before = scoring === undefined ? [] : [`System turn:\n\n${fenced(scoring.system)}`];
  return [`## ${id}@${version}`, ...before, fenced(text), places.join("\n")].join("\n\n");
}

/** The text inside a code fence longer than any fence in the text. */
function fenced(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}text\n${text}\n${fence}`;
}
