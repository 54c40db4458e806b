import { expect, it } from "vitest";
import { tallyOf } from "./study.ts";

it("says how often each method is better and worse on each dataset, and first who is better most often", () => {
  const table = `| Dataset | Method | Better | Worse | truthful |
| :-- | :-- | --: | --: | --: |
| words | A | 1 | 2 | 0.1 ± 0.1 |
| words | PromptNCE: ρ itself | 0 | 0 | 1 ± 0 |
| words | B (empirical) | 5 | 0 | 0.2 ± 0.1 |
| chaosnli | A | 3 | 0 | 0.1 ± 0.1 |
`;
  expect(tallyOf(table)).toBe(`| better : worse | words | chaosnli |
| :------------- | ----: | -------: |
| B (empirical)  | 5 : 0 |        – |
| A              | 1 : 2 |    3 : 0 |`);
});
