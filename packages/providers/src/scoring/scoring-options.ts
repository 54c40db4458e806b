import { type JsonServer, serverRoot } from "../http/json-server.ts";

/** What every adapter that scores over HTTP takes. */
export interface ScoringOptions {
  /** The model's name as the server knows it. */
  readonly model: string;
  /** The server's address, with or without `/v1`. */
  readonly baseURL: string;
  /** Sent as a bearer token; without it no key is sent, the environment's are OpenAI's own. */
  readonly apiKey?: string;
  /** What the server is called in tables and in the store; by default after its software. */
  readonly name?: string;
  /** How long one request may take, all its calls together; 120,000 ms by default. */
  readonly timeoutMs?: number;
  /** Stands in for the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The server that the options name. */
export function jsonServer({ baseURL, apiKey, fetch }: ScoringOptions, name: string): JsonServer {
  return {
    root: serverRoot(baseURL),
    vendor: { title: `The server ${name}`, keyVariable: "the server's key", key: apiKey },
    fetch: fetch ?? globalThis.fetch,
  };
}
