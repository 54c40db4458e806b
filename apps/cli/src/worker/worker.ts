import { say } from "#command/start";
import type { Command } from "commander";
import {
  flag,
  inGroup,
  modelOptions,
  numberAbove,
  option,
  type OptionValues,
  settingOptions,
} from "#command/options";
import { asFlag, UsageError } from "#command/errors";
import { dollarText } from "@promptnce/core/errors";
import { addCommand } from "../terminal/add-command.ts";

const EXAMPLES = `
A worker answers the questions that bench, estimate and score put into the queue of a store with
--workers and --store. It asks one model, with one choice of --settings, --effort and --max-tokens,
until Ctrl-C. Start as many workers as you like, on any machine; a few workers with many calls in
flight do better than many workers with few. Only workers read the key. All workers of a model share
the limits and the budget; the values given last apply.

Examples:
  promptnce worker --store postgres://me@db.example/study --model anthropic:NAME --concurrency 200
  promptnce worker --store postgres://me@db.example/study --model anthropic:NAME \\
    --rpm 4000 --input-tpm 2000000 --output-tpm 400000 --budget 50
  promptnce worker --store postgres://me@db.example/study --model llama:FILE.gguf --until-empty`;

/** The options of `worker`, in the order of its help. */
function workerOptions() {
  const { store, provider, model, concurrency, rpm, budget, priceIn, priceOut } = modelOptions();
  return {
    store: { ...store, help: "the database of the queue (required)", group: "Queue:" },
    provider,
    model,
    ...inGroup("Model:", settingOptions()),
    concurrency,
    rpm: { ...rpm, help: "the most requests per minute of all workers" },
    ...inGroup("Model:", {
      inputTpm: option(
        "<number>",
        "the most input tokens per minute of all workers",
        numberAbove(0),
      ),
      outputTpm: option(
        "<number>",
        "the most output tokens per minute of all workers",
        numberAbove(0),
      ),
    }),
    budget: {
      ...budget,
      help: "stop all workers before more than this is spent, counting what stored replies cost",
    },
    priceIn,
    priceOut,
    ...inGroup("Queue:", { untilEmpty: flag("stop when no question waits or is under way") }),
  };
}

type WorkerOptions = OptionValues<ReturnType<typeof workerOptions>>;

/** The `worker` command, which answers the requests in the queue of a team's store. */
export function worker(parent: Command): void {
  const does = "answer questions from the queue of a PostgreSQL store, beside other workers";
  addCommand(parent, "worker", does, EXAMPLES, workerOptions()).action(
    async (options: WorkerOptions) => {
      const { interruptible } = await import("#command/terminal");
      await interruptible(({ signal }) => answer(options, signal));
    },
  );
}

async function answer(options: WorkerOptions, signal: AbortSignal): Promise<void> {
  const { priceOf } = await import("@promptnce/engine/money");
  const { loadPostgres, modelProvider } = await import("#command");
  const { openPostgresStore, setLimits, work } = await loadPostgres();
  const { chosenModel } = await import("../options/chosen-model.ts");
  const { store: address = "", rpm, inputTpm, outputTpm, budget, untilEmpty, ...given } = options;
  const choice = chosenModel(given);
  if (choice.provider === "simulated")
    throw new UsageError("--model: name the model that this worker asks");
  await using store = await openPostgresStore(address);
  const provider = await modelProvider({ ...given, replies: store, onPace: say }, choice);
  const price = await priceOf({ ...given, provider: provider.name, model: provider.model });
  const limits = { requests: rpm, inputTokens: inputTpm, outputTokens: outputTpm, budget };
  await setLimits(store, provider, limits, price);
  const slots = given.concurrency;
  const end = untilEmpty ? " or the queue is empty" : "";
  say(`Worker of ${provider.model}: up to ${slots} calls at once, until Ctrl-C${end}.`);
  const running = { slots, untilEmpty, signal, say, writeOption: asFlag };
  const { answered, usd } = await work({ store, provider, price, ...running });
  const cost = price ? `, for ${dollarText(usd)}` : "";
  say(`This worker answered ${answered} ${answered === 1 ? "question" : "questions"}${cost}.`);
}
