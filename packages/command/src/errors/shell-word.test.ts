import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { shellWord } from "./shell-word.ts";

it("leaves plain names alone and quotes others, as little as will do", () => {
  expect(shellWord("out/moods-2.yaml")).toBe("out/moods-2.yaml");
  expect(shellWord("Big Name.yaml")).toBe('"Big Name.yaml"');
});

it.skipIf(process.platform === "win32")(
  "is one word to a shell, and the word that was meant",
  () => {
    for (const word of [
      "a b",
      "it's",
      'a"b',
      "$HOME",
      "`ls`",
      String.raw`a\b`,
      "a!b'c",
      "é;rm",
      "(x)",
      "*",
    ]) {
      expect(execFileSync("sh", ["-c", `printf %s ${shellWord(word)}`], { encoding: "utf8" })).toBe(
        word,
      );
    }
  },
);
