import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from "yaml";
import { DataError } from "../errors.ts";
import { readWholeText } from "../formats/read-text.ts";
import type { Path } from "./task-mistake.ts";

/** A YAML text that has been read, with the place of each of its values. JSON is YAML too. */
export interface YamlText {
  readonly value: Readonly<Record<string, unknown>>;
  /** The place of the value at a path, as `file, line 3, column 7`; of a key, if one is given. */
  at(path: Path, key?: string): string;
  /**
   * The text of a scalar as it was typed, such as `1.0`, or of a key, if one is given; `undefined`
   * for anything else.
   */
  typed(path: Path, key?: string): string | undefined;
}

/** What a YAML text should describe, for errors. */
interface YamlSubject {
  /** The name of the text in errors. */
  readonly file: string;
  /** The noun with its article, such as `a task`. */
  readonly is: string;
  /** An example of a line, with advice on where to see a whole one. */
  readonly example: string;
  /** What to do about an empty text. */
  readonly ifEmpty: string;
}

/**
 * The names and values of a YAML file.
 *
 * @throws DataError where it cannot be read, or with line and column of the first mistake.
 * @example
 * const study = { is: "a study", example: "seed: 1", ifEmpty: "a study names its datasets" };
 * const yaml = readYaml("films.yaml", study);
 * [yaml.value.label, yaml.at(["label"])]; // → ["genre", "films.yaml, line 5, column 8"]
 */
export function readYaml(path: string, described: Omit<YamlSubject, "file">): YamlText {
  return parseYaml(readWholeText(path, `${described.is} in YAML`), { file: path, ...described });
}

/**
 * The names and values of a YAML text.
 *
 * @throws DataError with file, line and column of the first mistake.
 */
export function parseYaml(text: string, { file, is, example, ifEmpty }: YamlSubject): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}, line ${line}, column ${col}`;
  };
  const alias = danglingAlias(document);
  if (alias !== undefined) {
    throw new DataError(
      `${place(alias.range?.[0] ?? 0)}: *${alias.source} refers to an anchor that is not there; put text that begins with * in quotes.`,
    );
  }
  const [slip] = document.errors;
  if (slip !== undefined) throw new DataError(`${place(slip.pos[0])}: ${slipText(slip, is)}.`);
  if (document.contents === null) throw new DataError(`${file} is empty: ${ifEmpty}.`);
  if (!isMap(document.contents)) {
    throw new DataError(
      `${place(document.contents.range[0])}: ${is} consists of names with values, such as ${example}.`,
    );
  }
  return {
    value: valueOf(document, file),
    at: (path, key) =>
      place(key === undefined ? offset(document, path) : keyOffset(document, path, key)),
    typed: (path, key) => {
      const node = key === undefined ? nodeAt(document, path) : keyAt(document, path, key);
      return isScalar(node) ? node.source : undefined;
    },
  };
}

/** What is wrong with the YAML, and what to do. */
function slipText({ code, message }: Document["errors"][number], is: string): string {
  const noun = is.replace(/^an? /, "");
  if (code === "MULTIPLE_DOCS")
    return `a second document begins here; a file holds one ${noun}, so leave out what follows`;
  if (code === "RESOURCE_EXHAUSTION")
    return `it is nested too deep from here on; ${is} consists of names with texts, lists and examples`;
  return `${message.replace(/\.$/, "")}; correct the YAML there`;
}

/**
 * The first alias (`*name`) without its anchor (`&name`): usually text that was meant as emphasis.
 */
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
function valueOf(document: Document, file: string): YamlText["value"] {
  try {
    return document.toJS() as YamlText["value"];
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new DataError(
      `${file}: its aliases (*name) expand to more than can be read; write out the text instead.`,
    );
  }
}

/**
 * The offset of the value at a path or, if it is missing, of the innermost value that contains it.
 */
function offset(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const node = nodeAt(document, path.slice(0, length));
    if (isNode(node) && node.range) return node.range[0];
  }
  return isNode(document.contents) ? (document.contents.range?.[0] ?? 0) : 0;
}

function keyOffset(document: Document, path: Path, key: string): number {
  const node = keyAt(document, path, key);
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

/** The node at a path, in which a key that YAML reads as a number is named by its text. */
function nodeAt(document: Document, path: Path): unknown {
  return path.reduce<unknown>((node, name) => {
    if (isMap(node)) return pairIn(node, String(name))?.value;
    return isSeq(node) ? node.items[Number(name)] : undefined;
  }, document.contents);
}

function keyAt(document: Document, path: Path, key: string): unknown {
  const map = nodeAt(document, path);
  return isMap(map) ? pairIn(map, key)?.key : undefined;
}

function pairIn(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && String(key.value) === name);
}
