import { parseSync } from "oxc-parser";
import { isCode, type RepositoryFile } from "./repository-file.ts";

/** A node of a syntax tree, as far as it is looked at here. */
interface Node {
  readonly type: string;
  readonly start: number;
}

/**
 * Where several steps stand on one line or in one expression: an assignment inside an expression, or
 * the body of a loop beside its head. The linter has rules for nested ternaries, commas and chained
 * assignments, and none for these; the formatter gives each statement a line.
 */
export function packedLineFaults(files: readonly RepositoryFile[]): string[] {
  return files
    .filter(({ path }) => isCode(path) || /^\.ci\/.*\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      faultsIn(path, text).map(
        ({ at, what }) => `${path}:${lineOf(text, at)} has ${what}: give each step a line.`,
      ),
    );
}

interface Fault {
  readonly at: number;
  readonly what: string;
}

function faultsIn(path: string, text: string): Fault[] {
  const faults: Fault[] = [];
  const visit = (node: Node, parents: readonly Node[]): void => {
    if (node.type === "AssignmentExpression" && !isStep(node, parents))
      faults.push({ at: node.start, what: "an assignment inside an expression" });
    const body = loopBody(node);
    if (body !== undefined && lineOf(text, body.start) === lineOf(text, node.start))
      faults.push({ at: node.start, what: "the body of a loop beside its head" });
    for (const child of childrenOf(node)) {
      visit(child, [...parents, node]);
    }
  };
  visit(parseSync(path, text).program as unknown as Node, []);
  return faults;
}

/**
 * Whether an assignment is a statement of its own, begins or ends a round of a `for`, or is all
 * that a function does.
 */
function isStep(node: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1);
  if (parent === undefined) return false;
  if (["ExpressionStatement", "ArrowFunctionExpression"].includes(parent.type)) return true;
  if (parent.type === "ForStatement") return !isTestOf(parent, node);
  // `i++, place += 2`, of which each is a step: the linter allows a comma there and nowhere else.
  if (parent.type === "SequenceExpression") return parents.at(-2)?.type === "ForStatement";
  // What an arrow function of one line hands on to nobody: `() => void (wake = resolve)`.
  if (["ParenthesizedExpression", "UnaryExpression"].includes(parent.type))
    return isStep(parent, parents.slice(0, -1));
  return false;
}

function isTestOf(loop: Node, node: Node): boolean {
  return (loop as Node & { readonly test: unknown }).test === node;
}

function loopBody(node: Node): Node | undefined {
  if (!/^(For|ForIn|ForOf|While)Statement$/.test(node.type)) return undefined;
  const { body } = node as Node & { readonly body: Node };
  return body.type === "BlockStatement" ? undefined : body;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter(
      (value: unknown): value is Node =>
        typeof value === "object" && value !== null && "type" in value && "start" in value,
    );
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
