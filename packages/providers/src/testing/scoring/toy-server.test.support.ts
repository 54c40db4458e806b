import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { badRequest, type WireAnswer, wireServer } from "@promptnce/rehearsal/wire";
import type { SeenRequest } from "@promptnce/rehearsal/testing/mock-server";

type Body = Readonly<Record<string, unknown>>;

/**
 * What a server answers at each path to the body that its interface has there; what throws is
 * answered with 400.
 */
export type Routes = Readonly<Record<string, (body: never) => unknown>>;

export interface ToyServer {
  readonly baseURL: string;
  readonly seen: readonly SeenRequest<Body>[];
  /** What to do with the next requests to this path in the place of answering. */
  script(path: string, ...answers: readonly WireAnswer[]): void;
}

/** A server of JSON on the loopback, gone when the running test is. */
export async function toyServer(routes: Routes): Promise<ToyServer> {
  const seen: SeenRequest<Body>[] = [];
  const scripts = new Map<string, WireAnswer[]>();
  const server = await wireServer({
    decide: () => badRequest("The toy model does not chat."),
    async other(request, path) {
      const body = (request.method === "POST" ? await json(request) : {}) as Body;
      seen.push({ path, headers: request.headers, body });
      const scripted = scripts.get(path)?.shift();
      if (scripted !== undefined || !Object.hasOwn(routes, path)) return scripted;
      try {
        return { json: routes[path]?.(body as never) };
      } catch (thrown) {
        return badRequest(String(thrown));
      }
    },
  });
  onTestFinished(() => server.close());
  return {
    baseURL: server.url,
    seen,
    script: (path, ...answers) => void scripts.set(path, [...answers]),
  };
}
