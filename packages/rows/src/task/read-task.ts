import { type Task, taskKeys, taskSchema } from "@promptnce/prompts";
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
} from "yaml";
import { DataError } from "../errors.ts";
import { readWholeText } from "../input/read-text.ts";

/**
 * The task that a YAML file describes.
 *
 * @throws DataError with file, line and column of the first mistake.
 */
export function readTask(path: string): Task {
  return parseTask(readWholeText(path, "a YAML file, as `promptnce task init` writes one"), path);
}

/** The task that a YAML text describes; a DataError names it `file` and says where the first mistake is. */
export function parseTask(text: string, file: string): Task {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}, line ${line}, column ${col}`;
  };
  const alias = danglingAlias(document);
  if (alias !== undefined) {
    throw new DataError(
      `${at(alias.range?.[0] ?? 0)}: *${alias.source} refers to an anchor that is not there; put text that begins with * in quotes.`,
    );
  }
  const [slip] = document.errors;
  if (slip !== undefined) {
    throw new DataError(`${at(slip.pos[0])}: ${slipText(slip)}.`);
  }
  if (document.contents === null)
    throw new DataError(`${file} is empty: \`promptnce task init\` writes a task.`);
  if (!isMap(document.contents)) {
    throw new DataError(
      `${at(document.contents.range[0])}: a task is names with values, as "label: emotion"; \`promptnce task init --example\` shows one.`,
    );
  }
  const { data, error } = taskSchema.safeParse(valueOf(document, file));
  if (error === undefined) return data;
  // A misspelt key is reported as missing too: name the misspelling first.
  const issue = error.issues.find(({ code }) => code === "unrecognized_keys") ?? error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    const allowed =
      issue.path.length === 0 ? `: a task has ${taskKeys.join(", ")}` : ": an example has x and y";
    throw new DataError(
      `${at(keyOffset(document, issue.path, key))}: ${key} has no place here${allowed}.`,
    );
  }
  const path = issue?.path ?? [];
  throw new DataError(`${at(offset(document, path))}: ${named(path)} ${issue?.message}.`);
}

/** What is wrong with the YAML, and what to do. */
function slipText({ code, message }: Document["errors"][number]): string {
  if (code === "MULTIPLE_DOCS")
    return "a second document begins here; a file holds one task, so leave out what follows";
  if (code === "RESOURCE_EXHAUSTION")
    return "it is nested too deep from here on; a task is names with texts, lists and examples";
  return `${message.replace(/\.$/, "")}; mend the YAML there`;
}

/** The first alias (`*name`) without its anchor (`&name`): usually text that was meant as emphasis. */
function danglingAlias(document: Document): Alias | undefined {
  const anchors = new Set<string>();
  let found: Alias | undefined;
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) {
        if (!anchors.has(node.source)) found ??= node;
      } else if (node.anchor !== undefined) anchors.add(node.anchor);
    },
  });
  return found;
}

/** The value of the document; a DataError if its aliases expand to more than the parser allows. */
function valueOf(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new DataError(
      `${file}: its aliases (*name) stand for more than can be read; write the text itself where it is needed.`,
    );
  }
}

type Path = readonly PropertyKey[];

/** A path for people, as `examples 2, x.comment`; entries of lists are counted from 1. */
function named(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text} ${part + 1}`;
    if (text === "") return String(part);
    return / \d+$/.test(text) ? `${text}, ${String(part)}` : `${text}.${String(part)}`;
  }, "");
}

/** The offset of the value at a path or, if it is missing, of the innermost value that contains it. */
function offset(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return isNode(document.contents) ? (document.contents.range?.[0] ?? 0) : 0;
}

function keyOffset(document: Document, path: Path, key: string): number {
  const map: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  const pair = isMap(map)
    ? map.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
    : undefined;
  return isNode(pair?.key) ? (pair.key.range?.[0] ?? 0) : 0;
}
