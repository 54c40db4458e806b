import { started } from "./command.ts";

/** The latency of each reply. */
const LATENCY_MS = 50;

/** `promptnce serve-simulated` in its own process. */
export interface Server extends AsyncDisposable {
  /** The options for a command that uses this server. */
  readonly model: readonly string[];
  /** The base URL for OpenAI's wire format. */
  readonly url: string;
  stats(): Promise<Stats>;
}

interface Stats {
  readonly requests: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /**
   * The number of requests that arrived before the `retry-after` of an earlier rejection had
   * passed.
   */
  readonly early: number;
}

/** Starts the server with further options, such as `--rate-limit 20`. */
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
