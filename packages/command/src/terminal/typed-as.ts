import { dirname, relative } from "node:path";
import { shellWord } from "../errors/shell-word.ts";

/** The scripts of a clone by which a person starts a command. */
const SCRIPTS = ["promptnce", "bench"];

/**
 * What a person types before the name of a command: nothing where it is installed, and the call of
 * pnpm where a script of a clone started it, with the clone's folder if that is another one.
 */
export function typedAs(
  {
    npm_lifecycle_event: script = "",
    npm_package_json: manifest = "",
    INIT_CWD: folder = "",
  }: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (!SCRIPTS.includes(script)) return "";
  const clone = dirname(manifest);
  const isElsewhere = manifest !== "" && folder !== "" && relative(clone, folder) !== "";
  return `npx --yes pnpm@12 ${isElsewhere ? `--dir ${shellWord(clone)} ` : ""}`;
}
