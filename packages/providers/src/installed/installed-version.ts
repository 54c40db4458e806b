import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { at, parsedJson } from "@promptnce/core/json";

/**
 * The version of a package as it would be imported here, without loading it; `undefined` where it
 * is not installed.
 */
export function installedVersion(name: string): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return versionAbove(dirname(entry), name);
  } catch {
    return undefined;
  }
}

/**
 * The version in the nearest manifest with this name; many packages contain further manifests that
 * only set the module type.
 */
function versionAbove(folder: string, name: string): string | undefined {
  const manifest = manifestIn(folder);
  if (at(manifest, "name") === name) {
    const version = at(manifest, "version");
    return typeof version === "string" ? version : undefined;
  }
  const above = dirname(folder);
  return above === folder ? undefined : versionAbove(above, name);
}

function manifestIn(folder: string): unknown {
  try {
    return parsedJson(readFileSync(join(folder, "package.json"), "utf8"));
  } catch {
    return undefined;
  }
}
