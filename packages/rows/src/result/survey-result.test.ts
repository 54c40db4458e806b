import { expect, it } from "vitest";
import { resultLine } from "./result-line.test.support.ts";
import { surveyResult } from "./read-result.ts";

async function* batches<T>(...all: T[][]): AsyncGenerator<T[]> {
  yield* all;
}

it("rows, different labels, inputs and models are counted, whatever they are called", async () => {
  const found = await surveyResult(
    batches(
      [resultLine("cat", "a"), resultLine("cat", "__proto__")],
      [resultLine("sun", "a", { model: "v:n" })],
    ),
  );
  expect(found).toMatchObject({ rows: 3, labels: 2, inputs: 2, models: ["v:m", "v:n"] });
});

it("the methods are in the order they come, each once", async () => {
  const rows = ["infonce", "promptnce", "infonce"].map((id) => resultLine("cat", "a", {}, id));
  const { methods } = await surveyResult(batches(rows));
  expect(methods.map(({ id }) => id)).toEqual(["infonce", "promptnce"]);
});

it("people were counted where any row says so", async () => {
  const counted = [
    resultLine("cat", "a"),
    resultLine("cat", "b", { counted: true }),
    resultLine("cat", "c"),
  ];
  expect((await surveyResult(batches(counted))).counted).toBe(true);
  expect((await surveyResult(batches([resultLine("cat", "a")]))).counted).toBe(false);
});

it("a selection is told by the rank of its rows", async () => {
  const ranked = [
    resultLine("cat", "a", { ranked: true }),
    resultLine("cat", "b", { ranked: true }),
  ];
  expect((await surveyResult(batches(ranked))).ranked).toBe(true);
  expect((await surveyResult(batches([resultLine("cat", "a")]))).ranked).toBe(false);
});
