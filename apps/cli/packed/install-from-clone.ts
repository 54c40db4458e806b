import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tarballFolder } from "./install-packed.ts";
import { readmeExample } from "./readme-example.ts";
import { type InstallPlace, run } from "./run.ts";

/**
 * Installs the packages into an empty folder by the command that the document gives until they are
 * on npm, and runs the document's first program there.
 */
export async function installFromClone(document: string, place: InstallPlace): Promise<void> {
  const text = await readFile(document, "utf8");
  const [command] = /^npm install CLONE\/tarballs\/.*$/m.exec(text) ?? [];
  assert.ok(command, "the document says how to install from a clone");
  await mkdir(place.folder);
  await writeFile(join(place.folder, "package.json"), JSON.stringify({ type: "module" }));
  const install = command.replace("CLONE/tarballs", JSON.stringify(tarballFolder));
  await run("sh", ["-ec", `${install} --prefer-offline --no-audit --no-fund`], place);

  const { code, output, files } = readmeExample(text);
  for (const [name, content] of [...files, ["program.ts", code]] as const) {
    await writeFile(join(place.folder, name), content);
  }
  const { stdout } = await run(process.execPath, ["program.ts"], place);
  assert.equal(stdout, output, "what the first program prints");
}
