import { type WriteOption, ProviderError } from "@promptnce/core/errors";
import { at } from "@promptnce/core/json";
import { wrongRequest } from "../errors/errors.ts";
import { isClosed } from "./connection-error.ts";

const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * A `fetch` for the calls of one server, which may carry its key: an address of another origin,
 * which a reply may name, is refused, and a redirect is an error that says where it leads.
 *
 * @param base The server's address, looked up with each call: an SDK has a default of its own.
 * @param fetch By default the global one, which is asked once more where a kept connection was
 *   closed.
 */
export function fetchAt(
  base: () => string,
  fetch?: typeof globalThis.fetch,
): typeof globalThis.fetch {
  const send = fetch ?? onceMore();
  return async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    const server = new URL(base());
    if (asked.origin !== server.origin) throw elsewhere(asked, server);
    const response = await send(input, { ...init, redirect: "manual" });
    if (!REDIRECTS.includes(response.status)) return response;
    await response.body?.cancel();
    throw redirected(asked, server, response);
  };
}

/**
 * The global fetch, which sends a request once more where its connection was closed before any
 * header of a response came, as servers close those that they have kept open. Only a server that has
 * answered has kept one open.
 */
function onceMore(): typeof globalThis.fetch {
  let hasAnswered = false;
  return async (input, init) => {
    const send = async (): Promise<Response> => {
      const response = await globalThis.fetch(input, init);
      hasAnswered = true;
      return response;
    };
    try {
      return await send();
    } catch (error) {
      const isText = init?.body === undefined || typeof init.body === "string";
      if (!hasAnswered || !isText || init?.signal?.aborted || !isClosed(at(error, "cause")))
        throw error;
      return send();
    }
  };
}

/** Nothing has been charged for, but what was asked for at that address may have been. */
function elsewhere(asked: URL, server: URL): ProviderError {
  return wrongRequest(
    (write) =>
      `The server at ${server.origin} names an address at ${asked.origin}, to which neither the key nor anything else was sent: check ${write("baseURL")}, and ask whoever runs the server to name addresses of its own.`,
  );
}

function redirected(asked: URL, server: URL, { status, headers }: Response): ProviderError {
  const location = headers.get("location");
  const to = location && URL.canParse(location, asked.href) ? new URL(location, asked) : undefined;
  const where = to === undefined ? "no address" : `${to.origin}${to.pathname}`;
  return wrongRequest(
    (write) =>
      `The server at ${server.origin} redirects to ${where} (${status}), to which nothing was sent: ${advice(write, to && baseOf(to, asked, server))}.`,
    status,
  );
}

function advice(write: WriteOption, address: string | undefined): string {
  if (address === undefined) return `check ${write("baseURL")}`;
  return `if that is the server you mean, give ${write("baseURL", address)}`;
}

/** The base URL under which a request would have gone where it was redirected. */
function baseOf(to: URL, asked: URL, server: URL): string | undefined {
  const root = server.pathname.replace(/\/+$/, "");
  const path = asked.pathname.slice(root.length);
  const reached = to.pathname.replace(/\/+$/, "");
  if (!asked.pathname.startsWith(root) || !reached.endsWith(path)) return undefined;
  return `${to.origin}${reached.slice(0, reached.length - path.length)}`;
}
