import { execFile } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { releasedRegistry } from "./released-registry.test.support.ts";

const root = join(import.meta.dirname, "../../..");

interface Named {
  readonly name: string;
  readonly version: string;
}

/** A repository with only the manifests and the changesets. */
function bareRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const manifests = globSync("{packages,apps}/*/package.json", { cwd: root });
  const changesets = globSync(".changeset/*.{json,md}", { cwd: root });
  const kept = ["package.json", "pnpm-workspace.yaml", ...changesets, ...manifests];
  for (const file of kept) {
    cpSync(join(root, file), join(folder, file));
  }
  // Only what the config names, because pnpm, which changesets asks for versions, must not install
  // through a link to everything.
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "node_modules/@changesets"), join(folder, "node_modules/@changesets"));
  writeFileSync(join(folder, ".gitignore"), "node_modules\n");
  return folder;
}

function versions(folder: string): Map<string, string> {
  const files = globSync("{packages,apps}/*/package.json", { cwd: folder });
  return new Map(
    files.map((file) => {
      const manifest = JSON.parse(readFileSync(join(folder, file), "utf8")) as Named;
      return [manifest.name, manifest.version];
    }),
  );
}

it.each(["patch", "minor"])(
  "releases prompts alone after a %s change of its texts",
  { tags: "full" },
  async (bump) => {
    const folder = bareRepository();
    const env = {
      ...process.env,
      PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"]}`,
    };
    const run = async (program: string, ...args: string[]): Promise<void> => {
      await promisify(execFile)(program, args, { cwd: folder, env });
    };
    await run("git", "init", "--quiet");
    await run("git", "config", "user.name", "a");
    await run("git", "config", "user.email", "a@example.org");
    const commit = async (message: string): Promise<void> => {
      await run("git", "add", ".");
      await run("git", "commit", "--quiet", "--allow-empty", "-m", message);
    };
    await commit("as it is");
    if (globSync(".changeset/*.md", { cwd: folder }).length > 0) await run("changeset", "version");
    const before = versions(folder);
    writeFileSync(join(folder, ".npmrc"), `registry=${await releasedRegistry(before)}\n`);
    await commit("all is released");

    const changeset = `---\n"@promptnce/prompts": ${bump}\n---\n\nAnother wording.\n`;
    writeFileSync(join(folder, ".changeset/wording.md"), changeset);
    await run("changeset", "version");
    const changed = [...versions(folder)].filter(([name, version]) => before.get(name) !== version);
    expect(changed.map(([name]) => name)).toEqual(["@promptnce/prompts"]);

    await run("changeset", "publish-plan", "--output", "plan.json");
    const { plan } = JSON.parse(readFileSync(join(folder, "plan.json"), "utf8")) as {
      plan: Named[][];
    };
    expect(plan.flat()).toEqual([
      expect.objectContaining({ kind: "publish", name: "@promptnce/prompts" }),
    ]);
  },
);
