/**
 * A server that answers Chat Completions after 50 ms, in a process of its own: `node server.ts`
 * prints its port. What it does besides is asked for in the path of the base URL: `/plain`,
 * `/limit` (20 a second), `/empty` (the same of a bucket that is empty at first), `/hiccup` (nothing but
 * rejections for 1.9 s), `/random` (a tenth rejected), each with `retry-after: 1`, `/malformed` (a twentieth
 * of the texts cut in half). A GET of `/count/<name>` tells what it did, and forgets it.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { random } from "@promptnce/core";
import { rateLimit } from "../src/simulated-server/rate-limit.ts";

interface Counts {
  readonly began: number;
  readonly bucket: ReturnType<typeof rateLimit>;
  requests: number;
  rejected: number;
  early: number;
}

const counts = new Map<string, Counts>();
const notBefore = new Map<string, number>();
const source = random("perf");
let taken: number[] = [];

function rejects(name: string, { began, bucket }: Counts): boolean {
  const now = performance.now();
  if (name === "random") return source.uniform() < 0.1;
  if (name === "hiccup") return now < began + 1900;
  if (name === "empty") return !bucket.take(now);
  if (name !== "limit") return false;
  taken = taken.filter((at) => at > now - 1000);
  if (taken.length >= 20) return true;
  taken.push(now);
  return false;
}

function completion(content: string): string {
  const message = { role: "assistant", content };
  const usage = { prompt_tokens: 200, completion_tokens: 20, total_tokens: 220 };
  return JSON.stringify({
    id: "c",
    choices: [{ index: 0, finish_reason: "stop", message }],
    usage,
  });
}

const server = createServer((request, response) => {
  const [, name = "", second = ""] = (request.url ?? "").split("/");
  if (name === "count") {
    response.end(JSON.stringify(counts.get(second) ?? { requests: 0 }));
    counts.delete(second);
    notBefore.clear();
    return;
  }
  void text(request).then((body) => {
    const now = performance.now();
    const count = counts.get(name) ?? { began: now, bucket: rateLimit(20, 1), requests: 0, rejected: 0, early: 0 };
    counts.set(name, count);
    count.requests++;
    if (now < (notBefore.get(body) ?? 0)) count.early++;
    if (rejects(name, count)) {
      count.rejected++;
      notBefore.set(body, now + 1000);
      const headers = { "content-type": "application/json", "retry-after": "1" };
      response.writeHead(429, headers).end('{"error": {"message": "slow", "type": "rate_limit"}}');
      return;
    }
    const broken = name === "malformed" && source.uniform() < 0.05;
    setTimeout(() => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(completion(broken ? '{"p": ' : '{"p": 0.5}'));
    }, 50);
  });
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
