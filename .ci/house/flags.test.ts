import { describe, expect, it } from "vitest";
import { faultsWith, json } from "./sound-repository.test.support.ts";

const path = "packages/prompts/src/slots/fence.ts";
const fault = (line: number, flag: string, file = path): string =>
  `${file}:${line} speaks of the flag ${flag}: name the option of the library, as a Sentence of @promptnce/core/errors does, and let the command write its flag.`;

describe("a library", () => {
  it.each([
    ["a text", 'export const advice = "give a smaller --k";\n'],
    ["a text that begins with it", 'export const option = "--k";\n'],
    ["a template", "export const advice = (k: number) => `${k} is too much for --k ${k}`;\n"],
    ["a comment", "export const k = 5; // as --k says\n"],
    ["what documents it", "/** As `--k` says. */\nexport const k = 5;\n"],
  ])("speaks of no flag in %s", (_, text) => {
    expect(faultsWith({ [path]: text })).toEqual([fault(1, "--k")]);
  });

  it("is told of each line by itself", () => {
    const text = "export const text = `\n--k, --seed\n--max-tokens`;\n";
    expect(faultsWith({ [path]: text })).toEqual([fault(2, "--k"), fault(3, "--max-tokens")]);
  });

  it("may count down, rule a line, and quote a whole command line in a comment", () => {
    const text = [
      "export let n = 5;",
      "const k = 1;",
      "n = --k;",
      'export const rule = "----- a rule --- and a dash -- here";',
      '// "promptnce datasets fetch words --data x" makes it, `promptnce task init --example` shows it.',
    ];
    expect(faultsWith({ [path]: `${text.join("\n")}\n` })).toEqual([]);
  });

  it("is a package that is published; apps, private packages and tests may name flags", () => {
    const advice = 'export const advice = "give a smaller --k";\n';
    expect(
      faultsWith({
        "packages/prompts/src/slots/fence.test.ts": advice,
        "apps/bench/src/index.ts": advice,
      }),
    ).toEqual([]);
    const manifest = { name: "@promptnce/datasets", private: true, exports: {}, dependencies: {} };
    const planted = { "packages/datasets/src/index.ts": advice };
    expect(faultsWith(planted)).toEqual([fault(1, "--k", "packages/datasets/src/index.ts")]);
    expect(faultsWith({ ...planted, "packages/datasets/package.json": json(manifest) })).toEqual(
      [],
    );
  });
});
