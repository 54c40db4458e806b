import { OptionError } from "@promptnce/core/errors";
import { describe, expect, it } from "vitest";
import { withEstimatorNames } from "./option-names.ts";

describe("withEstimatorNames", () => {
  it("names options of rows as an estimator does, in front and in the sentence", () => {
    const error = new OptionError("methods", (write) => `say ${write("structured", true)}`);
    expect(withEstimatorNames(error)).toMatchObject({
      message: 'method: say `mode: "structured"`',
      option: "method",
    });
    const other = new OptionError("k", (write) => `with ${write("readFrom", "tokens")} give 25`);
    expect(withEstimatorNames(other)).toHaveProperty("message", 'k: with `mode: "tokens"` give 25');
  });

  it("leaves other errors as they are", () => {
    const error = new Error("gone");
    expect(withEstimatorNames(error)).toBe(error);
  });
});
