import type { ServeOptions } from "./server-options.ts";

type Told = Pick<ServeOptions, "dataset" | "data" | "seed" | "task">;

/** Where the server is and how to ask it, for people. */
export function welcome(url: string, { dataset = "synthetic-words", data, seed, task }: Told): string {
  const files = dataset.startsWith("synthetic-") ? "" : ` --data ${data}`;
  // The bench asks about the worlds of its own seed.
  const world = seed === "1" ? "" : ` --seed ${seed}`;
  const example =
    task === undefined
      ? `bench --dataset ${dataset}${files}${world} --pairs 50 --model any`
      : `promptnce estimate ROWS.csv --task ${task} --yes --model any`;
  return `OpenAI:     --base-url ${url}/v1
Anthropic:  --base-url ${url}
Counts:     ${url}/stats

For example:
  ${example} --provider openai --base-url ${url}/v1
  ${example} --provider anthropic --base-url ${url}

Ctrl-C ends it.`;
}
