import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZlibOptions,
} from "node:zlib";
import { isClosed, namedProxy } from "../call/connection-error.ts";
import { ProviderError } from "@promptnce/core/errors";

/**
 * A `fetch` over `node:http` for the adapters' `fetch` option, with connections kept open: a call
 * takes half the processor time and half the memory of the global one. It supports only what the
 * vendors' SDKs use: text as a body, the whole response in memory, no redirects (which could carry
 * a key elsewhere), no cookies.
 *
 * A proxy in the environment (HTTPS_PROXY, HTTP_PROXY, NO_PROXY) is used from Node 22.21 and 24.5,
 * except for this machine itself. With NODE_USE_ENV_PROXY=1 it is used as Node's own `fetch` uses
 * it, and with 0 it is not. Dispatchers are not supported: where one matters, use the global `fetch`, the
 * adapters' default.
 *
 * A connection that was kept open may be closed by the server just as it is used again. Where it is
 * reset before any byte of a response, the request is sent once more, on a new connection.
 *
 * The promise settles however the connection ends. It rejects as that of `fetch` does: with the
 * signal's reason, or a `TypeError` whose cause is the system's error. A body above 32 MB, compressed
 * or not, is not read to its end: reading it throws a ProviderError of kind `response`.
 *
 * @example
 * import { openai } from "@promptnce/providers/openai";
 * const provider = openai({ model: "gpt-5-mini", apiKey: "key", fetch: httpFetch() });
 * provider.model; // → "gpt-5-mini"
 */
export function httpFetch(): typeof globalThis.fetch {
  let opening: ReturnType<typeof openConnections> | undefined;
  return async (input, init = {}) => {
    const { method = "GET", headers, body, signal } = init;
    if (
      input instanceof Request ||
      (body !== undefined && body !== null && typeof body !== "string")
    ) {
      throw new TypeError("httpFetch takes an address and a text: give the global fetch for more.");
    }
    const url = input instanceof URL ? input : new URL(input);
    opening ??= openConnections();
    const { kept, fresh, request } = (await opening)[url.protocol === "https:" ? "https" : "http"];
    const plain = Object.fromEntries(headers instanceof Headers ? headers : new Headers(headers));
    const send = async (agent: Agent): Promise<WholeResponse> => {
      signal?.throwIfAborted();
      const sent = request(url, { agent, method, headers: plain });
      const abort = (): void => void sent.destroy();
      signal?.addEventListener("abort", abort, { once: true });
      try {
        // The body is sent at once, with its length rather than in chunks.
        return await received(sent.end(body ?? undefined));
      } catch (error) {
        signal?.throwIfAborted();
        if (sent.reusedSocket && (error === CLOSED || isClosed(error))) return await send(fresh);
        throw error;
      } finally {
        signal?.removeEventListener("abort", abort);
      }
    };
    try {
      const { message, bytes, cut } = await send(kept);
      signal?.throwIfAborted();
      return wholeResponse(message, bytes, cut);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ProviderError) throw error;
      throw new TypeError("fetch failed", { cause: error });
    }
  };
}

/** Made once, since each response is closed in the end, mostly after its last byte. */
const CLOSED = new Error("the connection was closed");

/** A response that came, with its bytes. */
interface WholeResponse {
  readonly message: IncomingMessage;
  readonly bytes: Buffer;
  /** Why the connection ended within the body, where it did. */
  readonly cut?: Error;
}

/**
 * The response to a request, with all its bytes or, where they are too many, with the first of
 * them. Its events are listened to: as an async iterable, each response takes half as long
 * again. Whatever else happens, both streams are closed in the end, which settles it.
 */
function received(sent: ClientRequest): Promise<WholeResponse> {
  return new Promise((resolve, reject) => {
    const closed = (): void => reject(CLOSED);
    sent.on("error", reject);
    sent.on("close", closed);
    sent.on("upgrade", (_, socket) => {
      socket.destroy();
      reject(new Error("it changes to another protocol (101)"));
    });
    sent.on("response", (message) => {
      // From here on the request may be closed before its response is, and what fails is a reply.
      const cut = (error = CLOSED): void => resolve({ message, bytes: Buffer.of(), cut: error });
      sent.off("close", closed).off("error", reject).on("error", cut);
      const chunks: Buffer[] = [];
      let size = 0;
      const end = (): void => {
        resolve({ message, bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) });
      };
      message.on("error", cut);
      message.on("close", cut);
      message.on("end", end);
      message.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= MOST_BYTES) return;
        end();
        message.destroy();
      });
    });
  });
}

/**
 * The connections of both protocols. They are loaded with the first request, because `node:http`
 * takes longer to load than a run whose answers are all in the store.
 */
async function openConnections() {
  const proxyEnv = envOfProxy(process.env);
  const options = proxyEnv && { proxyEnv };
  const keeping = { ...options, keepAlive: true };
  const [http, https] = await Promise.all([import("node:http"), import("node:https")]);
  return {
    http: {
      kept: new http.Agent(keeping),
      fresh: new http.Agent(options),
      request: http.request,
    },
    https: {
      kept: new https.Agent(keeping),
      fresh: new https.Agent(options),
      request: https.request,
    },
  };
}

/** The environment as far as it names a proxy that is to be used. */
function envOfProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv | undefined {
  const asked = env["NODE_USE_ENV_PROXY"];
  if (asked === "1") return env;
  if (asked === "0" || namedProxy(env) === undefined) return undefined;
  const except = env["no_proxy"] ?? env["NO_PROXY"];
  const own = ["localhost", "127.0.0.1", "::1", "[::1]"];
  return { ...env, no_proxy: [...(except ? [except] : []), ...own].join(",") };
}

type Decode = (bytes: Buffer, options: ZlibOptions) => Buffer;

/** The codings of HTTP, whose names have no case. */
const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflated],
  ["br", brotliDecompressSync],
  ["identity", (bytes) => bytes],
]);

/** Some servers leave out the header of zlib, whose first byte names its method, 8. */
function inflated(bytes: Buffer, options: ZlibOptions): Buffer {
  return ((bytes[0] ?? 0) & 0xf) === 8
    ? inflateSync(bytes, options)
    : inflateRawSync(bytes, options);
}

/**
 * The largest reply accepted. Models' longest answers are below 1 MB, and scored texts, with some
 * numbers for each token, below 10 MB. Anything longer is not an answer, and a few of them would
 * fill the memory.
 */
const MOST_BYTES = 32 * 2 ** 20;

/**
 * The decompressed bytes; none where none were sent.
 *
 * @throws ProviderError of kind `response` where they are too many, or cannot be decompressed.
 */
function unpacked({ headers }: IncomingMessage, bytes: Buffer): Buffer {
  const names = headers["content-encoding"]?.toLowerCase().match(/[^\s,]+/g) ?? [];
  try {
    if (bytes.length > MOST_BYTES) throw new RangeError();
    // Named in the order in which they were applied.
    return names.reduceRight((packed, name) => {
      if (packed.length === 0) return packed;
      const decode = DECODERS.get(name);
      if (decode === undefined) throw new TypeError();
      return decode(packed, { maxOutputLength: MOST_BYTES });
    }, bytes);
  } catch (error) {
    throw noAnswer(
      error instanceof RangeError
        ? "more than 32 MB in one reply"
        : `a reply that cannot be unpacked (${names.join(", ").slice(0, 100)})`,
    );
  }
}

/** The error of a response that holds nothing to read. */
function noAnswer(what: string): ProviderError {
  return new ProviderError(
    `The server sent ${what}, which is not a model's answer: check the base URL, and try again.`,
    { kind: "response", retryable: true, mayBeBilled: true },
  );
}

/**
 * A response with its whole body. An error in the body is thrown where it is read; one that was cut
 * off throws a TypeError, as that of `fetch` does.
 */
function wholeResponse(message: IncomingMessage, bytes: Buffer, cut: Error | undefined): Response {
  const { statusCode: status = 500, statusMessage: statusText = "" } = message;
  if (status < 200 || status > 599) throw noAnswer(`the status ${status}`);
  const headers = Object.entries(message.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const about = { status, statusText, headers };
  if ([204, 205, 304].includes(status)) return new Response(null, about);
  try {
    if (cut !== undefined) throw new TypeError("terminated", { cause: cut });
    return new Response(new Uint8Array(unpacked(message, bytes)), about);
  } catch (error) {
    return new Response(new ReadableStream({ start: (body) => body.error(error) }), about);
  }
}
