import { type Command, InvalidArgumentError } from "commander";
import { each } from "../options/each-option.ts";
import type { PartOptions } from "./question-parts.ts";

const EXAMPLES = `
A grounded base rate, and the interventions that show other pairs, take what they show as JSON.

Examples:
  promptnce prompts render words/conditional --x cue=SHOVE --y PUSH
  promptnce prompts render words/open --x cue=SHOVE --candidates PUSH,PULL,HIT
  promptnce prompts render words/open.structured --x cue=SHOVE --candidates PUSH,PULL --json
  promptnce prompts render moods/open --task moods.yaml --x comment="Well done" --candidates joy,fear
  echo '{"y":"PUSH","grounding":{"labels":["PUSH"],"examples":[{"x":{"cue":"SHOVE"},"y":"PUSH"}]}}' |
    promptnce prompts render words/grounded --question -`;

/** `prompts render ID`: a whole prompt, as it would be sent. */
export function renderPrompt(parent: Command): void {
  parent
    .command("render")
    .description("print a whole prompt as a run would send it")
    .argument("<id>", "as in `prompts list`, e.g. words/open; with its version or without")
    .option("--task <file>", "a YAML task of your own, whose prompts are then named as moods/open")
    .option("--x <field=text>", "a field of x, once for each", fieldOfX)
    .option("--y <label>", "the label asked about")
    .option("--candidates <labels>", "the candidate set, by commas or repeated", each)
    .option("--question <file>", "the parts of the question as JSON; - for standard input")
    .option("--json", "print all that is sent: prompt, JSON Schema of the answer, text that is scored")
    .addHelpText("after", EXAMPLES)
    .action(async (id: string, options: PartOptions & { readonly task?: string; readonly json?: true }) => {
      const { renderPrompt: render } = await import("./render-prompt.ts");
      const rendered = await render(id, options);
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
