import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type Act, perform } from "../../wire/act.ts";
import { chatCompletions } from "../../wire/wire-chat-completions.ts";

/** The body of a request. */
type Body = Readonly<Record<string, unknown>>;

/** What a server answers at each path to the body that its interface has there; what throws is answered with 400. */
export type Routes = Readonly<Record<string, (body: never) => unknown>>;

export interface ToyServer {
  readonly baseURL: string;
  readonly seen: readonly {
    readonly path: string;
    readonly headers: IncomingMessage["headers"];
    readonly body: Body;
  }[];
  /** What to do with the next requests to this path in the place of answering. */
  script(path: string, ...acts: readonly Act[]): void;
}

/** A server of JSON on the loopback, gone when the running test is. */
export async function toyServer(routes: Routes): Promise<ToyServer> {
  const seen: ToyServer["seen"][number][] = [];
  const scripts = new Map<string, Act[]>();
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const answered = async (): Promise<void> => {
      const body = (request.method === "POST" ? await json(request) : {}) as Body;
      seen.push({ path, headers: request.headers, body });
      perform(scripts.get(path)?.shift() ?? answer(routes, path, body), chatCompletions, response);
    };
    // A client that went away while it wrote.
    answered().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    script: (path, ...acts) => void scripts.set(path, [...acts]),
  };
}

function answer(routes: Routes, path: string, body: Body): Act {
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
  const error = (status: number, message: string): Act => ({
    act: "error",
    status,
    type: "invalid_request_error",
    message,
  });
  if (route === undefined) return error(404, `There is no ${path}.`);
  try {
    return { act: "json", body: route(body as never) };
  } catch (thrown) {
    return error(400, String(thrown));
  }
}
