import type { Command } from "commander";
import { flag, modelOptions, someText } from "#command";
import { chosenModel } from "../options/chosen-model.ts";
import { data } from "../options/data-options.ts";
import { addCommand } from "../terminal/add-command.ts";
import type { DoctorOptions } from "./examine.ts";
import { exitCodesText } from "#command/start";

const EXAMPLES = `
Examples:
  promptnce doctor
  promptnce doctor --store out/replies.jsonl --data ./data
  promptnce doctor --provider anthropic --model NAME
  promptnce doctor --provider openai --base-url http://localhost:11434/v1 --model NAME --json
  promptnce doctor --provider llama --model FILE.gguf

With --model it is asked ten short questions and one again for each parameter that is tried,
thirteen calls at most, which are paid for: what can be read, what the numbers are like, and
what kind of respondent it is. Whether it can score a given text is tried. Datasets are looked
at where --data says where they are.
It fails where something is in the way of a run.

${exitCodesText}`;

/** The `doctor` command, which prints one line per check: ok, warn or fail. */
export function doctor(parent: Command): void {
  const { provider, model, baseUrl, threads, keyEnv, maxTokens, store } = modelOptions();
  addCommand(
    parent,
    "doctor",
    "check what a run needs: Node, keys, the store, datasets, a model",
    EXAMPLES,
    {
      provider: { ...provider, help: "who serves the model to probe" },
      model: { ...model, help: "the model to probe, or its file for llama" },
      baseUrl,
      threads,
      keyEnv,
      maxTokens: { ...maxTokens, help: "of one reply, thinking included, at most (default: 512)" },
      store: { ...store, help: "the journal of replies to check" },
      data: {
        ...data,
        help: `${data.help} (default: none is looked at)`,
        value: someText.optional(),
      },
      json: flag("print the findings as JSON"),
    },
  ).action(async (options: DoctorOptions & { readonly json?: true }) => {
    const { examine } = await import("./examine.ts");
    const findings = await examine(options, chosenModel(options));
    if (options.json) console.log(JSON.stringify(findings, null, 2));
    else
      for (const { status, check, message } of findings)
        console.log(`${status.padEnd(5)}${check}: ${message}`);
    if (findings.some(({ status }) => status === "fail")) process.exitCode = 1;
  });
}
