import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync, type Statement } from "oxc-parser";

/**
 * The text below `@example` in the comment of a name that a module exports; `undefined` where there
 * is none. Paths are those of files, with slashes.
 */
export function exampleOf(path: string, name: string): string | undefined {
  for (const comment of commentsOf(path, name)) {
    const lines = comment.split("\n").map((line) => line.replace(/^\s*\*? ?/, ""));
    const [, ...below] = lines.slice(lines.findIndex((line) => line.startsWith("@example")));
    const next = below.findIndex((line) => line.startsWith("@"));
    const text = (next === -1 ? below : below.slice(0, next)).join("\n").trim();
    if (comment.includes("@example")) return text;
  }
  return undefined;
}

/** The comments above what declares the name: here, or where this module has it from. */
function commentsOf(path: string, name: string): string[] {
  const source = readFileSync(path, "utf8");
  const { program, comments } = parseSync(path, source);
  const commentBefore = (start: number): string[] => {
    const nearest = comments.findLast(({ end }) => end <= start);
    const touches = nearest && source.slice(nearest.end, start).trim() === "";
    return touches && nearest.type === "Block" ? [nearest.value] : [];
  };
  const elsewhere = (from: string, local: string): string[] =>
    from.startsWith(".") ? commentsOf(posix.join(posix.dirname(path), from), local) : [];
  return program.body.flatMap((statement) => {
    if (declaredNames(statement).includes(name)) return commentBefore(statement.start);
    if (statement.type === "ExportAllDeclaration") return elsewhere(statement.source.value, name);
    if (statement.type !== "ExportNamedDeclaration" || statement.source === null) return [];
    const { source: from, specifiers } = statement;
    return specifiers
      .filter(({ exported }) => textOf(exported) === name)
      .flatMap(({ local }) => elsewhere(from.value, textOf(local)));
  });
}

function declaredNames(statement: Statement): string[] {
  const declaration =
    statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declaration?.type === "VariableDeclaration")
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? id.name : []));
  if (declaration?.type !== "FunctionDeclaration" && declaration?.type !== "ClassDeclaration")
    return [];
  return declaration.id === null ? [] : [declaration.id.name];
}

function textOf(name: { readonly name: string } | { readonly value: string }): string {
  return "name" in name ? name.name : name.value;
}
