import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { download, type FetchProgress } from "./fetch-dataset.ts";

const bytes = Buffer.alloc(300_000, "a line of the file\n");
const sha256 = createHash("sha256").update(bytes).digest("hex");

const byHand = "By hand.";

const routes: RequestListener = (request, response) => {
  switch (request.url ?? "") {
    case "/good":
      response.setHeader("content-length", bytes.length).end(bytes);
      break;
    case "/chunked":
      response.write(bytes.subarray(0, 1000));
      response.end(bytes.subarray(1000));
      break;
    case "/moved":
      response.writeHead(302, { location: "/good" }).end();
      break;
    case "/other":
      response.end("<html>Please sign in</html>");
      break;
    case "/broken":
      response.setHeader("content-length", bytes.length);
      response.write(bytes.subarray(0, 100_000), () => response.destroy());
      break;
    case "/hangs":
      response.setHeader("content-length", bytes.length);
      response.write(bytes.subarray(0, 1000));
      break;
    default:
      response.writeHead(404).end("no such file");
  }
};

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe("download", () => {
  const server = createServer(routes);
  let base = "";
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const start = (url: string, signal?: AbortSignal) => {
    const target = newFolder();
    const reports: [number, number | undefined][] = [];
    const onProgress = ({ received, total }: FetchProgress) => void reports.push([received, total]);
    const options = { onProgress, ...(signal && { signal }) };
    const finished = download({ entry: { file: "f.txt", sha256 }, url, target, byHand, options });
    return { target, reports, finished };
  };

  it.each(["/good", "/chunked", "/moved"])("keeps the right file whole, from %s", async (path) => {
    const { target, finished } = start(base + path);
    await finished;
    expect(readdirSync(target)).toEqual(["f.txt"]);
    expect(readFileSync(join(target, "f.txt")).equals(bytes)).toBe(true);
  });

  it("reports how far it is, of how much where the server says so", async () => {
    const known = start(`${base}/good`);
    await known.finished;
    expect(known.reports.at(-1)).toEqual([bytes.length, bytes.length]);
    const unknown = start(`${base}/chunked`);
    await unknown.finished;
    expect(unknown.reports.at(-1)).toEqual([bytes.length, undefined]);
  });

  it("replaces a wrong file only once the right one is whole", async () => {
    const target = newFolder();
    writeFileSync(join(target, "f.txt"), "old");
    const job = { entry: { file: "f.txt", sha256 }, target, byHand, options: {} };
    await expect(download({ ...job, url: `${base}/broken` })).rejects.toThrow("broke after");
    expect(readFileSync(join(target, "f.txt"), "utf8")).toBe("old");
    await download({ ...job, url: `${base}/good` });
    expect(readFileSync(join(target, "f.txt")).equals(bytes)).toBe(true);
  });

  it.each([
    ["/other", /\/other is not the expected file: it has SHA-256 \w+, expected SHA-256 \w+; noth/],
    ["/missing", /\/missing answers 404 Not Found\. By hand\.$/],
    [
      "/broken",
      /^The connection to .*\/broken broke after \d+ of 300000 bytes; nothing was kept\./,
    ],
  ])("says in one sentence what failed at %s and leaves nothing", async (path, sentence) => {
    const { target, finished } = start(base + path);
    await expect(finished).rejects.toThrow(sentence);
    await expect(finished).rejects.toThrow(/ By hand\.$/);
    expect(readdirSync(target)).toEqual([]);
  });

  it("says which host cannot be reached, why, and what to do", async () => {
    const closed = createServer();
    await new Promise<void>((done) => closed.listen(0, "127.0.0.1", done));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const { target, finished } = start(`http://127.0.0.1:${port}/f.txt`);
    await expect(finished).rejects.toThrow(
      `127.0.0.1:${port} cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}). By hand.`,
    );
    expect(readdirSync(target)).toEqual([]);
  });

  it("stops when told to, and leaves nothing", async () => {
    const stop = new AbortController();
    const { target, finished, reports } = start(`${base}/hangs`, stop.signal);
    await expect.poll(() => reports.length).toBeGreaterThan(0);
    stop.abort();
    await expect(finished).rejects.toThrow(`Stopped while fetching ${base}/hangs; nothing of it`);
    expect(readdirSync(target)).toEqual([]);
  });

  it("says so where the folder cannot be written to", async () => {
    const target = join(tmpdir(), "promptnce-no-such-folder");
    const entry = { file: "f.txt", sha256 };
    await expect(
      download({ entry, url: `${base}/good`, target, byHand, options: {} }),
    ).rejects.toThrow(`${target} cannot be written to: ENOENT`);
  });
});
