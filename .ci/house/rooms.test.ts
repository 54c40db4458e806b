import { describe, expect, it } from "vitest";
import { inspectHouse } from "./house.ts";
import { PAGE } from "./page.ts";
import {
  json,
  room,
  sound,
  filesOf,
  written,
  faultsWith,
  named,
} from "./sound-repository.test.support.ts";

describe("a folder", () => {
  it("holds 16 sources at most, however many tests stand beside them", () => {
    const sources = (count: number) =>
      named(count, (n) => `packages/prompts/src/slots/slot-${n}.ts`);
    const tests = {
      ...named(20, (n) => `packages/prompts/src/slots/slot-${n}.test.ts`),
      ...named(20, (n) => `packages/prompts/src/slots/slot-${n}.test.support.ts`),
    };
    expect(faultsWith({ ...sources(15), ...tests })).toEqual([]);
    expect(faultsWith({ ...sources(16), ...tests })).toEqual([
      "packages/prompts/src/slots holds 17 sources, of at most 16: move those that change together into a room of their own, or helpers to their only caller.",
    ]);
  });

  it("is named in the table of its package", () => {
    expect(
      faultsWith({
        "packages/prompts/src/tasks/words/words.ts": 'import "../../slots/quote.ts";\n',
      }),
    ).toEqual([
      'packages/prompts/rooms.json does not name "tasks/words": add a line that says what it holds and uses, above all that use it.',
    ]);
  });
});

describe("a room", () => {
  const noImport = "export const pmi = 0;\n";
  const upward =
    'packages/core/src/numerics/ties.ts imports packages/core/src/statistics/pmi.ts, but packages/core/rooms.json does not let "numerics" use "statistics": move what both need into a room below, or hand it over as an argument.';

  it.each([
    ["statically", 'import { pmi } from "../statistics/pmi.ts";\n'],
    ["for types", 'import type { pmi } from "../statistics/pmi.ts";\n'],
    ["for its effects", 'import "../statistics/pmi.ts";\n'],
    ["by a re-export", 'export { pmi } from "../statistics/pmi.ts";\n'],
    ["by a re-export of all", 'export * from "../statistics/pmi.ts";\n'],
    ["dynamically", 'const pmi = await import("../statistics/pmi.ts");\n'],
    ["within a type", 'type Pmi = typeof import("../statistics/pmi.ts").pmi;\n'],
  ])("imports no room above it, %s", (_, text) => {
    const planted = {
      "packages/core/src/numerics/ties.ts": text,
      "packages/core/src/statistics/pmi.ts": noImport,
    };
    expect(faultsWith(planted)).toEqual([upward]);
  });

  it("imports a room below it only where the table says so", () => {
    const rooms = {
      "types.ts": room(),
      numerics: room("types.ts"),
      statistics: room("types.ts"),
    };
    expect(faultsWith({ "packages/core/rooms.json": json(rooms) })).toEqual([
      'packages/core/src/statistics/pmi.ts imports packages/core/src/numerics/ties.ts, but packages/core/rooms.json does not let "statistics" use "numerics": name it in the `uses` of "statistics", or do without.',
    ]);
  });

  it.each([
    'import { quote } from "../index.ts";\n',
    'import { quote } from "@promptnce/prompts";\n',
  ])("does not import the top of its package: %s", (text) => {
    expect(faultsWith({ "packages/prompts/src/slots/fence.ts": text })).toEqual([
      'packages/prompts/src/slots/fence.ts imports packages/prompts/src/index.ts, but packages/prompts/rooms.json does not let "slots" use "the top": move what both need into a room below, or hand it over as an argument.',
    ]);
  });

  it("uses, by its table, only what stands above it there", () => {
    const rooms = json({ slots: room("reading"), reading: room() });
    expect(
      faultsWith({
        "packages/prompts/rooms.json": rooms,
        "packages/prompts/src/reading/read.ts": "",
      }),
    ).toEqual([
      'packages/prompts/rooms.json: "slots" may not use "reading", which no line above it names: put it above, or take it out.',
    ]);
  });

  it("has sources", () => {
    expect(
      faultsWith({ "packages/prompts/rooms.json": json({ slots: room(), reading: room() }) }),
    ).toEqual([
      'packages/prompts/rooms.json: "reading" has no sources: take the line out, or give it the name that the folder has now.',
    ]);
  });
});

describe("a table of rooms", () => {
  it("is there", () => {
    expect(faultsWith({ "packages/prompts/rooms.json": undefined })).toEqual([
      "packages/prompts/rooms.json is missing: write it, a line a folder of packages/prompts/src, lowest first.",
    ]);
  });

  it.each([
    { uses: [] },
    { holds: "text" },
    { holds: "text", uses: [1] },
    { ...room(), hides: true },
  ])("has lines of one form, and not %j", (line) => {
    expect(() => faultsWith({ "packages/prompts/rooms.json": json({ slots: line }) })).toThrow(
      'packages/prompts/rooms.json: "slots" is to have a text `holds`, a list `uses`, and no more.',
    );
  });

  it("is JSON", () => {
    expect(() => faultsWith({ "packages/prompts/rooms.json": "{" })).toThrow(
      "packages/prompts/rooms.json is no JSON: mend it.",
    );
  });

  it("is printed by the page", () => {
    const tree = written(sound);
    expect(tree[PAGE]).toContain("### packages/prompts\n\n| room    | holds         | may use |\n");
    const stale = {
      ...tree,
      "packages/prompts/rooms.json": json({ slots: { ...room(), holds: "something else" } }),
    };
    expect(inspectHouse(filesOf(stale))).toEqual([
      "docs/rooms.md prints other tables than there are: run `npx --yes pnpm@12 house --write`.",
    ]);
  });
});
