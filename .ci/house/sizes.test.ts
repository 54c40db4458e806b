import { describe, expect, it } from "vitest";
import {
  type CountedCommand,
  exportsByEntryPoint,
  optionsByCommand,
  packageSizes,
} from "./sizes.ts";
import { filesOf, json, sound } from "./sound-repository.test.support.ts";

describe("the size of a package", () => {
  it("is its code and the nodes of their syntax trees, wherever it lies, without tests", () => {
    const tree = {
      ".ci/house/main.ts": "",
      "packages/core/src/one.ts": "export const one = 1;\n",
      "packages/core/src/one.test.ts": "one();\n",
      "packages/core/src/rig.test.support.ts": "one();\n",
      "apps/cli/src/main.ts": "",
      "apps/cli/perf/main.ts": "",
      "docs/main.ts": "",
    };
    // Program, export, declaration, declarator, identifier, literal.
    expect(packageSizes(filesOf(tree))).toEqual([
      { home: ".ci/house", files: 1, nodes: 1 },
      { home: "apps/cli", files: 2, nodes: 2 },
      { home: "packages/core", files: 1, nodes: 6 },
    ]);
  });

  it("does not depend on how a line is set", () => {
    const sizeOf = (text: string) => packageSizes(filesOf({ "packages/core/src/one.ts": text }));
    expect(sizeOf("export const f = (x: number) => x ? 1 : 2;")).toEqual(
      sizeOf("// Why.\nexport const f = (x: number) =>\n  x\n    ? 1\n    : 2;\n"),
    );
  });
});

describe("what an entry point exports", () => {
  it("is counted by the name that imports it: values, types, and all of a file it hands on", () => {
    const tree = {
      "packages/core/package.json": json({
        name: "@promptnce/core",
        exports: {
          ".": "./src/index.ts",
          "./all": "./src/all.ts",
          "./package.json": "./package.json",
        },
      }),
      "packages/core/src/index.ts":
        'export type { A, B as C } from "./x.ts";\nexport * from "./all.ts";\nexport interface D {}\n',
      "packages/core/src/all.ts":
        "export const one = 1, { two } = one;\nexport default function () {}\n",
    };
    expect(exportsByEntryPoint(filesOf(tree))).toEqual(
      new Map([
        ["@promptnce/core", 5],
        ["@promptnce/core/all", 3],
      ]),
    );
  });

  it("is counted for every package of a repository", () => {
    expect([...exportsByEntryPoint(filesOf(sound)).keys()]).toContain("@promptnce/prompts");
  });
});

it("counts the options of a command and of those below it, by what is typed", () => {
  const command = (
    name: string,
    options: number,
    ...commands: CountedCommand[]
  ): CountedCommand => ({ name: () => name, options: Array.from({ length: options }), commands });
  const datasets = command("datasets", 0, command("fetch", 2), command("list", 0));
  expect(optionsByCommand(command("promptnce", 1, datasets))).toEqual(
    new Map([
      ["promptnce", 1],
      ["promptnce datasets", 0],
      ["promptnce datasets fetch", 2],
      ["promptnce datasets list", 0],
    ]),
  );
});
