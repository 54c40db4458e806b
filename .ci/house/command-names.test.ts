import { describe, expect, it } from "vitest";
import { faultsWith, json } from "./sound-repository.test.support.ts";

const path = "packages/prompts/src/slots/fence.ts";
const fault = (line: number, command: string, file = path): string =>
  `${file}:${line} names the command "${command}": name the function of the library, as a Sentence of @promptnce/core/errors does, and let the command write what a person types.`;

describe("a library", () => {
  it.each([
    ["a text", "export const advice = 'fetch it with \"promptnce datasets fetch\"';\n"],
    ["a text that begins with it", 'export const advice = "promptnce datasets lists them";\n'],
    ["a template", "export const advice = (n: string) => `see \\`promptnce datasets ${n}\\``;\n"],
  ])("names no command in %s", (_, text) => {
    expect(faultsWith({ [path]: text })).toEqual([fault(1, "promptnce datasets")]);
  });

  it("is told of the line within a text of several", () => {
    const text = "export const text = `\nsee\npromptnce doctor`;\n";
    expect(faultsWith({ [path]: text })).toEqual([fault(3, "promptnce doctor")]);
  });

  it("may name packages, files and schemas, and a command in a comment", () => {
    const text = [
      "/** Reads what `promptnce estimate` wrote. */",
      'export const name = "@promptnce/prompts";',
      'export const sql = "create schema promptnce";',
      'export const table = "select 1 from promptnce.replies";',
      'export const file = "~/.cache/promptnce data";',
    ];
    expect(faultsWith({ [path]: `${text.join("\n")}\n` })).toEqual([]);
  });

  it("is a package that is published; apps, private packages and tests may name commands", () => {
    const advice = 'export const advice = "see promptnce doctor";\n';
    expect(
      faultsWith({
        "packages/prompts/src/slots/fence.test.ts": advice,
        "apps/bench/src/index.ts": advice,
      }),
    ).toEqual([]);
    const manifest = { name: "@promptnce/datasets", private: true, exports: {}, dependencies: {} };
    const planted = { "packages/datasets/src/index.ts": advice };
    expect(faultsWith(planted)).toEqual([
      fault(1, "promptnce doctor", "packages/datasets/src/index.ts"),
    ]);
    expect(faultsWith({ ...planted, "packages/datasets/package.json": json(manifest) })).toEqual(
      [],
    );
  });
});
