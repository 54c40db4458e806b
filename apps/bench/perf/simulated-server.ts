import { started } from "./command.ts";

/** How long each reply takes. */
const LATENCY_MS = 50;

/** `promptnce serve-simulated` in a process of its own. */
export interface Server extends AsyncDisposable {
  /** The options of a command that asks it. */
  readonly model: readonly string[];
  /** The base URL of OpenAI's wire format. */
  readonly url: string;
  stats(): Promise<Stats>;
}

interface Stats {
  readonly requests: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Requests that came before the `retry-after` of an earlier rejection was over. */
  readonly early: number;
}

/** Starts it with more options, as `--rate-limit 20`. */
export async function simulatedServer(...options: readonly string[]): Promise<Server> {
  const latency = ["--latency", String(LATENCY_MS)];
  const server = await started(["serve-simulated", ...latency, ...options], /Ctrl-C/);
  const [, origin] = /Anthropic: +--base-url (\S+)/.exec(server.printed) ?? [];
  const url = `${origin}/v1`;
  return {
    url,
    model: ["--provider", "openai", "--base-url", url, "--model", "any"],
    async stats() {
      const response = await fetch(`${origin}/stats`);
      return (await response.json()) as Stats;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
