import { expect, it } from "vitest";
import { printable } from "./printable.ts";

it("a name cannot move the cursor, clear the screen or begin a line of its own", () => {
  expect(printable("a\u001B[2J\u0007b\r\nc\u009Bd é 学")).toBe("a [2J b c d é 学");
});
