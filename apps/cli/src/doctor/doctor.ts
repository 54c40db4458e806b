import type { Command } from "commander";
import {
  addOptions,
  type GivenModel,
  type ModelChoice,
  modelOf,
  modelOptions,
  vendorNamed,
  vendors,
} from "@promptnce/providers/choose";
import { chosenModel } from "../options/chosen-model.ts";
import { type DataOptions, dataOption } from "../options/data-option.ts";
import { type Finding, findingLine } from "./finding.ts";
import { exitCodesText } from "../terminal/start.ts";

const EXAMPLES = `
Examples:
  promptnce doctor
  promptnce doctor --store out/replies.jsonl --data ./data
  promptnce doctor --provider anthropic --model NAME
  promptnce doctor --provider openai --base-url http://localhost:11434/v1 --model NAME --json
  promptnce doctor --provider llama --model FILE.gguf

With --model it is asked up to four short questions, which are paid for, and whether it can
score a given text is tried.
It fails where something is in the way of a run.

${exitCodesText}`;

type Named = Pick<GivenModel, "provider" | "model" | "baseUrl" | "keyEnv" | "store">;

interface Options extends DataOptions, Named {
  readonly json?: true;
}

/** `doctor`: a line a check, ok, warn or fail. */
export function doctor(parent: Command): void {
  const { provider, model, baseUrl, keyEnv, store } = modelOptions();
  const command = parent
    .command("doctor")
    .description("check what a run needs: Node, keys, the store, datasets, a model");
  addOptions<Command, Named>(command, {
    provider: { ...provider, help: "who serves the model to probe" },
    model: { ...model, help: "the model to probe, or its file for llama" },
    baseUrl,
    keyEnv,
    store: { ...store, help: "the journal of replies to check" },
  })
    .addOption(dataOption())
    .option("--json", "print the findings as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      const findings = await examine(options, chosenModel(options));
      if (options.json) console.log(JSON.stringify(findings, null, 2));
      else for (const finding of findings) console.log(findingLine(finding));
      if (findings.some(({ status }) => status === "fail")) process.exitCode = 1;
    });
}

async function examine(options: Options, choice: ModelChoice): Promise<Finding[]> {
  const { checkKeys } = await import("./check-keys.ts");
  const { checkData } = await import("./check-data.ts");
  const { keyEnv, store } = options;
  const keys = [...vendors.map((vendor) => vendor.keyEnv), keyEnv].filter((name) => name !== undefined);
  // With a Node that is too old no command begins.
  const node: Finding = { status: "ok", check: "node", message: process.versions.node };
  const findings = [node, ...checkKeys(keys, keyEnv, process.env)];
  if (store !== undefined) {
    const { checkStore } = await import("./check-store.ts");
    findings.push(...checkStore(store));
  }
  findings.push(...(await checkData(options.data)));
  const keyless = findings.some(({ status, check }) => status === "fail" && check === keyEnv);
  if (choice.provider !== "simulated" && !keyless) {
    const { probeProvider } = await import("./probe-provider.ts");
    findings.push(...(await probeProvider({ vendor: vendorNamed(choice.provider), ...modelOf(options, choice) })));
  }
  return findings;
}
