import type { Provider } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { estimator } from "./estimator.ts";
import { supportModel, supportTask } from "./support-task.test.support.ts";

const message = "You charged my card twice.";
const nats = Math.log(0.9 / 0.5);

describe("estimate.rank", () => {
  it("gives every label, from the highest PMI", async () => {
    const estimate = estimator({ task: supportTask, model: supportModel().model });
    const ranked = await estimate.rank({ message });
    expect(ranked.map(({ y }) => y)).toEqual(["billing", "other", "delivery"]);
    expect(ranked[0]?.pmi).toBeCloseTo(nats, 12);
    expect(ranked[2]?.pmi).toBeCloseTo(Math.log(0.05 / 0.3), 12);
  });

  it("agrees with each pair by itself, whatever the size of the candidate sets", async () => {
    const labels = ["billing", "delivery", "other", "a", "b", "c", "d"];
    const task = { ...supportTask, labels };
    const { model, prompts } = supportModel(task);
    const estimate = estimator({ task, model, k: 3 });
    const ranked = await estimate.rank({ message });
    const asked = prompts.length;
    for (const one of ranked) {
      expect(await estimate({ message }, one.y)).toEqual(one);
    }
    expect(prompts).toHaveLength(asked);
  });

  it("puts labels with a problem last", async () => {
    const { model } = supportModel();
    const complete: Provider["complete"] = async (request, call) =>
      !request.prompt.includes(message) && request.prompt.includes("billing")
        ? { text: "?", stop: "end" }
        : model.complete(request, call);
    const estimate = estimator({ task: supportTask, model: { ...model, complete } });
    const ranked = await estimate.rank({ message });
    expect(ranked.map(({ y, problem }) => [y, problem !== undefined])).toEqual([
      ["other", false],
      ["delivery", false],
      ["billing", true],
    ]);
  });
});

describe("estimate.rows", () => {
  const table = [
    { message: "my card", topic: "billing" },
    { message: "my parcel", topic: "delivery" },
    { message: "my card again", topic: "billing" },
    { message: "hello", topic: "other" },
  ];

  it("estimates the labels of raters", async () => {
    const estimate = estimator({ task: supportTask, model: supportModel().model });
    const rated = [{ message: "my card", r1: "billing", r2: "other" }];
    const columns = { raters: ["r1", "r2"] };
    const rows = await Array.fromAsync(estimate.rows(rated, { columns }));
    expect(rows.map(({ y }) => y)).toEqual(["billing", "other"]);
  });

  it("estimates every label for each different x where no column has the label", async () => {
    const estimate = estimator({ task: supportTask, model: supportModel().model });
    const rows = await Array.fromAsync(estimate.rows([table[0]!, table[0]!, table[1]!]));
    expect(rows.map(({ line, estimates }) => [line, estimates.map(({ y }) => y)])).toEqual([
      [1, ["billing", "delivery", "other"]],
      [3, ["billing", "delivery", "other"]],
    ]);
    expect(rows[0]?.estimates[0]?.pmi).toBeCloseTo(nats, 12);
    expect(rows[0]?.estimates[0]?.method).toBe("promptnce:ungrounded");
  });

  it("estimates the label in a column, and grounds the base rate in four of the rows", async () => {
    const { model, prompts } = supportModel();
    const estimate = estimator({ task: supportTask, model });
    const rows = await Array.fromAsync(estimate.rows(table, { columns: { y: "topic" } }));
    const said = rows.map(({ y, estimates: [one] }) => [y, one?.method, one?.shown]);
    expect(said).toEqual(table.map(({ topic }) => [topic, "promptnce", true]));
    expect(prompts.some((prompt) => table.every((row) => prompt.includes(row.message)))).toBe(true);
  });

  it("answers single pairs and rankings too, from the same store", async () => {
    const { model, prompts } = supportModel();
    const estimate = estimator({ task: supportTask, model });
    const rows = await Array.fromAsync(estimate.rows(table));
    const asked = prompts.length;
    const ranked = await estimate.rank({ message: "hello" });
    const pair = await estimate({ message: "hello" }, "other");
    expect(ranked.toSorted((a, b) => (a.y < b.y ? -1 : 1))).toEqual(rows.at(-1)?.estimates);
    expect(ranked).toContainEqual(pair);
    expect(prompts).toHaveLength(asked);
  });
});

describe("a context", () => {
  const task = {
    ...supportTask,
    fields: ["country", "message"],
    given: ["country"],
    examples: undefined,
  } as const;

  it("conditions both probabilities: log P(y | x, c) − log P(y | c)", async () => {
    const { model, prompts } = supportModel(task);
    const estimate = estimator({ task, model });
    const given = { country: "France" };
    const [first] = await estimate.rank({ message }, { given });
    expect(first).toMatchObject({ y: "billing", method: "promptnce", conditional: 0.9 });
    expect(await estimate({ message }, "billing", { given })).toEqual(first);
    const aboutBaseRates = prompts.filter((prompt) => !prompt.includes(message));
    expect(aboutBaseRates).toHaveLength(3);
    expect(aboutBaseRates.every((prompt) => prompt.includes("France"))).toBe(true);
  });

  it("may stand in the rows of a table, in the column of its field", async () => {
    const estimate = estimator({ task, model: supportModel(task).model });
    const table = [
      { land: "France", message: "my card", topic: "billing" },
      { land: "France", message: "hello", topic: "other" },
    ];
    const columns = { x: ["country=land", "message=message"], y: "topic" };
    const rows = await Array.fromAsync(estimate.rows(table, { columns }));
    expect(rows.map(({ estimates: [one] }) => one?.problem)).toEqual([undefined, undefined]);
    expect(rows[0]?.estimates[0]?.pmi).toBeCloseTo(nats, 12);
  });
});
