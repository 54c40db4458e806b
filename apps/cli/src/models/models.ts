import { Argument, type Command } from "commander";
import { flag } from "#command/options";
import { print } from "#command/start";
import { addCommand, examples } from "../terminal/add-command.ts";

const HELP = `
It asks the servers on this machine's usual ports (Ollama 11434, LM Studio 1234, llama.cpp 8080, vLLM
8000, SGLang 30000) for their models, names the keys in the environment without showing them, and
lists the GGUF files in the caches of node-llama-cpp and llama.cpp. Nothing leaves the machine.
PROMPTNCE_PORTS=9000,8080 names other ports. Paste a line after a command such as doctor, estimate
or start. The command fails if it finds nothing. --model llama:hf:OWNER/REPO:QUANT downloads a model
from Hugging Face.
${examples("models", "models ~/models/*.gguf", "models --json")}`;

/** The `models` command: what can be asked on this machine now, each with the line to paste. */
export function models(parent: Command): void {
  const does = "list the models you can ask from this machine now, with the options to paste";
  addCommand(parent, "models", does, HELP, { json: flag("print them as JSON") })
    .addArgument(new Argument("[files...]", "GGUF files"))
    .action(async (files: readonly string[], { json }: { readonly json?: true }) => {
      const { foundModels, noModelText, pastedOptions } = await import("./found-models.ts");
      const found = await foundModels(files);
      if (found.length === 0) process.exitCode = 1;
      if (json) return console.log(JSON.stringify(found, null, 2));
      for (const one of found) {
        print(`${one.found}:`);
        // Not wrapped, since it is there to be pasted.
        console.log(`  ${pastedOptions(one.options)}`);
      }
      if (found.length === 0) print(noModelText());
    });
}
