import { describe, expect, it } from "vitest";
import { json, manifest, faultsWith, type Tree } from "./sound-repository.test.support.ts";

describe("a package", () => {
  const importsCore = (from: string): Tree => ({
    [from]: 'import { pmi } from "@promptnce/core";\n',
  });

  it("imports no other than its line in the table names, so that there is no circle", () => {
    const planted = {
      "packages/core/package.json": manifest("core", "prompts"),
      "packages/core/src/numerics/ties.test.ts": 'import { quote } from "@promptnce/prompts";\n',
    };
    expect(faultsWith(planted)).toEqual([
      'packages/core/src/numerics/ties.test.ts imports packages/prompts/src/index.ts, but .ci/house/packages.json does not let "packages/core" use "packages/prompts": move what both need into a room below, or hand it over as an argument.',
    ]);
  });

  it.each(["packages/prompts/src/slots/quote.ts", "apps/cli/src/main.ts"])(
    "imports no app: %s",
    (from) => {
      expect(faultsWith({ [from]: 'import { page } from "@promptnce/bench";\n' })).toEqual([
        `${from} imports apps/bench/src/index.ts, of an app, which nothing may: move what both need into a package.`,
      ]);
    },
  );

  it("declares what it imports; for development what a test needs, and what is private and bundled", () => {
    const undeclared = manifest("datasets");
    const forTests = json({
      name: "@promptnce/datasets",
      devDependencies: { "@promptnce/core": "workspace:^" },
    });
    const [source, test] = [
      "packages/datasets/src/index.ts",
      "packages/datasets/src/index.test.ts",
    ];
    const fault = (path: string) =>
      `${path} imports @promptnce/core, which packages/datasets/package.json does not declare: add it to its dependencies.`;
    expect(faultsWith(importsCore(source))).toEqual([]);
    expect(
      faultsWith({ ...importsCore(source), "packages/datasets/package.json": undeclared }),
    ).toEqual([fault(source)]);
    expect(
      faultsWith({ ...importsCore(test), "packages/datasets/package.json": undeclared }),
    ).toEqual([fault(test)]);
    expect(
      faultsWith({ ...importsCore(source), "packages/datasets/package.json": forTests }),
    ).toEqual([fault(source)]);
    expect(
      faultsWith({ ...importsCore(test), "packages/datasets/package.json": forTests }),
    ).toEqual([]);

    const hidden = json({ ...(JSON.parse(manifest("core")) as object), private: true });
    const bundled = {
      "packages/core/package.json": hidden,
      "packages/datasets/package.json": forTests,
    };
    expect(faultsWith({ ...importsCore(source), ...bundled })).toEqual([]);
  });

  it("imports another also where it does by a name of its own for it", () => {
    const own = json({
      ...(JSON.parse(manifest("prompts")) as object),
      imports: { "#core": "@promptnce/core" },
    });
    const path = "packages/prompts/src/slots/quote.ts";
    const planted = {
      "packages/prompts/package.json": own,
      [path]: 'import type { Pair } from "#core";\n',
    };
    expect(faultsWith(planted)).toEqual([
      `${path} imports @promptnce/core, which packages/prompts/package.json does not declare: add it to its dependencies.`,
    ]);
  });

  it("reaches into another by its name alone", () => {
    const text = 'import { pmi } from "../../../core/src/statistics/pmi.ts";\n';
    expect(faultsWith({ "packages/prompts/src/slots/quote.ts": text })).toEqual([
      "packages/prompts/src/slots/quote.ts reaches into packages/core by ../../../core/src/statistics/pmi.ts: import it by the package's name.",
    ]);
  });

  it("has a line in the table of packages", () => {
    const planted = {
      "packages/rows/package.json": manifest("rows"),
      "packages/rows/rooms.json": json({}),
      "packages/rows/src/index.ts": "export const rows = 0;\n",
    };
    expect(faultsWith(planted)).toEqual([
      '.ci/house/packages.json does not name "packages/rows": add a line that says what it holds and uses, above all that use it.',
    ]);
  });
});
