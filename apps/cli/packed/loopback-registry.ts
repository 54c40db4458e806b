import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A registry on the loopback that npm publishes to and installs from. */
export interface LoopbackRegistry extends AsyncDisposable {
  /** What makes npm use it for packages of this scope. */
  readonly npmrc: string;
}

/** As much of a package's document as npm sends to publish a version. */
interface Published {
  readonly name: string;
  readonly versions: Readonly<Record<string, { readonly dist: { readonly tarball: string } }>>;
  readonly "dist-tags": Readonly<Record<string, string>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** Starts a registry that is empty. A version that is there cannot be published again. */
export async function loopbackRegistry(scope: string): Promise<LoopbackRegistry> {
  const packages = new Map<string, Published>();
  const tarballs = new Map<string, Buffer>();
  const publish = (sent: Published): boolean => {
    const before = packages.get(sent.name);
    const [version = ""] = Object.keys(sent.versions);
    if (before !== undefined && version in before.versions) return false;
    const { tarball } = sent.versions[version]!.dist;
    const [attached] = Object.values(sent._attachments);
    tarballs.set(new URL(tarball).pathname, Buffer.from(attached?.data ?? "", "base64"));
    packages.set(sent.name, { ...sent, versions: { ...before?.versions, ...sent.versions } });
    return true;
  };
  const found = (url: string): string | Buffer | undefined => {
    const document = packages.get(decodeURIComponent(url.slice(1)));
    return document === undefined ? tarballs.get(url) : JSON.stringify(document);
  };
  const answer = async (request: IncomingMessage): Promise<[number, string | Buffer]> => {
    if (request.method === "PUT") {
      const isNew = publish(JSON.parse(await text(request)) as Published);
      return [isNew ? 201 : 409, "{}"];
    }
    const body = found(request.url ?? "");
    return body === undefined ? [404, "{}"] : [200, body];
  };
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => response.writeHead(status).end(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    npmrc: `${scope}:registry=http://${host}\n//${host}:_authToken=rehearsal\n`,
    [Symbol.asyncDispose]: () => new Promise((done) => void server.close(() => done())),
  };
}
