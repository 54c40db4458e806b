import { caseFold } from "../slots/candidates.ts";

/** HTML entities that occur in labels; numeric ones are decoded as such. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  quot: '"',
  lt: "<",
  gt: ">",
  nbsp: " ",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
};

/** Characters that look alike, and the plain form of each. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  // Invisible marks.
  [/[\u00ad\u200b-\u200f\u2060\ufeff]/g, ""],
  [/[`´‘’‚‛′ʼʹ‹›]/g, "'"],
  [/[“”„‟″«»]|''/g, '"'],
  [/[\p{Pd}−]/gu, "-"],
  [/-+/g, "-"],
  [/\s+/gu, " "],
];

/**
 * A label without typographic differences: HTML entities, quotation marks, dashes, blanks, width
 * and composition of letters, and the differences that models introduce besides ({@link caseFold}).
 */
export function typographyFold(label: string): string {
  const decoded = label.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, decodedEntity);
  const plain = ALIKE.reduce((text, [marks, by]) => text.replace(marks, by), decoded);
  return caseFold(plain.normalize("NFKC"));
}

function decodedEntity(entity: string, hex?: string, decimal?: string, name = ""): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (code <= 0x10_ff_ff) return String.fromCodePoint(code);
  return ENTITIES[name.toLowerCase()] ?? entity;
}

/** The first difference of two texts, by character and code point; empty if there is none. */
export function firstDifference(one: string, other: string): string {
  const [left, right] = [Array.from(one), Array.from(other)];
  const place = left.findIndex((character, i) => character !== right[i]);
  const at = place === -1 ? left.length : place;
  if (at === left.length && at === right.length) return "";
  return `${shown(left[at])} where the other has ${shown(right[at])}`;
}

function shown(character: string | undefined): string {
  if (character === undefined) return "its end";
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  return `${character.trim()} (U+${code})`.trim();
}
