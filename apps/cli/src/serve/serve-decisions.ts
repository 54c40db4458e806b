import { once } from "node:events";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Command } from "commander";
import { fileRunOptions, option, type OptionValues, wholeNumber } from "#command/options";
import { print } from "#command/start";
import { addCommand } from "../terminal/add-command.ts";
import { listenFault } from "../terminal/listen-fault.ts";

const EXAMPLES = `
It serves POST /v1/systemone, and /v1/decisions in the formats of OpenAI and SGLang. Each option, 26
at most, is shown with a letter. Its probability is that of its letter as the next token, divided by
the sum over all letters; that sum is reported as the mass on the labels. Probabilities are neither
rounded nor calibrated.

Examples:
  promptnce serve-decisions FILE.gguf
  promptnce serve-decisions FILE.gguf --port 8080 --rotations 4`;

const options = {
  rotations: option(
    "<number>",
    "in how many orders of the options to ask; their probabilities are averaged",
    wholeNumber(1, 26),
    1,
  ),
  port: option("<number>", "the port; 0 takes any free one", wholeNumber(0, 65_535), 0),
  ...fileRunOptions(),
};

type DecisionsOptions = OptionValues<typeof options>;

/** The `serve-decisions` command, which serves a GGUF file as a decision model until Ctrl-C. */
export function serveDecisions(parent: Command): void {
  const does = "serve a GGUF file as a decision model on 127.0.0.1, without a key";
  const command = addCommand(parent, "serve-decisions", does, EXAMPLES, options)
    .argument("<file>", "a GGUF file")
    .action(async (file: string, given: DecisionsOptions) => {
      if (!existsSync(file)) command.error(`error: there is no file ${file}: give a GGUF file`);
      const server = await decisionsOf(file, given).catch((error: unknown) =>
        command.error(`error: ${listenFault(error, given.port)}`),
      );
      await using _ = server;
      print(welcome(server.baseURL, file));
      await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    });
}

/**
 * A server of a model file's decisions, until it is disposed.
 *
 * @throws ProviderError where the file or the package that runs it cannot be loaded.
 */
export async function decisionsOf(
  file: string,
  { rotations, port, ...run }: Partial<DecisionsOptions>,
) {
  const { decidedByTokens } = await import("@promptnce/prompts");
  const { decisionServer } = await import("@promptnce/rehearsal/server");
  const { llama } = await import("@promptnce/providers/llama");
  const model = llama({ file, ...run });
  const decide = decidedByTokens(model, rotations);
  // Loads the file, so that one which cannot be loaded is told before the server is announced.
  await decide("", { instructions: "Rain is wet." }).catch(async (error: unknown) => {
    await model[Symbol.asyncDispose]();
    throw error;
  });
  const server = await decisionServer({
    port,
    // What a model file cannot decide, it cannot decide the next time.
    decide: (state, { decision }) =>
      decide(state, decision).catch((error: unknown) => {
        throw new TypeError((error as Error).message);
      }),
  });
  return {
    baseURL: server.baseURL,
    async [Symbol.asyncDispose]() {
      await server.close();
      await model[Symbol.asyncDispose]();
    },
  };
}

/** The server's address, and commands that use it, ready to paste. */
function welcome(baseURL: string, file: string): string {
  const name = basename(file, ".gguf");
  const model = (vendor: string) => `--model ${vendor}:${name} --base-url ${baseURL}`;
  return `System One:  ${model("systemone")}
SGLang:      ${model("sglang-decisions")}
OpenAI:      ${model("decisions")}

For example, from another terminal:
  promptnce doctor ${model("systemone")}

Ctrl-C stops it.`;
}
