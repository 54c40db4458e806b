import { OptionError } from "@promptnce/core/errors";
import { describe, expect, it } from "vitest";
import { asFlag, sentenceOf } from "./as-flag.ts";

describe("an option of a library is written as a flag", () => {
  it.each([
    ["k", "--k"],
    ["maxTokens", "--max-tokens"],
    ["columns.y", "--y"],
    ["path", ""],
  ])("%s as %j", (option, flag) => {
    expect(asFlag(option)).toBe(flag);
  });

  it("with its value behind it, in quotation marks where a shell might read it otherwise", () => {
    expect(asFlag("k", 8)).toBe("--k 8");
    expect(asFlag("ask", "all-labels")).toBe("--ask all-labels");
    expect(asFlag("variants", ["future", "compression"])).toBe("--variant future,compression");
    expect(asFlag("delimiter", ";")).toBe('--delimiter ";"');
    expect(asFlag("out", "a$HOME b.csv")).toBe("--out 'a$HOME b.csv'");
  });

  it("alone where it is true, and as its opposite where it is false", () => {
    expect(asFlag("structured", true)).toBe("--structured");
    expect(asFlag("columns.count", false)).toBe("--no-count");
  });
});

it("a function of a library is written as the command that does the same", () => {
  expect(asFlag("fetchDataset()", ["words", "./data"])).toBe(
    '"promptnce datasets fetch words --data ./data"',
  );
  expect(asFlag("manifest()", "words")).toBe('"promptnce datasets describe words"');
  expect(asFlag("prepareQueue()")).toBe('"promptnce queue prepare"');
});

describe("sentenceOf", () => {
  it("names the options of a library's error by their flags", () => {
    const error = new OptionError("columns.y", (write) => `is missing; give ${write("maxTokens")}`);
    expect(sentenceOf(error)).toBe("--y: is missing; give --max-tokens");
  });

  it("is the message of any other error, and the text of what is none", () => {
    expect(sentenceOf(new RangeError("out of range"))).toBe("out of range");
    expect(sentenceOf("gone")).toBe("gone");
  });
});
