import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * A server that has these files below `/at/commit/`, until the test is over; with the paths that it
 * was asked for.
 */
export async function serve(
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<{ raw: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").replace("/at/commit/", "");
    asked.push(path);
    const content = files.get(path);
    if (content === undefined) response.writeHead(404).end("404: Not Found");
    else response.end(content);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { raw: `http://127.0.0.1:${port}/at/commit/`, asked };
}

/** A folder that goes when the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
