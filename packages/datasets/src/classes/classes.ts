// Classes of students whose attempts anyone can get: from the archive of a repository to a table.
export { type ClassManifest, classManifest, type ClassName, classNames } from "./class-manifest.ts";
export { fetchClass, verifyClass } from "./fetch-class.ts";
export type { MadeTable } from "../files/made-table.ts";
