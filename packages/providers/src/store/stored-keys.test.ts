import { describe, expect, it } from "vitest";
import { knownLeftOut } from "./stored-keys.ts";

const asking = { provider: "p", model: "m", settings: { temperature: 0, max_tokens: 9 } };
const entry = { provider: "p", model: "m", settings: { max_tokens: 9 }, leftOut: { temperature: 0 } };

describe("knownLeftOut", () => {
  it("knows what was left out where the same was asked, whatever the order of the settings", () => {
    const known = knownLeftOut();
    expect(known.names(asking)).toEqual([]);
    known.note(entry);
    expect(known.names(asking)).toEqual(["temperature"]);
  });

  it.each([
    ["provider", { ...asking, provider: "q" }],
    ["model", { ...asking, model: "n" }],
    ["value", { ...asking, settings: { ...asking.settings, temperature: 1 } }],
    ["setting beside it", { ...asking, settings: { ...asking.settings, version: "2" } }],
  ])("concludes nothing about another %s", (_, other) => {
    const known = knownLeftOut();
    known.note(entry);
    expect(known.names(other)).toEqual([]);
  });

  it("believes the last of several accounts, and learns nothing from a reply with all settings", () => {
    const known = knownLeftOut();
    known.note(entry);
    known.note({ ...entry, settings: {}, leftOut: asking.settings });
    known.note(asking);
    expect(known.names(asking)).toEqual(["temperature", "max_tokens"]);
  });
});
