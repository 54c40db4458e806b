import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Input, Label, Provider } from "@promptnce/core";
import { readPrompt } from "@promptnce/prompts";
import { openJournal } from "@promptnce/engine/journal";
import { ProviderError } from "@promptnce/core/errors";
import { simulated } from "@promptnce/rehearsal";
import { describe, expect, it } from "vitest";
import { type RowSource, tableFile } from "../input/table.ts";
import { newFolder } from "@promptnce/testing/new-folder";
import { type EstimatedRow, estimateRows, type EstimateRowsOptions } from "./estimate-rows.ts";

const marginal = new Map<Label, number>([
  ["a", 0.5],
  ["b", 0.25],
  ["c", 0.25],
]);
const joint = {
  name: "t",
  marginal,
  conditional: (_: unknown, y: Label) => (y === "a" ? 0.8 : 0.1),
};
const records = [
  { cue: "cat", response: "a", n: 3 },
  { cue: "sun", response: "b", n: 1 },
  { cue: "sea", response: "c", n: 2 },
  { cue: "cat", response: "b", n: 1 },
];

/** A respondent that answers truthfully, and counts. */
function truthful() {
  const provider = simulated({ joint, read: readPrompt, profile: "truthful", seed: "1" });
  const count = { calls: 0 };
  const complete: Provider["complete"] = async (request, options) => {
    count.calls++;
    return provider.complete(request, options);
  };
  return { count, provider: { ...provider, complete } };
}

async function estimated(rows: RowSource, more: Partial<EstimateRowsOptions> = {}) {
  const { count, provider } = truthful();
  using store = openJournal(join(newFolder(), "replies.jsonl"));
  const columns = { y: "response" };
  const options = {
    task: "words",
    methods: ["direct-split:ungrounded"],
    provider,
    store,
    columns,
    ...more,
  };
  const all: EstimatedRow[] = await Array.fromAsync(estimateRows(rows, options));
  return { all, count };
}

describe("estimateRows", () => {
  it("gives rows in their order with what every method says of them, recovered exactly", async () => {
    const { all } = await estimated(records);
    expect(all.map(({ line, x, y }) => `${line} ${x["cue"]} ${y}`)).toEqual([
      "1 cat a",
      "2 sun b",
      "3 sea c",
      "4 cat b",
    ]);
    const [first] = all[0]?.estimates ?? [];
    expect(first).toMatchObject({
      y: "a",
      method: "direct-split:ungrounded",
      shown: false,
    });
    expect(first?.pmi).toBeCloseTo(Math.log(0.8 / 0.5), 12);
  });

  it("takes the same rows from an array, a function, a stream that is read once, and files", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "r.csv"), "cue,response\ncat,a\nsun,b\nsea,c\ncat,b\n");
    const expected = (await estimated(records)).all.map(({ estimates }) => estimates);
    const sources: RowSource[] = [
      () => records,
      Readable.from(records),
      await tableFile({ path: join(folder, "r.csv"), format: "csv" }),
    ];
    for (const rows of sources) {
      expect((await estimated(rows)).all.map(({ estimates }) => estimates)).toEqual(expected);
    }
  });

  it("asks a base rate once, and nothing that the store holds", async () => {
    const { count } = await estimated(records);
    expect(count.calls).toBe(4 + 3);
    using store = openJournal(join(newFolder(), "replies.jsonl"));
    await estimated(records, { store });
    expect((await estimated(records, { store })).count.calls).toBe(0);
  });

  it("takes for P(y) the mean of what the model says of all rows, where that is to be implied", async () => {
    const rows = Array.from({ length: 10 }, (_, i) => ({
      cue: `${i}`,
      response: ["a", "b", "c"][i % 3],
    }));
    const conditional = (x: Input, y: Label) =>
      y === "a" ? 0.2 + Number(x["cue"]) / 20 : 0.4 - Number(x["cue"]) / 40;
    const provider = simulated({
      joint: { ...joint, conditional },
      read: readPrompt,
      profile: "truthful",
      seed: "1",
    });
    const { all } = await estimated(rows, { provider, methods: ["promptnce:implied"], k: 3 });
    expect(all.map(({ x }) => x["cue"])).toEqual(rows.map(({ cue }) => cue));
    for (const { x, y = "", estimates } of all) {
      const base = y === "a" ? 0.425 : 0.2875;
      expect(estimates[0]!.pmi).toBeCloseTo(Math.log(conditional(x as Input, y) / base), 9);
    }
  });

  it("takes columns by other names, and base rates of people from counts", async () => {
    const named = records.map(({ cue, response, n }) => ({ word: cue, said: response, n }));
    const columns = { x: "cue=word", y: "said", count: "n" };
    const { all } = await estimated(named, { columns, methods: ["promptnce:empirical"], k: 3 });
    expect(all[0]?.estimates[0]).toMatchObject({ marginal: 3 / 7 });
  });

  it("asks about all labels of each different x in the order of the list, of each by the methods in theirs", async () => {
    const methods = ["promptnce:ungrounded", "direct-split:ungrounded"];
    const { all } = await estimated(records, {
      ask: "all-labels",
      labels: ["c", "b", "a"],
      k: 3,
      methods,
    });
    const said = all.map(({ estimates }) =>
      estimates.map(({ y, method }) => `${y} ${method.split(":")[0]}`).join(" "),
    );
    expect(said).toEqual(
      Array(3).fill(
        "c promptnce c direct-split b promptnce b direct-split a promptnce a direct-split",
      ),
    );
  });

  it("says what is wrong with rows and options in one sentence", async () => {
    await expect(estimated([{ cue: "cat" }])).rejects.toThrow("rows, line 1: response is missing");
    await expect(estimated(records, { columns: {} })).rejects.toThrow(
      "columns.y: say which column holds the label",
    );
    await expect(estimated(records, { methods: ["none"] })).rejects.toThrow(/^methods: /);
  });

  it("throws behind the rows where the server is down, however few they are, and asks all again next time", async () => {
    using store = openJournal(join(newFolder(), "replies.jsonl"));
    const { provider } = truthful();
    const complete = (): Promise<never> =>
      Promise.reject(new ProviderError("nobody listens", { kind: "connection", retryable: true }));
    const rows: EstimatedRow[] = [];
    const run = async (): Promise<void> => {
      const columns = { y: "response" };
      const down = { task: "words", provider: { ...provider, complete }, store, columns };
      for await (const row of estimateRows(records, {
        ...down,
        methods: ["direct-split:ungrounded"],
      }))
        rows.push(row);
    };
    await expect(run()).rejects.toThrow(
      "nobody listens (7 requests failed like this, which says more about the server than about their prompts",
    );
    expect(rows[0]?.estimates[0]?.problem).toBe("the request failed: nobody listens");
    expect(store.size).toBe(0);
    const { count } = await estimated(records, { store, methods: ["direct-split:ungrounded"] });
    expect(count.calls).toBe(7);
  });

  it("says why an estimate is missing, and asks again what a store has as failed with `retryFailed`", async () => {
    using store = openJournal(join(newFolder(), "replies.jsonl"));
    const { provider } = truthful();
    const complete: Provider["complete"] = async (request) => {
      if (request.prompt.includes("sun"))
        throw new ProviderError("the filter says no", { kind: "request", retryable: false });
      return provider.complete(request);
    };
    const first = await estimated(records, { store, provider: { ...provider, complete } });
    const problems = first.all.map(({ estimates: [one] }) => one?.problem);
    expect(problems).toEqual([
      undefined,
      "the request failed: the filter says no",
      undefined,
      undefined,
    ]);
    const again = await estimated(records, { store });
    expect(again.all.map(({ estimates: [one] }) => one?.problem)).toEqual(problems);
    expect(again.count.calls).toBe(0);
    const retried = await estimated(records, { store, retryFailed: true });
    expect(retried.all.filter(({ estimates: [one] }) => one?.problem !== undefined)).toEqual([]);
    expect(retried.count.calls).toBe(1);
  });

  it("grounds PromptNCE's base rate in four rows with different x, or names the method without", async () => {
    const columns = { y: "response" };
    const more = [...records, { cue: "hat", response: "a", n: 1 }];
    const methodsOf = async (rows: RowSource): Promise<readonly unknown[]> => {
      const { all } = await estimated(rows, { methods: undefined, columns, k: 3 });
      return [...new Set(all.flatMap(({ estimates }) => estimates.map(({ method }) => method)))];
    };
    expect(await methodsOf(more)).toEqual(["promptnce"]);
    expect(await methodsOf(records)).toEqual(["promptnce:ungrounded"]);
  });

  it("asks about the labels of raters, of which none has to be named as y, and about codes", async () => {
    const rated = [
      { cue: "cat", r1: "1", r2: "2" },
      { cue: "sun", r1: "2", r2: "" },
    ];
    const columns = { raters: ["r1", "r2"] };
    const { all } = await estimated(rated, { columns, labels: { 1: "a", 2: "b" } });
    expect(all.map(({ line, y }) => [line, y])).toEqual([
      [1, "a"],
      [1, "b"],
      [2, "b"],
    ]);
    await expect(estimated(rated, { columns: {} })).rejects.toThrow(
      "columns.y: say which column holds the label of each row, or name `columns.raters`, `columns.questions` or `columns.wide`",
    );
  });

  it("ends with the signal's reason once nothing is under way", async () => {
    const stopping = new AbortController();
    const { provider } = truthful();
    const complete: Provider["complete"] = (request) => {
      stopping.abort(new Error("stop"));
      return provider.complete(request);
    };
    const run = estimated(records, {
      provider: { ...provider, complete },
      signal: stopping.signal,
    });
    await expect(run).rejects.toThrow("stop");
  });
});
