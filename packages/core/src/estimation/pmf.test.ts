import { expect, it } from "vitest";
import { massOf } from "./pmf.ts";

it("keeps the label OTHER apart from the category OTHER", () => {
  const pmf = { labels: ["OTHER", "CONSTRUCTOR"], masses: [0.1, 0.2], other: 0.7 };
  expect(massOf(pmf, "OTHER")).toBe(0.1);
  expect(massOf(pmf, "CONSTRUCTOR")).toBe(0.2);
});

it("has no mass for a label that is not listed, whatever an object would inherit", () => {
  const pmf = { labels: ["WATER"], masses: [0.3], other: 0.7 };
  expect(massOf(pmf, "OTHER")).toBeUndefined();
  expect(massOf(pmf, "constructor")).toBeUndefined();
});
