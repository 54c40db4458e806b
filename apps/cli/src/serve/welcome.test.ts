import { expect, it } from "vitest";
import { welcome } from "./welcome.ts";

const url = "http://127.0.0.1:8080";
const plain = { data: "./data", seed: "1" };

it("both wire formats' addresses are there, and where the counts are", () => {
  const text = welcome(url, plain);
  expect(text).toContain(`OpenAI:     --base-url ${url}/v1\n`);
  expect(text).toContain(`Anthropic:  --base-url ${url}\n`);
  expect(text).toContain(`Counts:     ${url}/stats\n`);
});

it("the example asks about what is served: its dataset with its files, and its seed", () => {
  expect(welcome(url, plain)).toContain("bench --dataset synthetic-words --pairs 50 --model any --provider openai");
  expect(welcome(url, { ...plain, dataset: "words", seed: "7" })).toContain(
    "bench --dataset words --data ./data --seed 7 --pairs 50",
  );
});

it("the example of a task of one's own is an estimate of rows", () => {
  expect(welcome(url, { ...plain, task: "queues.yaml" })).toContain(
    "promptnce estimate ROWS.csv --task queues.yaml --yes --model any",
  );
});
