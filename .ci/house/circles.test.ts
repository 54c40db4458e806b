import { describe, expect, it } from "vitest";
import { faultsWith } from "./sound-repository.test.support.ts";

const slots = "packages/prompts/src/slots";
const fault = (...way: readonly string[]): string =>
  `${way.join(" → ")} is a circle of imports: move what both need into a file of its own, or hand it over as an argument.`;

describe("files that import each other", () => {
  it.each([
    ["statically", 'import { fence } from "./fence.ts";\n'],
    ["for types alone", 'import type { fence } from "./fence.ts";\n'],
    ["dynamically", 'const { fence } = await import("./fence.ts");\n'],
    ["within a type", 'type Fence = typeof import("./fence.ts").fence;\n'],
    ["by a re-export", 'export { fence } from "./fence.ts";\n'],
  ])("are a circle, also where one does so %s", (_, text) => {
    const back = 'import { quote } from "./quote.ts";\n';
    expect(faultsWith({ [`${slots}/quote.ts`]: text, [`${slots}/fence.ts`]: back })).toEqual([
      fault(`${slots}/fence.ts`, `${slots}/quote.ts`, `${slots}/fence.ts`),
    ]);
  });

  it("are told by the shortest way round, once, however many they are", () => {
    const planted = {
      [`${slots}/quote.ts`]: 'import "./fence.ts";\n',
      [`${slots}/fence.ts`]: 'import "./mark.ts";\nimport "./long.ts";\n',
      [`${slots}/long.ts`]: 'import "./mark.ts";\n',
      [`${slots}/mark.ts`]: 'const { quote } = await import("./quote.ts");\n',
    };
    const [fence, mark, quote] = ["fence", "mark", "quote"].map((name) => `${slots}/${name}.ts`);
    const [first, ...others] = faultsWith(planted);
    expect(first).toBe(fault(fence!, mark!, quote!, fence!));
    // The way round that goes by `long.ts` is another one.
    expect(others).toEqual([fault(`${slots}/long.ts`, mark!, quote!, fence!, `${slots}/long.ts`)]);
  });

  it("are none where each imports what the other does not", () => {
    const planted = {
      [`${slots}/quote.ts`]: 'import "./mark.ts";\nimport "./fence.ts";\n',
      [`${slots}/fence.ts`]: 'import "./mark.ts";\n',
      [`${slots}/mark.ts`]: "export const mark = 0;\n",
    };
    expect(faultsWith(planted)).toEqual([]);
  });
});
