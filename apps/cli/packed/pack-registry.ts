import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** What npm sends of a version, and asks for again. */
interface Document {
  readonly name: string;
  readonly versions: Readonly<Record<string, { dist: { tarball: string } }>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** A registry on the loopback that keeps what is published there, and has nothing else. */
export async function packRegistry(): Promise<AsyncDisposable & { readonly url: string }> {
  const documents = new Map<string, Document>();
  const tarballs = new Map<string, Buffer>();
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    if (request.method === "PUT") {
      const sent = (await json(request)) as Document;
      for (const { dist } of Object.values(sent.versions)) {
        const name = dist.tarball.split("/-/")[1]!;
        tarballs.set(name, Buffer.from(Object.values(sent._attachments)[0]!.data, "base64"));
        dist.tarball = `${url}/tarballs/${encodeURIComponent(name)}`;
      }
      const versions = { ...documents.get(path)?.versions, ...sent.versions };
      documents.set(path, { ...sent, versions });
      return response.writeHead(201).end("{}");
    }
    const found = tarballs.get(path.replace("tarballs/", "")) ?? JSON.stringify(documents.get(path));
    return response.writeHead(found === undefined ? 404 : 200).end(found ?? "{}");
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, [Symbol.asyncDispose]: async () => void server.close() };
}
