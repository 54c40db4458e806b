import { elicit, type Question, type Template } from "@promptnce/core";
import { cached } from "../src/store/cached.ts";
import { httpFetch } from "../src/http/http-fetch.ts";
import { openJournal } from "../src/journal/journal.ts";
import { openaiCompatible } from "../src/openai/openai.ts";
import { paced } from "../src/pace/paced.ts";
import { retried } from "../src/pace/retried.ts";

const template: Template = {
  id: "perf/marginal",
  version: 1,
  render: (question) => `${(question as { y: string }).y} ${"x".repeat(800)}`,
  parse: (_, reply) =>
    reply.endsWith("}") ? { ok: true, answer: 0.5, notes: [] } : { ok: false, reason: "it is not JSON" },
};

/** Asks `count` questions as a run does, journal on, and gives how many could be read. */
export async function runtime(baseURL: string, path: string, count: number, concurrency: number): Promise<number> {
  using journal = openJournal(path);
  const vendor = openaiCompatible({ model: "perf", baseURL, fetch: httpFetch() });
  const provider = cached(retried(paced(vendor, { concurrency })), journal);
  const questions: Question[] = Array.from({ length: count }, (_, i) => {
    return { kind: "marginal", task: "perf", sample: 0, y: `${i}` };
  });
  const asking = { provider, findTemplate: () => template, concurrency: concurrency * 4 };
  let read = 0;
  for await (const { reading } of elicit(questions, asking)) if (reading.ok) read++;
  return read;
}
