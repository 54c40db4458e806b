import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

interface HubOptions {
  /** The model's bytes, and those that the hub lists where they differ. */
  readonly bytes: Buffer;
  readonly listed?: Buffer;
  /** The token without which the hub shows nothing. */
  readonly token?: string;
}

interface ModelHub {
  readonly url: string;
  readonly seen: readonly { readonly path: string; readonly range: string | undefined }[];
}

/** The model of the hub, under the name that it has there. */
const HUB_FILE = "Tiny-Q4_K_M.gguf";

/**
 * A hub of models on the loopback with one model to download, `hf:acme/Tiny-GGUF:Q4_K_M`, and what Hugging
 * Face answers about it. The token is refused by status 401, as there.
 */
export async function modelHub({ bytes, listed = bytes, token }: HubOptions): Promise<ModelHub> {
  const seen: ModelHub["seen"][number][] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const [path = ""] = (request.url ?? "").split("?");
    const { range, authorization } = request.headers;
    seen.push({ path, range });
    if (token !== undefined && authorization !== `Bearer ${token}`) {
      response.writeHead(401).end('{"error":"Invalid username or password."}');
    } else if (path === "/api/models/acme/Tiny-GGUF/tree/main") {
      const oid = createHash("sha256").update(listed).digest("hex");
      const files = [
        { type: "file", path: "README.md", size: 10 },
        { type: "file", path: HUB_FILE, size: 134, lfs: { oid, size: listed.length } },
        { type: "file", path: "mmproj-Tiny-F16.gguf", size: 134 },
        { type: "file", path: "Tiny-Q8_0-00001-of-00002.gguf", size: 134 },
        { type: "file", path: "Tiny-Q8_0-00002-of-00002.gguf", size: 134 },
      ];
      response.end(JSON.stringify(files));
    } else if (path === "/api/models/acme/Tiny/tree/main") {
      response.end(JSON.stringify([{ type: "file", path: "model.safetensors", size: 134 }]));
    } else if (path === "/v2/acme/Tiny-GGUF/manifests/Q4_K_M") {
      response.end(JSON.stringify({ ggufFile: { rfilename: HUB_FILE } }));
    } else if (path === `/acme/Tiny-GGUF/resolve/main/${HUB_FILE}`) {
      sendBytes(bytes, request, response);
    } else {
      response.writeHead(404).end('{"error":"Repository not found"}');
    }
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** Answers a request for a file or for a range of its bytes. */
function sendBytes(
  bytes: Buffer,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const [, from = "0", to = String(bytes.length - 1)] =
    /^bytes=(\d+)-(\d+)?$/.exec(headers.range ?? "") ?? [];
  const part = bytes.subarray(Number(from), Number(to) + 1);
  response.writeHead(headers.range === undefined ? 200 : 206, {
    "accept-ranges": "bytes",
    "content-length": part.length,
    ...(headers.range && { "content-range": `bytes ${from}-${to}/${bytes.length}` }),
  });
  response.end(method === "HEAD" ? undefined : part);
}
