import { constants } from "node:fs";
import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

// Makes dist/bundled, to which `#report`, `#command` and the like resolve in the published command.
// These packages are not published, and drawing figures takes about fifty packages, which nobody
// should have to install with the command. The licences of bundled code are kept beside it, as they
// require.

const here = import.meta.dirname;
const report = dirname(fileURLToPath(import.meta.resolve("@promptnce/report")));
const command = dirname(fileURLToPath(import.meta.resolve("@promptnce/command")));
const folder = join(here, "dist/bundled");
const bundle = await rolldown({
  input: {
    report: join(report, "index.ts"),
    "report-tables": join(report, "tables/tables.ts"),
    command: join(command, "command.ts"),
    options: join(command, "options.ts"),
    errors: join(command, "errors/errors.ts"),
    opening: join(command, "opening/opening.ts"),
    start: join(command, "terminal/start.ts"),
    terminal: join(command, "terminal/terminal.ts"),
  },
  platform: "node",
  // The oldest Node version that the command supports does not know `using`.
  transform: { target: "node22.13" },
  // The command's own dependencies are not bundled.
  external: [
    /^@promptnce\/(core|engine|postgres|prompts|providers|rehearsal)/,
    "@clack/prompts",
    "papaparse",
    "cli-progress",
    "zod",
    "canvas",
  ],
});
await rm(folder, { recursive: true, force: true });
const { output } = await bundle.write({
  dir: folder,
  entryFileNames: "[name].js",
  sourcemap: false,
});
await bundle.close();
// Exclusively, since the page's own `tables.js` once overwrote a module of that name.
for (const asset of ["page.css", "tables.js", "attempt.js", "pairs.js"])
  await copyFile(join(report, "page", asset), join(folder, asset), constants.COPYFILE_EXCL);

const modules = output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
const packages = new Set(
  modules.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []),
);
const licences = await Promise.all([...packages].toSorted().map(licenceOf));
await writeFile(join(folder, "licences.txt"), `${licences.join("\n\n---\n\n")}\n`);

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  ) as Record<string, string>;
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? "" : await readFile(join(folder, file), "utf8");
  return `${name} ${version}: ${license}\n\n${text.trim()}`;
}
