import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import type { Published } from "./published.ts";
import { run } from "./run.ts";

/**
 * Packs what would be published and installs it with npm into an empty project, so that nothing of
 * the workspace is at hand. The types of Node are the project's only development dependency, as in
 * any project that has programs for Node.
 */
export async function installPacked(packages: readonly Published[], project: string) {
  const tarballs = await Promise.all(packages.map((each) => pack(each, project)));
  const { version } = createRequire(import.meta.url)("@types/node/package.json") as {
    version: string;
  };
  const manifest = {
    private: true,
    type: "module",
    dependencies: Object.fromEntries(tarballs),
    // The packages need each other: they get each other, and not what the registry may have.
    overrides: Object.fromEntries(tarballs.map(([name]) => [name, `$${name}`])),
    devDependencies: { "@types/node": version },
  };
  await writeFile(join(project, "package.json"), JSON.stringify(manifest, null, 2));
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["install", ...quiet], { folder: project });
}

async function pack({ folder, name }: Published, project: string): Promise<[string, string]> {
  const tarball = `${basename(name)}.tgz`;
  await run("pnpm", ["pack", "--out", join(project, tarball)], { folder });
  return [name, `file:${tarball}`];
}
