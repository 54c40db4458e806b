import { type AddressInfo, createServer, type Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { ProviderError } from "@promptnce/core/errors";
import { openaiCompatible } from "../openai/openai.ts";
import { httpFetch } from "./http-fetch.ts";

type Part = string | Buffer;

/** What a server writes, part by part, and whether it then closes, resets or waits. */
type Written = readonly [parts: readonly Part[], then?: "close" | "reset" | "wait" | undefined];

type Row = readonly [title: string, ...Written];

const TEXT = "Ünïcode “1 %” 😀";
const BODY = Buffer.from(
  JSON.stringify({ choices: [{ message: { content: TEXT }, finish_reason: "stop" }] }),
);

const head = (status: string, ...headers: readonly string[]): string =>
  `${[`HTTP/1.1 ${status}`, ...headers].join("\r\n")}\r\n\r\n`;
const sized = (body: Buffer, ...headers: readonly string[]): readonly Part[] => [
  head("200 OK", `content-length: ${body.length}`, ...headers),
  body,
];
const saying = (status: string, ...headers: readonly string[]): readonly Part[] => {
  const body = '{"error": {"message": "It cannot be done."}}';
  return [head(status, `content-length: ${body.length}`, ...headers), body];
};
const chunk = (bytes: Buffer, size = bytes.length.toString(16)): Part =>
  Buffer.concat([Buffer.from(`${size}\r\n`), bytes, Buffer.from("\r\n")]);
const cut = (bytes: Buffer, size: number): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);
const CHUNKED = head("200 OK", "transfer-encoding: chunked");
const UPGRADE = ["connection: upgrade", "upgrade: websocket"];
const LAST = "0\r\n\r\n";
const GZIP = gzipSync(BODY);

/** Responses that hold a reply. */
const replies: readonly Row[] = [
  ["a length and a body", sized(BODY)],
  ["a connection that stays open", sized(BODY), "wait"],
  ["a body byte by byte", [sized(BODY)[0]!, ...cut(BODY, 1)]],
  ["a head byte by byte", [...cut(Buffer.from(sized(BODY)[0]!), 1), BODY]],
  ["a body that ends with the connection", [head("200 OK"), BODY]],
  ["HTTP/1.0", ["HTTP/1.0 200 OK\r\n\r\n", BODY]],
  ["another success", [head("201 Made", `content-length: ${BODY.length}`), BODY]],
  ["no reason after the status", [head("200", `content-length: ${BODY.length}`), BODY]],
  ["a reason with an accent", [head("200 Très bien", `content-length: ${BODY.length}`), BODY]],
  ["one chunk", [CHUNKED, chunk(BODY), LAST], "wait"],
  ["chunks that end within characters", [CHUNKED, ...cut(BODY, 1).map((b) => chunk(b)), LAST]],
  [
    "chunks in one packet",
    [
      Buffer.concat(
        [CHUNKED, ...cut(BODY, 3).map((b) => chunk(b)), LAST].map((part) => Buffer.from(part)),
      ),
    ],
  ],
  ["a chunk with an extension", [CHUNKED, chunk(BODY, `${BODY.length.toString(16)};a=b`), LAST]],
  [
    "a chunk's size in capitals",
    [CHUNKED, chunk(BODY, BODY.length.toString(16).toUpperCase()), LAST],
  ],
  ["a chunk's size with zeros", [CHUNKED, chunk(BODY, `000${BODY.length.toString(16)}`), LAST]],
  ["trailers", [CHUNKED, chunk(BODY), "0\r\nx-sum: 1\r\nx-end: 2\r\n\r\n"]],
  ["100 Continue before", [head("100 Continue"), ...sized(BODY)]],
  ["hints before", [head("102 Processing"), head("103 Early Hints", "link: </a>"), ...sized(BODY)]],
  ["a mark of the byte order", sized(Buffer.concat([Buffer.from("\uFEFF"), BODY]))],
  [
    "blank lines around the body",
    sized(Buffer.concat([Buffer.from("\r\n \n"), BODY, Buffer.from("\n\n")])),
  ],
  ["a wrong type of content", sized(BODY, "content-type: text/html; charset=latin1")],
  ["headers twice", sized(BODY, "x-a: 1", "x-a: 2", "set-cookie: a=1", "set-cookie: b=2")],
  ["a header in another encoding", sized(BODY, "x-a: \u00FCber")],
  ["a header of 10,000 characters", sized(BODY, `x-a: ${"a".repeat(10_000)}`)],
  ["a second response", [...sized(BODY), ...saying("500 No")], "wait"],
  ["gzip", sized(GZIP, "content-encoding: gzip")],
  [
    "gzip in chunks",
    [
      head("200 OK", "transfer-encoding: chunked", "content-encoding: gzip"),
      ...cut(GZIP, 1).map((b) => chunk(b)),
      LAST,
    ],
  ],
  ["GZIP", sized(GZIP, "Content-Encoding: GZIP")],
  ["x-gzip", sized(GZIP, "content-encoding: x-gzip")],
  ["Deflate", sized(deflateSync(BODY), "content-encoding: Deflate")],
  ["deflate without a head", sized(deflateRawSync(BODY), "content-encoding: deflate")],
  ["BR", sized(brotliCompressSync(BODY), "content-encoding: BR")],
  ["gzip twice", sized(gzipSync(GZIP), "content-encoding: gzip, gzip")],
  ["brotli in gzip", sized(gzipSync(brotliCompressSync(BODY)), "content-encoding: br,Gzip")],
  ["no packing, named", sized(BODY, "content-encoding: identity")],
  ["an empty name of a packing", sized(BODY, "content-encoding: ")],
];

/** Responses that hold none, and what is said of each. */
const errors: readonly (readonly [title: string, said: RegExp, ...Written])[] = [
  ["101 to another protocol", /protocol/, [head("101 Switching Protocols", ...UPGRADE)], "wait"],
  ["101 and the end", /protocol/, [head("101 Switching Protocols", ...UPGRADE)]],
  ["101 without a protocol", /status 101/, [head("101 Switching Protocols")], "wait"],
  ["101 and a body", /protocol/, [head("101 Switching Protocols", ...UPGRADE), ...sized(BODY)]],
  ["101 after 100", /protocol/, [head("100 Continue"), head("101 x", ...UPGRADE)], "wait"],
  ["200 with an upgrade", /protocol|JSON/, [head("200 OK", ...UPGRADE)]],
  ["100 and the end", /reached/, [head("100 Continue")]],
  ["103 and a reset", /reached/, [head("103 Early Hints")], "reset"],
  ["nothing", /reached/, []],
  ["nothing, and a reset", /reached/, [], "reset"],
  ["half a line of the status", /reached/, ["HTTP/1.1 2"]],
  ["half of the headers", /reached/, ["HTTP/1.1 200 OK\r\ncontent-le"]],
  ["another protocol", /not HTTP/, ["SSH-2.0-OpenSSH_9.9\r\n"]],
  ["TLS", /not HTTP/, [Buffer.from("15030300020246", "hex")]],
  ["another version of HTTP", /reached/, ["HTTP/9.9 200 OK\r\n\r\n"]],
  ["a length that is too large", /cut off/, [head("200 OK", "content-length: 9999"), BODY]],
  [
    "a length too large, and a reset",
    /cut off/,
    [head("200 OK", "content-length: 9999"), BODY],
    "reset",
  ],
  ["a length that is too small", /not JSON|cut off/, [head("200 OK", "content-length: 40"), BODY]],
  ["bytes after the body", /cut off|1 %/, [...sized(BODY), "and more"]],
  ["a negative length", /reached/, [head("200 OK", "content-length: -1"), BODY]],
  ["a length that is a word", /reached/, [head("200 OK", "content-length: long"), BODY]],
  [
    "a length beyond all numbers",
    /reached/,
    [head("200 OK", `content-length: ${"9".repeat(30)}`), BODY],
  ],
  ["two lengths", /reached/, [head("200 OK", "content-length: 5", "content-length: 9"), BODY]],
  [
    "a length and chunks",
    /reached/,
    [head("200 OK", "content-length: 9", "transfer-encoding: chunked"), chunk(BODY), LAST],
  ],
  ["a chunk whose size is no number", /cut off/, [CHUNKED, chunk(BODY, "zz"), LAST]],
  ["a chunk whose size is negative", /cut off/, [CHUNKED, chunk(BODY, "-5"), LAST]],
  [
    "a chunk whose size is beyond all numbers",
    /cut off/,
    [CHUNKED, chunk(BODY, "f".repeat(20)), LAST],
  ],
  ["a chunk that is longer than its size", /cut off/, [CHUNKED, chunk(BODY, "5"), LAST]],
  ["a chunk that is shorter than its size", /cut off/, [CHUNKED, chunk(BODY, "fff"), LAST]],
  ["no last chunk", /cut off/, [CHUNKED, chunk(BODY)]],
  ["a reset within a chunk", /cut off/, [CHUNKED, "ff\r\n", half(BODY)], "reset"],
  ["trailers without an end", /cut off/, [CHUNKED, chunk(BODY), "0\r\nx-sum: 1\r\n"]],
  ["no chunk but the last", /not JSON/, [CHUNKED, LAST], "wait"],
  ["a body of length 0", /not JSON/, [head("200 OK", "content-length: 0")], "wait"],
  ["a head alone", /not JSON/, [head("200 OK")]],
  ["half a body", /not JSON/, sized(half(BODY))],
  ["204", /not JSON/, [head("204 No Content")], "wait"],
  ["204 and a body", /not JSON|reached/, [head("204 No Content", "content-length: 9"), BODY]],
  ["205", /not JSON/, [head("205 Reset Content", "content-length: 0")], "wait"],
  ["304", /304/, [head("304 Not Modified")], "wait"],
  ["headers of a megabyte", /reached/, [head("200 OK", `x-a: ${"a".repeat(2 ** 20)}`), BODY]],
  ["a header without a colon", /reached/, [head("200 OK", "content-length"), BODY]],
  ["a NUL in a header", /reached/, [head("200 OK", "x-a: \0"), BODY]],
  ["gzip cut short", /cannot be unpacked/, sized(half(GZIP), "content-encoding: gzip")],
  [
    "brotli cut short",
    /cannot be unpacked/,
    sized(half(brotliCompressSync(BODY)), "content-encoding: br"),
  ],
  [
    "deflate cut short",
    /cannot be unpacked/,
    sized(half(deflateSync(BODY)), "content-encoding: deflate"),
  ],
  ["no gzip, named so", /cannot be unpacked/, sized(BODY, "content-encoding: gzip")],
  ["gzip once, named twice", /cannot be unpacked/, sized(GZIP, "content-encoding: gzip, gzip")],
  ["a packing that nobody knows", /cannot be unpacked/, sized(BODY, "content-encoding: x-own")],
  ["nothing, as gzip", /not JSON/, [head("200 OK", "content-encoding: gzip", "content-length: 0")]],
  ["the status 999", /status 999/, saying("999 Denied")],
  ["the status 600", /status 600/, saying("600 No")],
  ["a status of two digits", /reached/, saying("20 OK")],
  [
    "a redirect",
    /307/,
    saying("307 Elsewhere", "location: http://127.0.0.1:9/v1/chat/completions"),
  ],
  ["a redirect to no address", /302/, saying("302 Found", "location: http://:0:0")],
  ["choices without one", /300/, saying("300 Choices")],
  ["401", /key \(401\)/, saying("401 No", "www-authenticate: Basic")],
  ["407", /407/, saying("407 No", "proxy-authenticate: Basic")],
  ["413 and a reset", /413|reached/, saying("413 Too Large"), "reset"],
  ["429", /fewer requests \(429\): It cannot be done/, saying("429 Slow", "retry-after: x")],
  ["a page with 502", /502/, [head("502 Bad Gateway"), "<h1>Bad</h1>"]],
  ["503 without a body", /503/, [head("503 Down", "content-length: 0", "retry-after: 1")]],
  ["500 whose body is cut", /500/, [head("500 No", "content-length: 99"), "{"]],
];

/** The address at which each request is answered with these bytes, whatever it asks. */
async function answering([parts, then = "close"]: Written): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.setNoDelay(true));
    // The client may hang up first.
    socket.on("error", () => {});
    socket.once("data", () => void write(socket));
  });
  const write = async (socket: Socket): Promise<void> => {
    for (const part of parts) {
      await new Promise((written) => socket.write(part, "latin1", written));
    }
    if (then === "close") socket.end();
    if (then === "reset") socket.resetAndDestroy();
  };
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.close();
    for (const socket of open) {
      socket.destroy();
    }
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

/** The text of the reply, or the sentence in its place. */
async function settled(baseURL: string, fetch: typeof globalThis.fetch): Promise<string> {
  const provider = openaiCompatible({ model: "m", baseURL, fetch });
  const [end] = await Promise.allSettled([provider.complete({ prompt: "p", sample: 0 })]);
  if (end.status === "fulfilled") return end.value.text;
  if (end.reason instanceof ProviderError) return end.reason.message;
  throw end.reason;
}

/** One sentence, and none of those that programs say to programmers. */
const SENTENCE = /^The server (?!.*(?:fetch failed|undefined|init))[^\n]{20,400}$/;

const named = replies.map(([title, ...written]) => ({ title, written }));
const refused = errors.map(([title, said, ...written]) => ({ title, said, written }));

describe("a reply is read from", () => {
  it.each(named)("$title", async ({ written }) => {
    expect(await settled(await answering(written), httpFetch())).toBe(TEXT);
  });
});

describe("one sentence is said of", () => {
  it.each(refused)("$title", async ({ written, said }) => {
    const end = await settled(await answering(written), httpFetch());
    expect(end).toMatch(said);
    expect(end === TEXT || SENTENCE.test(end)).toBe(true);
  });
});

it("the global fetch, which reads less strictly, leaves none of these without an end", async () => {
  const ends = [...named, ...refused].map(async ({ written }) =>
    settled(await answering(written), globalThis.fetch),
  );
  const neither = (end: string): boolean => end !== TEXT && !SENTENCE.test(end);
  expect((await Promise.all(ends)).filter(neither)).toEqual([]);
});
