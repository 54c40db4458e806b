import type { Command } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import { type WorkerOptions, workerOptions } from "./worker-options.ts";

const EXAMPLES = `
It answers what bench, estimate and score put into the queue of a store with --workers and --store, for
one model under the same --settings, --effort and --max-tokens, until Ctrl-C. Start as many as you like, on any
machine: few with many calls at once rather than many with few. The key is read here and nowhere else.
Limits and the budget hold for all workers of the model together; those given last stand.

Examples:
  promptnce worker --store postgres://me@db.example/study --model anthropic:NAME --concurrency 200
  promptnce worker --store postgres://me@db.example/study --model anthropic:NAME \\
    --rpm 4000 --input-tpm 2000000 --output-tpm 400000 --budget 50
  promptnce worker --store postgres://me@db.example/study --model llama:FILE.gguf --until-empty`;

/** `worker`: answers what waits in the queue of a team's store. */
export function worker(parent: Command): void {
  const does = "answer questions that wait in a store in PostgreSQL, beside other workers";
  addCommand(parent, "worker", does, EXAMPLES, workerOptions()).action(async (options: WorkerOptions) => {
    const { runWorker } = await import("./run-worker.ts");
    const { interruptible } = await import("#report/terminal");
    await interruptible(({ signal }) => runWorker(options, signal));
  });
}
