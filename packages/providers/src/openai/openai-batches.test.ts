import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BatchVendor } from "../batch-contract/batch-vendor.ts";
import { openaiBatches } from "./openai-batches.ts";

/** A vendor that answers so whatever it is asked. */
const answering = (answer: () => Response): BatchVendor =>
  openaiBatches({ model: "m", apiKey: "k", fetch: async () => answer() });

describe("how a batch of OpenAI's stands", () => {
  it.each([
    ["validating", false],
    ["in_progress", false],
    ["finalizing", false],
    ["cancelling", false],
    ["completed", true],
    ["expired", true],
    ["cancelled", true],
    ["failed", true],
  ])("%s is over: %s", async (status, ended) => {
    const found = { id: "b", status, request_counts: { completed: 2, failed: 1 } };
    expect(await answering(() => Response.json(found)).status("b")).toMatchObject({
      ended,
      done: 3,
    });
  });

  it("may be that it was too much at once, which is no mistake to correct", async () => {
    const errors = {
      data: [
        { code: "token_limit_exceeded", message: "Enqueued token limit reached.", line: null },
      ],
    };
    const { failed } = await answering(() =>
      Response.json({ id: "b", status: "failed", errors }),
    ).status("b");
    expect(failed).toMatchObject({ queueFull: true, retryable: true });
    expect(failed?.message).toBe(
      "OpenAI did not take the batch b (token_limit_exceeded): Enqueued token limit reached. None of its requests was sent.",
    );
  });

  it.each(["cancelled", "canceled"])("may be that it was %s", async (status) => {
    const found = { id: "b", status, request_counts: { completed: 2, failed: 1 } };
    expect(await answering(() => Response.json(found)).status("b")).toEqual({
      ended: true,
      done: 3,
      cancelled: true,
    });
  });

  it("says why the vendor took none of it, with the line", async () => {
    const errors = { data: [{ code: "bad_line", message: "No such model.", line: 7 }] };
    const { failed } = await answering(() =>
      Response.json({ id: "b", status: "failed", errors }),
    ).status("b");
    expect(failed?.message).toBe(
      "OpenAI did not take the batch b (bad_line in line 7): No such model. None of its requests was sent; correct this and repeat the run.",
    );
    expect(failed?.retryable).toBe(false);
  });
});

describe("the results of a batch of OpenAI's", () => {
  /** The results read of a file that arrives in parts of so many bytes. */
  const resultsOf = async (file: string, size: number) => {
    const bytes = Buffer.from(file);
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    const answers = [Response.json({ id: "b", status: "completed", output_file_id: "o" })];
    answers.push(new Response(ReadableStream.from(parts)));
    return Array.fromAsync(answering(() => answers.shift() as Response).results("b"));
  };

  it("may have the body of a reply as a text", async () => {
    const body = JSON.stringify({
      output: [{ type: "message", content: [{ type: "output_text", text: "yes" }] }],
      status: "completed",
    });
    const line = JSON.stringify({ custom_id: "a", response: { status_code: 200, body } });
    expect(await resultsOf(line, 100)).toMatchObject([{ customId: "a", outcome: { text: "yes" } }]);
  });

  it("may have no status of a request that the vendor did not get to", async () => {
    const line = JSON.stringify({ custom_id: "a", response: { status_code: 0, body: null } });
    const [result] = await resultsOf(line, 100);
    expect(result?.outcome).toMatchObject({
      kind: "server",
      retryable: true,
      mayBeBilled: false,
      message: "OpenAI did not get to a request of a batch (no reason given).",
    });
  });

  it.each(["no JSON", "{}", '{"custom_id":7}'])(
    "the line %s is none, and may be read again",
    async (line) => {
      await expect(resultsOf(line, 100)).rejects.toMatchObject({
        message: expect.stringContaining("OpenAI answered in an unknown shape"),
        retryable: true,
      });
    },
  );

  it.each([
    ["completed", null, { completed: 2, failed: 0 }, false],
    ["completed", null, undefined, false],
    ["completed", "e", { completed: 2, failed: 1 }, false],
    ["expired", "e", { completed: 1, failed: 0 }, false],
    ["completed", "e", { completed: 0, failed: 3 }, true],
    ["expired", null, { completed: 0, failed: 0 }, true],
    ["cancelled", null, undefined, true],
  ])(
    "are missed of a batch that is %s, whose errors are in the file %s, with %j: read %s",
    async (status, error_file_id, request_counts, isRead) => {
      const answers = [
        Response.json({ id: "b", status, output_file_id: null, error_file_id, request_counts }),
        new Response('{"custom_id": "a"}'),
      ];
      const read = Array.fromAsync(answering(() => answers.shift() as Response).results("b"));
      const [end] = await Promise.allSettled([read]);
      const lost = {
        name: "ProviderError",
        retryable: false,
        message:
          "OpenAI says that the batch b is complete, but names no file of its results: ask there what became of it.",
      };
      const given = error_file_id === null ? [] : [{ customId: "a" }];
      expect(end).toMatchObject(isRead ? { value: given } : { reason: lost });
    },
  );

  it("are every line once, wherever the parts are cut", async () => {
    const id = fc.string({
      unit: fc.constantFrom("a", "ü", "😀", "\u2028"),
      minLength: 1,
      maxLength: 3,
    });
    const lines = fc.array(fc.option(id), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        lines,
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        async (ids, size, ends) => {
          const file = ids
            .map((one) => (one === null ? "" : JSON.stringify({ custom_id: one })))
            .join("\n");
          const read = await resultsOf(ends ? `${file}\n` : file, size);
          expect(read.map(({ customId }) => customId)).toEqual(ids.filter((one) => one !== null));
        },
      ),
    );
  });
});

describe("a batch of an uploaded file", () => {
  /** A vendor that takes one file, and refuses so many batches of it. */
  function uploading(refuse: () => Response, times: number) {
    const asked: string[] = [];
    const vendor = openaiBatches({
      model: "m",
      apiKey: "k",
      fetch: async (input) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        asked.push(pathname);
        if (pathname.endsWith("/files")) return Response.json({ id: "file-1", status: "pending" });
        const tries = asked.filter((path) => path.endsWith("/batches")).length;
        return tries <= times ? refuse() : Response.json({ id: "b", status: "validating" });
      },
    });
    return { vendor, asked };
  }
  const error = (status: number, message: string, code = "x"): Response =>
    Response.json({ error: { message, code } }, { status });

  it.each([
    [400, "The specified file is not in a processed state: file-1 (pending)."],
    [404, "Input file not found"],
    [404, "No such File object: file-1"],
    [409, "The file file-1 is still being processed"],
    [400, "File file-1 is not ready yet"],
  ])("may be made in a moment, of the same file: %d, %s", async (status, message) => {
    const { vendor, asked } = uploading(() => error(status, message), 1);
    await expect(vendor.submit([{}], "label")).rejects.toMatchObject({
      retryable: true,
      mayBeBilled: false,
      message: expect.stringContaining(message),
    });
    expect(await vendor.submit([{}], "label")).toBe("b");
    expect(asked).toEqual(["/v1/files", "/v1/batches", "/v1/batches"]);
  });

  it.each([
    [
      429,
      "Enqueued token limit reached for m. Please try again once some in_progress batches have been completed.",
    ],
    [400, "Batch rate limit exceeded for this key: 3 requests but only 2 remain."],
    [429, "Too many batches are queued"],
    [400, "The provided file has more tokens than the enqueued token quota allows"],
  ])("is too much at once: %d, %s", async (status, message) => {
    const { vendor } = uploading(() => error(status, message, "token_limit"), 1);
    await expect(vendor.submit([{}], "label")).rejects.toMatchObject({
      kind: "rate-limit",
      queueFull: true,
    });
  });

  it("is refused as any other for another reason", async () => {
    const { vendor } = uploading(() => error(404, "Unknown path"), 1);
    await expect(vendor.submit([{}], "label")).rejects.toMatchObject({
      retryable: false,
      status: 404,
    });
  });
});
