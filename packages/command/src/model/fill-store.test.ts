import { setImmediate as nextTurn } from "node:timers/promises";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { fillStore, type FillOptions } from "./fill-store.ts";
import { openBatchLedger, readJournal } from "@promptnce/engine/journal";
import { type Inquiries, BudgetError, cached } from "@promptnce/engine";
import { Interrupted, UnconfirmedError } from "@promptnce/engine/run";
import { type ModelChoice, modelProvider, type ModelOptions } from "./model-provider.ts";
import type { SimulatedServerOptions } from "@promptnce/rehearsal/server";
import { asksOf, batchRig, names, promptOf } from "@promptnce/engine/testing/batch-rig";

/** A store and a server behind the options of a command line. */
async function commandRig(path: string, server: Partial<SimulatedServerOptions> = {}) {
  const rig = await batchRig(server);
  const { journal } = rig;
  const store = journal.path;
  const model: ModelOptions = {
    baseUrl: rig.server.url + path,
    concurrency: 1,
    replies: journal,
    dryRun: true,
  };
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const ask = (
    choices: readonly ModelChoice[],
    asks: Inquiries,
    {
      signal = new AbortController().signal,
      ...more
    }: Partial<ModelOptions> & { signal?: AbortSignal } = {},
  ) =>
    fillStore(
      choices.map((choice) => ({ choice, asks })),
      {
        model: { ...model, ...more },
        batch: true,
        store: journal,
        signal,
        say,
      },
    );
  return { ...rig, store, model, said, say, ask };
}

const claude: ModelChoice = { provider: "anthropic", model: "m" };

describe.each([
  { choice: claude, path: "" },
  { choice: { provider: "openai", model: "m" } as ModelChoice, path: "/v1" },
])("the batches of $choice.provider", ({ choice, path }) => {
  it("leave nothing to the model that the same options make", async () => {
    const { server, journal, model, said, ask, submitted } = await commandRig(path);
    await ask([choice], asksOf(...names(5)));
    expect(submitted.map((prompts) => prompts.length)).toEqual([5]);
    expect(said).toEqual([
      expect.stringMatching(/: 5 requests submitted as the batch /),
      expect.stringMatching(/: 5 of 5 requests done, batches under way: 0$/),
    ]);
    const provider = cached(await modelProvider(model, choice), journal);
    for (const name of names(5)) {
      const reply = await provider.complete({ prompt: promptOf(name), sample: 0 });
      expect(reply).toMatchObject({ stored: true, batch: true });
    }
    expect(server.stats().requests).toBe(0);
  });
});

it("asks several models at the same time, each under its own name", async () => {
  const { store, ask, submitted } = await commandRig("");
  await ask([claude, { ...claude, model: "n" }], asksOf("q0"));
  expect(submitted.length).toBe(2);
  expect([...readJournal(store)].map(({ model }) => model).toSorted()).toEqual(["m", "n"]);
});

it("takes requests that are made anew each time they are gone through", async () => {
  const { ask, submitted } = await commandRig("", { batches: { errored: 0.3 } });
  let passes = 0;
  await ask([claude], {
    async *[Symbol.asyncIterator]() {
      passes++;
      yield* asksOf(...names(9));
    },
  });
  expect(submitted.length).toBeGreaterThan(1);
  expect(passes).toBe(submitted.length + 1);
  expect(submitted[0]).toEqual(names(9).map(promptOf));
});

it("stopped, it says how many batches go on, and asked again it waits for those", async () => {
  const { ask, said, submitted, store } = await commandRig("", { batches: { afterMs: 300 } });
  const stopping = new AbortController();
  const reason = new Error("stopped");
  const asked = ask([claude], asksOf("q0", "q1"), { signal: stopping.signal });
  await expect.poll(() => openBatchLedger(store).open()[0]?.id).toBeDefined();
  stopping.abort(reason);
  await expect(asked).rejects.toBe(reason);
  expect(said.at(-1)).toBe(
    "\nBatches that go on at the vendor: 1. The same command, with --batch, waits for them and submits none of their requests again.",
  );
  vi.setSystemTime(Date.now() + 300);
  await ask([claude], asksOf("q0", "q1"));
  expect(said.join("\n")).toContain("of an earlier run, 2 requests, is under way");
  expect(submitted.length).toBe(1);
  expect([...readJournal(store)]).toHaveLength(2);
});

it("ends before the budget is passed, what the store holds at half the price included", async () => {
  const { ask, store } = await commandRig("");
  const prices = { priceIn: 1000, priceOut: 1000, settings: { thinking: { type: "disabled" } } };
  await ask([claude], asksOf("q0"), prices);
  const usage = [...readJournal(store)][0]?.reply.usage;
  const spent = ((usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)) / 2000;
  expect(spent).toBeGreaterThan(0.01);
  const error = await ask([claude], asksOf("q0", "q1"), { ...prices, budget: spent }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BudgetError);
  expect((error as Error).message).toContain(`$${spent.toFixed(2)}`);
  expect([...readJournal(store)]).toHaveLength(1);
});

it("what ends one model's batches ends the waiting for the others", async () => {
  const { said, say, model, journal, store } = await commandRig("", {
    batches: { afterMs: 60_000 },
  });
  const failure = new Error("no rows");
  const failing: Inquiries = {
    async *[Symbol.asyncIterator]() {
      await expect.poll(() => openBatchLedger(store).open()[0]?.id).toBeDefined();
      yield* [];
      throw failure;
    },
  };
  const models = [
    { choice: claude, asks: asksOf("q0") },
    { choice: { ...claude, model: "n" }, asks: failing },
  ];
  const { signal } = new AbortController();
  await expect(fillStore(models, { model, batch: true, store: journal, say, signal })).rejects.toBe(
    failure,
  );
  expect(said.at(-1)).toContain("Batches that go on at the vendor: 1.");
});

describe("requests whose batch is not found", () => {
  /** A store whose ledger says that a submission to each of these models was cut long ago. */
  async function cutRig(...models: string[]) {
    const rig = await commandRig("", { batches: { afterMs: 60_000 } });
    // Another server, which knows nothing of them.
    const { server, submitted } = await batchRig();
    const { journal, say, store } = rig;
    const model = { ...rig.model, baseUrl: server.url };
    const choices = models.map((name): ModelChoice => ({ ...claude, model: name }));
    const stopping = new AbortController();
    const stopped = rig.ask(choices, asksOf("q0"), { signal: stopping.signal });
    await expect
      .poll(() =>
        openBatchLedger(store)
          .open()
          .filter(({ id }) => id !== undefined),
      )
      .toHaveLength(models.length);
    stopping.abort(new Error("stopped"));
    await expect(stopped).rejects.toThrow("stopped");
    const at = new Date(Date.now() - 172_800_000).toISOString();
    const notes = readFileSync(`${store}.batches.jsonl`, "utf8").split("\n");
    const cut = notes
      .filter((note) => note.includes('"intended"'))
      .map((note) => ({ ...JSON.parse(note), at }));
    writeFileSync(
      `${store}.batches.jsonl`,
      cut.map((note) => `${JSON.stringify(note)}\n`).join(""),
    );
    const { signal } = new AbortController();
    const asks = choices.map((choice) => ({ choice, asks: asksOf("q0") }));
    const fill = (more: Partial<Omit<FillOptions, "store">>) =>
      fillStore(asks, { model, batch: true, store: journal, say, signal, ...more });
    return { ...rig, submitted, fill };
  }

  it("are not submitted again by a script, unless it wants that", async () => {
    const { fill, submitted, said } = await cutRig("m");
    const refused = fill({});
    await expect(refused).rejects.toBeInstanceOf(UnconfirmedError);
    await expect(refused).rejects.toThrow(
      /pays for them twice\. .*; if there is none, give `resubmit`\.$/,
    );
    expect(submitted).toEqual([]);
    expect(await fill({ resubmitLost: true })).toBe(1);
    expect(said).toContain("Anthropic: submitting again 1 request whose batch was not found");
  });

  it("are asked about one model after the other, and of none after a no", async () => {
    const { fill, submitted } = await cutRig("m", "n");
    const asked: string[] = [];
    let open = 0;
    const answering = (yes: boolean) => ({
      confirm: async (text: string, question: string) => {
        expect([text, question]).toEqual([
          expect.stringContaining("pays for them twice"),
          "Submit them again?",
        ]);
        expect(++open).toBe(1);
        await nextTurn();
        open--;
        asked.push(text);
        return yes;
      },
    });
    await expect(fill({ person: answering(false) })).rejects.toBeInstanceOf(Interrupted);
    expect(asked).toHaveLength(1);
    expect(submitted).toEqual([]);
    expect(await fill({ person: answering(true) })).toBe(2);
    expect(asked).toHaveLength(3);
    expect(submitted).toHaveLength(2);
  });
});

it("says which lines of the ledger hold no note", async () => {
  const { ask, said, store } = await commandRig("");
  appendFileSync(`${store}.batches.jsonl`, "nonsense\n");
  await ask([claude], []);
  expect(said).toEqual([
    expect.stringMatching(/batches\.jsonl, line 1: .*; what was noted there may be asked again$/),
  ]);
});

it("without batches counts the requests whose results were not read, and is silent where there are none", async () => {
  const { store, model, journal } = await commandRig("");
  const said = async (): Promise<string[]> => {
    const lines: string[] = [];
    const { signal } = new AbortController();
    await fillStore([], {
      model,
      batch: false,
      store: journal,
      signal,
      say: (line) => void lines.push(line),
    });
    return lines;
  };
  expect(await said()).toEqual([]);
  const ledger = openBatchLedger(store);
  const [one, two, three] = ["1", "2", "3"].map((digit) => digit.repeat(64)) as [
    string,
    string,
    string,
  ];
  const batch = { provider: "openai", model: "m", settings: {} };
  ledger.intend({
    ...batch,
    label: "a",
    requests: [
      [one, 0],
      [two, 0],
    ],
  });
  ledger.submitted("a", "b1");
  ledger.intend({ ...batch, label: "b", requests: [[three, 1]] });
  expect(await said()).toEqual([
    "Requests of this store under way in batches: 3. Without --batch, those that this run needs are asked again.",
  ]);
  ledger.read("a", [two]);
  expect((await said())[0]).toContain("in batches: 2.");
  ledger.read("a", []);
  ledger.read("b", []);
  expect(await said()).toEqual([]);
});
