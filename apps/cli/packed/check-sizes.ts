import assert from "node:assert/strict";
import { lstat, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { countInstalled, type Lockfile } from "./count-installed.ts";
import { installPacked } from "./install-packed.ts";

/** How many packages and how many megabytes, as `du` counts them, one installs at most with each of ours. */
const INSTALLED = {
  "@promptnce/prompts": [4, 14],
  "@promptnce/datasets": [4, 13],
  "@promptnce/providers": [10, 20],
  "@promptnce/cli": [50, 110],
} as const;

/** How many kilobytes a browser is sent at most for what it imports. */
const BUNDLED = {
  '{ findTemplate, readPrompt, defineTemplate } from "@promptnce/prompts"': 60,
  '* from "@promptnce/prompts"': 95,
  '* from "@promptnce/datasets"': 10,
  '* from "@promptnce/providers"': 40,
  '{ fromAiSdk } from "@promptnce/providers/ai-sdk"': 60,
};

/** Installs each package alone, prints what that weighs, and fails where it is too much. */
export async function checkInstalled(tarballs: Record<string, string>, folder: string): Promise<void> {
  for (const [name, [mostPackages, mostMegabytes]] of Object.entries(INSTALLED)) {
    const alone = join(folder, basename(name));
    await installPacked([name], tarballs, alone, "--omit=dev");
    const count = countInstalled(JSON.parse(await readFile(join(alone, "package-lock.json"), "utf8")) as Lockfile);
    const folders = [".", ...(await readdir(join(alone, "node_modules"), { recursive: true }))];
    const sizes = folders.map(async (path) => (await lstat(join(alone, "node_modules", path))).blocks * 512);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    const megabytes = Math.round(bytes / 1e6);
    console.log(`${name} alone: ${count} packages of ${mostPackages}, ${megabytes} MB of ${mostMegabytes}`);
    assert.ok(count <= mostPackages && megabytes <= mostMegabytes, `${name} installs too much`);
  }
}

/** Bundles the installed packages for a browser, where nothing of Node is, and fails where that is too large. */
export async function checkBundled(project: string): Promise<void> {
  for (const [imported, most] of Object.entries(BUNDLED)) {
    const input = join(project, "bundled.js");
    await writeFile(input, `export ${imported};\n`);
    const onLog = (_: unknown, { message }: { readonly message: string }) => assert.fail(message);
    const bundle = await rolldown({ input, platform: "browser", onLog });
    const { output } = await bundle.generate({ format: "iife", name: "bundled", minify: true });
    await bundle.close();
    const [{ code }] = output;
    runInContext(code, createContext({ TextEncoder, URL }));
    const kilobytes = Math.round(Buffer.byteLength(code) / 1000);
    console.log(`${imported} in a browser: ${kilobytes} kB of ${most}`);
    assert.ok(kilobytes <= most, `${imported} bundles too much`);
  }
}
