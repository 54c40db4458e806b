import Anthropic from "@anthropic-ai/sdk";
import OpenAI, { toFile } from "openai";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { anthropicReply } from "./anthropic/messages.ts";
import { openaiReply } from "./openai/responses.ts";
import { simulated } from "@promptnce/rehearsal";
import { simulatedServer, type SimulatedServerOptions } from "@promptnce/rehearsal/server";
import { plainPrompt, readPlainPrompt, world } from "@promptnce/rehearsal/testing/plain-prompts";

const respondent = simulated({ read: readPlainPrompt, joint: world, profile: "truthful", seed: 1 });
const ids = Array.from({ length: 40 }, (_, i) => `q${i}`);
const prompt = (id: string) =>
  plainPrompt({ kind: "marginal", task: "words", y: id, replyKey: `p_${id}` });

async function start(
  batches: SimulatedServerOptions["batches"] = {},
  faults: SimulatedServerOptions["faults"] = {},
) {
  const server = await simulatedServer({ respondent, batches, faults });
  onTestFinished(() => server.close());
  return server;
}

/** Every request of the batch came back once, in another order, with its own answer. */
function expectAll(found: ReadonlyMap<string, string>) {
  expect([...found.keys()].toSorted()).toEqual(ids.toSorted());
  expect([...found.keys()]).not.toEqual(ids);
  for (const [id, text] of found) {
    expect(text).toContain(`"p_${id}"`);
  }
}

describe("Message Batches of Anthropic's, through its SDK", () => {
  const batchOf = async (batches: SimulatedServerOptions["batches"]) => {
    const { url } = await start(batches);
    const client = new Anthropic({ apiKey: "k", baseURL: url, maxRetries: 0 });
    const requests = ids.map((custom_id) => {
      const messages = [{ role: "user" as const, content: prompt(custom_id) }];
      return { custom_id, params: { model: "m", max_tokens: 10, messages } };
    });
    return { client, batch: await client.messages.batches.create({ requests }) };
  };

  it("gives back every answer by its id, in another order", async () => {
    const { client, batch } = await batchOf({});
    expect(batch).toMatchObject({ processing_status: "ended", request_counts: { succeeded: 40 } });
    const found = new Map<string, string>();
    for await (const { custom_id, result } of await client.messages.batches.results(batch.id)) {
      if (result.type === "succeeded") found.set(custom_id, anthropicReply(result.message).text);
    }
    expectAll(found);
  });

  it("is under way for as long as was ordered, and has no results meanwhile", async () => {
    vi.setSystemTime(Date.now());
    onTestFinished(() => void vi.useRealTimers());
    const { client, batch } = await batchOf({ afterMs: 300 });
    expect(batch).toMatchObject({ processing_status: "in_progress", results_url: null });
    await expect(client.messages.batches.results(batch.id)).rejects.toThrow();
    vi.setSystemTime(Date.now() + 300);
    expect((await client.messages.batches.retrieve(batch.id)).processing_status).toBe("ended");
  });

  it("has errored and expired requests as ordered, and counts them", async () => {
    const { client, batch } = await batchOf({ errored: 0.3, expired: 0.3 });
    const said = new Set<string>();
    const counts = { succeeded: 0, errored: 0, expired: 0, canceled: 0 };
    for await (const { result } of await client.messages.batches.results(batch.id)) {
      counts[result.type]++;
      if (result.type === "errored") said.add(result.error.error.message);
    }
    expect(said).toEqual(new Set(["Something failed here (simulated)."]));
    expect(batch.request_counts).toEqual({ processing: 0, ...counts });
    expect(Math.min(counts.succeeded, counts.errored, counts.expired)).toBeGreaterThan(3);
  });
});

describe("Batches of OpenAI's, through its SDK", () => {
  const batchOf = async (batches: SimulatedServerOptions["batches"]) => {
    const { openaiUrl } = await start(batches);
    const client = new OpenAI({ apiKey: "k", baseURL: openaiUrl, maxRetries: 0 });
    const lines = ids.map((custom_id) => {
      const body = { model: "m", input: prompt(custom_id) };
      return JSON.stringify({ custom_id, method: "POST", url: "/v1/responses", body });
    });
    const file = await toFile(Buffer.from(lines.join("\n")), "batch.jsonl");
    const { id } = await client.files.create({ file, purpose: "batch" });
    const endpoint = "/v1/responses";
    const batch = await client.batches.create({
      input_file_id: id,
      endpoint,
      completion_window: "24h",
    });
    const read = async (of: string | null | undefined) => {
      if (!of) return [];
      const text = await (await client.files.content(of)).text();
      return text
        .trim()
        .split("\n")
        .map(
          (line) =>
            JSON.parse(line) as {
              custom_id: string;
              response: { status_code: number; body: unknown } | null;
              error: { code: string } | null;
            },
        );
    };
    return { client, batch, read };
  };

  it("gives back every answer by its id, in another order", async () => {
    const { batch, read } = await batchOf({});
    expect(batch).toMatchObject({ status: "completed", error_file_id: null });
    expect(batch.request_counts).toEqual({ total: 40, completed: 40, failed: 0 });
    const lines = await read(batch.output_file_id);
    expectAll(
      new Map(lines.map((line) => [line.custom_id, openaiReply(line.response?.body).text])),
    );
  });

  it("is under way for as long as was ordered", async () => {
    vi.setSystemTime(Date.now());
    onTestFinished(() => void vi.useRealTimers());
    const { client, batch } = await batchOf({ afterMs: 300 });
    expect(batch).toMatchObject({ status: "in_progress", output_file_id: null });
    vi.setSystemTime(Date.now() + 300);
    expect((await client.batches.retrieve(batch.id)).status).toBe("completed");
  });

  it("puts errored and expired requests into a file of their own", async () => {
    const { batch, read } = await batchOf({ errored: 0.3, expired: 0.3 });
    expect(batch.status).toBe("expired");
    const failed = await read(batch.error_file_id);
    const expired = failed.filter(({ error }) => error?.code === "batch_expired");
    const errored = failed.filter(({ response }) => response?.status_code === 500);
    expect(Math.min(expired.length, errored.length)).toBeGreaterThan(3);
    expect(expired.length + errored.length).toBe(failed.length);
    expect((await read(batch.output_file_id)).length + failed.length).toBe(40);
    expect(batch.request_counts?.failed).toBe(failed.length);
  });
});

it("a batch meets the faults of its prompts each time", async () => {
  const { url } = await start({}, { "content-filter": 0.3, poison: 0.3, "429": 0.4 });
  const client = new Anthropic({ apiKey: "k", baseURL: url, maxRetries: 0 });
  const requests = ids.map((custom_id) => {
    const messages = [{ role: "user" as const, content: prompt(custom_id) }];
    return { custom_id, params: { model: "m", max_tokens: 10, messages } };
  });
  const outcomes = async (): Promise<string[]> => {
    const { id } = await client.messages.batches.create({ requests });
    const found: string[] = [];
    for await (const { custom_id, result } of await client.messages.batches.results(id)) {
      found.push(
        `${custom_id} ${result.type === "errored" ? result.error.error.type : result.type}`,
      );
    }
    return found.toSorted();
  };
  const first = await outcomes();
  for (const fate of ["invalid_request_error", "api_error", "succeeded"]) {
    expect(first.filter((one) => one.endsWith(fate)).length).toBeGreaterThan(3);
  }
  expect(await outcomes()).toEqual(first);
});

describe("the list of batches", () => {
  it("of Anthropic's is read page by page, the newest first", async () => {
    const { url } = await start({ afterMs: 60_000 });
    const client = new Anthropic({ apiKey: "k", baseURL: url, maxRetries: 0 });
    const made: string[] = [];
    for (const id of ids.slice(0, 5)) {
      const params = {
        model: "m",
        max_tokens: 10,
        messages: [{ role: "user" as const, content: prompt(id) }],
      };
      made.unshift(
        (await client.messages.batches.create({ requests: [{ custom_id: id, params }] })).id,
      );
    }
    const page = await client.messages.batches.list({ limit: 2 });
    expect(page).toMatchObject({ has_more: true, first_id: made[0], last_id: made[1] });
    expect(page.data[0]?.request_counts.processing).toBe(1);
    const all = await Array.fromAsync(client.messages.batches.list({ limit: 2 }), ({ id }) => id);
    expect(all).toEqual(made);
  });

  it("of OpenAI's likewise, with what each was submitted under", async () => {
    const { openaiUrl } = await start({ afterMs: 60_000 });
    const client = new OpenAI({ apiKey: "k", baseURL: openaiUrl, maxRetries: 0 });
    const file = await client.files.create({
      file: await toFile(Buffer.from(""), "batch.jsonl"),
      purpose: "batch",
    });
    for (const label of ["a", "b", "c"]) {
      const endpoint = { endpoint: "/v1/responses", completion_window: "24h" } as const;
      await client.batches.create({ ...endpoint, input_file_id: file.id, metadata: { label } });
    }
    const all = await Array.fromAsync(
      client.batches.list({ limit: 2 }),
      ({ metadata }) => metadata?.["label"],
    );
    expect(all).toEqual(["c", "b", "a"]);
  });
});

describe("the shares of a batch", () => {
  it.each([
    { errored: 2 },
    { expired: -1 },
    { errored: 0.6, expired: 0.6 },
    { errored: Number.NaN },
  ])("are refused where they make no sense: %j", async (batches) => {
    await expect(start(batches)).rejects.toThrow("from 0 to 1, and at most 1 together");
  });
});
