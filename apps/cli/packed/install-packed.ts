import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Published } from "./published.ts";
import { run } from "./run.ts";

const QUIET = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];

/** The folder of the tarballs that `pnpm tarballs` leaves in a clone. */
export const tarballFolder: string = join(import.meta.dirname, "../../../tarballs");

/**
 * Packs every package to publish, as npm would receive it and as documents tell readers to. Returns
 * the tarballs by package name.
 */
export async function packAll(packages: readonly Published[]): Promise<Record<string, string>> {
  await run("pnpm", ["run", "tarballs:pack"], { folder: dirname(tarballFolder) });
  const files = await readdir(tarballFolder);
  const packed = packages.map(({ name }) => {
    const start = `${name.slice(1).replace("/", "-")}-`;
    const file = files.find((one) => one.startsWith(start) && /^\d/.test(one.slice(start.length)));
    assert.ok(file, `${name} is packed`);
    return [name, `file:${join(tarballFolder, file)}`] as const;
  });
  assert.equal(files.length, packed.length, "no other package is packed");
  return Object.fromEntries(packed);
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
