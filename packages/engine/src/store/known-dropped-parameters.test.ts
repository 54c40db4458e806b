import { describe, expect, it } from "vitest";
import { knownDroppedParameters } from "./known-dropped-parameters.ts";

const asked = { name: "p", model: "m", settings: { temperature: 0, max_tokens: 9 } };
const entry = {
  provider: "p",
  model: "m",
  settings: { max_tokens: 9 },
  leftOut: { temperature: 0 },
};

describe("knownDroppedParameters", () => {
  it("knows what was left out where the same was asked, whatever the order of the settings", () => {
    const known = knownDroppedParameters();
    expect(known.names(asked)).toEqual([]);
    known.note(entry);
    expect(known.names(asked)).toEqual(["temperature"]);
  });

  it.each([
    ["name", { ...asked, name: "q" }],
    ["model", { ...asked, model: "n" }],
    ["value", { ...asked, settings: { ...asked.settings, temperature: 1 } }],
    ["setting beside it", { ...asked, settings: { ...asked.settings, version: "2" } }],
  ])("concludes nothing about another %s", (_, other) => {
    const known = knownDroppedParameters();
    known.note(entry);
    expect(known.names(other)).toEqual([]);
  });

  it("believes the last of several accounts, and learns nothing from a reply with all settings", () => {
    const known = knownDroppedParameters();
    known.note(entry);
    known.note({ ...entry, settings: {}, leftOut: asked.settings });
    known.note({ ...asked, provider: "p" });
    expect(known.names(asked)).toEqual(["temperature", "max_tokens"]);
  });
});
