import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { inspectHouse } from "./house.ts";
import { PAGE, writePage } from "./page.ts";
import type { RepositoryFile } from "./repository-file.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
const [root = join(import.meta.dirname, "../..")] = positionals;

/** What git tracks and what it would track, so that a file counts before it is added. */
function readRepository(): RepositoryFile[] {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const paths = execFileSync("git", list, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }).split("\0");
  return paths
    .filter((path) => /\.(ts|tsx|js|mjs|json|md|ya?ml|html|css)$/.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

try {
  if (values.write) writeFileSync(join(root, PAGE), writePage(readRepository()));
  const { lines, faults } = inspectHouse(readRepository());
  console.log(lines.join("\n"));
  for (const fault of faults) console.error(`✗ ${fault}`);
  if (faults.length > 0) console.error(`${faults.length} against the rules of the house (CONTRIBUTING.md)`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
