import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import type { Published } from "./published.ts";
import { run } from "./run.ts";

const QUIET = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * Packs every package to publish, as npm would receive it. Returns the tarballs by package name.
 */
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
 * Installs some of the packed packages with npm into a new project, isolated from the workspace.
 * Like any project for Node, it also installs Node's types.
 *
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
  // The packages depend on each other: they must get these tarballs, not the registry's versions.
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

/** Installs the dependencies in the project's manifest, and more. */
export function addInstalled(folder: string, ...more: readonly string[]) {
  return run("npm", ["install", ...more, ...QUIET], { folder });
}
