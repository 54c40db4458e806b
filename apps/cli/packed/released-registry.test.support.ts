import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A registry on the loopback that offers the given version of each package and nothing else. */
export async function releasedRegistry(versions: ReadonlyMap<string, string>): Promise<string> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? "").slice(1);
    const version = versions.get(name);
    response.statusCode = version === undefined ? 404 : 200;
    response.setHeader("content-type", "application/json");
    const latest = { latest: version };
    const manifests = version === undefined ? {} : { [version]: { name, version, dist: {} } };
    response.end(JSON.stringify({ name, "dist-tags": latest, versions: manifests }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
