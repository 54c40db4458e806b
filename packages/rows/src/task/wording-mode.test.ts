import { describe, expect, it } from "vitest";
import { wordingMode } from "./task-setup.ts";

describe("wordingMode", () => {
  it("is that of the paper's prompts unless something else is asked for", () => {
    expect(wordingMode({ structured: false, readFrom: undefined })).toBe("faithful");
    expect(
      wordingMode({ structured: false, readFrom: "reply", methods: ["direct-pmi"], k: 100 }),
    ).toBe("faithful");
    expect(wordingMode({ structured: true, readFrom: "reply" })).toBe("structured");
    expect(
      wordingMode({ structured: false, readFrom: "tokens", methods: ["promptnce"], k: 25 }),
    ).toBe("tokens");
  });

  it.each([
    [{ structured: true }, "readFrom: a schema constrains written replies"],
    [
      { methods: ["promptnce", "direct-pmi"] },
      "readFrom: direct-pmi asks for what no single token can say",
    ],
    [{ k: 26 }, 'k: with `readFrom: "tokens"` the letters A to Z name 25 labels and OTHER, not 26'],
  ])("refuses what no token can say: %j", (more, sentence) => {
    expect(() => wordingMode({ structured: false, readFrom: "tokens", ...more })).toThrow(sentence);
  });
});
