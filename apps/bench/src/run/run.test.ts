import type { Provider } from "@promptnce/core";
import { expect, it } from "vitest";
import { unsentTexts } from "./run.ts";

const provider: Provider = {
  name: "openai",
  model: "m",
  settings: {},
  complete: () => Promise.reject(new Error("not asked")),
};
it("a setting that was not sent is reported once per model that rejected it", () => {
  const left = { temperature: 0, reasoning: { effort: "none" } };
  const asked = { leftOut: left };
  const all = unsentTexts([
    { provider, asked },
    { provider, asked },
    { provider: { ...provider, model: "n" }, asked: { leftOut: {} } },
  ]);
  expect(all).toEqual(['temperature = 0, reasoning = {"effort":"none"}, which m rejects']);
});
