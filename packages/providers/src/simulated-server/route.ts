import type { IncomingMessage } from "node:http";

/** One answer of a route: JSON, or the lines of a JSONL file. */
type Routed = { readonly json: unknown } | { readonly lines: readonly unknown[] };

/** Answers a request that is its own, or gives `undefined`. */
export type Route = (request: IncomingMessage, path: string) => Promise<Routed | undefined>;
