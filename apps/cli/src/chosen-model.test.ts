import { expect, it } from "vitest";
import { chosenModel, type GivenModel } from "./chosen-model.ts";

const given = { profile: "truthful", seed: "1", concurrency: 8, confirmAbove: 1 } as const;
const choice = (options: Partial<GivenModel>) => chosenModel({ ...given, ...options });

it("a name before the colon is the provider where it is one, and else part of the model's name", () => {
  expect(choice({})).toEqual({ provider: "simulated", model: "truthful" });
  expect(choice({ model: ["llama:a/b.gguf"] })).toEqual({
    provider: "llama",
    model: "b",
    file: "a/b.gguf",
  });
  expect(choice({ model: ["qwen:7b"], provider: "openai" })).toEqual({
    provider: "openai",
    model: "qwen:7b",
  });
});

it.each([
  [{ provider: "openai" }, "--model: --provider openai needs the name of a model"],
  [{ model: ["x"] }, "who serves x?"],
  [{ model: ["x"], provider: "simulated" }, "the simulated respondent is no model"],
  [{ priceIn: 1 }, "--price-out: a price for input needs one for output"],
  [
    { model: ["openai:x"], baseUrl: "http://user:pw@127.0.0.1/v1" },
    "--base-url: an address is recorded, so no user, password or query may stand in it",
  ],
  [{ model: ["openai:x", "openai:y"] }, "--model: one run asks one model"],
] as const)("%j is wrong usage", (options, sentence) => {
  expect(() => choice(options)).toThrow(sentence);
});
