import type { IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import type { Act as ServerAct } from "../wire/act.ts";
import { wireServer } from "../wire/wire-server.ts";
import type { Wire, WireReply } from "../wire/wire.ts";

/** What the server does with one request; a reply is given by its text. */
export type Act =
  | Exclude<ServerAct, { readonly act: "reply" }>
  | { readonly act: "success" | "refusal" | "truncation"; readonly text: string };

interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface MockServer {
  readonly baseURL: string;
  readonly seen: readonly SeenRequest[];
  /** What to do next, in order; echoes the prompt when nothing is left. */
  script(...acts: readonly Act[]): void;
}

/** A local server that does as it is told, gone when the running test is. */
export async function mockServer(wire: Wire): Promise<MockServer> {
  const seen: SeenRequest[] = [];
  const acts: Act[] = [];
  const server = await wireServer({
    decide: ({ request, body }) => {
      seen.push({ path: request.url ?? "", headers: request.headers, body });
      return told(acts.shift() ?? { act: "success", text: `echo: ${wire.prompt(body)}` });
    },
  });
  onTestFinished(() => server.close());
  return { baseURL: server.url, seen, script: (...more) => void acts.push(...more) };
}

const STOPS = { success: "end", refusal: "refusal", truncation: "length" } as const;

function told(act: Act): ServerAct {
  if (!("text" in act)) return act;
  const usage = { inputTokens: 13, outputTokens: 7 };
  const { text } = act;
  const reply: WireReply = { id: "1", model: "served", text, stop: STOPS[act.act], usage };
  return { act: "reply", reply };
}
