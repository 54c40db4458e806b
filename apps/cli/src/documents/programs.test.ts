import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fencedBlocks } from "@promptnce/testing/markdown";
import { parseSync, Visitor } from "rolldown/utils";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const documents = ["*.md", "docs/**/*.md", "{packages,apps}/*/**/*.md", "examples/**/*.md"];
const exclude = ["**/node_modules/**", "**/dist/**"];

/** The programs of a document. */
function programs(markdown: string): string[] {
  const blocks = fencedBlocks(markdown).filter(({ language }) => ["ts", "js"].includes(language));
  return blocks.map(({ text }) => text);
}

/**
 * What keeps a program from being read by Node 22.13, the oldest that the packages allow, once its
 * types are stripped.
 */
function mistakes(code: string): string[] {
  const { program, errors } = parseSync("program.ts", code);
  const found = errors.map(({ message }) => message);
  new Visitor({
    VariableDeclaration: ({ kind }) => {
      if (kind.endsWith("using")) found.push(`${kind} is not in Node 22`);
    },
    ImportDeclaration: ({ phase }) => {
      if (phase) found.push(`import ${phase} is not in Node 22`);
    },
    Decorator: () => {
      found.push("a decorator is in no Node");
    },
    TSEnumDeclaration: () => {
      found.push("an enum is more than a type");
    },
  }).visit(program);
  return found;
}

describe("the programs of documents", () => {
  it.each(globSync(documents, { cwd: root, exclude }).toSorted())(
    "in %s are whole, and in the syntax of the oldest Node that the packages allow",
    (file) => {
      const all = programs(readFileSync(join(root, file), "utf8"));
      expect(all.flatMap(mistakes)).toEqual([]);
    },
  );

  it("would fail with a resource declaration, or with a fence that swallows the next block", () => {
    expect(mistakes("await using store = await open();\nfor (using one of all) {}")).toEqual([
      "await using is not in Node 22",
      "using is not in Node 22",
    ]);
    const torn = '````ts a.ts\nimport { a } from "a";\n\n```sh\nnode a.ts\n````\n';
    expect(programs(torn).flatMap(mistakes)).not.toEqual([]);
  });
});
