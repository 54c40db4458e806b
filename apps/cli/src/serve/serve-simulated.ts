import { once } from "node:events";
import type { Command } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import { listenFault } from "../terminal/listen-fault.ts";
import { shellWord, print } from "#command/start";
import { type ServeOptions, serveOptions } from "./serve-options.ts";

const EXAMPLES = `
GET /stats on the server gives its counts.

Examples:
  promptnce serve-simulated
  promptnce serve-simulated --port 8080 --latency 20-80 --rate-limit 20
  promptnce serve-simulated --failures 0.1
  promptnce serve-simulated --port 8080 --task queues.yaml`;

const DOES =
  "run the simulated respondent as a server that speaks the wire formats of Anthropic, OpenAI and decision models on 127.0.0.1";

/** The `serve-simulated` command, which runs the simulated respondent as a server until Ctrl-C. */
export function serveSimulated(parent: Command): void {
  const command = addCommand(parent, "serve-simulated", DOES, EXAMPLES, serveOptions).action(
    async (options: ServeOptions) => {
      const { simulatedServer } = await import("@promptnce/rehearsal/server");
      const { serverOptions } = await import("./server-options.ts");
      const settings = await serverOptions(options);
      await using server = await simulatedServer(settings).catch((error: unknown) =>
        command.error(`error: ${listenFault(error, options.port)}`),
      );
      print(welcome(server.url, options));
      await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
      console.log(JSON.stringify(server.stats()));
    },
  );
}

/** The server's address, and commands that use it, ready to paste. */
export function welcome(url: string, { task }: Pick<ServeOptions, "task">): string {
  const rows =
    task === undefined
      ? ""
      : `\nFor rows of its task: promptnce estimate ROWS.csv --task ${shellWord(task)} with one of these models.`;
  return `OpenAI:     --base-url ${url}/v1
Anthropic:  --base-url ${url}
Decisions:  --base-url ${url}/v1, with --model decisions:any, systemone:any or sglang-decisions:any
Counts:     ${url}/stats

For example, from another terminal:
  promptnce doctor --provider openai --base-url ${url}/v1 --model any
  promptnce score --demo --out rehearsal --provider anthropic --base-url ${url} --model any
${rows}
Ctrl-C stops it.`;
}
