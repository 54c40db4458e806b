import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import type { Published } from "./published.ts";
import { run } from "./run.ts";

const QUIET = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];

/** Where each package that would be published lies packed, by name, as npm takes it. */
export async function packAll(
  packages: readonly Published[],
  into: string,
): Promise<Record<string, string>> {
  const packed = packages.map(async ({ folder, name }) => {
    const tarball = join(into, `${basename(name)}.tgz`);
    await run("pnpm", ["pack", "--out", tarball], { folder });
    return [name, `file:${tarball}`] as const;
  });
  return Object.fromEntries(await Promise.all(packed));
}

/**
 * Installs some of the packed packages with npm into a new project, so that nothing of the workspace is at hand. The
 * types of Node are what a project that has programs for Node develops with.
 * @param options of npm
 */
export async function installPacked(
  names: readonly string[],
  tarballs: Record<string, string>,
  project: string,
  ...options: readonly string[]
) {
  const { version } = createRequire(import.meta.url)("@types/node/package.json") as {
    version: string;
  };
  const dependencies = Object.fromEntries(names.map((name) => [name, tarballs[name]]));
  // The packages need each other: they get each other, and not what the registry may have.
  const packedVersions = Object.keys(tarballs).map((name) => [
    name,
    name in dependencies ? `$${name}` : tarballs[name],
  ]);
  const overrides = Object.fromEntries(packedVersions);
  const manifest = {
    private: true,
    type: "module",
    dependencies,
    overrides,
    devDependencies: { "@types/node": version },
  };
  await mkdir(project, { recursive: true });
  await writeFile(join(project, "package.json"), JSON.stringify(manifest, null, 2));
  await addInstalled(project, ...options);
}

/** Installs what the project's manifest names, and more. */
export function addInstalled(folder: string, ...more: readonly string[]) {
  return run("npm", ["install", ...more, ...QUIET], { folder });
}
