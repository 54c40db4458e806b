import { once } from "node:events";
import type { Command } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import { listenFault } from "../terminal/listen-fault.ts";
import { shellWord } from "#report/terminal";
import { type ServeOptions, serveOptions } from "./serve-options.ts";

const EXAMPLES = `
Faults, each with its share of the requests: 429, 500, 529, hang, drop and cut (the connection),
drip (a byte a second), bomb (a gigabyte, packed), garbled (the response is no JSON), error-200 (an
error with status 200), malformed and truncated (the model's JSON), refusal; good answers with
odd-usage, in parts, after much thinking. With its share of the prompts, met each time: content-filter
(400), poison (500). In seconds: hiccup (nothing but 429 at first), burst (the same, 3 s later),
empty-bucket (of the rate limit, used up before the first request).
GET /stats on the server gives its counts.

Examples:
  promptnce serve-simulated
  promptnce serve-simulated --port 8080 --latency 20-80 --rate-limit 20
  promptnce serve-simulated --fault 429=0.1,529=0.05,hang=0.02,cut=0.02,malformed=0.05,refusal=0.01 --retry-after 1
  promptnce serve-simulated --rate-limit 20 --fault empty-bucket=1,content-filter=0.04 --served m-0115,m-0601
  promptnce serve-simulated --dataset words --data ./data --profile truthful
  promptnce serve-simulated --port 8080 --task queues.yaml`;

const DOES = "run the simulated respondent as a server that speaks Anthropic's and OpenAI's wire formats on 127.0.0.1";

/** `serve-simulated`: the simulated respondent as a server, until Ctrl-C. */
export function serveSimulated(parent: Command): void {
  const command = addCommand(parent, "serve-simulated", DOES, EXAMPLES, serveOptions).action(
    async (options: ServeOptions) => {
      const { simulatedServer } = await import("@promptnce/providers/simulated-server");
      const { serverOptions } = await import("./server-options.ts");
      const made = await serverOptions(options);
      await using server = await simulatedServer(made).catch((error: unknown) =>
        command.error(`error: ${listenFault(error, options.port)}`),
      );
      console.log(welcome(server.url, options));
      await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
      console.log(JSON.stringify(server.stats()));
    },
  );
}

/** Where the server is and how to ask it, in commands that can be pasted as they are. */
export function welcome(url: string, { task, seed }: Pick<ServeOptions, "task" | "seed">): string {
  // The class that is judged is that of the server's seed.
  const world = seed === "1" ? "" : ` --seed ${shellWord(seed)}`;
  const rows =
    task === undefined
      ? ""
      : `\nWith rows of its task: promptnce estimate, --task ${shellWord(task)} and such a model.`;
  return `OpenAI:     --base-url ${url}/v1
Anthropic:  --base-url ${url}
Counts:     ${url}/stats

For example, from another terminal:
  promptnce doctor --provider openai --base-url ${url}/v1 --model any
  promptnce score --demo --out rehearsal${world} --provider anthropic --base-url ${url} --model any
${rows}
Ctrl-C ends it.`;
}
