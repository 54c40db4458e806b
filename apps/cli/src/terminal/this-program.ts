import { readFileSync } from "node:fs";

/** The name and version of this program, for a run's manifest. */
export function thisProgram(): { readonly name: string; readonly version: string } {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { name, version } = JSON.parse(text) as { name: string; version: string };
  return { name, version };
}
