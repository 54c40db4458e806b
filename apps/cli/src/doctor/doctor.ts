import type { Command } from "commander";
import { fileRunOptions, flag, inGroup, modelOptions, someText } from "#command/options";
import { data } from "../options/data-options.ts";
import { addCommand } from "../terminal/add-command.ts";
import type { DoctorOptions } from "./examine.ts";
import { exitCodesText, print } from "#command/start";

const EXAMPLES = `
With --model, doctor asks the model ten short questions, and one more for each parameter it tries: at
most thirteen calls, which you pay for. They show whether replies can be read, what the numbers look
like, and what kind of respondent the model is. doctor also tests whether the model can score a given
text. Without --model, it names the models that answer on this machine, as promptnce models does. It
checks datasets only if --data says where they are. It fails if anything would stop a run.

Examples:
  promptnce doctor
  promptnce doctor --store out/replies.jsonl --data ./data
  promptnce doctor --provider anthropic --model NAME
  promptnce doctor --provider openai --base-url http://localhost:11434/v1 --model NAME --json
  promptnce doctor --provider llama --model FILE.gguf

${exitCodesText}`;

/** The `doctor` command, which prints one line per check: ok, warn or fail. */
export function doctor(parent: Command): void {
  const { provider, model, baseUrl, keyEnv, maxTokens, store } = modelOptions();
  addCommand(
    parent,
    "doctor",
    "check what a run needs: Node, keys, the store, datasets, a model",
    EXAMPLES,
    {
      provider: { ...provider, help: "who serves the model to probe" },
      model: { ...model, help: "the model to probe, or its file for llama" },
      baseUrl,
      ...inGroup("Model:", fileRunOptions()),
      keyEnv,
      maxTokens: {
        ...maxTokens,
        help: "the most tokens of a reply, including thinking (default: 512)",
      },
      store: { ...store, help: "the journal or database to check", group: "Options:" },
      data: {
        ...data,
        help: `${data.help} (default: datasets are not checked)`,
        value: someText.optional(),
      },
      json: flag("print the findings as JSON"),
    },
  ).action(async (options: DoctorOptions & { readonly json?: true }) => {
    const { chosenModel } = await import("../options/chosen-model.ts");
    const { examine } = await import("./examine.ts");
    const findings = await examine(options, chosenModel(options));
    if (options.json) console.log(JSON.stringify(findings, null, 2));
    else
      for (const { status, check, message } of findings)
        print(`${status.padEnd(5)}${check}: ${message}`);
    if (findings.some(({ status }) => status === "fail")) process.exitCode = 1;
  });
}
