import { describe, expect, it } from "vitest";
import { each, eachOf } from "./each-option.ts";

describe("an option that may be repeated", () => {
  it("takes one value or several by commas each time, with blanks around them", () => {
    expect(each("a")).toEqual(["a"]);
    expect(each("b, c", each("a"))).toEqual(["a", "b", "c"]);
  });

  it("takes names of a list alone, each once", () => {
    const variants = eachOf(["compression", "future"]);
    expect(variants("future,compression,future", ["future"])).toEqual(["future", "compression"]);
    expect(() => variants("future, past")).toThrow('"past" is none of compression, future.');
    expect(() => variants("")).toThrow('"" is none of compression, future.');
  });
});
