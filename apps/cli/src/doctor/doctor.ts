import { type Command, Option } from "commander";
import { vendorNamed, vendors } from "@promptnce/providers/choose";
import { type DataOptions, dataOption } from "../options/data-option.ts";
import { type Finding, findingLine } from "./finding.ts";
import type { Target } from "./target-provider.ts";

const EXAMPLES = `
Examples:
  promptnce doctor
  promptnce doctor --store out/replies.jsonl --data ./data
  promptnce doctor --provider anthropic --model NAME
  promptnce doctor --provider openai --base-url http://localhost:11434/v1 --model NAME --json
  promptnce doctor --provider llama --model FILE.gguf

With --provider the model is asked up to four short questions, which are paid for, and whether it
can score a given text is tried.
Exit codes: 0 nothing is in the way of a run, 1 something is, 2 wrong usage.`;

interface Options extends DataOptions {
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly keyEnv?: string;
  readonly store?: string;
  readonly json?: true;
}

/** `doctor`: a line a check, ok, warn or fail. */
export function doctor(parent: Command): void {
  parent
    .command("doctor")
    .description("check what a run needs: Node, keys, the store, datasets, a model")
    .addOption(new Option("--provider <name>", "probe a model of it").choices(vendors.map(({ name }) => name)))
    .option("--model <name>", "the model to probe, or its file for llama")
    .option("--base-url <url>", "a server that speaks the provider's wire format")
    .option("--key-env <name>", "the environment variable with that server's key")
    .option("--store <file>", "the journal of replies to check")
    .addOption(dataOption())
    .option("--json", "print the findings as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options, command: Command) => {
      const findings = await examine(options, targetOf(options, command));
      if (options.json) console.log(JSON.stringify(findings, null, 2));
      else for (const finding of findings) console.log(findingLine(finding));
      if (findings.some(({ status }) => status === "fail")) process.exitCode = 1;
    });
}

function targetOf(options: Options, command: Command): Target | undefined {
  const { provider, model, baseUrl, keyEnv } = options;
  if (provider === undefined) {
    const stray = ["model", "baseUrl", "keyEnv"].find((name) => Object.hasOwn(options, name));
    if (stray === undefined) return undefined;
    return command.error("error: --model, --base-url and --key-env need --provider");
  }
  if (model === undefined) return command.error("error: --provider needs --model");
  const vendor = vendorNamed(provider);
  if (!vendor.options.includes("baseUrl") && (baseUrl ?? keyEnv) !== undefined) {
    return command.error(`error: --provider ${provider} takes no --base-url and no --key-env`);
  }
  if (baseUrl === undefined) {
    if (keyEnv === undefined) return { vendor, model };
    return command.error("error: --key-env needs --base-url");
  }
  const apiKey = keyEnv === undefined ? undefined : process.env[keyEnv];
  return { vendor, model, baseURL: baseUrl, ...(apiKey && { apiKey }) };
}

async function examine(options: Options, target: Target | undefined): Promise<Finding[]> {
  const { checkNode } = await import("./check-node.ts");
  const { checkKeys } = await import("./check-keys.ts");
  const { checkData } = await import("./check-data.ts");
  const { keyEnv, store } = options;
  const keys = [...vendors.map((vendor) => vendor.keyEnv), keyEnv].filter((name) => name !== undefined);
  const findings = [checkNode(process.versions.node), ...checkKeys(keys, keyEnv, process.env)];
  if (store !== undefined) {
    const { checkStore } = await import("./check-store.ts");
    findings.push(...checkStore(store));
  }
  findings.push(...(await checkData(options.data)));
  const keyless = findings.some(({ status, check }) => status === "fail" && check === keyEnv);
  if (target !== undefined && !keyless) {
    const { probeProvider } = await import("./probe-provider.ts");
    findings.push(...(await probeProvider(target)));
  }
  return findings;
}
