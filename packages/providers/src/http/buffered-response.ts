import type { IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

const DECODERS: ReadonlyMap<string, (bytes: Buffer) => Buffer> = new Map([
  ["gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/**
 * A response whose body is all there. Not made with `new Response`, which builds a stream around
 * every body: that stream costs more than the rest of the call. So there is no stream, and `body`
 * is null; everything else that reads the body works, any number of times.
 */
export function bufferedResponse(url: string, message: IncomingMessage, bytes: Buffer): Response {
  const { statusCode: status = 0, statusMessage: statusText = "" } = message;
  const headers = headersOf(message);
  const decode = DECODERS.get(headers.get("content-encoding") ?? "");
  const plain = decode === undefined ? bytes : decode(bytes);
  const streamed = (): Response => new Response(new Uint8Array(plain), { headers });
  return {
    url,
    status,
    statusText,
    headers,
    ok: status >= 200 && status < 300,
    redirected: false,
    type: "default",
    body: null,
    bodyUsed: false,
    // As fetch: UTF-8, a byte order mark dropped.
    text: async () => utf8.decode(plain),
    json: async () => JSON.parse(utf8.decode(plain)) as unknown,
    bytes: async () => new Uint8Array(plain),
    arrayBuffer: async () => new Uint8Array(plain).buffer,
    blob: () => streamed().blob(),
    formData: () => streamed().formData(),
    clone: () => bufferedResponse(url, message, bytes),
  };
}

const utf8 = new TextDecoder();

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i] as string, rawHeaders[i + 1] as string);
  }
  return headers;
}
