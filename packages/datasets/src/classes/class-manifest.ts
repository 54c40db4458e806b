import type { TablesManifest } from "../files/made-table.ts";
import introclass from "./manifests/introclass.json" with { type: "json" };

/** The classes of students whose attempts anyone can get. */
export const classNames = ["introclass"] as const;

export type ClassName = (typeof classNames)[number];

/** Where a class comes from, on what terms, and how its table of attempts is recognised. */
export interface ClassManifest extends TablesManifest {
  readonly name: ClassName;
  /** The address of an archive (`.tar.gz`) of all files of the commit. */
  readonly archive: string;
}

/** They are no input: a test holds them to their type, and not every run. */
const manifests = { introclass } as unknown as Readonly<Record<ClassName, ClassManifest>>;

/**
 * The manifest of a class.
 * @throws RangeError for a name that no class has.
 * @example
 * classManifest("introclass").name; // → "introclass"
 */
export function classManifest(name: ClassName): ClassManifest {
  if (classNames.includes(name)) return manifests[name];
  throw new RangeError(
    `there is no class ${JSON.stringify(name)}: name one of ${classNames.join(", ")}`,
  );
}
