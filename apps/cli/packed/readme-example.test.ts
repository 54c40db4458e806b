import { expect, it } from "vitest";
import { readmeExample } from "./readme-example.ts";

const text = (...blocks: string[]): string => `# A\n\n${blocks.join("\n\nsaid between\n\n")}\n`;
const block = (language: string, content: string): string =>
  `\`\`\`${language}\n${content}\n\`\`\``;

it("finds the first program and its output", () => {
  const readme = text(block("sh", "npm i"), block("ts", "f();"), block("text", "1"));
  expect(readmeExample(readme)).toEqual({ code: "f();\n", output: "1\n", files: new Map() });
});

it("finds no output if another block follows the program", () => {
  const readme = text(block("ts", "f();"), block("ts", "g();"), block("text", "2"));
  expect(readmeExample(readme)).toEqual({ code: "f();\n", files: new Map() });
});

it("takes a program that is headed by its file's name, and finds its output behind what runs it", () => {
  const readme = text(
    block("ts program.ts", "f();"),
    block("sh", "node program.ts"),
    block("text", "1"),
  );
  expect(readmeExample(readme)).toEqual({ code: "f();\n", output: "1\n", files: new Map() });
});

it("refuses a README without a program", () => {
  expect(() => readmeExample(text(block("sh", "npm i")))).toThrow("no block of TypeScript");
});

it("takes a block with a name in its header as a file that the program reads", () => {
  const rows = block("csv rows.csv", "a,b");
  expect(readmeExample(text(rows, block("ts", "f();"))).files).toEqual(
    new Map([["rows.csv", "a,b\n"]]),
  );
});
