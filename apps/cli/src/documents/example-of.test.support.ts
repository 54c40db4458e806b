import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { posix } from "node:path";
import { parseSync, type Statement } from "oxc-parser";

/** Reads the examples in comments; each file is parsed once. */
export class ExampleReader {
  readonly #files = new Map<string, Parsed>();

  /**
   * The text below `@example` in the comment of a name that a module exports; `undefined` where
   * there is none. Paths are those of files, with slashes.
   */
  exampleOf(path: string, name: string): string | undefined {
    const comment = this.#commentsOf(path, name).find((text) => text.includes("@example"));
    if (comment === undefined) return undefined;
    const lines = comment.split("\n").map((line) => line.replace(/^\s*\*? ?/, ""));
    const [, ...below] = lines.slice(lines.findIndex((line) => line.startsWith("@example")));
    const next = below.findIndex((line) => line.startsWith("@"));
    return (next === -1 ? below : below.slice(0, next)).join("\n").trim();
  }

  /** The comments above what declares the name: here, or where this module has it from. */
  #commentsOf(path: string, name: string): string[] {
    const parsed = this.#parsed(path);
    const elsewhere = (from: string, local: string): string[] => {
      if (from.startsWith("#")) return this.#commentsOf(createRequire(path).resolve(from), local);
      return from.startsWith(".")
        ? this.#commentsOf(posix.join(posix.dirname(path), from), local)
        : [];
    };
    return parsed.statements.flatMap((statement) => {
      if (declaredNames(statement).includes(name)) return commentBefore(parsed, statement.start);
      if (statement.type === "ExportAllDeclaration") return elsewhere(statement.source.value, name);
      if (statement.type !== "ExportNamedDeclaration" || statement.source === null) return [];
      const { source: from, specifiers } = statement;
      return specifiers
        .filter(({ exported }) => textOf(exported) === name)
        .flatMap(({ local }) => elsewhere(from.value, textOf(local)));
    });
  }

  #parsed(path: string): Parsed {
    const before = this.#files.get(path);
    if (before !== undefined) return before;
    const source = readFileSync(path, "utf8");
    const { program, comments } = parseSync(path, source);
    const parsed = { source, comments, statements: program.body };
    this.#files.set(path, parsed);
    return parsed;
  }
}

/** A source file, parsed. */
interface Parsed extends Pick<ReturnType<typeof parseSync>, "comments"> {
  readonly source: string;
  readonly statements: readonly Statement[];
}

function commentBefore({ source, comments }: Parsed, start: number): string[] {
  const nearest = comments.findLast(({ end }) => end <= start);
  const touches = nearest && source.slice(nearest.end, start).trim() === "";
  return touches && nearest.type === "Block" ? [nearest.value] : [];
}

function declaredNames(statement: Statement): string[] {
  const declaration =
    statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declaration?.type === "VariableDeclaration")
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? id.name : []));
  const isNamed =
    declaration?.type === "FunctionDeclaration" ||
    declaration?.type === "TSDeclareFunction" ||
    declaration?.type === "ClassDeclaration";
  return isNamed && declaration.id !== null ? [declaration.id.name] : [];
}

function textOf(name: { readonly name: string } | { readonly value: string }): string {
  return "name" in name ? name.name : name.value;
}
