import { expect, it } from "vitest";
import { nearestName } from "./nearest-name.ts";

const names = ["direct-pmi", "direct-split", "infonce", "marginalnce", "promptnce", "gem"];

it.each([
  ["promptnse", "promptnce"],
  ["prompnce", "promptnce"],
  ["PromptNCE", "promptnce"],
  ["marginal-nce", "marginalnce"],
  ["directpmi", "direct-pmi"],
  ["nce", undefined],
  ["best", undefined],
  ["", undefined],
])("of %j it is %s", (typed, name) => {
  expect(nearestName(typed, names)).toBe(name);
});
