import type { IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import type { WireAnswer } from "../wire/answer.ts";
import { wireServer } from "../wire/wire-server.ts";
import type { Wire, WireReply } from "../wire/wires.ts";

/** What the server does with one request; a reply is given by its text. */
type Scripted =
  | Exclude<WireAnswer, { readonly reply: WireReply }>
  | Pick<WireReply, "text" | "stop" | "top">;

export interface SeenRequest<Body> {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

export interface MockServer {
  readonly baseURL: string;
  readonly seen: readonly SeenRequest<unknown>[];
  /** What to do next, in order; echoes the prompt when nothing is left. */
  script(...answers: readonly Scripted[]): void;
}

/** A local server that does as it is told, gone when the running test is. */
export async function mockServer(wire: Wire): Promise<MockServer> {
  const seen: SeenRequest<unknown>[] = [];
  const answers: Scripted[] = [];
  const server = await wireServer({
    decide: ({ request, body }) => {
      seen.push({ path: request.url ?? "", headers: request.headers, body });
      const answer = answers.shift() ?? { text: `echo: ${wire.prompt(body)}`, stop: "end" };
      if (!("text" in answer)) return answer;
      return {
        reply: { id: "1", model: "served", ...answer, usage: { inputTokens: 13, outputTokens: 7 } },
      };
    },
  });
  onTestFinished(() => server.close());
  return { baseURL: server.url, seen, script: (...more) => void answers.push(...more) };
}
