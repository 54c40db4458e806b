import { resolve } from "node:path";
import { printable } from "./printable.ts";

const said = new Set<string>();

/** Warns on standard error, once for each process, that a pack is a package whose code is run. */
export function sayCodeOfPack(name: string): void {
  const place = resolve(name);
  if (said.has(place)) return;
  said.add(place);
  process.stderr.write(
    `--pack: ${printable(name)} is a package, so its code runs in this process and can read what you can, keys in the environment too. A folder of texts runs no code.\n`,
  );
}
